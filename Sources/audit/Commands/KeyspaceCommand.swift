import ArgumentParser
import Auditing
import Diagnostics
import Foundation
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
      context words and min-score refuse cannot be counted and is left out, which is said.

      Bits lost are against all strings of printable ASCII of the same length. A rule's cost is \
      what it takes away alone, what would come back if it were lifted, and its share of the \
      whole loss averaged over all orders of the rules (Shapley).

      --format csv writes a table, and jsonl the same rows as objects, one a line. With --format \
      jsonl and no policy named, each line of standard input is an object with 'rules' and \
      'length', or 'from' and 'to'; the answer is an object with 'count', a decimal string, and \
      'log2', null for a count of 0. Rules that could not be counted are in 'uncounted'. A line \
      that cannot be answered gets an object with 'error', and the exit code is 1.
      """)

  @OptionGroup(title: "Policies") var policies: PolicyOptions
  @OptionGroup(title: "Lengths") var lengths: LengthOptions

  @Option(help: "text, csv or jsonl.")
  var format: Format = .text

  @Option(
    help: """
      With --format csv or jsonl: policy, keyspace (the default: a row a length), or rule-cost.
      """)
  var table: KeyspaceTable?

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
      var counter = KeyspaceCounter()
      var failed = false
      if format == .csv {
        try Terminal.write(chosenTable.columns.joined(separator: ",") + "\n")
      }
      for (index, policy) in try policies.load().enumerated() {
        let text: String
        do throws(KeyspaceProblem) {
          text = try output(on: policy, isFirst: index == 0, &counter)
        } catch {
          failed = true
          Terminal.tell("\(escaped(policy.name)): \(error.message)")
          continue
        }
        guard try Terminal.write(Array(text.utf8)) else { return }
      }
      if failed { throw ExitCode.impossible }
    }
  }

  private var chosenTable: KeyspaceTable { table ?? .keyspace }

  private func output(
    on policy: Policy, isFirst: Bool, _ counter: inout KeyspaceCounter
  ) throws(KeyspaceProblem) -> String {
    let keyspace = try PolicyKeyspace(
      policy, range: lengths.range(for: policy),
      costs: format == .text || chosenTable == .policy, &counter)
    if format == .text {
      return (isFirst ? "" : "\n")
        + KeyspaceScreen(keyspace, showsAllLengths: lengths.isGiven).text
    }
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

  /// Lengths at which rules are weighed: those asked for, or the shortest and the usual ones.
  private func costedLengths(_ keyspace: PolicyKeyspace) -> [Int] {
    let permitted = keyspace.rows.filter(\.isPermitted).map(\.length)
    if lengths.isGiven { return permitted }
    let usual = PolicyKeyspace.referenceLengths.filter(permitted.contains)
    return Set(usual + permitted.prefix(1)).sorted()
  }

  private func answerQuestions() throws {
    let settings = policies.settings
    let failed = Locked(false)
    let overLong = try answerLines(
      lanes: lanes.count, overLong: JSONLine.error(overLongAnswer),
      scratch: { KeyspaceBench(settings) }
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

/// Which lengths are looked at.
struct LengthOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("This length only, or these: 12, 8-16.", valueName: "n"),
    transform: typed(Quantity.range))
  var length: ClosedRange<Int>?

  @Option(help: ArgumentHelp("The least length (default: the policy's, or 1).", valueName: "n"))
  var from: Int?

  @Option(
    help: ArgumentHelp(
      "The greatest length (default: the policy's, or the horizon).", valueName: "n")
  )
  var to: Int?

  @Option(
    help: ArgumentHelp("How far a policy without maxlength is counted.", valueName: "n"))
  var horizon = LengthRange.defaultHorizon

  /// Whether lengths were asked for.
  var isGiven: Bool { length != nil || from != nil || to != nil }

  /// The lengths to look at for a policy.
  func range(for policy: Policy) -> LengthRange {
    LengthRange(
      policy, horizon: horizon, from: length?.lowerBound ?? from, to: length?.upperBound ?? to)
  }

  func validate() throws {
    if length != nil, from != nil || to != nil {
      throw ValidationError("--length stands alone, without --from and --to.")
    }
    for number in [length?.lowerBound, length?.upperBound, from, to, horizon].compactMap(\.self)
    where !(0...KeyspaceCounter.longest).contains(number) {
      throw ValidationError(
        "Lengths go from 0 to \(KeyspaceCounter.longest), so not \(number).")
    }
    if let from, let to, from > to {
      throw ValidationError("--from \(from) is above --to \(to).")
    }
  }
}

/// What was asked for and cannot be.
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
