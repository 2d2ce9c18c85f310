import Auditing
import Bytes
package import Diagnostics
import Intake
package import Metrics
package import PasswordPolicies
package import PasswordSpaces
import PasswordStrength
package import Passwords
import Reports

/// The settings of an audit: policies, lists and the facts to report.
@dynamicMemberLookup
package struct AuditSettings: Sendable {
  /// The lists to audit, and what judges them; its members are used as those of these settings.
  package var judging: JudgingSettings
  /// The reading of `max-consecutive` in the policies.
  package var maxConsecutive = PasswordRules.MaxConsecutiveReading.repeats
  /// The estimates of strength to make, besides those that policies need.
  package var estimate = usualEstimate
  /// Whether a recording without the combined estimate is asked for zxcvbn's guesses instead.
  var takesRecordedEstimate = false
  /// The attacks to report on.
  package var attacks = Attack.all(rates: Attack.Rate.standard)
  /// The rates that were asked for besides the standard ones.
  private var rates: [Attack.Rate] = []
  /// The settings for counting distinct passwords; nil to omit them.
  package var distinct: CountingSettings?
  /// The assumptions on what the refused do, of which results are made; nil for none.
  package var behaviours: BehaviourSelection?
  /// Whether the list is known to be the beginning of a longer one.
  package var isHead = false
  /// The alphabet on which the passwords that each policy permits are counted; nil to omit that.
  package var space: ComparisonAlphabet?
  /// Whether to count entries by the shape of their passwords.
  package var countsShapes = false
  /// Whether different characters are counted.
  package var countsUnique = false
  package var countsHabits = false
  /// The shapes that a report lists.
  package var shapeListing = ShapeListing()
  /// Whether to report each list separately, too.
  package var separatesLists = false
  /// Where a stopped run or scan resumes; nil to save nothing.
  package var checkpoints: CheckpointSettings?
  /// The standards that policies are held against, clause by clause.
  package var standards: [Standard] = []
  /// What every policy must keep to.
  package var gates = Gates()
  /// The potfiles and datasets, if the lists are dumps of a directory.
  package var directory: DirectorySettings?

  /// The estimates by default: all.
  private static let usualEstimate = FactDemand.StrengthDetail.combined

  /// Makes settings with the defaults of `audit run`.
  package init(_ judging: JudgingSettings) { self.judging = judging }

  /// Makes settings that also report attacks at some rates, each once.
  ///
  /// Without an estimate, guess numbers are the estimate, or what a recording has is asked for.
  package init(
    _ judging: JudgingSettings, _ estimate: FactDemand.StrengthDetail?, rates: [Attack.Rate] = []
  ) {
    self.judging = judging
    let estimate = estimate ?? (judging.sources.guesses.isEmpty ? nil : .guesses)
    self.estimate = estimate ?? Self.usualEstimate
    takesRecordedEstimate = estimate == nil
    self.rates = rates
    var all: [Attack.Rate] = []
    for rate in Attack.Rate.standard + rates where !all.contains(where: { $0.name == rate.name }) {
      all.append(rate)
    }
    attacks = Attack.all(rates: all)
  }

  /// A member of ``judging``.
  package subscript<Value>(dynamicMember path: WritableKeyPath<JudgingSettings, Value>) -> Value {
    get { judging[keyPath: path] }
    set { judging[keyPath: path] = newValue }
  }

  /// Whether passwords are scored: for an estimate, or for a policy.
  package var scoresPasswords: Bool { estimate.hasGuesses || judging.policiesAskForScores }

  /// Reads the policies, and what the estimate of strength is made from.
  package func loading(
    _ policies: PolicySettings?, isScored: Bool = false, tell: @escaping ProblemHandler
  ) throws -> AuditSettings {
    var settings = self
    settings.maxConsecutive = policies?.maxConsecutive ?? .repeats
    settings.judging = try judging.loading(
      policies, isScored: isScored || estimate.hasGuesses, tell: tell)
    return settings
  }

  /// Some policies held against standards, as reports show it.
  func overview(of policies: [Policy]) -> StandardsOverview {
    StandardsOverview(
      policies.map { ($0.name, $0) },
      asked: ConformanceSettings(standards: standards).results(policies))
  }

  /// Facts to record besides those that policies and lists need.
  var askedFacts: FactDemand {
    var facts = FactDemand()
    if countsUnique { facts[.uniqueCharacters] = PasswordCounts.uniqueLimit }
    if countsHabits { facts.demandHabits() }
    facts.meter = estimate != .none
    facts.demandGuesses(of: estimate, judging.strength.guessSources)
    facts.scoreWithoutWords = facts.score && !judging.strength.words.dictionaries.isEmpty
    if facts.score { facts.guessBudgets = guessBudgets(ofCurves: distinct != nil) }
    return facts
  }

  /// The numbers of guesses of attacks, and on demand those at which curves are drawn.
  ///
  /// A tally with the combined estimate records fewer of these, whatever it is asked for.
  func guessBudgets(ofCurves: Bool, inCombined isRecorded: Bool = false) -> [Double] {
    let attacks = attacks.map(\.guesses)
    if !ofCurves { return Set(attacks).sorted() }
    let grid = AttackCurve.strengthBudgets(
      besides: attacks, isCombined: isRecorded || estimate.hasCombined)
    return Set(attacks + grid).sorted()
  }

  /// The settings that have several readings, and the readings used, for the manifest.
  var readings: [String: String] {
    var readings = [
      "encoding": judging.lists.reading.stated,
      "length": "code points; a maximal ill-formed part of UTF-8 counts as one",
      "line": "ends at LF; one CR before it is not part of the password",
      "max-consecutive": maxConsecutive.rawValue,
      "strength": strengthReading,
    ]
    let strength = judging.strength
    if estimate.takesGuessFiles {
      readings["guesses"] = strength.guessesName.isEmpty ? nil : strength.guessesName
      readings["min-auto"] = GuessEstimate.leastOf(
        strength.guessesName, model: estimate == .minAuto ? strength.modelName : nil)
    }
    return readings
  }

  /// The dictionaries of the strength estimate, for the manifest; none if there is no estimate.
  var statedDictionaries: [Manifest.Dictionary] {
    guard estimate.hasGuesses else { return [] }
    return judging.strength.words.dictionaries.map {
      Manifest.Dictionary(name: $0.name, words: $0.wordCount, sha256: hexadecimal($0.sha256))
    }
  }

  private var strengthReading: String {
    switch estimate {
    case .none: "none"
    case .meter: "four-criteria meter"
    case .zxcvbn: judging.strength.stated + "; four-criteria meter"
    case .minAuto, .guesses, .combined:
      "combined with \(judging.strength.modelName): " + judging.strength.stated
        + "; four-criteria meter"
    }
  }
}

