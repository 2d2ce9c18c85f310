import PasswordPolicies
@_spi(Internal) import Passwords

/// Joins rows of an exact tally into groups of at least K entries, and of as many distinct
/// passwords as are asked for, so that the alternatives of a workload stay decided as far as
/// possible.
///
/// The order of everything is fixed, so equal tallies give equal groups: signatures ascend by their
/// words, classes are numbered by their first signature, groups by their lowest class, and every
/// tie goes to the lowest number.
struct Folder {
  /// The smallest size of a group.
  let least: GroupSize
  /// The signatures of each class: those that no condition of the workload tells apart.
  let classes: [[Int]]
  private let judge: WorkloadJudge
  private let boxes: [Box]
  private let sizes: [GroupSize]
  /// Which of digit, upper, lower, special and other each class has, one bit each.
  private let kinds: [UInt8]

  // By class: what it meets. By group, at the number of its lowest class: its classes, their size,
  // their entries times the weight that it leaves undecided, and what it possibly and surely meets.
  private let met: [UInt64]
  private var members: [[Int]]
  private var counts: [GroupSize]
  private var costs: [Int128]
  private var groupBoxes: [Box]
  /// The kinds of the classes of each group, as a bit for each value of ``kinds``.
  private var held: [UInt32]
  private var possible: [UInt64]
  private var sure: [UInt64]
  /// The groups that exist, ascending.
  private var live: [Int]
  private var homes: [Int]

  /// What joining classes and a group gives.
  private struct Union {
    var change: Int128
    var partner: Int
    var box: Box
    var cost: Int128
  }

  /// Divides the signatures of a tally, which ascend, into classes.
  init(
    _ signatures: [(signature: Signature, size: GroupSize)], schema: Schema, least: GroupSize,
    _ alternatives: [WorkloadJudge.Alternative]
  ) {
    self.least = least
    let counted = CountedKinds(schema)
    var judge = WorkloadJudge(alternatives, counted)
    var numbers: [Box: Int] = [:]
    var (classes, boxes, sizes): ([[Int]], [Box], [GroupSize]) = ([], [], [])
    for (row, (signature, size)) in signatures.enumerated() {
      let box = judge.box(of: schema.profile(of: signature))
      if let number = numbers[box] {
        classes[number].append(row)
        sizes[number] = sizes[number] + size
      } else {
        numbers[box] = classes.count
        classes.append([row])
        boxes.append(box)
        sizes.append(size)
      }
    }
    let met = Self.met(by: boxes, judge)
    // The heaviest alternatives first, so that sums of weights soon pass a limit.
    let weights = Self.weights(judge, met, sizes, least)
    let order = weights.indices.sorted { (weights[$1], $0) < (weights[$0], $1) }
    judge = WorkloadJudge(order.map { judge.alternatives[$0] }, judge)
    judge.weigh(order.map { weights[$0] })
    self.judge = judge
    self.met = Self.met(by: boxes, judge)
    let masks = [CodePointSet.digit, .upper, .lower, .special].map {
      schema.characterGroups.mask(of: $0) ?? 0
    }
    let other = ~masks.reduce(0, |)
    kinds = boxes.map { box in
      (masks + [other]).enumerated().reduce(0) {
        $0 | (box.lowCharacterGroups & $1.element != 0 ? 1 << UInt8($1.offset) : 0)
      }
    }
    members = boxes.indices.map { [$0] }
    (counts, groupBoxes) = (sizes, boxes)
    costs = Array(repeating: 0, count: boxes.count)
    held = kinds.map { 1 << UInt32($0) }
    (possible, sure) = (self.met, self.met)
    live = Array(boxes.indices)
    homes = Array(boxes.indices)
    self.classes = classes
    self.boxes = boxes
    self.sizes = sizes
  }

  private static func met(by boxes: [Box], _ judge: WorkloadJudge) -> [UInt64] {
    var all: [UInt64] = []
    all.reserveCapacity(boxes.count * judge.words)
    var (possible, sure) = (judge.noAlternatives, judge.noAlternatives)
    for box in boxes {
      judge.judge(box, possible: &possible, sure: &sure)
      all += possible
    }
    return all
  }

