import Auditing
import Conformance
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
    self.standards = standards.compactMap(Standard.named)
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
    var found = CountedLists(against: against, choices: choices(policies), tell: tell)
    var left = names[...]
    while let name = left.first {
      // Lists between tallies are read in one pass.
      let lists = left.prefix { !TallyStore.isTally($0) }
      if lists.isEmpty {
        try ask(name, policies, takesYear, tell, into: &found)
      } else {
        try read(Array(lists), policies, stop, display, tell, into: &found)
      }
      left = left.dropFirst(max(lists.count, 1))
    }
    guard let first = found.lists.first else { throw ProblemsTold() }
    if let other = found.lists.first(where: { $0.rows.estimate != first.rows.estimate }) {
      throw Problem.differentEstimates(
        first.name, first.rows.estimate.label, other.name, other.rows.estimate.label)
    }
    return found
  }

  private func facts(of audit: AuditSettings) -> FactDemand {
    var facts = FactDemand()
    facts.demandGuesses(of: audit.estimate, audit.judging.strength.guessSources)
    if against != .loginPage { facts.guessBudgets = [against.guesses] }
    return facts
  }

  private func rows(
    _ policies: [Policy], _ policySet: PolicySet, of name: String
  ) throws -> RuleRows {
    guard
      let rows = try RuleRows(
        policies, guesses: against.guesses, schema: policySet.schema, compile: policySet.matcher)
    else {
      throw Problem.missingFact(
        file: name, fact: "the guesses of this attacker", option: "--strength combined")
    }
    return rows
  }

  /// Reads lists in one pass, each by itself.
  private func read(
    _ names: [String], _ policies: [Policy], _ stop: StopFlag, _ display: (any ProgressDisplay)?,
    _ tell: @escaping ProblemHandler, into counted: inout CountedLists
  ) throws {
    var settings = audit.judging(by: policies)
    settings.judging.lists.names = names
    let pass = try Pass(
      settings, recording: facts(of: settings), marksUsers: false, stop: stop, tell: tell)
    if pass.lists.inputs.count > FoundLists.mostLabels {
      throw Problem.manyCandidateLists(pass.lists.inputs.count)
    }
    let (read, found) = try pass.read(
      into: CountsByList(try rows(policies, pass.policySet, of: names[0])), showing: display)
    if found.ended.allSatisfy({ $0.whole.passwords == 0 }), !read.areInPart {
      tell(.noPasswords(read.lists))
    }
    if read.shortfalls.contains(.readInPart) { counted.areInPart = true }
    for (list, rows) in zip(read.inputs, found.ended) {
      counted.add(list.name, digest: list.sha256, rows)
    }
  }

  /// Asks a tally.
  private func ask(
    _ name: String, _ policies: [Policy], _ takesYear: Bool, _ tell: @escaping ProblemHandler,
    into counted: inout CountedLists
  ) throws {
    let recording = try TallyStore.read(name, tell: tell)
    if recording.isApproximate { throw Problem.approximate(name) }
    if !recording.schema.demand.score {
      throw Problem.missingFact(
        file: name, fact: "the strength score", option: "--strength combined")
    }
    let settings = audit.judging(by: policies).asked(of: recording, takingYear: takesYear)
    let (coarse, policySet) = try settings.asked(
      of: AskedRecording(recording, isAskedOnce: true), in: name, facts: facts(of: settings),
      marksUsers: false, tell: tell)
    var rows = try rows(policies, policySet, of: name)
    rows.add(coarse.recording.tally)
    if !recording.isComplete { counted.areInPart = true }
    counted.add(
      name, digest: recording.inputs.map(\.sha256).sorted().joined(separator: " "), rows)
  }

  /// The policies, of which no list was asked yet.
  private func choices(_ policies: [Policy]) -> [RecommendationTable.Choice] {
    let managers = countsManagers ? GeneratorSettings.acceptance(by: policies) : []
    return policies.enumerated().map { place, policy in
      var choice = RecommendationTable.Choice(policy)
      var judge = ConformanceJudge(policy)
      choice.meets = standards.filter { judge.conformance(to: $0).isPassed }.map(\.id)
      choice.managers = managers.isEmpty ? nil : managers[place]
      let isBeside = policies.count - place <= audit.judging.policies.count
      if isBeside, !policy.isPreset { choice.own = true }
      return choice
    }
  }
}

