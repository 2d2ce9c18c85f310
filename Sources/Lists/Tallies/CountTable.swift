@_spi(Internal) import Passwords

/// A hash table from three-word keys to counts, for signatures and shapes.
///
///     var table = CountTable()
///     table.add(3, to: signature)
///     table.forEach { signature, count in … }
struct CountTable: Sendable {
  /// The number of keys.
  private(set) var count = 0

  /// A key and its count.
  private struct Entry {
    var signature = Signature()
    var count: UInt64 = 0
  }

  // Keys in order of first appearance, from number 1 on, followed by spare room. Common keys appear
  // early, so they stay in the first-level cache however many keys follow.
  private var entries: [Entry]
  // An open-addressing table of key numbers; 0 marks a free place. The number of places is a power
  // of two; at most three quarters are taken. Empty if keys were only appended, never looked up.
  private var places: [UInt32]
  private var shift: UInt64

  // 4,096 places: growing to the size for a list has no measurable cost.
  private static let firstBits = 12

  /// Makes the empty table.
  init() {
    places = Array(repeating: 0, count: 1 << Self.firstBits)
    entries = Array(repeating: Entry(), count: Self.room(in: 1 << Self.firstBits) + 1)
    shift = UInt64(64 - Self.firstBits)
  }

  /// Counts the signature of every line of a batch, and tells the batch its number.
  ///
  /// Most lines find their signature at the first place, so all first places are read before
  /// anything is counted. The tables of a full schema exceed the cache; without a branch in
  /// between, the processor waits for many places at once (0.19 -> 0.08 s for 12.0 M real lines).
  mutating func add(_ batch: inout LineBatch) {
    reserve(for: batch.count)
    var missed = InlineArray<256, UInt8>(repeating: 0)
    precondition(batch.count <= missed.count, "a place for each line")
    for place in 0..<countFound(&batch, &missed) {
      let index = Int(missed[place])
      batch[key: index] = count(
        batch.isWeighted ? batch[weight: index] : 1, batch[signature: index])
    }
  }

  /// Counts the lines whose signature is at its first place.
  ///
  /// - Returns: The number of remaining lines; `missed` holds their indices.
  private mutating func countFound(
    _ batch: inout LineBatch, _ missed: inout InlineArray<256, UInt8>
  ) -> Int {
    find(&batch)
    var entries = entries.mutableSpan
    var count = 0
    for index in 0..<batch.count {
      let number = Int(batch[key: index])
      // Entry 0 is not a key; it collects the counts of the remaining lines.
      let key = entries[number].signature == batch[signature: index] ? number : 0
      entries[key].count &+= batch.isWeighted ? batch[weight: index] : 1
      // Stores every index; if the line was counted, the next index overwrites it.
      missed[count] = UInt8(truncatingIfNeeded: index)
      count &+= key == 0 ? 1 : 0
    }
    return count
  }

  /// Reads the number at each line's first place.
  private func find(_ batch: inout LineBatch) {
    let (places, shift) = (places.span, shift)
    for index in 0..<batch.count {
      batch[key: index] = places[Self.place(of: batch[signature: index], shift)]
    }
  }

  /// Adds a number of occurrences to one key.
  mutating func add(_ times: UInt64, to signature: Signature) {
    guard times > 0 else { return }
    reserve(for: 1)
    count(times, signature)
  }

  /// Adds to a key; the table must have room for it.
  ///
  /// - Returns: The number of the key.
  @discardableResult
  private mutating func count(_ times: UInt64, _ signature: Signature) -> UInt32 {
    var place = Self.place(of: signature, shift)
    var number = Int(places[place])
    while number != 0, !(entries[number].signature == signature) {
      place = (place &+ 1) & (places.count &- 1)
      number = Int(places[place])
    }
    if number == 0 {
      count &+= 1
      number = count
      places[place] = UInt32(truncatingIfNeeded: number)
      entries[number] = Entry(signature: signature, count: 0)
    }
    entries[number].count &+= times
    return UInt32(truncatingIfNeeded: number)
  }

  /// Adds a new key without a look-up, since a table read from a file is often only iterated.
  ///
  /// - Parameters:
  ///   - signature: A key that the table does not hold.
  ///   - times: Its count; at least 1.
  mutating func append(_ signature: Signature, times: UInt64) {
    if !places.isEmpty { places = [] }
    count += 1
    if count == entries.count {
      entries += Array(repeating: Entry(), count: entries.count)
    }
    entries[count] = Entry(signature: signature, count: times)
  }

  /// Adds all keys of another table; an empty table copies it.
  mutating func merge(_ other: CountTable) {
    if count == 0 { self = other } else { other.forEach { add($1, to: $0) } }
  }

  /// Removes all keys, but keeps the memory.
  mutating func removeAll() {
    count = 0
    for index in places.indices { places[index] = 0 }
  }

  /// Calls `body` with each key and its count, in no particular order.
  func forEach(_ body: (Signature, UInt64) throws -> Void) rethrows {
    for entry in entries[1..<count + 1] { try body(entry.signature, entry.count) }
  }

  /// The most keys for this number of places.
  private static func room(in places: Int) -> Int { places / 4 &* 3 }

  /// Makes room so that a quarter of the places stays free after `additions` more keys.
  private mutating func reserve(for additions: Int) {
    let wanted = count &+ additions
    growEntries(for: wanted)
    guard wanted > Self.room(in: places.count) else { return }
    precondition(wanted <= UInt32.max / 2, "numbers of keys have 32 bits")
    var size = max(places.count, 1 << Self.firstBits)
    while wanted > Self.room(in: size) { size &*= 2 }
    shift = UInt64(64 - size.trailingZeroBitCount)
    places = Array(repeating: 0, count: size)
    for number in 1..<count + 1 {
      var place = Self.place(of: entries[number].signature, shift)
      while places[place] != 0 { place = (place &+ 1) & (size &- 1) }
      places[place] = UInt32(truncatingIfNeeded: number)
    }
  }

  /// Makes room for entries: twice as many, or a quarter more in a large table, of which both the
  /// old and the new memory are in use for a moment.
  private mutating func growEntries(for wanted: Int) {
    guard wanted >= entries.count else { return }
    let more = entries.count < Self.largeCount ? entries.count : entries.count / 4
    let room = max(wanted + 1, entries.count + more)
    var grown: [Entry] = []
    grown.reserveCapacity(room)
    grown.append(contentsOf: entries)
    grown.append(contentsOf: repeatElement(Entry(), count: room - entries.count))
    entries = grown
  }

  /// From here on a table grows by a quarter: 4 MiB.
  private static let largeCount = 1 << 17

  /// The first place of a key: the top bits of its mix.
  private static func place(of signature: Signature, _ shift: UInt64) -> Int {
    Int(truncatingIfNeeded: signature.mixed &>> shift)
  }
}

extension CountTable: Equatable {
  /// Compares the counts, regardless of their order in the tables.
  static func == (a: CountTable, b: CountTable) -> Bool {
    guard a.count == b.count else { return false }
    var counts: [Signature: UInt64] = [:]
    b.forEach { counts[$0] = $1 }
    var equal = true
    a.forEach { equal = equal && counts[$0] == $1 }
    return equal
  }
}
