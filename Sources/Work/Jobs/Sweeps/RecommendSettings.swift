import Auditing
package import Diagnostics
import Files
import FoundationEssentials
package import Intake
package import Metrics
import PasswordPolicies
import PasswordSpaces
import Passwords
package import Reports
import Tallies
import Workers

/// The settings of a recommendation: a grid of policies and others beside it, lists and tallies, an attacker.
///
/// Each list is counted by itself; the table of counts answers every limit.
package struct RecommendSettings: Sendable, CheckedSettings {
  private var audit: AuditSettings
  private let grid: GridSettings
  private let against: NamedAttacker
  private let standards: [Standard]
  private let countsManagers: Bool

  /// Makes settings.
  ///
  /// - Parameters:
  ///   - audit: The lists, and how strength is estimated.
  ///   - grid: The grid.
  ///   - against: Who guesses.
  ///   - standards: The standards of which the table says whether policies meet them.
  ///   - countsManagers: Whether it says if policies accept what password managers generate.
  package init(
    _ audit: AuditSettings, grid: GridSettings, against: NamedAttacker, standards: [String],
    countsManagers: Bool
  ) {
    (self.audit, self.grid, self.against) = (audit, grid, against)
    self.standards = standards.compactMap { Standard.byID[$0] }
    self.countsManagers = countsManagers
  }

  package func validate() throws(Problem) {
    try grid.validate(most: RecommendationTable.mostPolicies)
    try Problem.refuse([
      "--strength of recommend is min-auto, guesses, combined or zxcvbn: what is guessed is its question.":
        !audit.estimate.hasGuesses
    ])
    try audit.validate(ofTally: names.contains(where: TallyStore.isTally))
  }

  private var names: [String] { audit.judging.lists.names }

  /// Reads the policies beside the grid, and what the estimate of strength is made from.
  package func loading(
    _ policies: PolicySettings, tell: @escaping ProblemHandler
  ) throws -> RecommendSettings {
    var settings = self
    settings.audit = try audit.loading(
      policies.isGiven ? policies : nil, isScored: true, tell: tell)
    return settings
  }

  /// Counts every list, once.
  ///
  /// - Parameters:
  ///   - takesYear: Whether the reference year of each tally replaces that of the settings.
  ///   - stop: Ends the reading early when raised.
  ///   - display: Shows the progress.
  ///   - tell: Receives every problem.
  /// - Returns: The counts.
  /// - Throws: ``Problem`` if the lists cannot be compared, ``ProblemsTold``, or why nothing can be read.
  package func counted(
    takingYear takesYear: Bool, stop: StopFlag, showing display: (any ProgressDisplay)?,
    tell: @escaping ProblemHandler
  ) throws -> CountedLists {
    try validate()
    let policies = grid.choices.map(\.policy) + audit.judging.policies
    if policies.count > RecommendationTable.mostPolicies {
      throw Problem.tooManyPolicies(policies.count)
    }
    var found = CountedLists(tell: tell)
    var lists: [String] = []
    func readLists() throws {
      if !lists.isEmpty { try found.add(read(lists, policies, stop, display, tell)) }
      lists = []
    }
    for name in names {
      guard TallyStore.isTally(name) else {
        lists.append(name)
        continue
      }
      try readLists()
      try found.add(ask(name, policies, takesYear, tell))
    }
    try readLists()
    found.table = try table(of: found, policies)
    return found
  }

  private func audit(by policies: [Policy]) -> AuditSettings { audit.judging(by: policies) }

  private func facts(of audit: AuditSettings) -> FactDemand {
    var facts = FactDemand()
    facts.demandGuesses(of: audit.estimate, audit.judging.strength.guessSources)
    if against != .loginPage { facts.guessBudgets = [against.guesses] }
    return facts
  }

  private func rows(_ policies: [Policy], _ policySet: PolicySet) throws -> RuleRows {
    guard
      let rows = try RuleRows(
        policies, guesses: against.guesses, schema: policySet.schema, compile: policySet.matcher)
    else { throw Problem.noGuesses }
    return rows
  }

  /// Reads lists in one pass, each by itself.
  private func read(
    _ names: [String], _ policies: [Policy], _ stop: StopFlag, _ display: (any ProgressDisplay)?,
    _ tell: @escaping ProblemHandler
  ) throws -> CountedLists.Part {
    var settings = audit(by: policies)
    settings.judging.lists.names = names
    let pass = try Pass(
      settings, recording: facts(of: settings), marksUsers: false, stop: stop, tell: tell)
    let (read, found) = try pass.read(
      into: RowsByList(try rows(policies, pass.policySet)), showing: display)
    if found.ended.allSatisfy({ $0.whole.passwords == 0 }), !read.areInPart {
      tell(.noPasswords(read.lists))
    }
    return CountedLists.Part(
      lists: zip(read.inputs, found.ended).map { ($0.name, $0.sha256, $1) },
      shortfalls: read.shortfalls)
  }

  /// Asks a tally.
  private func ask(
    _ name: String, _ policies: [Policy], _ takesYear: Bool, _ tell: @escaping ProblemHandler
  ) throws -> CountedLists.Part {
    let recording = try TallyStore.read(name, tell: tell)
    if recording.isApproximate { throw Problem.approximate(name) }
    let settings = audit(by: policies).asked(of: recording, takingYear: takesYear)
    let (coarse, policySet) = try settings.asked(
      of: AskedRecording(recording, isAskedOnce: true), in: name, facts: facts(of: settings),
      marksUsers: false, tell: tell)
    var rows = try rows(policies, policySet)
    rows.add(coarse.recording.tally)
    let digests = recording.inputs.map(\.sha256).sorted().joined(separator: " ")
    return CountedLists.Part(
      lists: [(name, digests, rows)], shortfalls: recording.isComplete ? [] : [.readInPart])
  }

  /// The table of what was counted.
  private func table(of found: CountedLists, _ policies: [Policy]) throws -> RecommendationTable {
    guard let first = found.rows.first else { throw ProblemsTold() }
    if let other = found.rows.firstIndex(where: { $0.estimate != first.estimate }) {
      throw Problem.differentEstimates(
        found.names[0], first.estimate.label, found.names[other], found.rows[other].estimate.label)
    }
    let managers = countsManagers ? GeneratorSettings.acceptance(by: policies) : []
    let columns = found.rows.map(\.counts)
    return RecommendationTable(
      against: against, estimate: first.estimate.ofRecommendation,
      lists: zip(found.names, found.rows).map { name, rows in
        let (passwords, guessed) = rows.whole
        return RecommendationTable.List(
          name: name, passwords: passwords, guessed: guessed,
          about: PublishedLists.about(name, passwords))
      },
      policies: policies.enumerated().map { place, policy in
        var choice = RecommendationTable.Choice(policy)
        choice.meets = standards.filter { policy.meets($0) }.map(\.id)
        choice.managers = managers.isEmpty ? nil : managers[place]
        if policies.count - place <= audit.judging.policies.count, !policy.isPreset {
          choice.own = true
        }
        choice.cells = columns.map { $0[place] }
        return choice
      })
  }
}

