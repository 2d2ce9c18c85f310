@_spi(House) import Passwords

/// Keys of three words with their counts: what a tally keeps signatures in, and shapes.
///
///     var table = CountTable()
///     table.add(3, to: signature)
///     table.forEach { signature, count in … }
struct CountTable: Sendable {
  /// Keys present.
  private(set) var count = 0

  /// A key and its count.
  private struct Entry {
    var signature = Signature()
    var count: UInt64 = 0
  }

  // Keys in the order in which they were first met, from number 1 on; behind the last, room for more.
  // What is common comes early, so that it stays in a first-level cache however many follow.
  private var entries: [Entry]
  // An open-addressing table of their numbers, 0 where a place is free: a power of two of places, at
  // most three quarters of them taken. Empty where keys were appended and none was looked for.
  private var places: [UInt32]
  private var shift: UInt64

  // 4,096 places: growing to what a list needs costs nothing that can be measured.
  private static let firstBits = 12

  /// Makes the empty table.
  init() {
    places = Array(repeating: 0, count: 1 << Self.firstBits)
    entries = Array(repeating: Entry(), count: Self.room(in: 1 << Self.firstBits) + 1)
    shift = UInt64(64 - Self.firstBits)
  }

  /// Counts the signature of every line of a batch.
  ///
  /// Most lines find their signature at the first place. So all first places are looked at before
  /// anything is counted: the tables of a full recipe are larger than the cache, and without a branch
  /// between them the processor waits for many at once (0.19 -> 0.08 s for 12.0 M real lines).
  mutating func add(_ batch: borrowing LineBatch) {
    reserve(for: batch.count)
    var numbers = InlineArray<256, UInt32>(repeating: 0)
    precondition(batch.count <= numbers.count, "a number for each line")
    find(batch, &numbers)
    var entries = entries.mutableSpan
    for index in 0..<batch.count {
      // Entry 0, which is none, takes what is counted once more below.
      entries[Int(numbers[index])].count &+= batch.isWeighted ? batch[weight: index] : 1
    }
    for index in 0..<batch.count where numbers[index] == 0 {
      count(batch.isWeighted ? batch[weight: index] : 1, batch[signature: index])
    }
  }

  /// Looks for the signature of each line at its first place: gives its number, 0 where it is not there.
  private func find(_ batch: borrowing LineBatch, _ numbers: inout InlineArray<256, UInt32>) {
    let (places, entries, shift) = (places.span, entries.span, shift)
    for index in 0..<batch.count {
      numbers[index] = places[Self.place(of: batch[signature: index], shift)]
    }
    for index in 0..<batch.count {
      let isThere = entries[Int(numbers[index])].signature == batch[signature: index]
      numbers[index] = isThere ? numbers[index] : 0
    }
  }

  /// Counts one key a number of times.
  mutating func add(_ times: UInt64, to signature: Signature) {
    guard times > 0 else { return }
    reserve(for: 1)
    count(times, signature)
  }

  /// Counts a key for which there is room.
  private mutating func count(_ times: UInt64, _ signature: Signature) {
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
  }

  /// Adds a key that is not there yet, and looks for none: what is read from a file is often only read
  /// on.
  ///
  /// - Parameters:
  ///   - signature: One that the table does not hold.
  ///   - times: How often it is counted; at least 1.
  mutating func append(_ signature: Signature, times: UInt64) {
    if !places.isEmpty { places = [] }
    count += 1
    if count == entries.count {
      entries += Array(repeating: Entry(), count: entries.count)
    }
    entries[count] = Entry(signature: signature, count: times)
  }

  /// Adds all keys of another table; the empty one takes it over.
  mutating func merge(_ other: CountTable) {
    if count == 0 { self = other } else { other.forEach { add($1, to: $0) } }
  }

  /// Forgets all keys and keeps the room.
  mutating func removeAll() {
    count = 0
    for index in places.indices { places[index] = 0 }
  }

  /// Calls `body` with each key and its count, in no particular order.
  func forEach(_ body: (Signature, UInt64) throws -> Void) rethrows {
    for entry in entries[1..<count + 1] { try body(entry.signature, entry.count) }
  }

  /// Keys that so many places are enough for.
  private static func room(in places: Int) -> Int { places / 4 &* 3 }

  /// Makes room so that `additions` more keys leave a quarter of the places free.
  private mutating func reserve(for additions: Int) {
    let wanted = count &+ additions
    guard wanted > Self.room(in: places.count) else { return }
    precondition(wanted <= UInt32.max / 2, "numbers of keys have 32 bits")
    var size = max(places.count, 1 << Self.firstBits)
    while wanted > Self.room(in: size) { size &*= 2 }
    shift = UInt64(64 - size.trailingZeroBitCount)
    places = Array(repeating: 0, count: size)
    let room = max(0, Self.room(in: size) + 1 - entries.count)
    entries += Array(repeating: Entry(), count: room)
    for number in 1..<count + 1 {
      var place = Self.place(of: entries[number].signature, shift)
      while places[place] != 0 { place = (place &+ 1) & (size &- 1) }
      places[place] = UInt32(truncatingIfNeeded: number)
    }
  }

  /// Where a key belongs: the top bits of its mix.
  private static func place(of signature: Signature, _ shift: UInt64) -> Int {
    Int(truncatingIfNeeded: signature.mixed &>> shift)
  }
}

extension CountTable: Equatable {
  /// Whether every count is the same, wherever it lies in the table.
  static func == (a: CountTable, b: CountTable) -> Bool {
    guard a.count == b.count else { return false }
    var counts: [Signature: UInt64] = [:]
    b.forEach { counts[$0] = $1 }
    var equal = true
    a.forEach { equal = equal && counts[$0] == $1 }
    return equal
  }
}
