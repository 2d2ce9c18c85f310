package import Blocklists
package import Diagnostics
package import Intake
package import PasswordPolicies
import Passwords

/// Blocklists in memory, and the bits of each reference in a policy.
package struct LoadedBlocklists: Sendable {
  /// The lists, looked up together.
  package private(set) var set: BlocklistSet
  /// Whether the relations of passwords to their users' names are recorded beside the lists.
  let marksUsers: Bool
  private(set) var sources: [BlocklistSource] = []
  private(set) var digests: [String?] = []
  /// The number of the built-in list that is compared exactly; nil if it is not used.
  private(set) var builtIn: Int?
  private(set) var masks: [ListReference: UInt32] = [:]
  /// The references to the lists that the run was asked to compare with.
  private let asked: [ListReference]
  private var (contextCount, contextPartCount) = (0, 0)
  let forms: ListFormSettings
  let tell: ProblemHandler

  /// Words that passwords must not contain if terms are scored.
  let names: [String]

  /// Starts without lists; `asked` refers to those that the run is asked to compare with.
  init(
    _ forms: ListFormSettings, asked: [ListReference] = [], names: [String] = [],
    marksUsers: Bool = false, tell: @escaping ProblemHandler
  ) throws(BlocklistProblem) {
    self.forms = forms
    self.asked = asked
    self.tell = tell
    self.marksUsers = marksUsers
    set = try BlocklistSet([])
    self.names = names
  }

  /// Opens one list, compiled or as a run takes it, to look single passwords up.
  ///
  /// - Throws: ``ProblemsTold`` if it cannot be read to its end, or a problem if it has no value.
  package init(
    opening file: String, _ forms: ListFormSettings, stop: StopFlag, tell: @escaping ProblemHandler
  ) throws {
    try self.init(forms, tell: tell)
    let reference = ListReference.blocklist(.file(file, directory: ""), .exact)
    guard add(file: file, nil, for: reference, stop: stop) else { throw ProblemsTold() }
    if !hasUsableValues { throw NoUsableValue(file: file, unfit: 0, isChecked: false) }
    try join()
  }

  /// Makes a reference mean no list.
  mutating func addNothing(for reference: ListReference) { masks[reference] = 0 }

  /// Adds the built-in list.
  mutating func addBuiltIn(
    _ comparison: ListComparison, for reference: ListReference
  ) {
    if comparison == .exact { builtIn = sources.count }
    add(
      .values(builtIn(comparison, name: comparison.naming("built-in"))), digest: nil, for: reference
    )
  }

  func builtIn(
    _ comparison: ListComparison, name: String
  ) -> BlocklistBuilder {
    var builder = BlocklistBuilder.builtIn(comparison: comparison, name: name)
    if comparison == .entraLike { for word in names { builder.add(name: word) } }
    return builder
  }

  /// Adds the words of a rule `context`.
  mutating func add(contextWords words: [String], for reference: ListReference) {
    contextCount += 1
    let name = contextCount == 1 ? "context" : "context-\(contextCount)"
    add(.values(.context(words, name: name)), digest: nil, for: reference)
  }

  /// Adds the words of a rule `context` that no password may contain.
  mutating func add(contextParts words: [String], for reference: ListReference) {
    contextPartCount += 1
    let number = contextPartCount == 1 ? "" : "-\(contextPartCount)"
    var builder = BlocklistBuilder(
      name: "context-substring\(number)", provenance: "context words inside passwords",
      comparison: .substring(of: .fold, atLeast: 3), isRanked: false)
    for word in words { builder.add(word.utf8Span.span) }
    add(.values(builder), digest: nil, for: reference)
  }

  /// Adds a list that was already read.
  mutating func add(_ source: BlocklistSource, digest: String?, for reference: ListReference) {
    masks[reference, default: 0] |= 1 << UInt32(sources.count)
    sources.append(source)
    digests.append(digest)
  }

  /// Combines the added lists.
  mutating func join() throws(BlocklistProblem) {
    set = try BlocklistSet(sources: sources)
    let bits = demand.lists
    if bits > BlocklistSet.limit {
      throw .tooManyLists(found: bits, limit: BlocklistSet.limit)
    }
  }

  /// The facts to record: a bit for each list, and one for each relation to users' names.
  var demand: FactDemand {
    var demand = set.demand
    demand.lists += userRelations.count
    return demand
  }

  /// The recorded relations to users' names.
  private var userRelations: [UserNameRelation] { marksUsers ? UserNameRelation.allCases : [] }

  /// What each bit of ``demand`` records.
  var factSources: FactSources {
    var sources = FactSources()
    sources.lists = listSources
    sources.userRelations = userRelations.map(\.rawValue)
    return sources
  }

  /// Whether lists named users, from earlier knowledge or from what was detected.
  ///
  /// If no list with an unstated layout did, rules on users' names refused nothing, which is
  /// reported.
  package func usersFound(
    in summaries: [ListSummary], asking request: LayoutRequest, _ policies: [Policy]
  ) -> Bool {
    if !marksUsers || request.hasUsers { return marksUsers }
    if summaries.contains(where: \.namesUsers) { return true }
    policies.tellOfMissingUsers(tell)
    return false
  }

  /// The bits of a reference's lists; nil if it was not loaded, or is a relation to users' names.
  package func mask(of reference: ListReference) -> UInt32? { masks[reference] }

  /// Whether the run was asked to compare with a list; otherwise only policies name it.
  func isAsked(_ number: Int) -> Bool {
    asked.contains { masks[$0, default: 0] & 1 << UInt32(number) != 0 }
  }

  /// Whether a rule `context` names the words of a list.
  func hasContextWords(_ number: Int) -> Bool {
    masks.contains { reference, mask in
      switch reference {
      case .context, .contextParts: mask & 1 << UInt32(number) != 0
      case .blocklist, .userName: false
      }
    }
  }

  /// Checks that the compiled files did not change while they were in use.
  package func checkUnchanged() throws(CompiledProblem) { try set.checkUnchanged() }

  /// Warns of lists of digests without any hit in very many passwords: the digests may be of
  /// another kind.
  package func tellOfIdleDigests(hits: [UInt64], lookups: UInt64) {
    guard lookups >= IdleDigests.fewestLookups else { return }
    for (list, hits) in zip(set.blocklists, hits)
    where list.comparison.isOfDigests && hits == 0 {
      tell(IdleDigests(list: list.name, comparison: list.comparison, lookups: lookups))
    }
  }
}

