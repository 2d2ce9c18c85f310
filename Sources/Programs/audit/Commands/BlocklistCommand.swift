import ArgumentParser
import Diagnostics
import Jobs
import PasswordPolicies
import Reports

/// `audit blocklist`: compiled lists of refused values.
struct BlocklistCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "blocklist",
    abstract: "Compiles blocklists for fast start and small memory, and looks into them.",
    subcommands: [
      BlocklistBuildCommand.self, BlocklistInfoCommand.self, BlocklistTestCommand.self,
    ])
}

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

  @OptionGroup var output: FormatOptions
  @OptionGroup var notes: NoteOptions

  func validate() throws { try output.require([.text, .json, .jsonl]) }

  func run() throws {
    try reportingProblems(quiet: notes.quiet) {
      let status = StatusLine(isOn: true)
      let account = try BlocklistInfo(opening: file, verifying: verify, show: { status.show($0) })
      status.wipe()
      let policies = policies.isGiven ? try policies.load() : []
      try Terminal.write(
        output.format == .text
          ? Array(account.text(for: policies).utf8) : account.json(for: policies) + [10])
    }
  }
}

/// `audit blocklist test`.
struct BlocklistTestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Reads passwords from standard input and prints whether a blocklist holds each one.",
    discussion: """
      Reads one password a line and prints one answer a line, in order: the line's number, \
      'listed' or 'unlisted', and, where ranks are known, the smallest power of ten that its rank \
      does not exceed. A password is never printed. Every byte of a compiled blocklist is checked \
      first.

          printf 'passw0rd\\n' | audit blocklist test common.blocklist
      """)

  @Argument(help: "A compiled blocklist, or a list as --blocklist takes it.", completion: .file())
  var file: String

  @OptionGroup var forms: ListFormOptions

  @OptionGroup var output: FormatOptions

  @OptionGroup var notes: NoteOptions
  @OptionGroup var none: NoArguments

  private var format: OutputFormat { output.format }

  func validate() throws { try output.require() }

  func run() throws { try reportingProblems(quiet: notes.quiet, test) }

  private func test() throws {
    if BlocklistInfo.isCompiled(path: file) {
      let status = StatusLine(isOn: true)
      _ = try BlocklistInfo(opening: file, verifying: true, show: { status.show($0) })
      status.wipe()
    }
    var answerer = try ListAnswerer(
      opening: file, forms.settings, as: format, isLookedAt: output.isLookedAt, tell: Terminal.tell)
    try Terminal.write(answerer.heading)
    var hasReader = Result<Bool, any Error>.success(true)
    try StandardInput.forEachBlock(asking: "Password (Ctrl-D ends): ") { block in
      let output = answerer.answers(to: block)
      hasReader = Result { try Terminal.write(Array(output.utf8)) }
      return (try? hasReader.get()) == true
    }
    if try hasReader.get() { try Terminal.write(answerer.ending) }
    try answerer.checkUnchanged()
    if answerer.hasUnanswered { throw ExitCode.incomplete }
  }
}
