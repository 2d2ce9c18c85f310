package import Auditing
import Blocklists
package import Diagnostics
import Files
import Glibc
package import Intake
package import PasswordPolicies
@_spi(Internal) import Passwords

/// The settings for compiling lists into one file.
///
///     let settings = CompilationSettings(comparison: .fold, first: 1000)
///     try settings.compile(["leaked.txt"], to: "top.blocklist", show: { _ in }) {
///     print($0.message) }
package struct CompilationSettings: Sendable {
  private let comparison: Comparison
  private let forms: ListFormSettings
  private let policies: [Policy]?
  private let first: Int?
  private let memory: Int?
  private let directory: String

  /// The possible comparisons of values.
  package enum Comparison: String, Hashable, Sendable, CaseIterable {
    /// Compares whole passwords.
    case exact
    /// Also ignores case and width.
    case fold
    /// Also ignores substitutes for letters.
    case leet

    fileprivate var ofLists: ListComparison {
      switch self {
      case .exact: .exact
      case .fold: .fold
      case .leet: .leet
      }
    }
  }

  /// Makes settings, by default ones that keep all values.
  ///
  /// - Parameters:
  ///   - comparison: The comparison with passwords; lists of digests replace it by their own.
  ///   - forms: The forms of the lists' lines.
  ///   - policies: Policies that every kept value complies with, whatever blocklists they name; nil
  ///     to keep all values.
  ///   - first: The number of best-ranked values to keep; nil to keep all.
  ///   - memory: Bytes of memory to sort in; nil for the default.
  ///   - directory: The directory of temporary files.
  package init(
    comparison: Comparison = .exact, forms: ListFormSettings = ListFormSettings(),
    policies: [Policy]? = nil, first: Int? = nil, memory: Int? = nil,
    directory: String = temporaryDirectory
  ) {
    self.comparison = comparison
    self.forms = forms
    self.policies = policies
    self.first = first
    self.memory = memory
    self.directory = directory
  }

  /// Refuses what no compilation of these lists accepts.
  package func validate(for lists: [String]) throws(Problem) {
    try Problem.requireMemory(memory, mebibytes: 64)
    try Problem.require(first, in: 1...10_000_000, of: "--first")
    try Problem.refuse([
      "--first takes one list: ranks of several do not compare.": first != nil && lists.count != 1
    ])
  }

  /// Compiles lists.
  ///
  /// - Parameters:
  ///   - lists: Files, directories, or `-` for standard input.
  ///   - output: The file; `-` for standard output.
  ///   - force: Whether an earlier compiled blocklist there is replaced.
  ///   - stop: Ends the work early when raised.
  ///   - show: Shows the progress.
  ///   - tell: Receives every problem.
  /// - Returns: Whether the file was written; false if the work was stopped. A reader that closes
  ///   standard output is no fault.
  /// - Throws: ``ProblemsTold``, or the one problem that ends the work.
  package func compile(
    _ lists: [String], to output: String, replacing force: Bool = false,
    stop: StopFlag = StopFlag(),
    show: @escaping (String) -> Void, tell: @escaping ProblemHandler
  ) throws -> Bool {
    try validate(for: lists)
    let replacing = Replacing(
      isForced: force, "compiled blocklist", if: CompiledBlocklist.isRecognised(path:))
    let place = output == "-" ? nil : try replacing.place(output, besides: lists)
    var compilation = Compilation(
      comparison.ofLists, temporaryDirectory: directory, first: first, memory: memory,
      accepts: try policies.map { try lineFilter($0, tell: tell) }, show: show, tell: tell)
    for list in lists { try compilation.add(list, forms, stop: stop) }
    if let place {
      return try compilation.finish(to: place, note: note, replacing: replacing, stop: stop) != nil
    }
    do { return try compilation.finish(copyingTo: STDOUT_FILENO, note: note, stop: stop) } catch let
      fault as SystemError
    {
      if fault.code == EPIPE { return true }
      throw Problem.unwritable("<stdout>", fault)
    }
  }

  /// A test for values that comply with all policies; their blocklists are ignored.
  private func lineFilter(
    _ policies: [Policy], tell: @escaping ProblemHandler
  ) throws -> (Span<UInt8>) -> Bool {
    let policies = policies.map { $0.withoutLists() }
    let policySet = try PolicySet(
      policies, BlocklistSettings.off.load(for: policies, tell: tell), StrengthSettings())
    let criteria = policySet.criteria
    let judge = Judge(
      criteria, scorer: criteria.schema.demand.score ? WorkerScorer(criteria.strength) : nil)
    let matchers = try policySet.matchers()
    var batch = LineBatch()
    return { value in
      let profile = judge.profile(of: value, user: nil, &batch)
      return matchers.allSatisfy { $0.verdict(on: profile).isCompliant }
    }
  }

  /// The kept values, for the account in the file.
  private var note: [String] {
    [
      policies.map { "values accepted by " + $0.map(\.name).joined(separator: " and ") },
      first.map { "the first \($0) of them" },
    ].compactMap(\.self)
  }
}
