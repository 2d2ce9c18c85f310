import ArgumentParser
import Questions

/// `audit check`: verdicts on passwords from standard input.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Reads passwords from standard input and prints the rules that each one breaks.",
    discussion: """
      Reads one password a line and prints one verdict a line, in order, as they come. A verdict is \
      'compliant', or the ids of the broken rules, separated by commas; with several policies there \
      is a column for each. A password is never printed; at a terminal it is not shown while it is \
      typed.

          printf 'passw0rd\\n' | audit check --rules policy.txt

      With --format jsonl each line is an object with 'password', and with 'policy' unless \
      policies are named; the answer is an object with 'violated'. A line that cannot be answered \
      gets an object with 'error', and the exit code is 1. An object may name the password's \
      'user', whom rules 'context: username' look at.
      """)

  @OptionGroup(title: "Policies") var policies: PolicyOptions
  @OptionGroup(title: "Blocklists") var lists: BlocklistOptions
  @OptionGroup(title: "Strength") var strength: StrengthOptions

  @Option(help: "text, csv or jsonl.")
  var format: AnswerForm = .text

  @Flag(name: .customLong("fail"), help: "Exit with 1 if any password breaks a rule.")
  var fails = false

  @OptionGroup var lanes: LaneOptions
  @OptionGroup var none: NoArguments

  @OptionGroup var notes: NoteOptions

  func run() throws {
    try reportingProblems(quiet: notes.quiet) {
      let check = try check()
      try Terminal.write(check.header)
      let areAnswered = try answerLines(
        check.questions, lanes: lanes.count,
        asking: format == .jsonl
          ? "Object with \(policies.isGiven ? "" : "'policy' and ")'password' (Ctrl-D ends): "
          : "Password (Ctrl-D ends): ")
      check.tellOfMissingUsers()
      if !areAnswered, format == .jsonl { throw ExitCode.incomplete }
      try check.checkUnchanged()
      if fails, check.hasRefused || !areAnswered { throw ExitCode.incomplete }
    }
  }

  private func check() throws -> PasswordCheck {
    if format == .jsonl, !policies.isGiven {
      return PasswordCheck(
        eachByOwn: policies.settings, lists.settings, try strength.settings(), tell: Terminal.tell)
    }
    return try PasswordCheck(
      try policies.load(), lists.settings, try strength.settings(), form: format,
      tell: Terminal.tell)
  }
}
