package import Auditing
import Bytes
package import Diagnostics
package import PasswordPolicies
import Passwords
package import Reports
import Workers

/// A check of passwords, each of which is a line.
///
///     let check = try PasswordCheck(policies, .off, strength, form: .text) { print($0.message) }
///     let answers = LineAnswers(to: check.questions, workers: 4) { … }
package struct PasswordCheck: Sendable {
  package let questions: LineQuestions
  /// The names of the columns, where answers are a table.
  package let columns: [String]
  private let refusals = Refusals()
  /// What judges by policies that are the same for all passwords, with their lists.
  private let judge: (checker: PasswordChecker, lists: LoadedBlocklists)?
  private let namesUsers: Bool
  private let tell: ProblemHandler

  /// Whether a password breaks a rule.
  package var hasRefused: Bool { refusals.hasAny }

  /// Checks each password by the same policies.
  ///
  /// - Parameters:
  ///   - policies: The policies.
  ///   - lists: The blocklists that policies may name.
  ///   - strength: How strength is estimated.
  ///   - form: The form of answers, and for `jsonl` of questions: objects that may name the user.
  ///   - isLookedAt: Whether a person reads text: `accepted` or `refused by …`, where programs read
  ///     `compliant` or rules.
  ///   - tell: Receives the problems of lists.
  /// - Throws: ``ProblemsTold`` if a list cannot be read, `SchemaError` if a schema has no room for
  ///   the facts that policies need.
  package init(
    _ policies: [Policy], _ lists: BlocklistSettings, _ strength: StrengthSettings,
    form: OutputFormat, isLookedAt: Bool = false, tell: @escaping @Sendable (Problem) -> Void
  ) throws {
    self.tell = tell
    namesUsers = form == .jsonl
    let loaded = try lists.load(
      for: policies, names: strength.contextWords,
      marksUsers: namesUsers && policies.contains(where: \.asksForUserNames), tell: tell)
    let checker = try PasswordChecker(policies, loaded, strength)
    judge = (checker, loaded)
    let refusals = refusals
    columns = policies.map(\.name)
    switch form {
    case .text, .csv, .markdown, .html:
      let overLong = form.row(policies.map { _ in overLongAnswer })
      questions = LineQuestions(overLong: Array(overLong.utf8)) {
        LineVerdicts(
          checker: checker, refusals: refusals, form: form,
          isLookedAt: form == .text && isLookedAt)
      }
    case .json, .jsonl:
      questions = LineQuestions(overLong: form.overLong(), isDocument: form == .json) {
        ObjectVerdicts(checker: checker, refusals: refusals, readsObjects: form == .jsonl)
      }
    }
  }

  /// Checks each password by the policy on its own line, an object of JSON.
  ///
  /// - Parameters:
  ///   - policies: How policies are read; its files and presets are not used.
  ///   - lists: The blocklists that policies may name.
  ///   - strength: How strength is estimated.
  ///   - tell: Receives the problems of lists.
  package init(
    eachByOwn policies: PolicySettings, _ lists: BlocklistSettings, _ strength: StrengthSettings,
    tell: @escaping @Sendable (Problem) -> Void
  ) {
    self.tell = tell
    (namesUsers, judge, columns) = (true, nil, [])
    questions = LineQuestions(overLong: OutputFormat.jsonl.overLong()) { [refusals] in
      PolicyLineChecker(policies, lists, strength, noting: refusals, tell: tell)
    }
  }

  /// Reports rules on users' names, which refused nothing, if objects named no user.
  package func tellOfMissingUsers() {
    if namesUsers { judge?.checker.tellOfMissingUsers(tell) }
  }

  /// Checks, after the last answer, that no list has changed since it was opened.
  package func checkUnchanged() throws { try judge?.lists.checkUnchanged() }
}

/// Whether a password broke a rule, noted by all workers.
final class Refusals: Sendable {
  private let isAny = Locked(false)
  var hasAny: Bool { isAny.withLock { $0 } }
  func note() { isAny.withLock { $0 = true } }
}

/// Answers a password with its verdicts, in columns.
private struct LineVerdicts: LineAnswerer {
  let checker: PasswordChecker
  let refusals: Refusals
  let form: OutputFormat
  let isLookedAt: Bool
  let scratch = CheckScratch()

  func answer(_ line: ArraySlice<UInt8>, into output: inout [UInt8]) -> Bool {
    let violations = checker.violations(in: line, scratch, words: form != .csv)
    if !violations.allSatisfy(\.isEmpty) { refusals.note() }
    let rules = form == .csv ? " " : isLookedAt ? ", " : ","
    output +=
      form.row(
        violations.map {
          $0.isEmpty
            ? (isLookedAt ? "accepted" : "compliant")
            : (isLookedAt ? "refused by " : "") + $0.joined(separator: rules)
        }
      ).utf8
    return true
  }
}

