import ArgumentParser
import Auditing
import Diagnostics
import Intake
import PasswordRules
import Preparing
import Reporting
import Workers

/// `audit check`: verdicts on passwords from standard input.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Says of each password on standard input which rules it breaks.",
    discussion: """
      One password a line in, one verdict a line out, in order, as they come; a password is never \
      echoed, and at a terminal it is asked for and not shown while it is typed. A verdict is the ids of the broken rules with commas between, or 'compliant'; with \
      several policies, one column each, in the order given.

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

  @OptionGroup var lanes: LaneOptions
  @OptionGroup var none: NoArguments

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, csv, jsonl }

  func run() throws {
    try reportingProblems {
      if format == .jsonl, !policies.isGiven { return try judgeByTheirOwn() }
      let policies = try policies.load()
      let loaded = try lists.settings.load(
        for: policies, names: strength.contextWords,
        marksUsers: format == .jsonl && policies.contains(where: \.asksForUserNames),
        stop: StopFlag(), tell: Terminal.tell)
      let bench = try CheckBench(policies, loaded, strength.reading)
      switch format {
      case .text: try judge(by: bench, columns: "\t", rules: ",")
      case .csv:
        try Terminal.write(policies.map { csvCell($0.name) }.joined(separator: ",") + "\n")
        try judge(by: bench, columns: ",", rules: " ")
      case .jsonl: try judgeObjects(by: bench)
      }
      try loaded.checkUnchanged()
    }
  }

  private func judge(by bench: CheckBench, columns: String, rules: String) throws {
    let overLong = bench.policies.map { _ in overLongAnswer }.joined(separator: columns)
    try answerLines(
      lanes: lanes.count, asking: "Password (Ctrl-D ends): ", overLong: Array(overLong.utf8),
      scratch: { CheckScratch() }
    ) { scratch, password, output in
      let verdicts = bench.violations(in: password, scratch).map {
        $0.isEmpty ? "compliant" : $0.joined(separator: rules)
      }
      output += verdicts.joined(separator: columns).utf8
    }
  }

  private func judgeObjects(by bench: CheckBench) throws {
    let failed = Locked(false)
    let namesUsers = Locked(false)
    let overLong = try answerLines(
      lanes: lanes.count, asking: "Object with 'password' (Ctrl-D ends): ",
      overLong: JSONLine.error(overLongAnswer),
      scratch: { CheckScratch() }
    ) { scratch, line, output in
      let object = JSONLine(line)
      guard let password = object.string("password"), !object.isOdd("user") else {
        failed.withLock { $0 = true }
        return output += JSONLine.error(
          object.isOdd("user") ? oddUser : "expected an object with 'password'")
      }
      let user = object.string("user")
      if user != nil { namesUsers.withLock { $0 = true } }
      let verdicts = bench.violations(in: Array(password.utf8)[...], of: user, scratch)
      if verdicts.count == 1 {
        output += JSONLine.text(["violated": verdicts[0]])
      } else {
        let names = bench.policies.map(\.name)
        let byPolicy = Dictionary(zip(names, verdicts), uniquingKeysWith: { first, _ in first })
        output += JSONLine.text(["violated": byPolicy])
      }
    }
    if !namesUsers.withLock({ $0 }) {
      DoubtfulList.tellOfMissingUsers(bench.policies, Terminal.tell)
    }
    if overLong > 0 || failed.withLock({ $0 }) { throw ExitCode.incomplete }
  }

  /// Judges each password by the policy on its own line.
  private func judgeByTheirOwn() throws {
    let (options, lists) = (policies.settings, lists.settings)
    let names = strength.contextWords
    let failed = Locked(false)
    let reading = strength.reading
    let overLong = try answerLines(
      lanes: lanes.count, asking: "Object with 'policy' and 'password' (Ctrl-D ends): ",
      overLong: JSONLine.error(overLongAnswer),
      scratch: { BenchCache() }
    ) { cache, line, output in
      let object = JSONLine(line)
      guard let password = object.string("password"), let text = object.string("policy") else {
        failed.withLock { $0 = true }
        return output += JSONLine.error("expected an object with 'policy' and 'password'")
      }
      if object.isOdd("user") {
        failed.withLock { $0 = true }
        return output += JSONLine.error(oddUser)
      }
      let bench = cache.bench(for: text) {
        let read = options.read(Array(text.utf8), file: "policy")
        if let problem = read.problems.first(where: \.isError) {
          return .failure(Refusal(message: problem.message))
        }
        do {
          let policies = read.policies.first.map { [$0] } ?? []
          let needsLists = policies.contains { !$0.lists.isEmpty }
          let loaded =
            needsLists
            ? try lists.load(
              for: policies, names: names,
              marksUsers: policies.contains(where: \.asksForUserNames), stop: StopFlag(),
              tell: Terminal.tell)
            : try LoadedBlocklists(lists.forms, tell: Terminal.tell)
          return .success(try CheckBench(policies, loaded, reading))
        } catch let problem as any Diagnosable {
          return .failure(Refusal(message: problem.message))
        } catch {
          return .failure(Refusal(message: "a list that the policy names cannot be read"))
        }
      }
      switch bench {
      case .success(let bench):
        let violated =
          bench.violations(
            in: Array(password.utf8)[...], of: object.string("user"), cache.scratch
          ).first ?? []
        output += JSONLine.text(["violated": violated])
      case .failure(let refusal):
        failed.withLock { $0 = true }
        output += JSONLine.error(refusal.message)
      }
    }
    if overLong > 0 || failed.withLock({ $0 }) { throw ExitCode.incomplete }
  }
}

private let oddUser = "expected 'user' to be a string"

/// Why a line's policy cannot judge.
private struct Refusal: Error {
  let message: String
}

/// The benches of a lane's latest policies; lists tend to repeat a policy line after line.
private final class BenchCache: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): scratch of one lane; no other uses it at the same time.
  let scratch = CheckScratch()
  private var benches: [String: Result<CheckBench, Refusal>] = [:]

  func bench(
    for policy: String, make: () -> Result<CheckBench, Refusal>
  ) -> Result<CheckBench, Refusal> {
    if let bench = benches[policy] { return bench }
    if benches.count >= 1024 { benches.removeAll() }
    let bench = make()
    benches[policy] = bench
    return bench
  }
}
