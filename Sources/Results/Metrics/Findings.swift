package import PasswordPolicies
@_spi(Internal) package import Passwords
package import Tallies
package import Workers

/// The results of applying policies to a tally: histograms, shares, metrics.
///
/// Findings add up like tallies, so a tally that grew too large can be added and emptied during
/// a run.
///
///     var findings = try Findings(policies, schema: schema, lists: [ListValues("built-in")]) { … }
///     findings.add(tally)
///     findings.histograms().first { $0.metric == .compliance }
package struct Findings: Sendable {
  /// The shapes that are listed.
  package var shapeListing = ShapeListing()
  /// Published policies to compare with, as far as the schema can judge them.
  package private(set) var references: [Reference] = []
  let named: [(name: String, judgement: Int)]
  /// The blocklists, in the order of their bits.
  package let lists: [ListValues]
  /// The recorded relations of passwords to their users' names, in the order of their bits; none if
  /// no list names users.
  package private(set) var relationNames: [String]
  /// The names of decisive patterns, in the order of their numbers.
  package let patternNames: [String]
  /// The attacks whose success is reported.
  package let attacks: [Attack]
  /// How rows were joined, if these are findings of a folded tally.
  package var folding: RecordedFolding?

  let schema: Schema
  private let groups: ListGroups
  /// The pool that judges.
  package let workers: WorkerPool

  /// The counts, in the order in which they came up: of entries first, which are always there, and
  /// upper ends only of what is not exact.
  private var counts: [FindingsCounts]
  /// Which of them these findings state.
  private var stated = FindingsCounts.Kind()
  /// The counts before the first tally was added.
  private let none: FindingsCounts

  /// Compiles the policies; equal ones are judged once and reported under every name.
  ///
  /// The pool `workers` judges; the caller's thread if none is given.
  ///
  /// - Throws: ``SchemaError`` if a policy needs a fact that the schema lacks.
  package init(
    _ policies: [Policy], schema: Schema, lists: [ListValues],
    patternNames: [String] = [], attacks: [Attack] = [],
    workers: WorkerPool = .alone, compile: (Policy) throws(SchemaError) -> PolicyMatcher
  ) throws(SchemaError) {
    self.schema = schema
    self.workers = workers
    self.lists = lists
    relationNames = schema.sources.userRelations
    self.patternNames = patternNames
    self.attacks = attacks
    let groups = ListGroups(lists, schema)
    self.groups = groups
    let (different, named) = policies.judgedOnce
    self.named = named
    none = FindingsCounts(
      list: ListFindings(schema: schema, groups),
      judgements: try different.map { policy throws(SchemaError) in
        PolicyFindings(policy, matcher: try compile(policy), schema: schema, groups)
      })
    counts = [none]
  }

  private func counts(_ kind: FindingsCounts.Kind) -> FindingsCounts? {
    counts.first { $0.kind == kind }
  }

  /// The findings about the list that do not depend on a policy.
  package var list: ListFindings { (counts(stated) ?? none).list }

  /// The findings about each distinct policy.
  var judgements: [PolicyFindings] { (counts(stated) ?? none).judgements }

  /// The findings about each policy, in the order given.
  package var policies: NamedFindings { NamedFindings(judgements: judgements, named: named) }

  /// The same findings with the upper ends of all counts; nil if all is exact.
  package var ofMost: Findings? { stating(FindingsCounts.Kind(stated.unit, .most)) }

  /// The same findings about distinct passwords, each counted once; nil if not counted.
  var ofDistinctPasswords: Findings? { stating(FindingsCounts.Kind(.different, stated.side)) }

  /// The number of distinct passwords; nil if not counted.
  package var distinctCount: UInt64? { counts(FindingsCounts.Kind(.different))?.list.lines.entries }

  /// The same findings with other counts; nil if there are none but those that it states.
  private func stating(_ kind: FindingsCounts.Kind) -> Findings? {
    guard kind != stated, counts(kind) != nil else { return nil }
    var findings = self
    findings.stated = kind
    return findings
  }

  /// Adds published policies to compare with, before anything is counted.
  ///
  /// Those are left out that the schema cannot judge, and those that are among the policies.
  package mutating func compare(
    with published: [Policy], compile: (Policy) throws(SchemaError) -> PolicyMatcher
  ) {
    let known = Set(none.judgements.map(\.policy.canonicalKey))
    references = published.compactMap { policy in
      guard !known.contains(policy.canonicalKey) else { return nil }
      return (try? compile(policy)).map { Reference(policy, matcher: $0, schema) }
    }
  }

  /// Adds the counts of a tally of the same schema.
  ///
  /// - Complexity: O(signatures × distinct policies).
  package mutating func add(_ tally: Tally) { add(tally, to: .entries) }

  private mutating func add(_ tally: Tally, to unit: FindingsCounts.Unit) {
    let workers = workers
    forEachCounts(of: unit) { $0.list.add(tally) }
    tally.forEachPart { profiles, numbers in
      let columns = ProfileColumns(profiles)
      forEachCounts(of: unit) { $0.add(columns, numbers, workers) }
      guard unit == .entries else { return }
      for index in references.indices { references[index].add(columns, counts: numbers) }
    }
    if !tally.wide.isEmpty { add(WideRows(tally), to: unit) }
  }

  /// Takes the counts of a tally of the same schema, which must be the first.
  ///
  /// - Complexity: O(signatures × distinct policies).
  package mutating func add(_ tally: AskedTally) {
    precondition(entries == 0, "the only tally")
    let (groups, workers) = (groups, workers)
    forEachCounts(of: .entries) { counts in
      counts.list = tally.list(groups)
      for (columns, numbers) in tally.parts { counts.judge(columns, numbers, workers) }
    }
    references = tally.references(references)
    if !tally.wide.rows.isEmpty { add(tally.wide, to: .entries) }
  }

  /// Adds the rows of a folded tally, with which both ends begin to differ.
  private mutating func add(_ wide: WideRows, to unit: FindingsCounts.Unit) {
    if counts(FindingsCounts.Kind(unit, .most)) == nil,
      let least = counts(FindingsCounts.Kind(unit))
    {
      counts.append(least.countingMost)
    }
    let workers = workers
    forEachCounts(of: unit) { $0.add(wide, workers) }
  }

  /// Changes the counts of a unit: the only ones, or those of both ends.
  private mutating func forEachCounts(
    of unit: FindingsCounts.Unit, _ change: (inout FindingsCounts) -> Void
  ) {
    for index in counts.indices where counts[index].kind.unit == unit { change(&counts[index]) }
  }

  /// Adds lines that no tally counted, since only readers met them.
  package mutating func add(_ lines: LineCounts) {
    forEachCounts(of: .entries) { $0.list.add(lines) }
  }

  /// Replaces the findings about a policy by those about the entries for which it is in force.
  ///
  /// - Parameters:
  ///   - policy: Its number.
  ///   - other: Findings of the same policies about these entries alone.
  package mutating func replace(_ policy: Int, by other: Findings) {
    let number = named[policy].judgement
    forEachCounts(of: .entries) { counts in
      guard let found = other.counts(counts.kind) else { return }
      counts.judgements[number] = found.judgements[number]
      counts.judgements[number].inForce = found.list.lines.entries
    }
  }

  /// Removes the relations to users' names, of which there are none, from all results.
  package mutating func leaveOutRelations() { relationNames = [] }

  /// The indices of the lists that the run was asked to compare with.
  package var askedLists: [Int] { lists.indices.filter { lists[$0].isAsked } }

  /// The indices of the lists that only rules of policies name.
  var listsOfRules: [Int] { lists.indices.filter { !lists[$0].isAsked } }

  /// The relations to users' names with their bits.
  package var relations: [(name: String, bit: Int)] {
    zip(relationNames, schema.sources.relationBits).map { ($0, $1) }
  }

  /// Adds distinct passwords, each counted once: a part of all groups.
  ///
  /// Line ends and encodings are not part of signatures, so these findings do not include them.
  ///
  /// - Complexity: O(groups + signatures × distinct policies).
  package mutating func add(distinct part: Spectrum) {
    var tally = Tally(schema: schema)
    for (group, passwords) in part.passwords {
      tally.record(group.signature, times: passwords)
      // Any encoding will do: `entries` is their sum.
      tally.lines.utf8 &+= passwords
    }
    for (row, levels) in part.levels {
      let passwords = levels.reduce(0) { $0 &+ $1.passwords }
      tally.record(row, times: passwords)
      tally.lines.utf8 &+= passwords
    }
    if distinctCount == nil { counts.append(none.countingDifferent) }
    add(tally, to: .different)
  }

  /// Removes the findings about distinct passwords, because parts of them are missing.
  package mutating func forgetDistinctPasswords() {
    counts.removeAll { $0.kind.unit == .different }
  }

  /// The vocabulary of habits; nil if they are not counted.
  package var habits: HabitSource? { schema.sources.habits }

  /// The guess budgets that signatures record.
  package var guessBudgets: [Double] { schema.demand.guessBudgets }

  /// The guesses at which zxcvbn's score of 1 ends: a million unless the scorer was told otherwise.
  package var easyGuesses: Double {
    guard let cuts = schema.sources.scorer?.cuts, cuts.count > 1 else { return 1e6 }
    return cuts[1]
  }

  /// The number of passwords audited, repetitions included.
  package var entries: UInt64 { list.lines.entries }
}

