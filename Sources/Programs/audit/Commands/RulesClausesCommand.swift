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
          audit rules clauses --standard ism-secret

      A clause is met, broken, partly kept, or not visible in a policy. What shows it is a password \
      that the program makes up, a setting of the file, a number, a rule, or a proof that no \
      password contradicts it. The third example prints the clauses themselves; 'audit rules \
      standards' lists the standards.

      In a pipeline, --waive leaves a known breach out of the exit code, and it stays in the table:

          audit rules clauses --standard pci-4.0.1 --rules policy.txt --waive pci-4.0.1:length

      Exit code: 0 no clause of force 'must' is broken or kept in part; 1 one is, or with \
      --fail-on should, one of 'should'; 2 a policy that cannot be read; 64 wrong usage.
      """)

  @OptionGroup(title: "Policies") var policies: PolicyOptions
  @OptionGroup var none: NoBarePolicies
  @OptionGroup var standards: StandardOptions

  @Option(
    name: .customLong("waive"),
    help: ArgumentHelp(
      "A clause that does not count for the exit code; repeat for more.",
      valueName: "standard:clause"))
  var waived: [String] = []

  @Option(help: "Exit with 1 for a broken clause of this force: must, should or never.")
  var failOn: FailOn = .must

  @Flag(help: "Print where the clauses were read, and which are from memory.")
  var sources = false

  @Flag(name: .shortAndLong, help: "Print clauses that are not visible, each with the reason.")
  var verbose = false

  @OptionGroup var output: FormatOptions
  @OptionGroup var threads: ThreadOptions
  @OptionGroup var notes: NoteOptions

  enum FailOn: String, ExpressibleByArgument, CaseIterable {
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
          + "policy.txt'; 'audit rules standards' lists them.")
    }
    for waiver in waived { _ = try Waiver(waiver, among: standards.chosen) }
    if !waived.isEmpty, !policies.isGiven {
      throw ValidationError("--waive needs a policy: --rules policy.txt")
    }
  }

  func run() throws {
    try reportingProblems(quiet: notes.quiet) {
      let waivers = try waived.map { try Waiver($0, among: standards.chosen) }
      var results: [Conformance] = []
      if policies.isGiven {
        let settings = ConformanceSettings(
          standards: standards.chosen, waived: waivers.map { ($0.standard.id, $0.clause) })
        results = settings.results(
          try policies.load(threads: threads.count), threads: threads.count)
      }
      let report = ClausesReport(
        results, standards.chosen, areSourcesShown: sources,
        columns: Terminal.columns(1) ?? 100, isWhole: verbose)
      try Terminal.write(report.bytes(as: output.format))
      for waiver in waivers where !results.contains(where: waiver.isNeeded) {
        Terminal.tell(
          Problem(
            "idle-waiver", "--waive \(waiver.text) waives nothing: no policy breaks that clause",
            remedy: "Leave it out, so that a new breach is seen.", .note))
      }
      if results.contains(where: { !$0.faults(failOn.forces).isEmpty }) {
        throw ExitCode.incomplete
      }
    }
  }
}

/// A clause that does not count, by its standard.
private struct Waiver {
  let standard: Standard
  let clause: String

  init(_ text: String, among standards: [Standard]) throws {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2 else {
      throw ValidationError(
        "Expected --waive STANDARD:CLAUSE, as in --waive pci-4.0.1:length, not '\(text)'.")
    }
    guard let standard = standards.first(where: { $0.id == parts[0] }) else {
      throw ValidationError(
        Standard.ids.contains(parts[0])
          ? "--waive \(text) is about a standard that is not asked for. Add --standard \(parts[0])."
          : "Unknown standard '\(parts[0])' in --waive."
            + Self.suggestion(parts[0], standards.map(\.id)))
    }
    let ids = standard.clauses.map(\.id)
    guard ids.contains(parts[1]) else {
      throw ValidationError(
        "\(standard.id) has no clause '\(parts[1])'.\(Self.suggestion(parts[1], ids)) "
          + "They are \(ids.joined(separator: ", ")).")
    }
    (self.standard, clause) = (standard, parts[1])
  }

  private static func suggestion(_ id: String, _ ids: [String]) -> String {
    nearest(to: id, among: ids).map { " Did you mean '\($0)'?" } ?? ""
  }

  var text: String { "\(standard.id):\(clause)" }

  /// Whether a policy breaks the clause.
  func isNeeded(for result: Conformance) -> Bool {
    result.standard == standard
      && result.rows.contains { $0.clause.id == clause && $0.finding.isFault }
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

  @OptionGroup var output: FormatOptions
  @OptionGroup var none: NoArguments

  func validate() throws { try output.require() }

  func run() throws {
    try reportingProblems {
      try Terminal.write(
        output.format == .text
          ? Array(StandardsTable.text(columns: Terminal.columns(1) ?? 100).utf8)
          : StandardsTable.filled.bytes(as: output.format))
    }
  }
}
