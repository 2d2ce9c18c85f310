import ArgumentParser
import Diagnostics
import Jobs
import PasswordPolicies
import Reporting

/// `audit blocklist info`.
struct BlocklistInfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Prints what a compiled blocklist holds.",
    discussion: """
      Prints the number of values, the lists that they came from, their ranks and lengths. With \
      --rules or --preset it also prints how many values never refuse anything, because the \
      policy's lengths already do.

          audit blocklist info common.blocklist
      """)

  @Argument(help: "A compiled blocklist.", completion: .file())
  var file: String

  @OptionGroup(title: "Policies") var policies: PolicyOptions

  @Flag(help: "Read every byte and check it.")
  var verify = false

  @Option(help: "text or json.")
  var format: Format = .text

  @OptionGroup var notes: NoteOptions

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

  func run() throws {
    try reportingProblems(quiet: notes.quiet) {
      let status = StatusLine(isOn: true)
      let account = try BlocklistInfo(
        opening: file, verifying: verify, show: { status.show($0) })
      status.wipe()
      let policies = policies.isGiven ? try policies.load() : []
      switch format {
      case .text: try Terminal.write(account.text + account.text(for: policies))
      case .json: try Terminal.write(jsonText(account.facts(for: policies)) + [10])
      }
    }
  }
}
