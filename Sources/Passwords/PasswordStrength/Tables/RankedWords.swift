import CInstructions
import Passwords

/// Ranked words besides the built-in lists: the reference's `user_inputs`, any number of them.
///
/// The rank of a word is its place, from 1 on; words are lower-cased, and found reversed and in leet
/// spelling like all others. All scorers of a run share one table.
///
/// Looks up every stretch of a password by a hash that grows with each unit. A filter, one load for
/// each step, answers for nearly all stretches: it holds the hashes of the words, and those of their
/// beginnings of a few lengths, at which a walk ends if no word goes on. A word that is found is
/// compared unit by unit, so the filter and the hash never decide alone.
///
/// A million words of nine letters take 47 MB and 0.15 s to build.
@safe package final class RankedWords: @unchecked Sendable, Concealing {
  // SAFETY (`@unchecked Sendable`): `init` writes these cells; afterwards they are only read, and
  // `deinit`, which frees them, has the last reference.
  private let units: Cells<UInt16>
  /// The end of each word in ``units``, in the order of ranks; the first one is 0.
  private let ends: Cells<UInt32>
  /// An open hash table: from bit 32 on the low half of a word's hash, below it the word's rank.
  private let slots: Cells<UInt64>
  private let filter: Cells<UInt64>
  /// The shifts by which hashes select a slot, and a number of the filter.
  private let (slotShift, filterShift): (UInt64, UInt64)
  /// The number of words, with those that have no rank of their own.
  package let count: Int
  /// The units of the longest word.
  let longest: Int

  /// No words.
  package static let none = Builder().build()

  /// Whether there are no words, so that no search is needed.
  var isEmpty: Bool { longest == 0 }

  fileprivate init(_ builder: borrowing Builder) {
    count = builder.ends.count - 1
    longest = builder.longest
    units = Cells(builder.units)
    ends = Cells(builder.ends)
    slots = Cells(builder.slots)
    slotShift = builder.slotShift
    // From 32 to 64 bits for each word; at least two numbers.
    let bits = Int.bitWidth - (count / 4).leadingZeroBitCount
    filterShift = UInt64(63 - bits)
    filter = Cells(count: 2 << bits, filledWith: 0)
    // In the order of ranks, in which the units lie. A rank without a word does no harm here.
    for rank in 1..<(count + 1) { enter(rank) }
  }

  deinit {
    units.deallocate()
    ends.deallocate()
    slots.deallocate()
    filter.deallocate()
  }

  /// Enters a word into the filter.
  private func enter(_ rank: Int) {
    let first = Int(ends[rank - 1])
    let length = Int(ends[rank]) - first
    var hash = RankedWords.seed
    for place in 0..<length {
      if place > 0, RankedWords.endsWalks(at: place) { set(hash &* RankedWords.beginning) }
      // SAFETY: words end within the units.
      hash = unsafe RankedWords.hash(hash, followedBy: units[unchecked: first &+ place])
    }
    set(hash &* RankedWords.whole)
  }

  /// Visits the units of each word; a word without a rank of its own has none.
  func forEachWord(_ body: (_ units: [UInt16]) -> Void) {
    for rank in 0..<count { body((ends[rank]..<ends[rank + 1]).map { units[Int($0)] }) }
  }
}

// The hash of a stretch, and what it finds.
extension RankedWords {
  /// The hash of no units.
  static let seed: UInt64 = 0x243F_6A88_85A3_08D3
  /// Factors that spread the hashes of words and of their beginnings over the filter.
  private static let whole: UInt64 = 0x9E37_79B9_7F4A_7C15
  private static let beginning: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  fileprivate static let rankMask: UInt64 = 0xFFFF_FFFF

  /// The hash of a stretch and one more unit.
  @inline(__always)
  static func hash(_ hash: UInt64, followedBy unit: UInt16) -> UInt64 {
    let product = (hash ^ UInt64(unit)) &* 0xD6E8_FEB8_6659_FD93
    return product ^ product &>> 29
  }