/// Lists of which each was counted by itself.
package struct CountedLists: Sendable {
  /// What was counted.
  package fileprivate(set) var table: RecommendationTable?
  /// The rows of each list.
  package private(set) var rows: [RuleRows] = []
  fileprivate private(set) var names: [String] = []
  private var digests: [String: String] = [:]
  private var shortfalls: Set<Shortfall> = []
  private let tell: ProblemHandler

  fileprivate init(tell: @escaping ProblemHandler) { self.tell = tell }

  /// Lists that were read together.
  fileprivate struct Part {
    let lists: [(name: String, digest: String, rows: RuleRows)]
    let shortfalls: Set<Shortfall>
  }

  /// Adds lists that have passwords, under names of their own.
  fileprivate mutating func add(_ part: Part) {
    shortfalls.formUnion(part.shortfalls)
    for list in part.lists {
      if list.rows.whole.passwords == 0 {
        shortfalls.insert(.readInPart)
        continue
      }
      if let twin = digests[list.digest] { tell(.sameList(list.name, as: twin)) }
      digests[list.digest] = list.name
      let file = list.name.split(separator: "/").last.map(String.init) ?? list.name
      let stem = file.split(separator: ".").first.map(String.init) ?? file
      let number = names.count {
        $0 == stem || $0.hasPrefix(stem + "-") && Int($0.dropFirst(stem.count + 1)) != nil
      }
      names.append(number == 0 ? stem : "\(stem)-\(number + 1)")
      rows.append(list.rows)
    }
  }

  /// Whether all lists were read to their ends.
  package var outcome: Outcome { shortfalls.contains(.readInPart) ? .incomplete : .done }
}

