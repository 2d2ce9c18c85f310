import ArgumentParser
import Conformance
import Diagnostics
import Jobs
import PasswordPolicies
import Reports

/// `audit rules lint`.
struct RulesLintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Lists the faults of policies, and the clauses of standards that they break.",
    discussion: """
      Faults are problems of the text, rules without effect, and policies that no password \
      satisfies. --standard, once for each, also lists the clauses of that standard that a policy \
      breaks by its text; standards contradict one another, so only the named ones are tested. \
      'audit rules standards' lists them, and 'audit rules clauses' tells each clause with what \
      shows it. A note, which is no fault, names each password manager all of whose proposals a \
      policy refuses.

          audit rules lint --standard pci-4.0.1 --rules policy.txt

      Exit code: 0 nothing found; 1 a fault, or a binding clause of a standard that was \
      asked for is broken; 2 a policy that cannot be read.
      """)

  @OptionGroup(title: "Policies") var policies: PolicyArguments

  @OptionGroup var standards: StandardOptions

  @OptionGroup var output: FormatOptions

  @Flag(name: .shortAndLong, help: "Print every finding, and a row for each of many policies.")
  var verbose = false

  @OptionGroup var notes: NoteOptions

  func validate() throws {
    try output.require()
    if !policies.isGiven {
      throw ValidationError(
        "No policy to lint. Name one, as in 'audit rules lint --rules policy.txt' or "
          + "'audit rules lint --preset nist-63b-4'.")
    }
  }

  func run() throws {
    try reportingProblems(quiet: notes.quiet) {
      let readings = try policies.settings.read(tell: Terminal.tell)
      let report = LintReport(readings, standards: standards.chosen, notes: GeneratorSettings.notes)
      switch output.format {
      case .text:
        try Terminal.write(LintScreen(report, columns: Terminal.width, isWhole: verbose).text)
      case let format: try Terminal.write(LintTable.filled(report).bytes(as: format))
      }
      if readings.contains(where: \.hasErrors) { throw ExitCode.impossible }
      if !report.isClean { throw ExitCode.incomplete }
    }
  }
}
