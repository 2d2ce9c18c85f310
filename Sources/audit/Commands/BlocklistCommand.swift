import ArgumentParser
import Diagnostics
import Jobs
import PasswordPolicies
import Questions
import Reporting

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
      case .text: try Terminal.write(account.text(for: policies))
      case .json: try Terminal.write(account.json(for: policies) + [10])
      }
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

  @Option(help: "text, csv or jsonl.")
  var format: AnswerForm = .text

  @OptionGroup var notes: NoteOptions
  @OptionGroup var none: NoArguments

  func run() throws { try reportingProblems(quiet: notes.quiet, test) }

  private func test() throws {
    if BlocklistInfo.isCompiled(path: file) {
      let status = StatusLine(isOn: true)
      _ = try BlocklistInfo(opening: file, verifying: true, show: { status.show($0) })
      status.wipe()
    }
    let answerer = try ListAnswerer(opening: file, forms.settings, tell: Terminal.tell)
    if format == .csv { try Terminal.write("line,listed,rank_up_to\n") }
    var number = 0
    var hasUnanswered = false
    var hasReader = Result<Bool, any Error>.success(true)
    try StandardInput.forEachBlock(asking: "Password (Ctrl-D ends): ") { block in
      var output = ""
      for line in block.lines {
        number += 1
        if line.isOverLong {
          hasUnanswered = true
          output += overLong(number)
        } else {
          output += self.line(number, answerer.answer(line))
        }
      }
      hasReader = Result { try Terminal.write(Array(output.utf8)) }
      return (try? hasReader.get()) == true
    }
    _ = try hasReader.get()
    try answerer.checkUnchanged()
    if hasUnanswered, format == .jsonl { throw ExitCode.incomplete }
  }

  /// The answer to an over-long line.
  private func overLong(_ number: Int) -> String {
    switch format {
    case .text: "\(number)\t\(overLongAnswer)\n"
    case .csv: "\(number),\(overLongAnswer),\n"
    case .jsonl: "{\"line\":\(number),\"error\":\"\(overLongAnswer)\"}\n"
    }
  }

  private func line(_ number: Int, _ answer: ListAnswerer.Answer) -> String {
    let limit = answer.rankLimit
    return switch format {
    case .text:
      "\(number)\t\(answer.isListed ? "listed" : "unlisted")" + (limit.map { "\t\($0)" } ?? "")
        + "\n"
    case .csv: "\(number),\(answer.isListed ? 1 : 0),\(limit.map { "\($0)" } ?? "")\n"
    case .jsonl:
      "{\"line\":\(number),\"listed\":\(answer.isListed)"
        + (limit.map { ",\"rank_up_to\":\($0)" } ?? "") + "}\n"
    }
  }
}
