import ArgumentParser
import Auditing
import Diagnostics
import Keyspaces
import PasswordRules
import Preparing
import Reporting
import Workers

/// `audit keyspace`: how many passwords policies permit.
struct KeyspaceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keyspace",
    abstract: "Says how many passwords a policy permits, exactly, and what each rule costs.",
    discussion: """
      A password is a string of Unicode code points. Every number is exact, or there is none: \
      where counting is out of reach, the rules that put it there are named. What blocklists, \
      context words and min-score refuse cannot be counted; the output names what it leaves out.

      To compare, all policies are counted over strings of printable ASCII, whatever else they \
      permit; bits lost are against all such strings of the same length. With --alphabet policy each \
      is counted over all that it permits, and with unicode also compared with all of Unicode. \
      Several policies are a table, with --verbose each in full. The exact counts for programs \
      (--format jsonl, and csv with --table keyspace or rule-cost) have --alphabet policy by default.

      A rule's cost is what it takes away alone, what would come back if it were lifted or if its \
      line were deleted, and its share of the whole loss averaged over all orders of the rules \
      (Shapley).

      --format csv writes a table, and jsonl the same rows as objects, one a line. With --format \
      jsonl and no policy named, each line of standard input is an object with 'rules' and \
      'length', or 'from' and 'to'; the answer is an object with 'count', a decimal string, and \
      'log2', null for a count of 0. Rules that could not be counted are in 'uncounted'. A line \
      that cannot be answered gets an object with 'error', and the exit code is 1.
      """)

  @OptionGroup(title: "Policies") var policies: PolicyOptions
  @OptionGroup var none: NoBarePolicies
  @OptionGroup(title: "Lengths") var lengths: LengthOptions

  @Option(help: "text, csv or jsonl.")
  var format: Format = .text

  @Option(
    help: """
      With --format csv or jsonl: policy, keyspace (the default: a row a length), or rule-cost.
      """)
  var table: KeyspaceTable?

  @Option(
    help: ArgumentHelp(
      "Which strings are counted: ascii, policy or unicode (default: ascii to compare, policy for "
        + "exact counts).",
      valueName: "alphabet"))
  var alphabet: ComparisonAlphabet?

  @Flag(name: .shortAndLong, help: "Of several policies, print each in full after the table.")
  var verbose = false

  @OptionGroup var lanes: LaneOptions

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, csv, jsonl }

  func validate() throws {
    if table != nil, format == .text {
      throw ValidationError("--table goes with --format csv or jsonl.")
    }
    if format == .jsonl, !policies.isGiven, lengths.isGiven || table != nil {
      throw ValidationError(
        "With --format jsonl and no policy, each line of standard input says what it asks for.")
    }
  }

  func run() throws {
    try reportingProblems {
      if format == .jsonl, !policies.isGiven { return try answerQuestions() }
      let isExact = format != .text && chosenTable != .policy
      var counter = KeyspaceCounter(comparing: alphabet ?? (isExact ? .policy : .ascii))
      let policies = try policies.load()
      let failed =
        try format == .text ? show(policies, &counter) : writeTable(of: policies, &counter)
      if failed { throw ExitCode.impossible }
    }
  }

  /// Writes rows policy by policy.
  ///
  /// - Returns: Whether a policy could not be counted.
  private func writeTable(
    of policies: [Policy], _ counter: inout KeyspaceCounter
  ) throws -> Bool {
    if format == .csv {
      try Terminal.write(chosenTable.columns.joined(separator: ",") + "\n")
    }
    var failed = false
    for policy in policies {
      guard
        let rows = told(policy, { () throws(KeyspaceProblem) in try rows(on: policy, &counter) })
      else {
        failed = true
        continue
      }
      guard try Terminal.write(Array(rows.utf8)) else { break }
    }
    return failed
  }

  /// Prints one policy in detail, or several as a table.
  ///
  /// - Returns: Whether a policy could not be counted.
  private func show(_ policies: [Policy], _ counter: inout KeyspaceCounter) throws -> Bool {
    var keyspaces: [PolicyKeyspace] = []
    for policy in policies {
      let keyspace = told(policy) { () throws(KeyspaceProblem) in
        try PolicyKeyspace(policy, range: lengths.range(for: policy), &counter)
      }
      if let keyspace { keyspaces.append(keyspace) }
    }
    let isTable = policies.count > 1
    var blocks =
      isTable && !keyspaces.isEmpty
      ? [KeyspaceComparison(keyspaces, columns: Terminal.columns(1) ?? 80).text] : []
    if !isTable || verbose {
      blocks += keyspaces.map { KeyspaceScreen($0, showsAllLengths: lengths.isGiven).text }
    }
    try Terminal.write(blocks.joined(separator: "\n"))
    return keyspaces.count < policies.count
  }

  /// The result of a count; if it is out of reach, reports that and returns nil.
  private func told<Result>(
    _ policy: Policy, _ count: () throws(KeyspaceProblem) -> Result
  ) -> Result? {
    do throws(KeyspaceProblem) { return try count() } catch {
      Terminal.tell("\(escaped(policy.name)): \(error.message)")
      return nil
    }
  }

  private var chosenTable: KeyspaceTable { table ?? .keyspace }

  private func rows(
    on policy: Policy, _ counter: inout KeyspaceCounter
  ) throws(KeyspaceProblem) -> String {
    let keyspace = try PolicyKeyspace(
      policy, range: lengths.range(for: policy), costs: chosenTable == .policy, &counter)
    var costs: [RuleCosts] = []
    if chosenTable == .ruleCost {
      for length in costedLengths(keyspace) {
        costs.append(try RuleCosts(policy, length: length, &counter))
      }
    }
    return chosenTable.rows(keyspace, costs: costs).map { row in
      format == .jsonl
        ? chosenTable.jsonLine(row) : row.map(\.csv).joined(separator: ",") + "\n"
    }.joined()
  }

  /// The lengths for rules' costs: those requested, or the shortest and the usual ones.
  private func costedLengths(_ keyspace: PolicyKeyspace) -> [Int] {
    let permitted = keyspace.rows.filter(\.isPermitted).map(\.length)
    if lengths.isGiven { return permitted }
    let usual = PolicyKeyspace.referenceLengths.filter(permitted.contains)
    return Set(usual + permitted.prefix(1)).sorted()
  }

  private func answerQuestions() throws {
    let (settings, alphabet) = (policies.settings, alphabet ?? .policy)
    let failed = Locked(false)
    let overLong = try answerLines(
      lanes: lanes.count, overLong: JSONLine.error(overLongAnswer),
      scratch: { KeyspaceBench(settings, alphabet: alphabet) }
    ) { bench, line, output in
      do throws(KeyspaceBench.Refusal) {
        let question = try KeyspaceQuestion(line)
        output += try bench.answer(rules: question.rules, lengths: question.lengths).line
      } catch {
        failed.withLock { $0 = true }
        output += JSONLine.error(error.message)
      }
    }
    if overLong > 0 || failed.withLock({ $0 }) { throw ExitCode.incomplete }
  }
}

extension KeyspaceTable: ExpressibleByArgument {}

/// Requests that cannot be met.
enum KeyspaceUsageProblem: Diagnosable {
  case severalPolicies(Int)

  var location: Location? { nil }
  var found: String {
    switch self {
    case .severalPolicies(let count): "\(count) policies"
    }
  }
  var expected: String? { "one" }
  var remedy: String? { "Name one policy with --rules or --preset, and --only for a site." }
}
