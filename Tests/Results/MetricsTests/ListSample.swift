import Metrics
import PasswordPolicies
import PasswordSpaces
@_spi(Internal) import Passwords
import Tallies

/// A small list with two lists, two relations and two policies of each kind.
struct ListSample {
  /// How many times each password occurs once more.
  var times: UInt64 = 1

  struct Row {
    let password: String
    let times: UInt64
    /// The lists 'big', 'words' and 'own', then the relations 'user-name' and 'user-name-part'.
    let bits: UInt32
    let level: MeterLevel
    /// zxcvbn's score, the half decade of its guesses, the budgets that are too small, the pattern.
    let score, bin, budget, pattern: Int
    /// The numbers of ``Fact/habits``; all 0 beyond these.
    var habits: [Int] = []
  }

  static let rows = [
    Row(
      password: "", times: 3, bits: 0, level: .weak, score: 0, bin: 0, budget: 0, pattern: 0),
    Row(
      password: "abc", times: 7, bits: 0b00001, level: .weak, score: 0, bin: 2, budget: 0,
      pattern: 0, habits: [0, 0, 0, 1, 0, 0, 1]),
    Row(
      password: "Abc1!", times: 5, bits: 0b00011, level: .medium, score: 2, bin: 13, budget: 3,
      pattern: 1, habits: [1, 1, 1, 4, 0, 2, 2, 1]),
    Row(
      password: "abcdefgh12", times: 11, bits: 0b00110, level: .weak, score: 1, bin: 9, budget: 1,
      pattern: 0, habits: [0, 2, 0, 2, 3, 1, 3, 0, 0, 1]),
    Row(
      password: "é\u{1}x", times: 2, bits: 0b11000, level: .weak, score: 3, bin: 17, budget: 4,
      pattern: 1),
    Row(
      password: "ABCDEFGHI9", times: 13, bits: 0b10101, level: .strong, score: 4, bin: 20,
      budget: 4, pattern: 1, habits: [2, 0, 0, 2, 1, 3]),
    Row(
      password: "abcdefg", times: 4, bits: 0b01000, level: .weak, score: 1, bin: 8, budget: 1,
      pattern: 1),
    Row(
      password: "a1", times: 6, bits: 0b00100, level: .weak, score: 0, bin: 3, budget: 0,
      pattern: 0),
  ]

  static let rules = """
    [a]
    minlength: 5; required: digit; allowed: unicode;
    [b]
    minlength: 9; allowed: unicode;
    """

  private func counted() throws -> (findings: Findings, Spectrum, [Policy]) {
    let policies = try read(Self.rules)
    var demand = FactDemand(of: policies)
    (demand.meter, demand.combined, demand.lists) = (true, true, 5)
    (demand.scoreWithoutWords, demand.brought, demand.model) = (true, 2, true)
    // The sample has half decades of both estimates.
    demand.wholeDecades = false
    let attacks = Attack.all(rates: [Attack.Rate(name: "1/s", 1)])
    demand.guessBudgets = attacks.map(\.guesses)
    demand[.uniqueCharacters] = PasswordCounts.uniqueLimit
    demand.habits = true
    var sources = FactSources()
    sources.lists = ["big", "words", "own"].map {
      ListSource(name: $0, comparison: "exact", digest: "", valueCount: 105)
    }
    sources.userRelations = ["user-name", "user-name-part"]
    let schema = try Schema(for: demand, sources: sources)
    var findings = try Findings(
      policies, schema: schema,
      lists: [
        ListValues("big", bandCounts: [0, 10, 90, 0, 5] + Array(repeating: 0, count: 11)),
        ListValues("words", isAsked: false), ListValues("own"),
      ], patternNames: ["word", "date", "brute"], attacks: attacks
    )
    let profiler = Profiler(schema)
    var tally = Tally(schema: schema)
    var spectrum = Spectrum(schema: schema)
    var shapes = ShapeCounts()
    for row in Self.rows {
      var profile = profiler.profile(of: Array(row.password.utf8).span)
      (profile.lists, profile[.meter], profile[.score]) = (row.bits, row.level.rawValue, row.score)
      (profile[.guessesBin], profile[.budgetsTooSmall]) = (row.bin, row.budget)
      // Dictionaries take a score from each password that has one to lose.
      profile[.scoreWithoutWords] = min(row.score + 1, 4)
      // The model finds each a decade harder, and one budget fewer suffices.
      profile[.combinedBin] = row.bin + 2
      profile[.combinedBudgetsTooSmall] = min(row.budget + 1, attacks.count)
      // Of the easiest there is no number, and the attack never reached the hardest.
      let lacks = [0: BroughtBin.uncovered, 20: BroughtBin.unreached][row.bin]
      profile[.broughtBin] = lacks ?? row.bin
      profile[.broughtBudgetsTooSmall] = lacks == nil ? row.budget : attacks.count
      // Another attack found those of even half decades a decade earlier; the model is as far
      // behind.
      let isFound = row.bin.isMultiple(of: 2)
      profile[.brought2Bin] = isFound ? max(0, row.bin - 2) : BroughtBin.unreached
      profile[.brought2BudgetsTooSmall] = isFound ? max(0, row.budget - 1) : attacks.count
      profile[.modelBin] = row.bin + 2
      profile[.modelBudgetsTooSmall] = min(row.budget + 1, attacks.count)
      profile[.decisivePattern] = row.pattern
      for (place, fact) in Fact.habits.enumerated() {
        profile[fact] = row.habits.indices.contains(place) ? row.habits[place] : 0
      }
      tally.record(schema.signature(of: profile), times: row.times * times)
      if times > 1, let shape = PackedShape(of: Array(row.password.utf8).span) {
        shapes.record(shape, times: row.times * times)
      }
      spectrum.record(schema.signature(of: profile), occurrences: row.times * times)
    }
    (tally.lines.ascii, tally.lines.utf8, tally.lines.illFormed) = (
      40 * times, 9 * times, 2 * times
    )
    (tally.lines.repeats, tally.lines.changedByFormC) = (10, 1)
    (tally.lines.empty, tally.lines.overLong) = (21, 22)
    (tally.lines.malformed, tally.lines.headers) = (23, 24)
    (tally.lines.cut, tally.lines.unheld) = (25, 26)
    if times > 1 { tally.shapes = shapes }
    tally.hits.add(20, list: 0, band: 1)
    tally.hits.add(5, list: 0, band: 4)
    findings.add(tally)
    findings.add(distinct: spectrum)
    return (findings, spectrum, policies)
  }

  /// The histograms of all kinds: those of findings, of guessing and of keyspaces.
  func histograms() throws -> [Histogram] {
    let (findings, spectrum, policies) = try counted()
    let guessing = try GuessingFindings(spectrum, policies, weights: .accounts)
    var counter = KeyspaceCounter(comparing: .ascii)
    return try findings.histograms() + GuessedPolicies(guessing).histograms
      + policies.flatMap {
        Metric.histograms(of: .space(try PolicyKeyspace($0, &counter)))
      }
  }

  func findings() throws -> Findings { try counted().findings }
}
