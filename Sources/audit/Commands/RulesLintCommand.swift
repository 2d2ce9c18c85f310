import ArgumentParser
import Diagnostics
import PasswordRules
import Preparing
import Reporting

/// `audit rules lint`.
struct RulesLintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Says what is wrong with policies, and which clauses of standards they break.",
    discussion: """
      Tells the faults of a policy itself: problems of its text, rules that say nothing new, policies \
      that nobody can satisfy. With --standard, once for each, also how each policy fares by the \
      clauses of that standard; standards contradict one another, so only named ones are tested. The \
      standards are \(Standard.ids.joined(separator: ", ")).

      Exit code: 0 nothing found; 1 a fault, or a binding clause (shall) of a standard that was \
      asked for is broken; 2 a policy that cannot be read.
      """)

  @OptionGroup(title: "Policies") var policies: PolicyOptions
  @OptionGroup var none: NoBarePolicies

  @Option(
    name: .customLong("standard"),
    help: ArgumentHelp(
      "Also test the clauses of this standard; repeat for more.", valueName: "id"),
    completion: .list(Standard.ids))
  var standards: [String] = []

  @Option(help: "text, csv or json.")
  var format: Format = .text

  @Flag(name: .shortAndLong, help: "Print every finding, and a row for each of many policies.")
  var verbose = false

  @OptionGroup var notes: NoteOptions

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, csv, json }

  func validate() throws {
    if !policies.isGiven {
      throw ValidationError(
        "No policy to lint. Name one, as in 'audit rules lint --rules policy.txt' or "
          + "'audit rules lint --preset nist-63b-4'.")
    }
    for id in standards where Standard.byID[id] == nil {
      let suggestion = nearest(to: id, among: Standard.ids).map { " Did you mean '\($0)'?" } ?? ""
      throw ValidationError(
        "Unknown standard '\(id)'.\(suggestion) They are \(Standard.ids.joined(separator: ", ")).")
    }
  }

  func run() throws {
    try reportingProblems(quiet: notes.quiet) {
      let readings = try policies.settings.read(tell: Terminal.tell)
      let report = LintReport(readings, standards: standards.compactMap { Standard.byID[$0] })
      switch format {
      case .text:
        let columns = Terminal.columns(1) ?? 80
        try Terminal.write(
          LintScreen(report, columns: columns, isWhole: verbose).text)
      case .csv: try Terminal.write(LintTable(report).csv)
      case .json: try Terminal.write(LintTable(report).json)
      }
      if readings.contains(where: \.hasErrors) { throw ExitCode.impossible }
      if !report.isClean { throw ExitCode.incomplete }
    }
  }
}
