@_spi(Internal) import Bytes

/// A cache of results for lists in which passwords recur.
///
/// Each password has four places in the table, side by side, by its hash. An entry contains the
/// password itself, so two passwords are never confused: 4 to 11 bytes, the last one not 0. Its
/// guesses are a whole number below 2³⁴. Longer or more costly passwords rarely recur, and have no
/// entry.
///
/// A used entry stays until about twelve other passwords wanted its place, so the commonest ones
/// stay. If few passwords are found, the cache pauses, so that it does not slow down lists without
/// repetitions.
///
/// Of 12.0 million lines in random order, of which 46 % are the first of their kind but none is
/// common, the 4 MiB of each of two lanes find 26 %, and take 0.97 of the time with 2 MiB and one
/// place a password, which find 16 %. 8 MiB find 33 %. (Shares of a simulation of one lane.)
struct Memo {
  /// The bits of an entry's number, for 4 MiB of entries.
  private static let bits: UInt64 = 18
  /// The number of places of a password, which share a line of a processor's caches.
  private static let ways = 4
  /// The number of lookups after which the cache decides whether they pay.
  private static let trial = 1 << 16
  /// The number of passwords without lookups if lookups did not pay.
  private static let pause = 1 << 20

  /// A password and, in the table, its result.
  struct Entry: BitwiseCopyable, Equatable {
    /// The first eight bytes, the first one lowest, padded with zeros.
    var head: UInt64 = 0
    /// Bits 0–23: the other three bytes; 24–57: the guesses; 58–61: the decisive pattern; 62–63:
    /// the number of uses.
    var rest: UInt64 = 0

    static let tailMask: UInt64 = 0xFF_FFFF
    static let guessesShift: UInt64 = 24
    static let guessesMask: UInt64 = 0x3_FFFF_FFFF
    static let patternShift: UInt64 = 58
    static let use: UInt64 = 1 << 62
  }

  private let entries: Cells<Entry>
  /// The index of the first entry at the beginning of a line of the caches.
  private let first: Int
  /// The group's passwords; all zeros for a password that cannot have an entry.
  private let keys = Cells<Entry>(count: EdgeWalks.groupSize, filledWith: Entry())
  /// The lookups left in this trial or, if negative, in this pause.
  private var left = trial
  private var hits = 0
  /// Whether the passwords of this group are looked up.
  private(set) var isAwake = true
  /// Whether the next group is the first one of a pause.
  private var fallsAsleep = false
  /// The results found for the group's passwords; 0 guesses if none was found.
  private let found = Cells<Found>(count: EdgeWalks.groupSize, filledWith: Found())

  struct Found: BitwiseCopyable {
    var guesses = 0.0
    /// The number of the decisive pattern.
    var pattern = 0
  }

  init() {
    entries = Cells(unusedCount: (1 << Int(Self.bits)) + Self.ways - 1)
    first = entries.countBefore(addressMultipleOf: Self.ways * MemoryLayout<Entry>.stride)
  }

  func deallocate() {
    entries.deallocate()
    keys.deallocate()
    found.deallocate()
  }

  /// Begins a group, and decides whether its passwords are looked up.
  @inline(__always)
  mutating func begin(_ count: Int) {
    isAwake = left > 0
    if isAwake {
      left &-= count
      if left <= 0 {
        left = hits &* 32 < Self.trial ? -Self.pause : Self.trial
        hits = 0
        fallsAsleep = left < 0
      }
    } else {
      if fallsAsleep { forgetGroup() }
      fallsAsleep = false
      left &+= count
      if left >= 0 { left = Self.trial }
    }
  }

  /// Removes the results of the last group; nothing is added while the cache pauses.
  private func forgetGroup() {
    for slot in 0..<keys.count {
      keys[slot] = Entry()
      found[slot] = Found()
    }
  }

  /// Stores the password of a slot, and prefetches its places.
  @inline(__always)
  func note(_ utf8: Span<UInt8>, at slot: Int) {
    let key = Self.key(of: utf8)
    keys[slot] = key
    entries.prefetch(places(of: key).lowerBound)
  }

  /// The result found for a slot's password.
  subscript(slot: Int) -> Found {
    @inline(__always) get { found[slot] }
  }

  /// Looks up a slot's password; false if it is unknown.
  @inline(__always)
  mutating func lookUp(_ slot: Int) -> Bool {
    found[slot] = Found()
    let key = keys[slot]
    guard key.head != 0 else { return false }
    for place in places(of: key) {
      // SAFETY: a place has as many bits as the number of entries, of which there are three more.
      let entry = unsafe entries[unchecked: place]
      if entry.head == key.head, (entry.rest ^ key.rest) & Entry.tailMask == 0 {
        hits &+= 1
        unsafe entries[unchecked: place].rest = entry.rest | (3 * Entry.use)
        let guesses = entry.rest >> Entry.guessesShift & Entry.guessesMask
        found[slot] = Found(
          guesses: Double(guesses), pattern: Int(entry.rest >> Entry.patternShift & 15))
        return true
      }
    }
    return false
  }

  /// Stores the result for a slot's password, if one of its places is free or can be overwritten.
  @inline(__always)
  func keep(_ guesses: Double, _ pattern: DecisivePattern, at slot: Int) {
    let key = keys[slot]
    guard key.head != 0, guesses <= Double(Entry.guessesMask), guesses == guesses.rounded(.down)
    else { return }
    let places = places(of: key)
    // Slots begin with different places, so that all serve alike.
    for step in 0..<Self.ways {
      let place = places.lowerBound &+ ((slot &+ step) & (Self.ways - 1))
      // SAFETY: as above.
      if unsafe entries[unchecked: place].rest < Entry.use {
        unsafe entries[unchecked: place] = Entry(
          head: key.head,
          rest: key.rest | UInt64(guesses) << Entry.guessesShift
            | UInt64(pattern.rawValue) << Entry.patternShift)
        return
      }
    }
    // In one of four groups, passwords that want a place age one of its entries.
    if left & (3 * EdgeWalks.groupSize) == 0 {
      unsafe entries[unchecked: places.lowerBound &+ (slot & (Self.ways - 1))].rest -= Entry.use
    }
  }

  /// The indices of a password's entries.
  @inline(__always)
  private func places(of key: Entry) -> Range<Int> {
    let mixed = (key.head ^ (key.rest &* 0x9E37_79B9_7F4A_7C15)) &* 0xD6E8_FEB8_6659_FD93
    let spread = (mixed ^ (mixed >> 32)) &* 0x9E37_79B9_7F4A_7C15
    let place = Int(truncatingIfNeeded: spread >> (64 - Self.bits)) & ~(Self.ways - 1)
    return first &+ place..<first &+ place &+ Self.ways
  }

  /// The bytes of a password; all zeros if it cannot have an entry.
  @inline(__always)
  private static func key(of utf8: Span<UInt8>) -> Entry {
    let count = utf8.count
    guard count >= 4, count <= 11, utf8[count - 1] != 0 else { return Entry() }
    let words = utf8.raw.words
    return Entry(head: words.low, rest: words.high)
  }
}
