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
  /// The findings about the list that do not depend on a policy.
  package private(set) var list: ListFindings
  /// The shapes that are listed.
  package var shapeListing = ShapeListing()
  /// The findings about each policy, in the order given.
  package private(set) var policies: [PolicyFindings] = []
  /// Published policies to compare with, as far as the schema can judge them.
  package private(set) var references: [Reference]
  /// The findings of each distinct policy, followed by the index of each given policy among them.
  private(set) var judgements: [PolicyFindings]
  let named: [(name: String, judgement: Int)]
  /// The judgements before the first tally was added.
  private let unjudged: [PolicyFindings]
  /// The blocklists, in the order of their bits.
  package let lists: [ListValues]
  /// The recorded relations of passwords to their users' names, in the order of their bits; none if
  /// no list names users.
  package private(set) var relationNames: [String]
  /// The names of decisive patterns, in the order of their numbers.
  package let patternNames: [String]
  /// The attacks whose success is reported.
  package let attacks: [Attack]
  /// The same findings about distinct passwords, each counted once; nil if not counted.
  private var distinct: KeptCounts?
  /// The upper ends of all counts, whose lower ends the other members are; nil if all is exact.
  private var most: KeptCounts?
  /// The upper ends of ``distinct``; nil if these are exact.
  private var mostDistinct: KeptCounts?
  /// How rows were joined, if these are findings of a folded tally.
  package var folding: RecordedFolding?

  let schema: Schema
  private let groups: ListGroups
  /// The pool that judges.
  package let workers: WorkerPool

  /// Counts beside the own ones: of the list and of each distinct policy.
  private struct KeptCounts {
    var list: ListFindings
    var judgements: [PolicyFindings]
  }

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
    list = ListFindings(schema: schema, groups)
    let (different, named) = policies.judgedOnce
    judgements = try different.map { policy throws(SchemaError) in
      PolicyFindings(policy, matcher: try compile(policy), schema: schema, groups)
    }
    unjudged = judgements
    references = []
    self.named = named
    namePolicies()
  }

  /// Adds published policies to compare with, before anything is counted.
  ///
  /// Those are left out that the schema cannot judge, and those that are among the policies.
  package mutating func compare(
    with published: [Policy], compile: (Policy) throws(SchemaError) -> PolicyMatcher
  ) {
    let known = Set(judgements.map(\.policy.canonicalKey))
    references = published.compactMap { policy in
      guard !known.contains(policy.canonicalKey) else { return nil }
      return (try? compile(policy)).map { Reference(policy, matcher: $0, schema) }
    }
  }

  /// Adds the counts of a tally of the same schema.
  ///
  /// - Complexity: O(signatures × distinct policies).
  package mutating func add(_ tally: Tally) {
    list.add(tally)
    // Without their named copies the judgements are modified in place.
    policies = []
    tally.forEachPart { add($0, $1) }
    if !tally.wide.isEmpty { add(WideRows(tally)) }
    namePolicies()
  }

  /// Adds the rows of the only folded tally: their lower ends to these findings, and their upper
  /// ends to a copy.
  private mutating func add(_ wide: WideRows) {
    precondition(most == nil, "the only folded tally")
    var upper = KeptCounts(list: list, judgements: judgements.map { $0.countingMost() })
    for (row, count) in zip(wide.rows, wide.counts) {
      list.add(row, count: count, .least)
      upper.list.add(row, count: count, .most)
    }
    judgements = map(judgements) { $0.adding(wide) }
    upper.judgements = map(upper.judgements) { $0.adding(wide) }
    most = upper
  }

  /// The same findings with the upper ends of all counts; nil if all is exact.
  package var ofMost: Findings? { stating(\.most) }

  /// Takes the counts of a tally of the same schema, which must be the first.
  ///
  /// - Complexity: O(signatures × distinct policies).
  package mutating func add(_ tally: AskedTally) {
    precondition(entries == 0, "the only tally")
    policies = []
    list = tally.list(groups)
    for (columns, counts) in tally.parts { judge(columns, counts: counts) }
    references = tally.references(references)
    if !tally.wide.rows.isEmpty { add(tally.wide) }
    namePolicies()
  }

  private mutating func add(_ profiles: [Profile], _ counts: [UInt64]) {
    // A helper may hold its copy of the list for longer, and the next shapes would copy the table.
    let shapes = list.takeShapes()
    let sums = MadeAhead(by: workers) { [list, profiles, counts] in
      var list = list
      for index in profiles.indices { list.add(profiles[index], count: counts[index]) }
      return list
    }
    let columns = ProfileColumns(profiles)
    list = sums.value
    if let shapes { list.add(shapes) }
    judge(columns, counts: counts)
    for index in references.indices { references[index].add(columns, counts: counts) }
  }

  /// Adds lines that no tally counted, since only readers met them.
  package mutating func add(_ lines: LineCounts) { list.add(lines) }

  /// Gives each policy its judgement under its own name.
  private mutating func namePolicies() {
    policies = named.map { name, index in
      var findings = judgements[index]
      findings.name = name
      return findings
    }
  }

  /// Replaces the findings about a policy by those about the entries for which it is in force.
  ///
  /// - Parameters:
  ///   - policy: Its number.
  ///   - other: Findings of the same policies about these entries alone.
  package mutating func replace(_ policy: Int, by other: Findings) {
    let number = named[policy].judgement
    judgements[number] = other.judgements[number]
    judgements[number].inForce = other.entries
    namePolicies()
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
    let all = KeptCounts(list: list, judgements: judgements)
    let (known, upper) = (references, most)
    (references, most) = ([], nil)
    (list, judgements) =
      distinct.map { ($0.list, $0.judgements) } ?? (ListFindings(schema: schema, groups), unjudged)
    distinct = nil
    add(tally)
    distinct = KeptCounts(list: list, judgements: judgements)
    mostDistinct = most
    (list, judgements) = (all.list, all.judgements)
    (references, most) = (known, upper)
    namePolicies()
  }

  /// Removes the findings about distinct passwords, because parts of them are missing.
  package mutating func forgetDistinctPasswords() { (distinct, mostDistinct) = (nil, nil) }

  /// The number of distinct passwords; nil if not counted.
  package var distinctCount: UInt64? { distinct?.list.lines.entries }

  /// The same findings about distinct passwords; nil if not counted.
  var ofDistinctPasswords: Findings? {
    var findings = stating(\.distinct)
    findings?.most = mostDistinct
    return findings
  }

  /// The same findings with counts that they keep beside their own; nil without these.
  private func stating(_ member: WritableKeyPath<Findings, KeptCounts?>) -> Findings? {
    guard let kept = self[keyPath: member] else { return nil }
    var findings = self
    findings[keyPath: member] = nil
    findings.list = kept.list
    findings.judgements = kept.judgements
    findings.namePolicies()
    return findings
  }

  /// Judges every profile by every policy, on all workers if there is much to do.
  private mutating func judge(_ columns: ProfileColumns, counts: [UInt64]) {
    let groups = (judgements.count + Self.group - 1) / Self.group
    unsafe judgements.withUnsafeMutableBufferPointer { buffer in
      // SAFETY: the groups are disjoint, so no two iterations use the same element, and all end
      // before the closure that lends the buffer does.
      nonisolated(unsafe) let judgements = unsafe buffer
      let work = { @Sendable (number: Int) in
        let members = unsafe number * Self.group..<min((number + 1) * Self.group, judgements.count)
        var scratch = [UInt64](repeating: 0, count: counts.count)
        for index in members {
          var verdicts = scratch.mutableSpan
          unsafe judgements[index].add(columns, counts: counts, &verdicts)
        }
      }
      workers.perform(iterations: groups, work)
    }
  }

  /// The results of a function for something about each policy, in order, made on all workers.
  package func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ make: @escaping @Sendable (Item) -> Result
  ) -> [Result] {
    let groups = stride(from: 0, to: items.count, by: Self.group).map {
      items[$0..<min($0 + Self.group, items.count)]
    }
    return workers.map(groups) { $0.map(make) }.flatMap(\.self)
  }

  private static let group = 16

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
