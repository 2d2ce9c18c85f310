@_spi(Internal) import Bytes
import CInstructions
import Glibc

/// Counts passwords in an open-addressing table that can be sorted.
///
/// Each place belongs to a range of fingerprints, in ascending order, so the table is almost
/// sorted: collisions move entries by a few places, and sorting takes one pass.
struct RecordTable: ~Copyable, Sendable {
  /// The number of passwords.
  private(set) var count = 0
  /// Whether a count was clamped to the largest number.
  private(set) var isClamped = false

  private var pages: MappedMemory<PasswordRecord>
  /// The number of leading bits that all fingerprints share; they choose no places.
  private var prefixBits: UInt64
  /// The most places.
  private var placeLimit: Int
  /// Bytes that must remain free in the system besides the table.
  private let reserve: Int

  /// The smallest table: one page of memory.
  static let firstPlaces = 4096 / PasswordRecord.stride

  /// Makes an empty table that takes at most `byteLimit` bytes, but at least one page.
  ///
  /// - Parameters:
  ///   - prefixBits: The number of leading bits that all fingerprints share; below 64.
  ///   - byteLimit: The most bytes.
  ///   - reserve: Bytes that must remain free after each allocation.
  /// - Throws: ``GroupingProblem/noMemory(byteCount:)``.
  init(
    prefixBits: Int, byteLimit: Int, reserve: Int = SpareMemory.reserve
  ) throws(GroupingProblem) {
    pages = try MappedMemory(places: Self.firstPlaces, besides: reserve)
    self.reserve = reserve
    self.prefixBits = UInt64(prefixBits)
    placeLimit = max(Self.firstPlaces, byteLimit / PasswordRecord.stride)
  }

  /// The number of passwords at which the table must grow.
  ///
  /// With more, searches get longer; a table that cannot grow takes half as many more.
  private var limit: Int { pages.places < placeLimit ? pages.places / 2 : pages.places / 4 * 3 }

  /// Lets the table hold at least this many passwords.
  mutating func raiseCapacity(to count: Int) { placeLimit = max(placeLimit, count / 3 * 4 + 4) }

  /// Sets the number of leading bits that all fingerprints share, below 64; the table must be
  /// empty.
  mutating func share(prefixBits: Int) {
    assert(count == 0)
    self.prefixBits = UInt64(prefixBits)
  }

  /// Adds all records; grows if necessary.
  ///
  /// - Returns: Whether all were added; false if the table is full and cannot grow.
  mutating func addAll(_ packed: Span<PackedRecord.Unit>) -> Bool {
    // Slightly more cache misses than a processor can have outstanding.
    var piece = InlineArray<32, PasswordRecord>(repeating: .none)
    var place = 0
    while place < packed.count {
      let count = unpack(packed, from: &place, into: &piece)
      var added = 0
      while true {
        added += add(piece.span.extracting(added..<count))
        if added == count { break }
        if !grow() { return false }
      }
    }
    return true
  }

  /// Unpacks some records and prefetches their places.
  ///
  /// - Returns: The number of records.
  private func unpack(
    _ packed: Span<PackedRecord.Unit>, from place: inout Int,
    into piece: inout InlineArray<32, PasswordRecord>
  ) -> Int {
    let (units, end) = (packed.raw, packed.count)
    let base = unsafe pages.base
    var records = piece.mutableSpan
    var (next, count) = (place, 0)
    while count < records.count, next < end {
      let record = PackedRecord.next(in: units, at: &next)
      // SAFETY: a prefetch affects only the cache.
      unsafe prefetch_line(base + self.place(of: record.high))
      records[count] = record
      count &+= 1
    }
    place = next
    return count
  }

  /// Adds records until the table is full.
  ///
  /// The only branch that the processor mispredicts is whether another password has the first
  /// place. Whether the password is new, as half of them are, decides what is written, not where.
  ///
  /// - Returns: The number of added records.
  private mutating func add(_ records: Span<PasswordRecord>) -> Int {
    let room = max(0, min(limit &- count, records.count))
    // SAFETY: the pages belong to this table until it grows. `place < places` throughout, and every
    // search ends at a free place, since at most three quarters are taken.
    let (base, places) = (unsafe pages.base, pages.places)
    var (new, clamped): (UInt64, UInt64) = (0, 0)
    for index in 0..<room {
      let record = records[index]
      var place = place(of: record.high)
      while true {
        let found = unsafe base[place]
        // All bits set if the place is taken, otherwise none.
        let taken = opaque(found.count == 0 ? 0 : .max)
        if found.difference(from: record) & taken == 0 {
          let (sum, isTooLarge) = found.count.addingReportingOverflow(record.count)
          let tooLarge: UInt64 = isTooLarge ? .max : 0
          unsafe base[place] = PasswordRecord(
            high: record.high, low: record.low,
            signature: record.signature ^ ((record.signature ^ found.signature) & taken),
            count: sum | tooLarge)
          new &+= taken &+ 1
          clamped |= tooLarge
          break
        }
        place &+= 1
        if place == places { place = 0 }
      }
    }
    count &+= Int(truncatingIfNeeded: new)
    if clamped != 0 { isClamped = true }
    return room
  }

