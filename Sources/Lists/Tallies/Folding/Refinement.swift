import PasswordPolicies
@_spi(Internal) import Passwords

/// Divides a group of signatures into rows that are large enough, fact by fact, so that histograms
/// stay as exact as they can.
struct Refinement {
  /// A fact of each signature, in the order in which groups are divided.
  private struct Column {
    let values: [Int32]
    /// Whether rare neighbouring values may share a row.
    let isNumber: Bool
  }

  private let least: GroupSize
  private let sizes: [GroupSize]
  private let columns: [Column]

  /// Reads the facts of signatures, which ascend.
  init(
    _ signatures: [(signature: Signature, size: GroupSize)], schema: Schema, least: GroupSize
  ) {
    self.least = least
    sizes = signatures.map(\.size)
    let order = Self.order(of: schema)
    var values = order.map { _ in [Int32]() }
    for index in values.indices { values[index].reserveCapacity(signatures.count) }
    var characterGroups: [UInt128] = []
    for (signature, _) in signatures {
      let profile = schema.profile(of: signature)
      characterGroups.append(profile.characterGroups)
      for (index, fact) in order.enumerated() {
        values[index].append(fact.value(of: profile))
      }
    }
    // The set of character groups is too large for a column, so its rank stands for it.
    let known = Set(characterGroups).sorted()
    let ranks = Dictionary(uniqueKeysWithValues: known.enumerated().map { ($1, Int32($0)) })
    columns = zip(order, values).map { fact, values in
      Column(
        values: fact == .characterGroups ? characterGroups.map { ranks[$0] ?? 0 } : values,
        isNumber: fact.isNumber)
    }
  }

  /// What a group is divided by.
  private enum Step: Hashable {
    case fact(Fact)
    case list(Int)
    case count(Int)
    case characterGroups

    var isNumber: Bool {
      switch self {
      case .fact(let fact):
        !fact.row.namesCharacterGroup && fact != .decisivePattern && !Fact.habits.contains(fact)
      case .count: true
      case .list, .characterGroups: false
      }
    }

    func value(of profile: Profile) -> Int32 {
      switch self {
      case .fact(let fact): Int32(truncatingIfNeeded: profile[fact])
      case .list(let bit): Int32(truncatingIfNeeded: profile.lists >> UInt32(bit) & 1)
      case .count(let counter): Int32(truncatingIfNeeded: profile.counts[counter])
      case .characterGroups: 0
      }
    }
  }

  /// The facts that a schema records, those first that reports show most.
  private static func order(of schema: Schema) -> [Step] {
    func facts(_ facts: Fact...) -> [Step] {
      facts.filter { schema.field(of: $0) != nil }.map { .fact($0) }
    }
    func count(_ set: CodePointSet) -> [Step] {
      schema.countedClasses.firstIndex(of: set).map { [.count($0)] } ?? []
    }
    let kinds = CodePointSet.countedKinds
    let others = schema.countedClasses.indices.filter {
      !kinds.contains(schema.countedClasses[$0])
    }
    var steps = facts(.score, .length) + (0..<schema.demand.lists).map { .list($0) }
    for brought in Fact.brought { steps += facts(brought.budgetsTooSmall, brought.bin) }
    steps += facts(.modelBudgetsTooSmall, .modelBin)
    steps += facts(.meter, .combinedBudgetsTooSmall, .budgetsTooSmall, .combinedBin, .guessesBin)
    steps += facts(.decisivePattern, .longestRun)
    steps +=
      count(.upper) + count(.digit) + count(.special) + [.characterGroups] + facts(.longestSequence)
    steps += count(.lower) + count(kinds[4]) + others.map { .count($0) }
    steps += facts(.longestClassRun, .uniqueCharacters, .firstCharacter, .lastCharacter)
    return steps + Fact.habits.filter { schema.field(of: $0) != nil }.map { .fact($0) }
  }
}

extension Refinement {
  /// The rows of a group: the indices of their signatures, which are given in ascending order.
  func rows(of group: [Int]) -> [[Int]] {
    var rows: [[Int]] = []
    let left = refine(group, 0, &rows)
    if rows.isEmpty { return [left] }
    if !left.isEmpty, let fewest = rows.indices.min(by: { entries(rows[$0]) < entries(rows[$1]) }) {
      rows[fewest] += left
    }
    return rows
  }

  /// Publishes rows of some signatures.
  ///
  /// - Returns: The signatures that are left over: too few for a row.
  private func refine(_ rows: [Int], _ step: Int, _ published: inout [[Int]]) -> [Int] {
    guard isEnough(rows) else { return rows }
    var (next, found): (Int, (parts: [[Int]], rest: [Int])?) = (step, nil)
    while next < columns.count {
      let values = divided(rows, by: next)
      if values.count > 1 {
        let parts = parts(values, isNumber: columns[next].isNumber)
        if !parts.parts.isEmpty {
          found = parts
          break
        }
      }
      next += 1
    }
    guard let found else {
      published.append(rows)
      return []
    }
    var left = found.rest
    for part in found.parts { left += refine(part, next + 1, &published) }
    left.sort()
    return isEnough(left) ? refine(left, next + 1, &published) : left
  }

  private func entries(_ rows: [Int]) -> UInt64 { rows.reduce(0) { $0 + sizes[$1].entries } }

  private func isEnough(_ rows: [Int]) -> Bool {
    rows.reduce(GroupSize(entries: 0)) { $0 + sizes[$1] }.reaches(least)
  }

  /// The signatures of each value of a fact, by ascending value.
  private func divided(_ rows: [Int], by column: Int) -> [[Int]] {
    let values = columns[column].values
    let first = values[rows[0]]
    if rows.allSatisfy({ values[$0] == first }) { return [rows] }
    // Stable for equal values, since indices ascend.
    let sorted = rows.sorted { (values[$0], $0) < (values[$1], $1) }
    return sorted.split(by: { values[$0] != values[$1] })
  }

  /// Values with enough passwords, then runs of rarer neighbours if the fact is a number; and the
  /// rest.
  private func parts(_ values: [[Int]], isNumber: Bool) -> (parts: [[Int]], rest: [Int]) {
    var parts = values.filter(isEnough)
    let rare = values.filter { !isEnough($0) }
    if !isNumber { return (parts, rare.flatMap(\.self)) }
    var (run, runs): ([Int], [[Int]]) = ([], [])
    for value in rare {
      run += value
      if isEnough(run) {
        runs.append(run)
        run = []
      }
    }
    if !run.isEmpty, !runs.isEmpty {
      runs[runs.count - 1] += run
      run = []
    }
    parts += runs.map { $0.sorted() }
    return (parts, run)
  }
}

extension [Int] {
  /// Parts of neighbours, which begin where two are divided.
  fileprivate func split(by isDivided: (Int, Int) -> Bool) -> [[Int]] {
    var parts: [[Int]] = []
    for element in self {
      if let last = parts.last?.last, !isDivided(last, element) {
        parts[parts.count - 1].append(element)
      } else {
        parts.append([element])
      }
    }
    return parts
  }
}
