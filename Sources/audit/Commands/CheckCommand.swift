import ArgumentParser
import Diagnostics
import PasswordPolicies
import Questions
import Reporting
import Requests
import Workers

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
  var format: Format = .text

  @Flag(name: .customLong("fail"), help: "Exit with 1 if any password breaks a rule.")
  var fails = false

  @OptionGroup var lanes: LaneOptions
  @OptionGroup var none: NoArguments

  @OptionGroup var notes: NoteOptions

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, csv, jsonl }

  func run() throws {
    try reportingProblems(quiet: notes.quiet) {
      let refused = Refusals()
      try judge(noting: refused)
      if fails, refused.any { throw ExitCode.incomplete }
    }
  }

  /// Judges every line, and notes whether one breaks a rule or cannot be judged.
  private func judge(noting refused: Refusals) throws {
    if format == .jsonl, !policies.isGiven { return try judgeByTheirOwn(noting: refused) }
    let policies = try policies.load()
    let loaded = try lists.settings.load(
      for: policies, names: strength.contextWords,
      marksUsers: format == .jsonl && policies.contains(where: \.asksForUserNames),
      tell: Terminal.tell)
    let checker = try PasswordChecker(policies, loaded, strength.reading)
    switch format {
    case .text: try judge(by: checker, columns: "\t", rules: ",", noting: refused)
    case .csv:
      try Terminal.write(policies.map { csvCell($0.name) }.joined(separator: ",") + "\n")
      try judge(by: checker, columns: ",", rules: " ", noting: refused)
    case .jsonl: try judgeObjects(by: checker, noting: refused)
    }
    try loaded.checkUnchanged()
  }

  private func judge(
    by checker: PasswordChecker, columns: String, rules: String, noting refused: Refusals
  ) throws {
    let overLong = checker.policies.map { _ in overLongAnswer }.joined(separator: columns)
    let areAnswered = try answerLines(
      lanes: lanes.count, asking: "Password (Ctrl-D ends): ", overLong: Array(overLong.utf8),
      scratch: { CheckScratch() }
    ) { scratch, password, output in
      let violations = checker.violations(in: password, scratch)
      if !violations.allSatisfy(\.isEmpty) { refused.note() }
      let verdicts = violations.map {
        $0.isEmpty ? "compliant" : $0.joined(separator: rules)
      }
      output += verdicts.joined(separator: columns).utf8
      return true
    }
    if !areAnswered { refused.note() }
  }

  private func judgeObjects(by checker: PasswordChecker, noting refused: Refusals) throws {
    let areAnswered = try answerLines(
      lanes: lanes.count, asking: "Object with 'password' (Ctrl-D ends): ",
      overLong: JSONLine.error(overLongAnswer),
      scratch: { CheckScratch() }
    ) { scratch, line, output in
      let object = JSONLine(line)
      guard let password = object.string("password"), !object.isOdd("user") else {
        output += JSONLine.error(
          object.isOdd("user") ? oddUser : "expected an object with 'password'")
        return false
      }
      let verdicts = checker.violations(
        in: Array(password.utf8)[...], of: object.string("user"), scratch)
      if !verdicts.allSatisfy(\.isEmpty) { refused.note() }
      if verdicts.count == 1 {
        output += jsonText(["violated": verdicts[0]])
      } else {
        let names = checker.policies.map(\.name)
        let byPolicy = Dictionary(zip(names, verdicts), uniquingKeysWith: { first, _ in first })
        output += jsonText(["violated": byPolicy])
      }
      return true
    }
    checker.tellOfMissingUsers(Terminal.tell)
    if !areAnswered { throw ExitCode.incomplete }
  }

  /// Judges each password by the policy on its own line.
  private func judgeByTheirOwn(noting refused: Refusals) throws {
    let (policies, lists, reading) = (policies.settings, lists.settings, strength.reading)
    let areAnswered = try answerLines(
      lanes: lanes.count, asking: "Object with 'policy' and 'password' (Ctrl-D ends): ",
      overLong: JSONLine.error(overLongAnswer),
      scratch: { PolicyLineChecker(policies, lists, reading, tell: Terminal.tell) }
    ) { checker, line, output in
      let object = JSONLine(line)
      do throws(Refusal) {
        guard let password = object.string("password"), let policy = object.string("policy") else {
          throw Refusal(message: "expected an object with 'policy' and 'password'")
        }
        if object.isOdd("user") { throw Refusal(message: oddUser) }
        let violated = try checker.violations(
          of: policy, in: password, user: object.string("user"))
        if !violated.isEmpty { refused.note() }
        output += jsonText(["violated": violated])
        return true
      } catch {
        output += JSONLine.error(error.message)
        return false
      }
    }
    if !areAnswered { throw ExitCode.incomplete }
  }
}

/// Whether a password broke a rule or could not be judged, noted by all lanes.
private final class Refusals: Sendable {
  private let hasAny = Locked(false)

  var any: Bool { hasAny.withLock { $0 } }

  func note() { hasAny.withLock { $0 = true } }
}

private let oddUser = "expected 'user' to be a string"
