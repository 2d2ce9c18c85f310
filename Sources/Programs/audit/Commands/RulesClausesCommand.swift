import ArgumentParser
import Conformance
import Diagnostics
import Jobs
import PasswordPolicies
import Reports

/// `audit rules clauses`.
struct RulesClausesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clauses",
    abstract: "Holds policies against each clause of standards, with what shows each verdict.",
    discussion: """
          audit rules clauses --standard nist-63b-4 --rules realm.json
          audit rules clauses --standard pci-4.0.1 --standard cis-21.12 --rules GptTmpl.inf --format markdown
          audit rules clauses --standard all --rules realm.json
          audit rules clauses --standard ism-secret

      A clause is met, broken, partly kept, or not visible in a policy. What shows it is a password \
      that the program makes up, a setting of the file, a number, a rule, or a proof that no \
      password contradicts it. The third example has a row for each standard, and with --verbose each \
      clause; the fourth prints the clauses themselves. 'audit rules standards' lists the standards.

      In a pipeline, --waive leaves a known breach out of the exit code, and it stays in the table. \
      --require fails if a clause is no longer seen to be met, since the file that shows it is gone, \
      say. The name of a clause stands behind it in brackets:

          audit rules clauses --standard pci-4.0.1 --rules policy.txt --waive pci-4.0.1:length

      Exit code: 0 no clause of force 'must' is broken or kept in part; 1 one is, or with \
      --fail-on should, one of 'should', or a required one is not met, or a waiver waives nothing; 0 \
      for all of these with --fail-on never; 2 a policy that cannot be read; 64 wrong usage.
      """)

  @OptionGroup(title: "Policies") var policies: PolicyArguments
  @OptionGroup var standards: StandardOptions

  @Option(
    name: .customLong("waive"),
    help: ArgumentHelp(
      "A clause that does not count for the exit code; repeat for more.",
      valueName: "standard:clause"))
  var waived: [String] = []

  @Option(
    name: .customLong("require"),
    help: ArgumentHelp(
      "A clause that each policy must be seen to meet; repeat for more.",
      valueName: "standard:clause"))
  var required: [String] = []

  @Option(help: "Exit with 1 for a broken clause of this force: must, should or never.")
  var failOn: FailOn = .must

  @Flag(help: "Print where the clauses were read, and which are from memory.")
  var sources = false

  @Flag(name: .shortAndLong, help: "Print clauses that are not visible, each with the reason.")
  var verbose = false

  @OptionGroup var output: FormatOptions
  @OptionGroup var threads: ThreadOptions
  @OptionGroup var notes: NoteOptions

  enum FailOn: String, Choice {
    case must, should, never

    /// The forces of clauses that count.
    var forces: [Standard.Force] {
      switch self {
      case .must: [.must]
      case .should: [.must, .should]
      case .never: []
      }
    }
  }

  func validate() throws {
    try output.require()
    if standards.ids.isEmpty {
      throw ValidationError(
        "No standard. Name one, as in 'audit rules clauses --standard nist-63b-4 --rules "
          + "policy.txt', or 'all'; 'audit rules standards' lists them.")
    }
    let named = try named("--waive", waived) + named("--require", required)
    if let first = named.first, !policies.isGiven {
      throw ValidationError("\(first.option) needs a policy: --rules policy.txt")
    }
  }

  private func named(_ option: String, _ texts: [String]) throws -> [NamedClause] {
    // What is empty is refused: a variable of a pipeline that is not set would waive nothing.
    try texts.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }.map {
      try NamedClause(String($0), by: option, among: standards.chosen)
    }
  }

  func run() throws {
    try reportingProblems(quiet: notes.quiet) {
      let waivers = try named("--waive", waived)
      var results: [Conformance] = []
      if policies.isGiven {
        let settings = ConformanceSettings(
          standards: standards.chosen, waived: waivers.map { ($0.standard.id, $0.clause.id) })
        results = settings.results(
          try policies.load(threads: threads.count), threads: threads.count)
      }
      let report = ClausesReport(
        results, standards.chosen, areSourcesShown: sources,
        columns: Terminal.columns(1) ?? 100, isWhole: verbose,
        isOverview: standards.areAll && !verbose)
      try Terminal.write(report.bytes(as: output.format))
      let idle = waivers.filter { waiver in
        !results.contains { waiver.finding(in: $0)?.isFault == true }
      }
      var problems = idle.map { waiver in
        Problem(
          "idle-waiver", "\(waiver.words) waives nothing: no policy breaks that clause",
          remedy: "Leave it out, so that a new breach is seen.", .warning)
      }
      for clause in try named("--require", required) {
        for result in results {
          guard let found = clause.finding(in: result), found.verdict != .met else { continue }
          problems.append(
            Problem(
              "required-clause", at: result.policy.location,
              "\(clause.words) is \(found.verdict.rawValue), not met: \(found.shown(for: clause.clause.test))",
              .warning))
        }
      }
      problems.forEach(Terminal.tell)
      let isFailed = results.contains { !$0.faults(failOn.forces).isEmpty } || !problems.isEmpty
      if isFailed, failOn != .never { throw ExitCode.incomplete }
    }
  }
}

/// A clause that an option names with its standard: `pci-4.0.1:length`.
private struct NamedClause {
  let option: String
  let standard: Standard
  let clause: Standard.Clause

  init(_ text: String, by option: String, among standards: [Standard]) throws {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2 else {
      throw ValidationError(
        "Expected \(option) STANDARD:CLAUSE, as in \(option) pci-4.0.1:length, not '\(text)'.")
    }
    guard let standard = standards.first(where: { $0.id == parts[0] }) else {
      guard Standard.ids.contains(parts[0]) else { throw StandardOptions.unknown(parts[0]) }
      throw ValidationError(
        "\(option) \(text) is about a standard that is not asked for. Add --standard \(parts[0]).")
    }
    guard let clause = standard.clauses.first(where: { $0.id == parts[1] }) else {
      throw StandardOptions.unknown(
        parts[1], "\(standard.id) has no clause", among: standard.clauses.map(\.id))
    }
    (self.option, self.standard, self.clause) = (option, standard, clause)
  }

  /// The option as it was written: `--waive pci-4.0.1:length`.
  var words: String { "\(option) \(standard.id):\(clause.id)" }

  /// What is found of the clause; nil if the result is by another standard.
  func finding(in result: Conformance) -> Finding? {
    guard result.standard == standard else { return nil }
    return result.rows.first { $0.clause.id == clause.id }?.finding
  }
}

/// `audit rules standards`.
struct RulesStandardsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "standards",
    abstract: "Lists the standards that policies can be held against, with their editions.",
    discussion: """
          audit rules standards
          audit rules clauses --standard pci-4.0.1

      The second command prints the clauses of one. Below the standards stand texts that state no \
      number, so that no policy can be held against them.
      """)

  @Argument(help: .hidden)
  var typed: [String] = []

  @OptionGroup var output: FormatOptions
  @OptionGroup var notes: NoteOptions

  func validate() throws {
    try output.require()
    if let word = typed.first {
      throw StrayWord.error(
        typed,
        "'\(word)' follows no option. The clauses of a standard: audit rules clauses --standard "
          + word.shellWord)
    }
  }

  func run() throws {
    try reportingProblems(quiet: notes.quiet) {
      try Terminal.write(
        output.format == .text
          ? Array(StandardsTable.text(columns: Terminal.columns(1) ?? 100).utf8)
          : StandardsTable.filled.bytes(as: output.format))
    }
  }
}