/// A list of hashes holds none of very many passwords.
struct IdleDigests: Diagnosable {
  let list: String
  let comparison: ListComparison
  let lookups: UInt64

  /// The number of look-ups from which it is suspicious that no password is listed.
  static let fewestLookups: UInt64 = 1_000_000

  var location: Location? { nil }
  var severity: Severity { .warning }
  var found: String {
    "none of \(lookups) passwords is on the list '\(list)', which holds hashes "
      + "('\(comparison.rawValue)')"
  }
  var expected: String? { nil }
  var remedy: String? {
    "Are its hashes of another kind, or salted? 'audit blocklist test' answers for one password."
  }
}

/// A list may not do what its author intended.
package enum DoubtfulList: Diagnosable {
  /// A policy needs the list that the run has switched off.
  case switchedOff
  /// A policy needs users' names, and the input has none.
  case noUsers
  /// This many banned terms are too short or too long.
  case unfitTerms(Int)

  package var location: Location? { nil }
  package var found: String {
    switch self {
    case .switchedOff: "a policy asks for the default blocklist, and --no-blocklist turns it off"
    case .noUsers: "a policy asks for users' names, and this run reads none"
    case .unfitTerms(let count): "banned terms that are too short or too long: \(count)"
    }
  }
  package var expected: String? {
    switch self {
    case .switchedOff, .noUsers: nil
    case .unfitTerms: "terms of 4 to 16 characters"
    }
  }
  package var remedy: String? {
    switch self {
    case .switchedOff: "Its rule 'blocklist' refuses nothing in this run."
    case .noUsers:
      "Its rule 'context: username' refuses nothing. Lists name users with --layout user:password, "
        + "the objects of 'check --format jsonl' with 'user'."
    case .unfitTerms: "They are skipped, as the service does."
    }
  }
  package var severity: Severity { .warning }
}

extension [Policy] {
  /// Reports that no user was named, if a policy needs one; presets describe the effect themselves.
  package func tellOfMissingUsers(_ tell: (any Diagnosable) -> Void) {
    if contains(where: { $0.asksForUserNames && !$0.isPreset }) { tell(DoubtfulList.noUsers) }
  }
}
