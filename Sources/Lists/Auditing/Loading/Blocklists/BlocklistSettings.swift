import Blocklists
package import Diagnostics
package import Intake
package import PasswordPolicies
package import Passwords
package import Tallies

/// The blocklists that passwords are compared with.
///
///     let loaded = try BlocklistSettings(files: ["refused.txt"]).load(for: policies, …)
package struct BlocklistSettings: Hashable, Sendable {
  /// Lists that replace the built-in one: text, packed or not, or compiled; empty for the built-in
  /// one.
  package var files: [String]
  /// The comparisons of the report; empty for exact comparison alone.
  package var matches: [ListComparison]
  /// The forms of the lists' lines.
  let forms: ListFormSettings
  /// Whether to use only the lists that policies name.
  package var isOff: Bool
  /// Whether more than half an expected false hit is an error.
  package var isExact: Bool

  /// Names blocklists; by default the built-in one.
  package init(
    files: [String] = [], matches: [ListComparison] = [],
    forms: ListFormSettings = ListFormSettings(), isOff: Bool = false, isExact: Bool = false
  ) {
    self.files = files
    self.matches = matches
    self.forms = forms
    self.isOff = isOff
    self.isExact = isExact
  }

  /// Uses only the lists that policies name.
  package static let off = BlocklistSettings(isOff: true)

  /// Reads the lists of the run and those that policies name, each once.
  ///
  /// The word `default` in a policy means the lists of the run: the built-in one, or those that
  /// replace it. They are read again for each comparison that the run and the policies use.
  ///
  /// - Parameters:
  ///   - policies: Policies that may name lists.
  ///   - names: Words that passwords must not contain if terms are scored.
  ///   - marksUsers: Whether the input names users; if not, rules on their names refuse nothing,
  ///     which is reported.
  ///   - recording: Its lists replace missing files if passwords were compared with them before and
  ///     nothing is looked up again.
  ///   - stop: Ends the reading early when raised.
  ///   - tell: Receives every problem.
  /// - Returns: The lists, and the bits of each reference.
  /// - Throws: ``ProblemsTold`` if a list can be read only in part, since it would permit values
  ///   that it should refuse.
  package func load(
    for policies: [Policy], names: [String] = [], marksUsers: Bool = false,
    recorded recording: Recording? = nil, stop: StopFlag = StopFlag(),
    tell: @escaping ProblemHandler
  ) throws -> LoadedBlocklists {
    let asked =
      isOff
      ? []
      : (matches.isEmpty ? [.exact] : matches).map { ListReference.blocklist(.builtIn, $0) }
    var loaded = try LoadedBlocklists(
      forms, asked: asked, names: names, marksUsers: marksUsers, tell: tell)
    if !marksUsers { policies.tellOfMissingUsers(tell) }
    let recorded = RecordedLists(recording)
    var failed = false
    var (seen, isTold) = (Set<ListReference>(), false)
    for reference in asked + policies.flatMap(\.lists)
    where seen.insert(reference).inserted {
      switch reference {
      case .blocklist(.builtIn, _) where isOff:
        if !isTold { tell(Problem.listSwitchedOff) }
        isTold = true
        loaded.addNothing(for: reference)
      case .blocklist(let source, let comparison):
        let files = source.path.map { [$0] } ?? files
        if files.isEmpty {
          loaded.addBuiltIn(comparison, for: reference)
        }
        for files in comparison == .entraLike ? [files] : files.map({ [$0] }) where !files.isEmpty {
          if let list = recorded.list(insteadOf: files, comparison, names: names) {
            loaded.add(list, for: reference)
          } else if !loaded.add(files: files, comparison, for: reference, stop: stop) {
            failed = true
          }
        }
      case .context(let words): loaded.add(contextWords: words, for: reference)
      case .contextParts(let words): loaded.add(contextParts: words, for: reference)
      case .userName: break
      }
    }
    if failed { throw ProblemsTold() }
    try loaded.join()
    return loaded
  }
}