  /// The weight of each alternative: its times, and more the fewer entries meet it.
  private static func weights(
    _ judge: WorkloadJudge, _ met: [UInt64], _ sizes: [GroupSize], _ least: GroupSize
  ) -> [UInt64] {
    var counts = [UInt64](repeating: 0, count: judge.alternatives.count)
    for (number, size) in sizes.enumerated() {
      for word in 0..<judge.words {
        var rest = met[number * judge.words + word]
        while rest != 0 {
          counts[word * 64 + rest.trailingZeroBitCount] += size.entries
          rest &= rest - 1
        }
      }
    }
    let (ten, isMany) = least.entries.multipliedReportingOverflow(by: 10)
    return zip(judge.alternatives, counts).map { alternative, count in
      let weight = (UInt64(1) << 40) / max(count, isMany ? .max : ten)
      return alternative.times.multipliedReportingOverflow(by: weight).partialValue
    }
  }

  /// The signatures of each group, by their indices, ascending.
  mutating func grouped() -> [[Int]] {
    for scope in Set(kinds).sorted() {
      unite(live.filter { kinds[$0] == scope })
    }
    unite(live)
    for _ in 0..<Self.nearRounds where move(isFar: false) == 0 { break }
    _ = move(isFar: true)
    return live.map { number in members[number].flatMap { classes[$0] }.sorted() }
  }

  private static let nearRounds = 3
}

// Unions of groups that are too small.
extension Folder {
  /// Unites the group with fewest entries, among those that are too small, with the partner that
  /// leaves least undecided, until all are large enough or one is left.
  private mutating func unite(_ some: [Int]) {
    var some = some
    var removed: Set<Int> = []
    while some.count > 1 {
      let tooSmall = some.filter { !counts[$0].reaches(least) }
      guard
        let small = tooSmall.min(by: { (counts[$0].entries, $0) < (counts[$1].entries, $1) })
      else { break }
      let bits = (part(small, of: possible), part(small, of: sure))
      guard
        let best = best(
          for: groupBoxes[small], counts[small].entries, bits, among: some.filter { $0 != small },
          below: nil, plus: -costs[small])
      else { break }
      let (number, gone) = (min(small, best.partner), max(small, best.partner))
      let classes = (members[small] + members[best.partner]).sorted()
      let count = counts[small] + counts[best.partner]
      members[gone] = []
      set(number, classes, count, best.box, best.cost)
      removed.insert(gone)
      some.removeAll { $0 == gone }
    }
    live.removeAll { removed.contains($0) }
  }

  private func part(_ number: Int, of bits: [UInt64]) -> [UInt64] {
    Array(bits[number * judge.words..<(number + 1) * judge.words])
  }

  /// Makes or changes a group, which has the number of its lowest class.
  private mutating func set(
    _ number: Int, _ classes: [Int], _ count: GroupSize, _ box: Box, _ cost: Int128
  ) {
    (members[number], counts[number], costs[number]) = (classes, count, cost)
    groupBoxes[number] = box
    held[number] = classes.reduce(0) { $0 | 1 << UInt32(kinds[$1]) }
    for member in classes { homes[member] = number }
    var (possible, sure) = (judge.noAlternatives, judge.noAlternatives)
    judge.judge(box, possible: &possible, sure: &sure)
    for word in 0..<judge.words {
      self.possible[number * judge.words + word] = possible[word]
      self.sure[number * judge.words + word] = sure[word]
    }
  }

