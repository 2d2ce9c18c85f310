import Auditing
import Blocklists
import Diagnostics
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
        if !isTold { tell(DoubtfulList.switchedOff) }
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

extension BlocklistSettings {
  /// The ways to compare passwords with a list.
  package typealias Comparison = ListComparison

  /// The substitutions of the comparison `leet`, in words.
  package static let leetTable = Blocklist.leetTable

  /// The comparison with a name that users give.
  package static func comparison(named word: String) throws(QuantityProblem) -> Comparison {
    if let comparison = ListComparison(rawValue: word), comparison.isForPolicies {
      return comparison
    }
    throw .unreadable(word, expected: comparisonNames)
  }

  /// The names that ``comparison(named:)`` knows, in words.
  static var comparisonNames: String {
    let lengths = ListComparison.partLengths
    return "exact, fold, leet, entra-like, or substring:N, fold+substring:N or leet+substring:N "
      + "with N from \(lengths.lowerBound) to \(lengths.upperBound)"
  }
}

/// How the lines of blocklists are read.
package struct ListFormSettings: Hashable, Sendable {
  /// The form of every list.
  var form: Form
  /// In lists with counts, the smallest count of a value that is used.
  var smallestCount: UInt64

  /// The possible forms, or detection.
  package enum Form: String, Hashable, Sendable, CaseIterable {
    /// Detects the form from the first lines of each list.
    case auto
    /// One value on each line.
    case plain
    /// A value and its count, in either order.
    case counted
    /// SHA-1 hashes.
    case sha1
    /// NTLM hashes.
    case ntlm
  }

  /// By default detects forms and uses all values.
  package init(form: Form = .auto, smallestCount: UInt64 = 1) {
    self.form = form
    self.smallestCount = smallestCount
  }

  /// The form of a list: the stated one, or the one detected from its first lines.
  ///
  /// Reports lines that may not be values, though the list is read as if they were.
  func form(of input: ListInput, tell: (any Diagnosable) -> Void) -> ListForm {
    if form == .sha1 { return .sha1 }
    if form == .ntlm { return .ntlm }
    let sample = BlocklistSample(of: input)
    let found: ListForm =
      switch form {
      case .plain: .plain
      // Detected or, if that fails, as `uniq -c` writes.
      case .counted: sample.form == .valueAndCount ? .valueAndCount : .countAndValue
      default: sample.form
      }
    if found == .plain, let doubt = sample.doubt { tell(doubt) }
    return found
  }
}

/// A problem of a blocklist's bytes, with a remedy that blocklists have.
struct BlocklistBytes: Diagnosable {
  /// The problem, as of any list.
  let problem: IntakeProblem

  var severity: Severity { problem.severity }
  var location: Location? { problem.location }
  var found: String { problem.found }
  var expected: String? { problem.expected }
  var remedy: String? { problem.remedyWithoutOptions }
}