/// Answers a password, or an object with one, by an object with its verdicts.
private struct ObjectVerdicts: LineAnswerer {
  let checker: PasswordChecker
  let refusals: Refusals
  let readsObjects: Bool
  let scratch = CheckScratch()

  func answer(_ line: ArraySlice<UInt8>, into output: inout [UInt8]) -> Bool {
    if !readsObjects {
      put(checker.violations(in: line, scratch), into: &output)
      return true
    }
    let object = JSONLine(line)
    guard let password = object.string("password"), !object.isOdd("user") else {
      output += JSONLine.error(object.isOdd("user") ? oddUser : object.expectation("'password'"))
      return false
    }
    put(
      checker.violations(in: Array(password.utf8)[...], of: object.string("user"), scratch),
      into: &output)
    return true
  }

  private func put(_ verdicts: [[String]], into output: inout [UInt8]) {
    if !verdicts.allSatisfy(\.isEmpty) { refusals.note() }
    let names = checker.policies.map(\.name)
    let byPolicy = Dictionary(zip(names, verdicts), uniquingKeysWith: { first, _ in first })
    output +=
      verdicts.count == 1
      ? jsonText(["violated": verdicts[0]]) : jsonText(["violated": byPolicy])
  }
}

private let oddUser = "expected 'user' to be a string"

/// Judges passwords, each by a policy of its own, and keeps the latest policies compiled.
///
///     {"policy": "minlength: 8;", "password": "abc"}
///     {"violated": ["minlength"]}
final class PolicyLineChecker: LineAnswerer, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): scratch of one worker; no other uses it at the same time.
  private let policies: PolicySettings
  private let lists: BlocklistSettings
  private let strength: StrengthSettings
  private let tell: ProblemHandler
  private let scratch = CheckScratch()
  private let refusals: Refusals
  /// The latest policies; questions tend to repeat a policy line after line.
  private var known = RecentValues<String, Result<PasswordChecker, UnansweredQuestion>>(most: 1024)

  /// Makes a checker without policies.
  ///
  /// - Parameters:
  ///   - policies: How policies are read; its files and presets are not used.
  ///   - lists: The blocklists that policies may name.
  ///   - strength: How strength is estimated.
  ///   - refusals: Notes that a password breaks a rule.
  ///   - tell: Receives the problems of lists.
  init(
    _ policies: PolicySettings, _ lists: BlocklistSettings, _ strength: StrengthSettings,
    noting refusals: Refusals, tell: @escaping ProblemHandler
  ) {
    self.policies = policies
    self.lists = lists
    self.strength = strength
    self.refusals = refusals
    self.tell = tell
  }

  func answer(_ line: ArraySlice<UInt8>, into output: inout [UInt8]) -> Bool {
    let object = JSONLine(line)
    do throws(UnansweredQuestion) {
      guard let password = object.string("password"), let policy = object.string("policy") else {
        throw UnansweredQuestion(message: object.expectation("'policy' and 'password'"))
      }
      if object.isOdd("user") { throw UnansweredQuestion(message: oddUser) }
      let violated = try violations(of: policy, in: password, user: object.string("user"))
      if !violated.isEmpty { refusals.note() }
      output += jsonText(["violated": violated])
      return true
    } catch {
      output += JSONLine.error(error.message)
      return false
    }
  }

  /// The ids of the rules of a policy that a password breaks; `user` is the name of its user.
  ///
  /// - Throws: ``UnansweredQuestion`` if the policy has a fault, or its lists cannot be read.
  private func violations(
    of policy: String, in password: String, user: String? = nil
  ) throws(UnansweredQuestion) -> [String] {
    try checker(for: policy).get().violations(
      in: Array(password.utf8)[...], of: user, scratch
    ).first ?? []
  }

  private func checker(for text: String) -> Result<PasswordChecker, UnansweredQuestion> {
    if let checker = known.value(for: text) { return checker }
    let checker = Result { () throws(UnansweredQuestion) in try compile(text) }
    known.keep(checker, for: text)
    return checker
  }

  private func compile(_ text: String) throws(UnansweredQuestion) -> PasswordChecker {
    let reading = policies.read(Array(text.utf8), file: "policy")
    if let problem = reading.problems.first(where: \.isError) {
      throw UnansweredQuestion(message: problem.message)
    }
    let policies = reading.policies.first.map { [$0] } ?? []
    do {
      // Without lists nothing is read, not even those of the run.
      let named = policies.contains { !$0.lists.isEmpty }
      let loaded = try (named ? lists : .off).load(
        for: policies, names: strength.contextWords,
        marksUsers: policies.contains(where: \.asksForUserNames), tell: tell)
      return try PasswordChecker(policies, loaded, strength)
    } catch let problem as any Diagnosable {
      throw UnansweredQuestion(message: problem.problem.message)
    } catch {
      throw UnansweredQuestion(message: "a list that the policy names cannot be read")
    }
  }
}