  /// Whether the filter holds beginnings of this length: 3, 5, 8, 16 and 32 units, and the same
  /// beyond each multiple of 64.
  @inline(__always)
  static func endsWalks(at length: Int) -> Bool {
    let lengths: UInt64 = 1 | 1 << 3 | 1 << 5 | 1 << 8 | 1 << 16 | 1 << 32
    return lengths &>> UInt64(truncatingIfNeeded: length & 63) & 1 != 0
  }

  /// Whether a stretch may be a word.
  @inline(__always)
  func mayBeWord(_ hash: UInt64) -> Bool { mayHold(hash &* Self.whole) }

  /// Whether a longer word may begin with a stretch; true for lengths that are not in the filter.
  @inline(__always)
  func mayGoOn(_ hash: UInt64, length: Int) -> Bool {
    !Self.endsWalks(at: length) || mayHold(hash &* Self.beginning)
  }

  @inline(__always)
  private func mayHold(_ spread: UInt64) -> Bool {
    let bits = Self.bits(of: spread)
    // SAFETY: the shift leaves fewer bits than the filter's number of numbers has.
    return unsafe filter[unchecked: Int(truncatingIfNeeded: spread &>> filterShift)] & bits == bits
  }

  @inline(__always)
  private func set(_ spread: UInt64) {
    let place = Int(truncatingIfNeeded: spread &>> filterShift)
    // SAFETY: as above.
    unsafe filter[unchecked: place] |= Self.bits(of: spread)
  }

  /// Two of 64 bits.
  @inline(__always)
  private static func bits(of spread: UInt64) -> UInt64 {
    1 &<< (spread &>> 20 & 63) | 1 &<< (spread &>> 26 & 63)
  }