extension [Policy] {
  /// The policies that differ, and for each policy its name and the number of its equal among them.
  var judgedOnce: (different: [Policy], named: [(name: String, judgement: Int)]) {
    var (different, known) = ([Policy](), [Policy.CanonicalKey: Int]())
    let named = map { policy in
      let number = known[policy.canonicalKey, default: different.count]
      if number == different.count {
        known[policy.canonicalKey] = number
        different.append(policy)
      }
      return (policy.name, number)
    }
    return (different, named)
  }
}

/// The findings about each of some policies: of equal ones the same, under the name of each.
package struct NamedFindings: RandomAccessCollection, Sendable {
  fileprivate let judgements: [PolicyFindings]
  fileprivate let named: [(name: String, judgement: Int)]

  package var startIndex: Int { 0 }
  package var endIndex: Int { named.count }
  package subscript(policy: Int) -> PolicyFindings {
    var findings = judgements[named[policy].judgement]
    findings.name = named[policy].name
    return findings
  }
}

/// Counts of one kind: of the list, and of each distinct policy.
struct FindingsCounts: Sendable {
  private(set) var kind = Kind()
  var list: ListFindings
  var judgements: [PolicyFindings]

  /// What is counted: occurrences of passwords, or each different password once.
  enum Unit { case entries, different }

