/// The characters that replace letters, and their combinations.
///
/// In one reading of a password, each letter is written with one symbol only, and each symbol
/// stands for one letter: `4` and `@` are never both `a`, and `1` is `i` or `l`. The readings of a
/// password are all such choices for its symbols; up to 736. The choices fall into independent
/// groups: the symbols for `a`, for `c`, for `g`, for `s`, and a knot of five symbols around `i`,
/// `l` and `t`. So a 64-bit mask describes a set of readings that agree with a token: it has a
/// field for each group and a bit for each choice, and stands for all combinations. No field may
/// become empty.
struct LeetTable {
  /// Symbols that all stand for the same single letter; a bit in a mask selects the symbol that
  /// does.
  private struct PlainGroup {
    var symbols: Range<Int>
    /// The bit position of its choice in the ``order(of:present:)``.
    var orderShift: UInt32
    /// A mask for a choice; groups have two or four symbols.
    var orderMask: UInt32 { UInt32(symbols.count - 1) }
    var field: UInt64 { ((1 << UInt64(symbols.count)) - 1) << UInt64(symbols.lowerBound) }
  }

  private static let plainGroups = [
    PlainGroup(symbols: 0..<2, orderShift: 2), PlainGroup(symbols: 2..<6, orderShift: 3),
    PlainGroup(symbols: 6..<8, orderShift: 5), PlainGroup(symbols: 8..<10, orderShift: 10),
  ]
  private static let knot = 10..<15
  private static let knotShift = 16
  /// The field of symbols without a choice.
  private static let always: UInt64 = 1 << 63

  /// The possible readings of a symbol, given the symbols that are present.
  struct Choices {
    /// The field of the symbol's group in a mask.
    var field: UInt64 = 0
    /// The trie codes of one or two letters; 0 for none.
    var letters: (Int, Int) = (0, 0)
    /// The readings in which it is the first letter, and the second; all bits outside the field are
    /// set.
    var readings: (UInt64, UInt64) = (0, 0)
    /// The readings in which it stands for itself.
    var literal: UInt64 = 0
  }

  /// The choices for each of the 32 sets of knot symbols present, and each of ``LeetSymbols/all``.
  private let choices: Cells<Choices>
  /// For each set of knot symbols present, the field of all its readings.
  private let knotReadings: Cells<UInt64>
  /// For each such set and reading, its part of the ``order(of:present:)``.
  private let knotOrder: Cells<UInt32>

  init(_ trie: WordTrie) {
    let count = LeetSymbols.all.count
    choices = Cells(count: 32 * 32, filledWith: Choices())
    knotReadings = Cells(count: 32, filledWith: 0)
    knotOrder = Cells(count: 32 * 32, filledWith: 0)
    let standsFor = LeetSymbols.all.map { symbol in
      LeetSymbols.letters.indices.filter { LeetSymbols.letters[$0].symbols.contains(symbol) }
    }
    let codes = standsFor.map { letters in
      letters.map { trie.code(of: LeetSymbols.letters[$0].letter) }
    }
    for present in 0..<32 {
      let readings = Self.knotReadings(of: UInt32(present))
      precondition(readings.count <= 32, "the knot has more readings than its field has bits")
      let field = ((UInt64(1) << UInt64(readings.count)) - 1) << UInt64(Self.knotShift)
      knotReadings[present] = field
      for (number, reading) in readings.enumerated() {
        knotOrder[present << 5 | number] = reading.order
      }
      for symbol in 0..<count {
        let (letters, codes) = (standsFor[symbol], codes[symbol])
        var choice = Choices()
        choice.letters = (codes[0], codes.count > 1 ? codes[1] : 0)
        if let group = Self.plainGroups.first(where: { $0.symbols.contains(symbol) }) {
          choice.field = group.field
          choice.readings.0 = ~choice.field | 1 << UInt64(symbol)
          choice.literal = ~(1 << UInt64(symbol))
        } else if Self.knot.contains(symbol) {
          choice.field = field
          func mask(where holds: (KnotReading) -> Bool) -> UInt64 {
            readings.enumerated().reduce(~field) {
              $0 | (holds($1.element) ? 1 << UInt64(Self.knotShift + $1.offset) : 0)
            }
          }
          choice.readings.0 = mask { $0.letters[symbol] == letters[0] }
          if letters.count > 1 {
            choice.readings.1 = mask { $0.letters[symbol] == letters[1] }
          }
          choice.literal = mask { $0.letters[symbol] == nil }
        } else {
          choice.field = Self.always
          choice.readings.0 = ~0
          choice.literal = ~Self.always
        }
        choices[present << 5 | symbol] = choice
      }
    }
  }

  /// The set of all readings of a password with these symbols, one bit each.
  @inline(__always)
  func readings(of present: UInt32) -> UInt64 {
    Self.always | UInt64(present & 0x3FF) | knotReadings[Int(present >> 10 & 31)]
  }

  /// The possible readings of a symbol in a password with these symbols.
  @inline(__always)
  func choices(of symbol: Int, present: UInt32) -> Choices {
    // SAFETY: both numbers are below 32.
    unsafe choices[unchecked: Int(present >> 10 & 31) << 5 | symbol & 31]
  }

