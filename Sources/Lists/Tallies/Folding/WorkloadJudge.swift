import PasswordPolicies
@_spi(Internal) import Passwords

/// A set of alternatives of a workload, one bit each.
typealias AlternativeSet = [UInt64]

/// What a box of passwords shows to the conditions of a workload: for each number the least and the
/// greatest bin, and the character groups that all have, and that any has.
struct Box: Hashable {
  var low: SIMD64<UInt8>
  var high: SIMD64<UInt8>
  var lowCharacterGroups: UInt128
  var highCharacterGroups: UInt128

  /// The box of the passwords of both.
  func union(_ other: Box) -> Box {
    Box(
      low: pointwiseMin(low, other.low), high: pointwiseMax(high, other.high),
      lowCharacterGroups: lowCharacterGroups & other.lowCharacterGroups,
      highCharacterGroups: highCharacterGroups | other.highCharacterGroups)
  }
}

/// The conditions of a workload, arranged so that one look at a box judges all alternatives.
///
/// Numbers are divided at the limits that conditions state, so that a bin decides each of them.
struct WorkloadJudge {
  /// The numbers that conditions compare, in the order of a box.
  private(set) var columns: [Column] = []
  /// The words of a set of alternatives.
  let words: Int
  /// The alternatives without their conditions on facts that the schema does not record.
  let alternatives: [Alternative]
  private var sets: [CharacterGroupSet] = []
  private var kinds: [KindTest] = []
  /// The columns of the kinds' counters, with the kinds' character groups.
  private var occurring: [(column: Int, characterGroups: UInt128)] = []
  /// The sum of the weights of eight alternatives, for each byte of a set.
  private var weights: [UInt64] = []
  private let counted: CountedKinds

  /// One number: its limits, ascending, and which alternatives fail in each bin.
  struct Column {
    let number: RangedNumber
    var cuts: [Int]
    /// The alternatives that ask for more than a bin has, bin by bin.
    var tooFew: [UInt64] = []
    /// The alternatives that ask for less than a bin has, bin by bin.
    var tooMany: [UInt64] = []

    /// The number of limits at or below a number.
    func bin(of number: Int) -> UInt8 {
      UInt8(truncatingIfNeeded: cuts.firstIndex { $0 > number } ?? cuts.count)
    }
  }

  /// One alternative with its times.
  struct Alternative {
    let times: UInt64
    let tests: [RangeTest]
  }

  private struct CharacterGroupSet {
    let characterGroups: UInt128
    var some: AlternativeSet
    var none: AlternativeSet
  }

  private struct KindTest {
    let sets: [UInt128]
    let minimum: Int
    var alternatives: AlternativeSet
  }

  /// The most columns of a box, and limits of a column; conditions beyond are left out, which makes
  /// answers wider.
  private static let (mostColumns, mostCuts) = (64, 250)

  /// Arranges alternatives, which keep their order.
  init(_ alternatives: [Alternative], _ counted: CountedKinds) {
    self.init(alternatives, counted, [])
  }

  private init(
    _ alternatives: [Alternative], _ counted: CountedKinds, _ known: [Column]
  ) {
    columns = known
    words = max(1, (alternatives.count + 63) / 64)
    self.alternatives = alternatives
    self.counted = counted
    // A row must show whether a kind occurs.
    for kind in counted.all {
      let column = self.column(of: .counters(1 << UInt16(kind.counter)), cut: 1)
      if let column { occurring.append((column, kind.characterGroups)) }
    }
    for alternative in alternatives {
      for test in alternative.tests {
        switch test {
        case .atLeast(let number, let limit): _ = column(of: number, cut: limit)
        case .atMost(let number, let limit): _ = column(of: number, cut: limit + 1)
        case .some, .none, .kinds: break
        }
      }
    }
    for index in columns.indices {
      columns[index].cuts.sort()
      let room = (columns[index].cuts.count + 1) * words
      columns[index].tooFew = Array(repeating: 0, count: room)
      columns[index].tooMany = Array(repeating: 0, count: room)
    }
    for (number, alternative) in alternatives.enumerated() {
      for test in alternative.tests { add(test, of: number) }
    }
  }

  /// Arranges the alternatives of another judge in another order; boxes stay the same.
  init(_ alternatives: [Alternative], _ other: WorkloadJudge) {
    self.init(alternatives, other.counted, other.columns)
  }

  /// A set without alternatives.
  var noAlternatives: AlternativeSet { AlternativeSet(repeating: 0, count: words) }

  private mutating func column(of number: RangedNumber, cut: Int) -> Int? {
    var index = columns.firstIndex { $0.number == number }
    if index == nil, columns.count < Self.mostColumns {
      index = columns.count
      columns.append(Column(number: number, cuts: []))
    }
    guard let index else { return nil }
    if columns[index].cuts.contains(cut) { return index }
    guard columns[index].cuts.count < Self.mostCuts else { return nil }
    columns[index].cuts.append(cut)
    return index
  }