  /// The first of the partners for which cost(union) − cost(partner) + `constant` is least.
  ///
  /// A union leaves at least those alternatives undecided that its two parts do, and those on which
  /// they differ. So a partner whose bound is above the best need not be judged.
  ///
  /// - Parameters:
  ///   - box: The box of the classes to be joined.
  ///   - count: Their entries.
  ///   - bits: What they possibly and surely meet.
  ///   - others: The partners, ascending.
  ///   - limit: Only a change below this; nil for any.
  ///   - constant: What is added to each change.
  /// - Returns: The union; nil if there is none below the limit.
  private func best(
    for box: Box, _ count: UInt64, _ bits: (possible: [UInt64], sure: [UInt64]),
    among others: [Int], below limit: Int128?, plus constant: Int128
  ) -> Union? {
    var bounds = [Int128](repeating: 0, count: others.count)
    var (lowest, lowestBound): (Int?, Int128) = (nil, limit ?? .max)
    do {
      let (words, weights) = (judge.words, judge.byteWeights.span)
      let (possible, sure) = (possible.span, sure.span)
      let (mayMeet, meets) = (bits.possible.span, bits.sure.span)
      let (counts, costs, numbers) = (counts.span, costs.span, others.span)
      for place in numbers.indices {
        let (number, start) = (numbers[place], numbers[place] &* words)
        let base = constant &- costs[number]
        let all = count &+ counts[number].entries
        var weight: UInt64 = 0
        for word in 0..<words {
          let undecided =
            (possible[start &+ word] | mayMeet[word]) & ~(sure[start &+ word] & meets[word])
          if undecided == 0 { continue }
          weight &+= judge.weight(of: undecided, at: word, weights)
        }
        let bound = Self.cost(all, weight) &+ base
        bounds[place] = bound
        if bound < lowestBound { (lowest, lowestBound) = (place, bound) }
      }
    }
    guard let lowest else { return nil }
    var best: Union?
    func isAhead(_ change: Int128, _ number: Int) -> Bool {
      guard let best else { return limit.map { change < $0 } ?? true }
      return change < best.change || change == best.change && number < best.partner
    }
    // The most promising one first, so that few others need be judged.
    func take(_ place: Int) {
      let number = others[place]
      guard isAhead(bounds[place], number) else { return }
      let union = box.union(groupBoxes[number])
      let cost = Self.cost(count + counts[number].entries, undecided(in: union))
      let change = cost - costs[number] + constant
      if isAhead(change, number) {
        best = Union(change: change, partner: number, box: union, cost: cost)
      }
    }
    take(lowest)
    for place in others.indices where place != lowest { take(place) }
    return best
  }

  /// Entries times the weight that their row leaves undecided: below 2¹²⁷, since entries are below
  /// 2⁶³ and all weights together below 2⁶⁴.
  private static func cost(_ entries: UInt64, _ weight: UInt64) -> Int128 {
    let (high, low) = entries.multipliedFullWidth(by: weight)
    return Int128(truncatingIfNeeded: UInt128(high) &<< 64 | UInt128(low))
  }

  /// The weight of the alternatives that a box leaves undecided.
  private func undecided(in box: Box) -> UInt64 {
    var (possible, sure) = (judge.noAlternatives, judge.noAlternatives)
    judge.judge(box, possible: &possible, sure: &sure)
    let weights = judge.byteWeights
    return (0..<judge.words).reduce(0) {
      $0 &+ judge.weight(of: possible[$1] & ~sure[$1], at: $1, weights.span)
    }
  }
}

// Moves of classes to groups where they cost less.
extension Folder {
  /// Moves every class, in order, to the group where it costs least, if it may leave its own.
  ///
  /// A near round tries only groups that hold a class of the same kinds of character.
  ///
  /// - Returns: How many classes moved.
  private mutating func move(isFar: Bool) -> Int {
    var moved = 0
    for number in classes.indices {
      let home = homes[number]
      let count = counts[home] - sizes[number]
      guard members[home].count > 1, count.reaches(least) else { continue }
      let rest = members[home].filter { $0 != number }
      var box = boxes[rest[0]]
      for member in rest.dropFirst() { box = box.union(boxes[member]) }
      let cost = Self.cost(count.entries, undecided(in: box))
      let gain = cost - costs[home]
      // Without a gain no union, which only costs, can make the change negative.
      if gain >= 0 { continue }
      // Alone, a class costs nothing; that is the first choice.
      let isAloneEnough = sizes[number].reaches(least)
      let bits = part(number, of: met)
      let kind: UInt32 = isFar ? .max : 1 << UInt32(kinds[number])
      let best = best(
        for: boxes[number], sizes[number].entries, (bits, bits),
        among: live.filter { $0 != home && held[$0] & kind != 0 },
        below: isAloneEnough ? gain : 0, plus: gain)
      if best == nil, !isAloneEnough { continue }
      moved += 1
      let joined = ((best.map { members[$0.partner] } ?? []) + [number]).sorted()
      let joinedCount = best.map { sizes[number] + counts[$0.partner] } ?? sizes[number]
      for gone in [home, best?.partner].compactMap(\.self) { members[gone] = [] }
      live.removeAll { $0 == home || $0 == best?.partner }
      replace(rest, count, box, cost)
      replace(joined, joinedCount, best?.box ?? boxes[number], best?.cost ?? 0)
    }
    return moved
  }

  private mutating func replace(
    _ classes: [Int], _ count: GroupSize, _ box: Box, _ cost: Int128
  ) {
    let number = classes[0]
    set(number, classes, count, box, cost)
    live.insert(number, at: live.firstIndex { $0 > number } ?? live.endIndex)
  }
}
