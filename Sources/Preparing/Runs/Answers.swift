import Auditing
import Blocklists
import Diagnostics
import Findings
import PasswordRules
import PasswordStrength
import Passwords
import Reporting
import Tallies
import Workers

/// What policies make of tallies, the one way from counts to findings.
///
/// The tallies are those that lanes hand over while lists are read, part by part so that memory is
/// bounded, or one that was recorded before.
///
///     var answers = try Answers(settings, rulebook, workers)
///     answers.absorb(tally)
///     let found = try answers.findings(of: read, …)
struct Answers: Sendable {
  private let settings: AuditSettings
  private let rulebook: Rulebook
  private var findings: Findings
  private var sums: GuessingSums

  /// Asks the policies of the settings.
  ///
  /// - Throws: `RecipeError` when a policy needs a fact that the rulebook's recipe lacks.
  init(
    _ settings: AuditSettings, _ rulebook: Rulebook, _ workers: WorkerPool
  ) throws(RecipeError) {
    self.settings = settings
    self.rulebook = rulebook
    findings = try Findings(settings, rulebook, workers)
    sums = try settings.guessingSums(rulebook, workers)
  }

  /// What is found before anything was absorbed, or of what was absorbed so far.
  var unanswered: Findings { findings }

  /// Adds what a tally holds.
  mutating func absorb(_ tally: Tally) { findings.absorb(tally) }

  /// Adds distinct passwords.
  mutating func absorb(_ spectrum: Spectrum) {
    findings.absorb(distinct: spectrum)
    sums.absorb(spectrum)
  }

  /// Closes the sums.
  ///
  /// - Parameters:
  ///   - lists: What reading the lists gave besides the tallies.
  ///   - spaces: What each policy permits; nil where nobody asks.
  ///   - tell: Takes every problem.
  /// - Returns: What the policies make of all that was absorbed.
  /// - Throws: ``TooManyFalseHits``, and an error where the counts of lines do not add up to a number.
  func findings(
    of lists: ReadLists, spaces: [PolicySpace]?, tell: ProblemHandler
  ) throws -> AuditFindings {
    var findings = findings
    let blocklists = rulebook.blocklists
    findings.skippedLines = lists.skippedLines
    findings.cutLines = lists.cutLines
    if !lists.namesUsers { findings.leaveOutLists(from: blocklists.set.blocklists.count) }
    if !lists.countsDistinct { findings.forgetDistinctPasswords() }
    let counting = lists.countsDistinct ? settings.distinct : nil
    let guessing = counting.flatMap { sums.findings($0, isHead: settings.isHead, tell: tell) }
    try blocklists.checkExactness(lookups: findings.entries, settings.blocklists)
    blocklists.tellOfIdleDigests(hits: findings.list.listed, lookups: findings.entries)
    if findings.list.shapes?.isOver == true { tell(TooManyShapes()) }
    if findings.list.lines.areTooMany { throw TooManyEntries() }
    return AuditFindings(
      settings: settings, read: lists, blocklists: blocklists, spaces: spaces, findings: findings,
      guessing: guessing)
  }
}

extension AuditSettings {
  /// Room for what guessing metrics need of each policy; of none where nobody asks.
  fileprivate func guessingSums(
    _ rulebook: Rulebook, _ workers: WorkerPool
  ) throws(RecipeError) -> GuessingSums {
    try GuessingSums(
      distinct == nil ? [] : policies, recipe: rulebook.recipe,
      memory: distinct?.memory ?? .max, workers: workers, compile: rulebook.matcher)
  }
}

extension Findings {
  /// Room for what is found of each policy.
  fileprivate init(
    _ settings: AuditSettings, _ rulebook: Rulebook, _ workers: WorkerPool
  ) throws(RecipeError) {
    let lists = rulebook.blocklists
    try self.init(
      rulebook.policies, recipe: rulebook.recipe,
      listNames: lists.set.blocklists.map(\.name) + lists.userRelations,
      listBands: lists.set.blocklists.map(\.bandCounts),
      patternNames: DecisivePattern.allCases.map(\.name), attacks: settings.attacks,
      workers: workers, compile: rulebook.matcher)
  }
}

/// The counts of lines add up to more than can be told apart.
struct TooManyEntries: Diagnosable {
  var location: Location? { nil }
  var found: String { "the counts of the lines add up to 2⁶³ or more" }
  var expected: String? { "passwords that people have" }
  var remedy: String? { "Is it the count that the lines hold there? See --layout." }
}
