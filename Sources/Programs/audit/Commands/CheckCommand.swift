import ArgumentParser
import Jobs
import Reports

/// `audit check`: verdicts on passwords from standard input.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Reads passwords from standard input and prints the rules that each one breaks.",
    discussion: """
      Reads one password a line and prints one verdict a line, in order, as they come. A verdict is \
      'compliant', or the broken rules, separated by commas: their ids, or in text the rule itself if \
      its id is only a number; with several policies there is a column for each. A password is never printed; at a terminal it is not shown while it is \
      typed.

          printf 'passw0rd\\n' | audit check --rules policy.txt

      With --format jsonl each line is an object with 'password', and with 'policy' unless \
      policies are named; the answer is an object with 'violated'. A line that cannot be answered \
      gets an object with 'error'. An object may name the password's \
      'user', whom rules 'context: username' look at. The other formats read passwords.

      Exit code: 0 done; 1 a line could not be answered or is over-long, or --fail; 2 it could not be \
      done; 64 wrong usage.
      """)

  @OptionGroup(title: "Policies") var policies: PolicyOptions
  @OptionGroup(title: "Blocklists") var lists: BlocklistOptions
  @OptionGroup(title: "Strength") var strength: StrengthOptions

  @OptionGroup var output: FormatOptions

  @Flag(name: .customLong("fail"), help: "Exit with 1 if any password breaks a rule.")
  var fails = false

  @OptionGroup var threads: ThreadOptions
  @OptionGroup var none: NoArguments

  @OptionGroup var notes: NoteOptions

  private var format: OutputFormat { output.format }

  func validate() throws { try output.require() }

  func run() throws {
    try reportingProblems(quiet: notes.quiet) {
      let check = try check()
      try Terminal.write(heading(of: check))
      let areAnswered = try answerLines(
        check.questions, threads: threads.count,
        asking: format == .jsonl
          ? "Object with \(policies.isGiven ? "" : "'policy' and ")'password' (Ctrl-D ends): "
          : "Password (Ctrl-D ends): ")
      check.tellOfMissingUsers()
      try check.checkUnchanged()
      if !areAnswered || fails && check.hasRefused { throw ExitCode.incomplete }
    }
  }

  /// The names of policies, with what a verdict means if a person reads it.
  private func heading(of check: PasswordCheck) -> String {
    guard format == .text else { return format.heading(check.columns) }
    guard output.isLookedAt else { return "" }
    return
      "a line for each password: accepted (breaks no rule, which does not mean strong), or refused by the rules that it breaks\n"
      + format.heading(check.columns, isLookedAt: true)
  }

  private func check() throws -> PasswordCheck {
    if format == .jsonl, !policies.isGiven {
      return PasswordCheck(
        eachByOwn: policies.settings, lists.settings,
        try strength.settings.load(tell: Terminal.tell), tell: Terminal.tell)
    }
    return try PasswordCheck(
      try policies.load(), lists.settings, try strength.settings.load(tell: Terminal.tell),
      form: format, isLookedAt: output.isLookedAt, tell: Terminal.tell)
  }
}