  private mutating func add(_ test: RangeTest, of alternative: Int) {
    let (word, bit) = (alternative / 64, UInt64(1) << UInt64(alternative % 64))
    let empty = AlternativeSet(repeating: 0, count: words)
    switch test {
    case .atLeast(let number, let limit):
      guard let (index, place) = place(of: number, limit) else { return }
      for bin in 0...place { columns[index].tooFew[bin * words + word] |= bit }
    case .atMost(let number, let limit):
      guard let (index, place) = place(of: number, limit + 1) else { return }
      for bin in (place + 1)...columns[index].cuts.count {
        columns[index].tooMany[bin * words + word] |= bit
      }
    case .some(let characterGroups), .none(let characterGroups):
      var index = sets.firstIndex { $0.characterGroups == characterGroups } ?? sets.count
      if index == sets.count {
        sets.append(CharacterGroupSet(characterGroups: characterGroups, some: empty, none: empty))
      }
      index = min(index, sets.count - 1)
      if case .some = test { sets[index].some[word] |= bit } else { sets[index].none[word] |= bit }
    case .kinds(let masks, let minimum):
      var index = kinds.firstIndex { $0.sets == masks && $0.minimum == minimum } ?? kinds.count
      if index == kinds.count {
        kinds.append(KindTest(sets: masks, minimum: minimum, alternatives: empty))
      }
      index = min(index, kinds.count - 1)
      kinds[index].alternatives[word] |= bit
    }
  }

  private func place(of number: RangedNumber, _ cut: Int) -> (column: Int, cut: Int)? {
    guard let index = columns.firstIndex(where: { $0.number == number }),
      let place = columns[index].cuts.firstIndex(of: cut)
    else { return nil }
    return (index, place)
  }

  /// States the weight of each alternative.
  mutating func weigh(_ weights: [UInt64]) {
    self.weights = Array(repeating: 0, count: words * 8 * 256)
    for byte in 0..<words * 8 {
      for value in 1..<256 {
        let lowest = value.trailingZeroBitCount
        let number = byte * 8 + lowest
        self.weights[byte * 256 + value] =
          self.weights[byte * 256 + (value & (value - 1))]
          &+ (number < weights.count ? weights[number] : 0)
      }
    }
  }

  /// The weight of all alternatives of a word of a set.
  @inline(__always)
  func weight(of word: UInt64, at index: Int, _ weights: Span<UInt64>) -> UInt64 {
    var (sum, rest, place) = (0 as UInt64, word, index &* 8 &* 256)
    while rest != 0 {
      sum &+= weights[place &+ Int(truncatingIfNeeded: rest & 255)]
      rest &>>= 8
      place &+= 256
    }
    return sum
  }

  /// The sums of weights by byte, for ``weight(of:at:_:)``.
  var byteWeights: [UInt64] { weights }

  /// The box of one signature.
  func box(of profile: Profile) -> Box {
    var bins = SIMD64<UInt8>(repeating: 0)
    for (index, column) in columns.enumerated() {
      bins[index] = column.bin(of: column.number.number(of: profile))
    }
    return Box(
      low: bins, high: bins, lowCharacterGroups: profile.characterGroups,
      highCharacterGroups: profile.characterGroups)
  }

  /// Finds the alternatives that passwords of a box may meet, and those that all meet.
  func judge(_ box: Box, possible: inout [UInt64], sure: inout [UInt64]) {
    // First the alternatives that are impossible and unsure.
    for word in 0..<words { (possible[word], sure[word]) = (0, 0) }
    for (index, column) in columns.enumerated() {
      let (low, high) = (Int(box.low[index]) * words, Int(box.high[index]) * words)
      let (few, many) = (column.tooFew.span, column.tooMany.span)
      for word in 0..<words {
        possible[word] |= few[high &+ word] | many[low &+ word]
        sure[word] |= few[low &+ word] | many[high &+ word]
      }
    }
    var known = InlineArray<5, UInt128>(repeating: 0)
    for (index, kind) in occurring.enumerated() where box.low[kind.column] >= 1 {
      known[index] = box.highCharacterGroups & kind.characterGroups
    }
    for set in sets {
      let found = occurrence(of: set.characterGroups, in: box, known)
      if found.surely {
        for word in 0..<words {
          possible[word] |= set.none[word]
          sure[word] |= set.none[word]
        }
      } else if found.possibly {
        for word in 0..<words { sure[word] |= set.some[word] | set.none[word] }
      } else {
        for word in 0..<words {
          possible[word] |= set.some[word]
          sure[word] |= set.some[word]
        }
      }
    }
    for test in kinds {
      var (surely, possibly) = (0, 0)
      for set in test.sets {
        let found = occurrence(of: set, in: box, known)
        if found.surely { surely += 1 }
        if found.possibly { possibly += 1 }
      }
      for word in 0..<words {
        if possibly < test.minimum { possible[word] |= test.alternatives[word] }
        if surely < test.minimum { sure[word] |= test.alternatives[word] }
      }
    }
    for word in 0..<words { (possible[word], sure[word]) = (~possible[word], ~sure[word]) }
    let rest = alternatives.count - 64 * (words - 1)
    if rest < 64 {
      let mask = (UInt64(1) << UInt64(rest)) - 1
      possible[words - 1] &= mask
      sure[words - 1] &= mask
    }
  }

  @inline(__always)
  private func occurrence(
    of characterGroups: UInt128, in box: Box, _ known: borrowing InlineArray<5, UInt128>
  ) -> (surely: Bool, possibly: Bool) {
    if box.lowCharacterGroups & characterGroups != 0 { return (true, true) }
    if box.highCharacterGroups & characterGroups == 0 { return (false, false) }
    for index in known.indices {
      if known[index] != 0, known[index] & ~characterGroups == 0 { return (true, true) }
    }
    return (false, true)
  }
}
