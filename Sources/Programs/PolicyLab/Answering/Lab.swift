import Auditing
import Bytes
import Diagnostics
package import Jobs
import Metrics
import PasswordPolicies
import PasswordSpaces
import Passwords
import Reports
import Tallies
import Workers

/// Answers questions about policies from recorded tallies.
///
/// All results come from the modules that the command line uses; the only state is a cache of the
/// latest answers.
package final class Lab: Sendable {
  /// The tallies that answer.
  package let tallies: [LabTally]
  /// Policies to start from.
  package let library: Library
  /// The program's version, for reports.
  package let version: String
  let policySettings: PolicySettings
  /// The options that it was started with, besides the tallies.
  private let options: [String]
  let spaces: Spaces
  private let judged = Locked(RecentValues<Key, Judged>(most: 32))

  /// The findings of policies in a tally, and the problems reported on the way.
  private struct Judged {
    let findings: AuditFindings
    let told: [Problem]
  }

  private struct Key: Hashable {
    let tally: Int
    let isWhole: Bool
    let names: [String]
    let rules: [Policy.CanonicalKey]
  }

  /// Makes a lab of tallies, of which there must be at least one; each keyspace is counted within a limit.
  package init(
    _ tallies: [LabTally], _ library: Library, _ settings: PolicySettings, version: String,
    options: [String] = [], limit: Duration = .seconds(1)
  ) {
    precondition(!tallies.isEmpty, "a lab has at least one tally")
    self.tallies = tallies
    self.library = library
    self.version = version
    policySettings = settings
    self.options = options
    spaces = Spaces(limit: limit)
  }

  /// The command that opens a question again.
  func command(opening question: Question) -> String {
    let words = tallies.map(\.file) + options + ["--open", question.query]
    return "audit lab " + words.map(\.shellWord).joined(separator: " ")
  }

  /// The command that makes the report of a question again.
  func command(reporting question: Question) -> String {
    let tally = tally(of: question)
    let rules = drafts(of: question).compactMap(\.policy).flatMap { policy in
      ["--rules", policy.line(.minified)]
    }
    let words =
      (tally.countsDistinct ? ["--distinct"] : []) + ["--space"] + rules
      + options.suffix(options.count - (options.firstIndex(of: "--blocklist") ?? options.count))
      + [tally.file]
    return "audit report " + words.map(\.shellWord).joined(separator: " ")
  }

  /// The tally of a question.
  func tally(of question: Question) -> LabTally {
    tallies[min(question.tally, tallies.count - 1)]
  }

  /// The edited policies of a question.
  func drafts(of question: Question) -> [EditedPolicy] {
    question.texts.enumerated().map { EditedPolicy($1, number: $0 + 1, policySettings) }
  }

  /// Answers a question.
  ///
  /// - Parameters:
  ///   - question: The question.
  ///   - depth: How much to answer.
  ///   - exampleCount: The number of passwords to generate for the edited policy.
  ///   - isPartial: Whether a policy some of whose rules need facts that were not recorded is
  ///     answered without these rules.
  /// - Returns: The tally's answer for each policy that can be judged.
  package func answer(
    _ question: Question, _ depth: Answer.Depth = .whole, examples exampleCount: Int = 5,
    isPartial: Bool = false
  ) async -> Answer {
    let drafts = drafts(of: question)
    let tally = tally(of: question)
    let named = PolicySettings.uniquelyNamed(drafts.compactMap(\.policy))
    var rest = named[...]
    let readable = drafts.map { $0.policy == nil ? nil : rest.popFirst() }
    var policies = readable
    var entries = drafts.map(Answer.Entry.init)
    let isWhole = depth == .whole
    var found: Judged?
    do { found = try findings(policies.compactMap(\.self), question.tally, tally, isWhole) } catch {
      // If one of them needs facts that were not recorded, the others still get their answers.
      for (index, policy) in policies.enumerated() {
        guard let policy else { continue }
        do { _ = try findings([policy], question.tally, tally, isWhole) } catch {
          entries[index].refusal = Problem.ofAnswer(error)
          policies[index] = nil
          guard isPartial else { continue }
          let isKnown = { (policy: Policy) -> Bool in
            (try? self.findings([policy], question.tally, tally, isWhole)) != nil
          }
          guard let part = policy.part(where: isKnown) else { continue }
          entries[index].omitted = part.omitted
          policies[index] = part.policy
        }
      }
      found = try? findings(policies.compactMap(\.self), question.tally, tally, isWhole)
    }
    var known: [PolicySpace?] = []
    for (index, policy) in readable.enumerated() {
      guard let policy else { continue }
      var space: PolicySpace?
      let counted =
        depth == .numbers
        ? spaces.known(of: policy)
        : await spaces.space(of: policy, comparing: tally.settings.space ?? .ascii)
      switch counted {
      case .space(let count): space = count
      case .problem(let problem): entries[index].uncounted = problem
      case nil: entries[index].isUncountedYet = true
      }
      if policies[index] == nil { continue }
      if found != nil { entries[index].place = known.count }
      known.append(space)
    }
    var examples: [String] = []
    if exampleCount > 0, depth != .numbers, let policy = readable[question.index],
      entries[question.index].uncounted == nil
    {
      examples =
        (try? await spaces.examples(of: policy, tally.settings, count: exampleCount)) ?? []
    }
    return Answer(
      question: question, entries: entries,
      report: found?.findings.report(version: version, dataset: tally.name, spaces: known),
      told: found?.told ?? [], examples: examples, depth: depth)
  }

  /// The findings of policies in a tally; the latest ones are cached.
  private func findings(
    _ policies: [Policy], _ number: Int, _ tally: LabTally, _ isWhole: Bool
  ) throws -> Judged? {
    guard !policies.isEmpty else { return nil }
    let key = Key(
      tally: number, isWhole: isWhole, names: policies.map(\.name),
      rules: policies.map(\.canonicalKey))
    if let known = judged.withLock({ $0.value(for: key) }) { return known }
    let told = Locked<[Problem]>([])
    var settings = tally.settings.asking(policies)
    if !isWhole { settings.distinct = nil }
    let findings = try settings.findings(in: tally.recording, of: tally.file) { problem in
      told.withLock { $0.append(problem) }
    }
    let found = Judged(findings: findings, told: told.withLock { $0 })
    judged.withLock { $0.keep(found, for: key) }
    return found
  }

  /// The judgement of a password that the user tries.
  func judgement(of password: [UInt8], _ question: Question) throws -> Tried {
    let tally = tally(of: question)
    let drafts = drafts(of: question)
    let policies = PolicySettings.uniquelyNamed(drafts.compactMap(\.policy))
    let settings = tally.settings.asking(policies)
    let trial = try PasswordTrial(
      settings.policies, try tally.recording.lookupLists(settings) { _ in }, settings.strength)
    return Tried(
      policies: policies.map(\.name), judgement: trial.judgement(of: password),
      edited: drafts[...question.index].count { $0.policy != nil } - 1,
      isEditedJudged: drafts[question.index].policy != nil, isEmpty: password.isEmpty)
  }
}

/// The result of trying a password, without the password.
struct Tried: Sendable {
  /// The policies' names.
  let policies: [String]
  let judgement: PasswordTrial.Judgement
  /// The index of the edited policy among them.
  let edited: Int
  /// Whether the edited policy could judge.
  let isEditedJudged: Bool
  /// Whether the input was empty.
  let isEmpty: Bool
}

extension Problem {
  /// Why a tally cannot answer; of a reason already reported only that it cannot.
  static func ofAnswer(_ error: any Error) -> Problem {
    (error as? any Diagnosable)?.problem
      ?? Problem("unanswerable", "the tally cannot answer this policy")
  }
}
