@_spi(House) import Bytes

/// A cache of results for lists in which passwords recur.
///
/// Each password has one place in the table, by its hash. An entry contains the password itself, so
/// two passwords are never confused: 4 to 11 bytes, the last one not 0. Its guesses are a whole
/// number below 2³⁴. Longer or more costly passwords rarely recur, and have no entry.
///
/// A used entry stays until about twelve other passwords wanted its place, so the commonest ones
/// stay. If few passwords are found, the cache pauses, so that it does not slow down lists without
/// repetitions.
///
/// Of 12.0 million lines in random order, of which 46 % are the first of their kind but none is
/// common, 2 MiB find 17 %, which takes 0.97 of the time with 128 KiB, which find 1 %. 512 KiB and
/// 1 MiB gain nothing, and 4 MiB gain nothing more.
struct Memo {
  /// The bits of an entry's number, for 2 MiB of entries.
  ///
  /// Entries of common passwords, which are found most often, stay in a core's second-level cache,
  /// together with the hot part of the tries.
  private static let bits: UInt64 = 17
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

  private let entries = Cells<Entry>(unusedCount: 1 << Int(bits))
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

  /// Stores the password of a slot, and prefetches its entry.
  @inline(__always)
  func note(_ utf8: Span<UInt8>, at slot: Int) {
    let key = Self.key(of: utf8)
    keys[slot] = key
    entries.prefetch(Self.place(of: key))
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
    let place = Self.place(of: key)
    // SAFETY: a place has as many bits as the number of entries.
    let entry = unsafe entries[unchecked: place]
    guard entry.head == key.head, (entry.rest ^ key.rest) & Entry.tailMask == 0, key.head != 0
    else { return false }
    hits &+= 1
    unsafe entries[unchecked: place].rest = entry.rest | (3 * Entry.use)
    let guesses = entry.rest >> Entry.guessesShift & Entry.guessesMask
    found[slot] = Found(
      guesses: Double(guesses), pattern: Int(entry.rest >> Entry.patternShift & 15))
    return true
  }

  /// Stores the result for a slot's password, if its place is free or can be overwritten.
  @inline(__always)
  func keep(_ guesses: Double, _ pattern: DecisivePattern, at slot: Int) {
    let key = keys[slot]
    guard key.head != 0, guesses <= Double(Entry.guessesMask), guesses == guesses.rounded(.down)
    else { return }
    let place = Self.place(of: key)
    // SAFETY: as above.
    let entry = unsafe entries[unchecked: place]
    if entry.rest >> 62 != 0 {
      // In one of four groups, passwords that want the place age its entry.
      if left & (3 * EdgeWalks.groupSize) == 0 {
        unsafe entries[unchecked: place].rest -= Entry.use
      }
      return
    }
    unsafe entries[unchecked: place] = Entry(
      head: key.head,
      rest: key.rest | UInt64(guesses) << Entry.guessesShift
        | UInt64(pattern.rawValue) << Entry.patternShift)
  }

  /// The index of a password's entry.
  @inline(__always)
  private static func place(of key: Entry) -> Int {
    let mixed = (key.head ^ (key.rest &* 0x9E37_79B9_7F4A_7C15)) &* 0xD6E8_FEB8_6659_FD93
    let spread = (mixed ^ (mixed >> 32)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: spread >> (64 - bits))
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