/// Lists of which each was counted by itself.
package struct CountedLists: Sendable {
  /// The rows of each list, made for all policies.
  package private(set) var lists: [(name: String, about: String?, rows: RuleRows)] = []
  /// Whether a list was not read to its end.
  package fileprivate(set) var areInPart = false
  private let against: NamedAttacker
  private let choices: [RecommendationTable.Choice]
  private var digests: [String: String] = [:]
  private var stems: [String: Int] = [:]
  private let tell: ProblemHandler

  fileprivate init(
    against: NamedAttacker, choices: [RecommendationTable.Choice], tell: @escaping ProblemHandler
  ) {
    (self.against, self.choices, self.tell) = (against, choices, tell)
  }

  /// What was counted.
  package var table: RecommendationTable { RecommendationTable(against: against, lists, choices) }

  /// Adds a list that has passwords, under a name of its own.
  fileprivate mutating func add(_ path: String, digest: String, _ rows: RuleRows) {
    let passwords = rows.whole.passwords
    if passwords == 0 {
      areInPart = true
      return
    }
    if let twin = digests[digest] { tell(.sameList(path, as: twin)) }
    digests[digest] = path
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let stem = file.split(separator: ".").first.map(String.init) ?? file
    let number = stems[stem, default: 0] + 1
    stems[stem] = number
    let name = number == 1 ? stem : "\(stem)-\(number)"
    lists.append((name, PublishedLists.about(name, passwords), rows))
  }
}

extension CountsByList<RuleRows>: PassReceiver {
  var separatesLists: Bool { true }

  mutating func add(_ tally: Tally) -> Bool {
    current.add(tally)
    return true
  }

  mutating func add(_ spectrum: Spectrum) {}
}

extension RecommendationTable {
  /// Reads a table from a file; `-` is standard input.
  ///
  /// - Throws: ``Problem``.
  package init(file path: String) throws(Problem) {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try SmallFile.bytes(of: path == "-" ? nil : path, .any, atMost: 1 << 28)
    } catch {
      throw Problem(
        "unreadable-counts", in: path, "the table cannot be read: \(error)",
        remedy: "Write one: audit recommend -o table.json LIST")
    }
    try self.init(json: bytes, file: path)
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
}

extension GeneratorSettings {
  /// Whether policies accept nearly all that each password manager generates; nil where that cannot be counted.
  fileprivate static func acceptance(by policies: [Policy]) -> [Bool?] {
    var managers = managers
    return policies.map { policy in
      let deadline = CountingDeadline(time: .now + .seconds(2))
      let shares = managers.indices.map { managers[$0].share(of: policy, by: deadline) }
      if shares.contains(where: { $0?.isEnough == false }) { return false }
      return shares.contains { $0 == nil } ? nil : true
    }
  }
}

extension Problem {
  /// No tally of a published list lies where the program looks.
  fileprivate static var noPublishedLists: Problem {
    Problem(
      "no-published-lists", "the tallies of published lists are not installed",
      expected: "share/audit/evidence beside the program",
      remedy: "Name a list: audit recommend --refuse-at-most 30% LIST")
  }

  /// Two lists are judged by different estimates, so what is guessed of them cannot be compared.
  fileprivate static func differentEstimates(
    _ first: String, _ label: String, _ other: String, _ otherLabel: String
  ) -> Problem {
    Problem(
      "different-estimates",
      "guesses of '\(first)' are by the estimate '\(label)', of '\(other)' by '\(otherLabel)'",
      expected: "one estimate for all lists",
      remedy: "Name one that all of them have: --strength combined or --strength zxcvbn")
  }

  /// A tally was folded without bounds.
  fileprivate static func approximate(_ file: String) -> Problem {
    Problem(
      "approximate-tally", in: file, "the tally is approximate, without bounds",
      expected: "an exact one, or one that a newer version folded",
      remedy: "Fold the exact tally again: audit merge TALLY --min-group 10 -o FILE")
  }

  /// There are too many lists to judge each by itself.
  fileprivate static func manyCandidateLists(_ count: Int) -> Problem {
    Problem(
      "many-candidate-lists", "\(count) lists are too many to judge each by itself",
      expected: "at most \(FoundLists.mostLabels)",
      remedy: "Scan them into tallies, and name these: audit scan DIRECTORY -o FILE")
  }

  /// A list is given twice.
  fileprivate static func sameList(_ name: String, as other: String) -> Problem {
    Problem(
      "same-candidate-list", in: name, "the same list as \(escaped(other)); it changes nothing",
      remedy: "Name each list once.", .warning)
  }
}