  /// What is counted, and which end of its number.
  struct Kind: Hashable {
    var unit: Unit
    var side: BoundSide

    init(_ unit: Unit = .entries, _ side: BoundSide = .least) {
      (self.unit, self.side) = (unit, side)
    }
  }

  /// Starts with counts of nothing.
  init(list: ListFindings, judgements: [PolicyFindings]) {
    self.list = list
    self.judgements = judgements
  }

  /// The same counts, to which those of different passwords are to be added.
  var countingDifferent: FindingsCounts {
    var counts = self
    counts.kind.unit = .different
    return counts
  }

  /// The same counts, which are exact, and to which upper ends are to be added.
  var countingMost: FindingsCounts {
    var counts = self
    counts.kind.side = .most
    for index in judgements.indices { counts.judgements[index].side = .most }
    return counts
  }

  /// Counts the passwords of some profiles.
  mutating func add(_ columns: ProfileColumns, _ numbers: [UInt64], _ workers: WorkerPool) {
    // A helper may hold its copy of the list for longer, and the next shapes would copy the table.
    let shapes = list.takeShapes()
    let sums = MadeAhead(by: workers) { [list] in
      var list = list
      for index in numbers.indices { list.add(columns.profiles[index], count: numbers[index]) }
      return list
    }
    judge(columns, numbers, workers)
    list = sums.value
    if let shapes { list.add(shapes) }
  }

  /// Judges every profile by every policy.
  mutating func judge(_ columns: ProfileColumns, _ numbers: [UInt64], _ workers: WorkerPool) {
    workers.changeEach(of: &judgements) { $1.add(columns, counts: numbers) }
  }

  /// Counts the passwords of folded rows.
  mutating func add(_ wide: WideRows, _ workers: WorkerPool) {
    for (row, count) in zip(wide.rows, wide.counts) { list.add(row, count: count, kind.side) }
    workers.changeEach(of: &judgements) { $1.add(wide) }
  }
}

/// The findings about all passwords on which those about policies are based.
///
/// A class with few values, since threads that copied all findings for each policy would slow each
/// other down.
package final class FindingsBase: Sendable {
  /// The number of passwords audited, repetitions included.
  package let entries: UInt64
  /// The attacks whose success is reported.
  package let attacks: [Attack]
  /// The guess budgets that signatures record.
  package let guessBudgets: [Double]
  /// The lists that the run was asked to compare with, with their bits.
  package let lists: [(name: String, bit: Int)]
  /// The relations to users' names, with their bits.
  package let relations: [(name: String, bit: Int)]

  /// Takes the values from all findings.
  package init(_ findings: Findings) {
    entries = findings.entries
    attacks = findings.attacks
    guessBudgets = findings.guessBudgets
    lists = findings.askedLists.map { (findings.lists[$0].name, $0) }
    relations = findings.relations
  }
}

/// The end of an interval that counts of a folded tally are about.
///
/// A count has a least and a most number; both are counted by the same code, so that every metric
/// has an interval.
package enum BoundSide: Hashable, Sendable {
  /// Rows of which it is sure that they count.
  case least
  /// Rows of which it is possible.
  case most

  /// The numbers that count a row: the only one that it can have, or all of them.
  func numbers(_ fact: Fact, of row: ProfileRange) -> ClosedRange<Int>? {
    numbers(row.low[fact]...max(row.low[fact], row.high[fact]))
  }

  /// The numbers that count a row whose numbers have these ends, below 0 if they are not known.
  func numbers(_ ends: ClosedRange<Int>) -> ClosedRange<Int>? {
    ends.lowerBound < 0 || self == .least && ends.count > 1 ? nil : ends
  }
}

/// The rows of a folded tally in which passwords differ, unpacked, with their entries.
struct WideRows: Sendable {
  let rows: [ProfileRange]
  let counts: [UInt64]

  /// Unpacks the rows of a tally; there are none if it is exact.
  init(_ tally: Tally) {
    let kinds = tally.wide.isEmpty ? nil : CountedKinds(tally.schema)
    let schema = tally.schema
    rows = kinds.map { kinds in tally.wide.keys.map { ProfileRange($0, schema, kinds) } } ?? []
    counts = Array(tally.wide.values)
  }
}