  /// The code of the letter that a character stands for in some readings, which agree on it; nil if
  /// the character stands for itself.
  @inline(__always)
  func letter(_ character: CharacterFacts, in readings: UInt64, present: UInt32) -> Int? {
    guard character.leetSymbols != 0 else { return nil }
    let choices = choices(of: character.leetSymbols.trailingZeroBitCount, present: present)
    if readings & choices.readings.0 & choices.field != 0 { return choices.letters.0 }
    if readings & choices.readings.1 & choices.field != 0 { return choices.letters.1 }
    return nil
  }

  /// The position at which the reference first reaches one of these readings.
  ///
  /// The reference extends all readings letter by letter, so the symbol of a later letter weighs
  /// more.
  func order(of readings: UInt64, present: UInt32) -> UInt32 {
    let knot = readings >> UInt64(Self.knotShift) & 0xFFFF_FFFF
    var order =
      knot == 0 ? 0 : knotOrder[Int(present >> 10 & 31) << 5 | knot.trailingZeroBitCount]
    for group in Self.plainGroups where readings & group.field != 0 {
      let first = (readings & group.field).trailingZeroBitCount - group.symbols.lowerBound
      order |= UInt32(first) << group.orderShift
    }
    return order
  }

  /// The reading with this ``order(of:present:)``.
  func reading(at order: UInt32, present: UInt32) -> UInt64 {
    var reading = Self.always
    var knotOrder = order
    for group in Self.plainGroups {
      let first = order >> group.orderShift & group.orderMask
      reading |= 1 << UInt64(group.symbols.lowerBound + Int(first))
      knotOrder &= ~(group.orderMask << group.orderShift)
    }
    let orders = Int(present >> 10 & 31) << 5
    let knot = (0..<32).first { self.knotOrder[orders | $0] == knotOrder } ?? 0
    return reading | 1 << UInt64(Self.knotShift + knot)
  }

  /// All readings of a password with these symbols, one at a time, in the reference's order.
  func singleReadings(of present: UInt32) -> [UInt64] {
    let all = readings(of: present)
    let fields =
      Self.plainGroups.map(\.field) + [UInt64(0xFFFF_FFFF) << UInt64(Self.knotShift)]
    var readings: [UInt64] = [Self.always]
    for field in fields where all & field != 0 {
      let bits = (0..<64).map { UInt64(1) << UInt64($0) }.filter { $0 & all & field != 0 }
      readings = readings.flatMap { reading in bits.map { reading | $0 } }
    }
    return readings.sorted { order(of: $0, present: present) < order(of: $1, present: present) }
  }

  /// One choice for the symbols of the knot.
  private struct KnotReading {
    /// For each symbol, the index of the letter that it stands for.
    var letters = [Int?](repeating: nil, count: knot.upperBound)
    /// From bit 11 down: the index of the symbol for `t` (1 bit), a gap for `s` (1), `l` (2), `i`
    /// (2), a gap for `g`, `c` and `a` (4), and whether `l` and `t` took their symbol from another
    /// letter.
    var order: UInt32 = 0
  }

  /// The readings of the knot in the reference's order: letter by letter, and for each of the
  /// letter's symbols all previous readings, extended.
  ///
  /// If the symbol is already used, the unchanged reading comes first, then the reading in which
  /// the symbol changes its letter.
  private static func knotReadings(of present: UInt32) -> [KnotReading] {
    let shifts: [(letter: UInt8, symbol: UInt32, taken: UInt32)] = [
      (UInt8(ascii: "i"), 6, 0), (UInt8(ascii: "l"), 8, 1), (UInt8(ascii: "t"), 11, 0),
    ]
    var readings = [KnotReading()]
    for (number, (letter, writings)) in LeetSymbols.letters.enumerated() {
      guard let shift = shifts.first(where: { $0.letter == letter }) else { continue }
      let writings = writings.compactMap { LeetSymbols.all.firstIndex(of: $0) }
        .filter { present >> UInt32($0 - knot.lowerBound) & 1 != 0 }
      guard !writings.isEmpty else { continue }
      var next: [KnotReading] = []
      for (place, symbol) in writings.enumerated() {
        for var reading in readings {
          reading.order |= UInt32(place) << shift.symbol
          if reading.letters[symbol] != nil {
            next.append(reading)
            reading.order |= 1 << shift.taken
          }
          reading.letters[symbol] = number
          next.append(reading)
        }
      }
      readings = []
      for reading in next where !readings.contains(where: { $0.letters == reading.letters }) {
        readings.append(reading)
      }
    }
    return readings
  }
}

/// The characters that people write for letters: `4` and `@` for "a".
enum LeetSymbols {
  /// The letters in the reference's order, each with the characters that can replace it, in order.
  static let letters: [(letter: UInt8, symbols: [UInt8])] = [
    ("a", "4@"), ("b", "8"), ("c", "({[<"), ("e", "3"), ("g", "69"), ("i", "1!|"), ("l", "1|7"),
    ("o", "0"), ("s", "$5"), ("t", "+7"), ("x", "%"), ("z", "2"),
  ].map { (letter: Array($0.0.utf8)[0], symbols: Array($0.1.utf8)) }

  /// The 20 characters that can replace a letter, numbered by their index here.
  ///
  /// First come those of the groups `a`, `c`, `g`, `s` of ``LeetTable``, where the index is also
  /// the bit in a mask; then the knot; then symbols that stand for a single letter and are its only
  /// symbol, so that there is no choice.
  static let all = Array("4@({[<69$51!|7+830%2".utf8)
}