  /// Adds a record.
  ///
  /// - Returns: Whether there was room; if not, the table must ``grow()`` or be emptied.
  mutating func add(_ record: PasswordRecord) -> Bool {
    let one: InlineArray = [record]
    return add(one.span) == 1
  }

  /// Doubles the table.
  ///
  /// - Returns: Whether it grew; false if the limit is reached or memory is short.
  mutating func grow() -> Bool {
    let wanted = min(pages.places.multipliedReportingOverflow(by: 2).partialValue, placeLimit)
    guard wanted > pages.places,
      var old = try? MappedMemory<PasswordRecord>(places: wanted, besides: reserve)
    else { return false }
    swap(&pages, &old)
    // SAFETY: as in `add`; both tables have room for their places.
    let (base, places) = (unsafe pages.base, pages.places)
    for index in 0..<old.places where unsafe old.base[index].count != 0 {
      var place = unsafe place(of: old.base[index].high)
      while unsafe base[place].count != 0 {
        place &+= 1
        if place == places { place = 0 }
      }
      unsafe base[place] = old.base[index]
    }
    return true
  }

  /// The size in bytes; growing allocates twice as many.
  var byteCount: Int { pages.places * PasswordRecord.stride }

  /// Calls `body` with each record, in no particular order.
  @inline(__always)
  func forEach<Failure: Error>(_ body: (PasswordRecord) throws(Failure) -> Void) throws(Failure) {
    try forEachPlace { record throws(Failure) in
      if record.count != 0 { try body(record) }
    }
  }

  /// Calls `body` with the content of each place, in no particular order: a record, or an empty
  /// one.
  @inline(__always)
  func forEachPlace<Failure: Error>(_ body: (PasswordRecord) throws(Failure) -> Void)
    throws(Failure)
  {
    // SAFETY: within the pages.
    for place in 0..<pages.places { try unsafe body(pages.base[place]) }
  }

  /// Removes all records, but keeps the memory.
  mutating func removeAll() {
    // SAFETY: exactly the allocated pages.
    unsafe memset(pages.base, 0, pages.places * PasswordRecord.stride)
    count = 0
  }

  /// Lends all records in order of fingerprints, then empties the table.
  mutating func drain<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeBufferPointer<PasswordRecord>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { removeAll() }
    sort()
    // SAFETY: the sorted records are at the beginning; the pages outlive the call.
    return try unsafe body(UnsafeBufferPointer(start: pages.base, count: count))
  }

  /// Moves all records to the beginning, in order of fingerprints.
  private func sort() {
    // SAFETY: every index is below `count` or `places`.
    let base = unsafe pages.base
    // Collisions at the end of the table wrap around to its beginning; these entries belong last.
    var wrapped: [PasswordRecord] = []
    var isBeginning = true
    var filled = 0
    for place in 0..<pages.places {
      let record = unsafe base[place]
      if record.count == 0 {
        isBeginning = false
      } else if isBeginning, self.place(of: record.high) > place {
        wrapped.append(record)
      } else {
        unsafe base[filled] = record
        filled += 1
      }
    }
    for record in wrapped {
      unsafe base[filled] = record
      filled += 1
    }
    for index in 0..<filled {
      let record = unsafe base[index]
      var place = index
      while place > 0, unsafe record.precedes(base[place - 1]) {
        unsafe base[place] = base[place - 1]
        place -= 1
      }
      unsafe base[place] = record
    }
  }

  /// The first place of a fingerprint, from its first half.
  @inline(__always)
  private func place(of high: UInt64) -> Int {
    let fraction = high &<< prefixBits
    return Int(
      truncatingIfNeeded: fraction.multipliedFullWidth(
        by: UInt64(truncatingIfNeeded: pages.places)
      ).high)
  }
}