extension FactDemand {
  /// Demands habits, and the kinds of character that rules about them ask for.
  mutating func demandHabits() {
    habits = true
    classes.formUnion([.upper, .digit, .special])
  }
}

extension AuditSettings: CheckedSettings {
  package func validate() throws(Problem) { try validate(ofTally: false) }

  /// Refuses what makes no sense, of lists or of a tally, which may have guess numbers of its own.
  package func validate(ofTally isOfTally: Bool) throws(Problem) {
    try judging.validate()
    try distinct?.validate()
    try checkpoints?.validate()
    try directory?.validate()
    let bringsGuesses = !judging.sources.guesses.isEmpty || !judging.strength.guesses.isEmpty
    try Problem.refuse([
      "--rate can be given 8 times at most.": rates.count > 8,
      "--min-shape-count takes numbers from 1.": shapeListing.least == 0,
      "--strength guesses needs --guesses FILE.":
        estimate == .guesses && !bringsGuesses && !isOfTally,
      """
      --guesses is of --strength guesses, which is the default with it, or min-auto, not \
      \(estimate.rawValue).
      """: bringsGuesses && !estimate.takesGuessFiles,
    ])
    try judging.sources.requireModel(isUsed: estimate.hasCombined)
    try Problem.refuse([
      "--head-only describes metrics of guessing; give --distinct too.": isHead && distinct == nil,
      "--behaviour is about how common passwords are; give --distinct too.":
        behaviours != nil && distinct == nil,
      "--checkpoint does not go with --distinct: it holds no password's traces.":
        checkpoints != nil && distinct != nil,
      "--by-list does not go with --checkpoint, which holds one tally of all lists.":
        separatesLists && checkpoints != nil,
      "--by-list does not go with --shapes, which counts all lists together.":
        separatesLists && countsShapes,
      "--fail-listed asks blocklists, which --no-blocklist turns off.":
        gates.refusesListed && judging.blocklists.isOff,
    ])
    let reading = judging.lists.reading
    try directory?.refuse([
      "--by-list": separatesLists, "--shapes": countsShapes, "--distinct": distinct != nil,
      "--checkpoint": checkpoints != nil, "--max-bytes": reading.maxBytes != nil,
      "--fallback": reading.fallback != nil,
    ])
  }
}