/// The rows of each of several lists.
private struct RowsByList: PassReceiver {
  private let nothing: RuleRows
  private var current: RuleRows
  private(set) var ended: [RuleRows] = []

  init(_ nothing: RuleRows) { (self.nothing, current) = (nothing, nothing) }

  var separatesLists: Bool { true }

  mutating func add(_ tally: Tally) -> Bool {
    current.add(tally)
    return true
  }

  mutating func endList() {
    ended.append(current)
    current = nothing
  }

  mutating func add(_ spectrum: Spectrum) {}
}

/// The file of a table of counts, created before a long run, so that a bad path is reported at once.
package final class CountsFile: Sendable {
  private let file: Locked<ProvisionalFile>
  private let path: String
  private let replacing: Replacing

  /// Creates the file; with `force` it replaces another, but none of `inputs`.
  ///
  /// - Throws: `Problem`.
  package init(_ path: String, force: Bool, besides inputs: [String]) throws(Problem) {
    self.path = path
    replacing = Replacing(isForced: force)
    try replacing.check(path, besides: inputs)
    do throws(SystemError) { file = Locked(try ProvisionalFile(path, for: .everyone)) } catch {
      throw .unwritable(path, error)
    }
  }

  /// Writes a table and gives the file its name.
  ///
  /// - Throws: `Problem`.
  package func publish(_ table: RecommendationTable) throws(Problem) {
    do throws(SystemError) {
      try file.withLock { file throws(SystemError) in
        try file.write(table.json)
        try file.publish(replacing: replacing.replaceable)
      }
    } catch {
      throw replacing.problem(path, error)
    }
  }

  /// Reads a table from a file; `-` is standard input.
  ///
  /// - Throws: ``Problem``.
  package static func table(in path: String) throws(Problem) -> RecommendationTable {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try SmallFile.bytes(of: path == "-" ? nil : path, .any, atMost: 1 << 28)
    } catch {
      throw Problem("unreadable-counts", in: path, "the table cannot be read: \(error)")
    }
    return try RecommendationTable(json: bytes, file: path)
  }
}

/// The tallies of published lists that come with the program.
package enum PublishedLists {
  /// The tallies in `share/audit/evidence` beside a program, or in the checkout where it was built, in the order
  /// of names.
  ///
  /// - Throws: ``Problem`` if there are none.
  package static func tallies(of program: String?) throws(Problem) -> [String] {
    var place = program
    for _ in 0..<5 {
      guard let directory = place else { break }
      for folder in ["/share/audit/evidence", "/Reports/evidence"].map({ directory + $0 }) {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let tallies = files.filter { $0.hasSuffix(".tally") && $0 != "synthetic.tally" }.sorted()
        if !tallies.isEmpty { return tallies.map { "\(folder)/\($0)" } }
      }
      place = directory.lastIndex(of: "/").map { String(directory[..<$0]) }
    }
    throw .noPublishedLists
  }

  /// What is known of the lists: their passwords, and of what years and kinds of site they are.
  private static let known: [String: (passwords: UInt64, about: String)] = [
    "domains": (12_002_888, "67 leaks (to 2017)"),
    "myspace": (41_545, "a social network (2006)"), "phpbb": (255_421, "a forum (2009)"),
  ]

  /// A published list in words, if it is one.
  fileprivate static func about(_ name: String, _ passwords: UInt64) -> String? {
    known[name].flatMap { $0.passwords == passwords ? $0.about : nil }
  }
}