  /// Looks a stretch up.
  ///
  /// - Parameters:
  ///   - hash: The hash of its units.
  ///   - stretch: Its units, from index 0 on.
  ///   - length: Their number.
  /// - Returns: The rank of the word; nil if it is none.
  func rank(_ hash: UInt64, _ stretch: Cells<UInt16>, length: Int) -> Int? {
    var slot = Int(truncatingIfNeeded: (hash &* Self.whole) &>> slotShift)
    while slots[slot] != 0 {
      let found = slots[slot]
      let rank = Int(found & Self.rankMask)
      if found &>> 32 == hash & Self.rankMask, isEqual(rank, stretch, length) { return rank }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private func isEqual(_ rank: Int, _ stretch: Cells<UInt16>, _ length: Int) -> Bool {
    let first = Int(ends[rank - 1])
    guard Int(ends[rank]) - first == length else { return false }
    for index in 0..<length where units[first + index] != stretch[index] { return false }
    return true
  }
}

extension RankedWords {
  /// Takes words one by one.
  package struct Builder: Concealing {
    fileprivate var units: [UInt16] = []
    fileprivate var ends: [UInt32] = [0]
    fileprivate var slots = [UInt64](repeating: 0, count: 16)
    fileprivate var slotShift: UInt64 = 60
    fileprivate var longest = 0
    /// The number of slots in use.
    private var used = 0
    /// The ranks whose words have a later one.
    private var lost: Set<Int> = []

    /// The most words; ranks are below 2²⁹.
    static let mostWords = 1 << 29 - 1
    /// The most UTF-16 units of all words.
    static let mostUnits = Int(UInt32.max)

    /// Makes a table without words.
    package init() {}

    /// The number of words.
    package var count: Int { ends.count - 1 }

    /// Adds a word at the next rank, unless it has one.
    ///
    /// - Parameter word: UTF-8, as passwords are; not empty.
    /// - Returns: Whether it was added; false if it has a rank, or there is no more room.
    package mutating func add(_ word: Span<UInt8>) -> Bool { append(word, movesRank: false) }

    /// Prefetches the memory that ``add(_:)`` needs for a word.
    package func prefetch(_ word: Span<UInt8>) {
      var hash = RankedWords.seed
      for index in word.indices {
        hash = RankedWords.hash(hash, followedBy: LowerCase.lowered(ascii: UInt16(word[index])))
      }
      let slot = Int(truncatingIfNeeded: (hash &* RankedWords.whole) &>> slotShift)
      // SAFETY: the address of an element, which is not read.
      unsafe slots.withUnsafeBufferPointer { slots in
        guard let first = slots.baseAddress else { return }
        unsafe prefetch_line(UnsafeRawPointer(first + slot))
      }
    }

    /// Adds a word at the next rank, as the reference does: a word that has a rank gets the last.
    package mutating func take(_ word: String) {
      _ = append(word.utf8Span.span, movesRank: true)
    }

    /// Whether another word of this many bytes may not fit.
    package func isFull(beside byteCount: Int) -> Bool {
      count >= Self.mostWords || units.count + byteCount > Self.mostUnits
    }

    /// The finished table.
    package consuming func build() -> RankedWords { RankedWords(self) }

    private mutating func append(_ word: Span<UInt8>, movesRank: Bool) -> Bool {
      if isFull(beside: word.count) { return false }
      let first = units.count
      let hash = appendLowered(word)
      let length = units.count - first
      let slot = self.slot(of: hash, first..<units.count)
      if slots[slot] != 0, !movesRank {
        units.removeLast(length)
        return false
      }
      ends.append(UInt32(units.count))
      if length == 0 || isUnranked(units[first...]) { return true }
      if slots[slot] == 0 {
        used += 1
      } else {
        lost.insert(Int(slots[slot] & RankedWords.rankMask))
      }
      slots[slot] = hash << 32 | UInt64(count)
      longest = max(longest, length)
      if used * 2 > slots.count { grow() }
      return true
    }

    /// Whether the reference has no rank for a word in any list; see ``WordEntry/rank``.
    private func isUnranked(_ word: ArraySlice<UInt16>) -> Bool {
      word.count == 9 && word.elementsEqual("__proto__".utf16)
    }

    /// Appends the lower case of a word, and returns its hash.
    private mutating func appendLowered(_ word: Span<UInt8>) -> UInt64 {
      let first = units.count
      var hash = RankedWords.seed
      for index in word.indices {
        let byte = word[index]
        guard byte < 0x80 else {
          units.removeLast(units.count - first)
          return appendLoweredUnicode(word)
        }
        let unit = LowerCase.lowered(ascii: UInt16(byte))
        units.append(unit)
        hash = RankedWords.hash(hash, followedBy: unit)
      }
      return hash
    }

    private mutating func appendLoweredUnicode(_ word: Span<UInt8>) -> UInt64 {
      var written: [UInt16] = []
      UTF8Units.forEach(in: word) { unit in
        written.append(unit)
        return true
      }
      let lowered = LowerCase.lowered(written)
      units += lowered
      return lowered.reduce(RankedWords.seed) { RankedWords.hash($0, followedBy: $1) }
    }

    /// The slot of a word, or an empty one for it.
    private func slot(of hash: UInt64, _ word: Range<Int>) -> Int {
      var slot = Int(truncatingIfNeeded: (hash &* RankedWords.whole) &>> slotShift)
      while slots[slot] != 0 {
        let rank = Int(slots[slot] & RankedWords.rankMask)
        if slots[slot] >> 32 == hash & RankedWords.rankMask,
          units[Int(ends[rank - 1])..<Int(ends[rank])].elementsEqual(units[word])
        {
          return slot
        }
        slot = (slot + 1) & (slots.count - 1)
      }
      return slot
    }

    /// Doubles the slots.
    private mutating func grow() {
      slots = [UInt64](repeating: 0, count: 2 * slots.count)
      slotShift -= 1
      // In the order of ranks, in which the units lie.
      var first = 0
      for rank in 1..<ends.count {
        let end = Int(ends[rank])
        defer { first = end }
        if first == end || lost.contains(rank) || isUnranked(units[first..<end]) { continue }
        var hash = RankedWords.seed
        for place in first..<end { hash = RankedWords.hash(hash, followedBy: units[place]) }
        var slot = Int(truncatingIfNeeded: (hash &* RankedWords.whole) &>> slotShift)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = hash << 32 | UInt64(rank)
      }
    }
  }
}

extension Cells {
  /// Copies an array, which has at least one element unless none is ever read.
  fileprivate init(_ array: [Element]) where Element: BinaryInteger {
    self.init(count: max(array.count, 1), filledWith: 0)
    for (index, element) in array.enumerated() { self[index] = element }
  }
}