extension Policy {
  fileprivate var isPreset: Bool { if case .preset = origin { true } else { false } }

  /// Whether it breaks no binding clause of a standard.
  fileprivate func meets(_ standard: Standard) -> Bool { verdict(by: standard).isPassed }
}

extension RecommendationTable.Choice {
  /// Names a policy of which no list was asked yet.
  fileprivate init(_ policy: Policy) {
    let conditions = policy.rules.flatMap(\.conditions)
    self.init(
      policy: policy.name, rules: policy.line(.minified),
      words: policy.rules.map(\.words).joined(separator: ", "),
      scored: conditions.contains { if case .fact(.score, _) = $0 { true } else { false } })
  }
}

extension GuessEstimate {
  /// What errors are known of it; nil for those of the usual estimate.
  fileprivate var ofRecommendation: RecommendationTable.Estimate? {
    switch source {
    case .combined where own == nil: nil
    case .brought: .guesses
    default: .unmeasured
    }
  }
}

extension GeneratorSettings {
  /// Whether policies accept nearly all that each password manager generates; nil where that cannot be counted.
  ///
  /// Lists and scores are not counted, so policies that differ in them are asked once.
  fileprivate static func acceptance(by policies: [Policy]) -> [Bool?] {
    var known: [Policy.CanonicalKey: Bool?] = [:]
    return policies.map { policy in
      let plain = policy.withoutLists(orScore: true)
      if let answer = known[plain.canonicalKey] { return answer }
      let shares = judges.filter(\.generator.isManager).map {
        $0.share(
          of: plain, by: KeyspaceCounter(comparing: .ascii, deadline: .now + .seconds(2)).deadline)
      }
      let answer: Bool? =
        shares.contains { $0?.isEnough == false }
        ? false : shares.contains { $0 == nil } ? nil : true
      known[plain.canonicalKey] = .some(answer)
      return answer
    }
  }
}

extension Problem {
  /// No tally of a published list lies where the program looks.
  fileprivate static var noPublishedLists: Problem {
    Problem(
      "no-published-lists", "the tallies of published lists are not installed",
      expected: "share/audit/evidence beside the program",
      remedy: "Name a list: audit recommend --refuse-at-most 30% leaked.txt.gz")
  }

  /// What was read has no guesses.
  fileprivate static var noGuesses: Problem {
    Problem(
      "no-guesses", "the guesses of this attacker were not recorded",
      remedy: "Record them: audit scan --strength combined LIST -o FILE.")
  }

  /// Two lists are judged by different estimates, so what is guessed of them cannot be compared.
  fileprivate static func differentEstimates(
    _ first: String, _ label: String, _ other: String, _ otherLabel: String
  ) -> Problem {
    Problem(
      "different-estimates",
      "guesses of '\(first)' are by the estimate '\(label)', of '\(other)' by '\(otherLabel)'",
      expected: "one estimate for all lists",
      remedy: "Name one that all of them have: --strength combined or --strength zxcvbn.")
  }

  /// A tally was folded without bounds.
  fileprivate static func approximate(_ file: String) -> Problem {
    Problem(
      "approximate-tally", in: file, "the tally is approximate, without bounds",
      expected: "an exact one, or one that a newer version folded",
      remedy: "Fold the exact tally again: audit merge exact.tally --min-group 10 -o folded.tally")
  }

  /// A list is given twice.
  fileprivate static func sameList(_ name: String, as other: String) -> Problem {
    Problem(
      "same-list", in: name, "the same list as \(escaped(other)); it changes nothing",
      remedy: "Name each list once.", .warning)
  }
}
