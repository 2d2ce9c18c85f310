import Diagnostics

/// Sorts one part of the records at a time and merges records of the same value.
@safe struct RecordSorter: ~Copyable {
  /// The number of records that fit into a copy.
  private let capacity: Int
  // SAFETY: both allocated in `grow` for `room` records and freed in `deinit`; the first `count`
  // records of `records` are initialised. Cannot be copied.
  private var records: UnsafeMutablePointer<Record>
  private var scratch: UnsafeMutablePointer<Record>
  private var room = 1 << 16
  /// The number of records.
  private(set) var count = 0

  /// Makes a sorter with two copies of a part, each of at most `byteCount` bytes.
  init(capacity byteCount: Int) {
    capacity = max(byteCount / MemoryLayout<Record>.stride, room)
    unsafe records = .allocate(capacity: room)
    unsafe scratch = .allocate(capacity: room)
  }

  deinit {
    unsafe records.deallocate()
    unsafe scratch.deallocate()
  }

  /// Replaces the records by the records of a part, sorts them, and keeps one for each value.
  ///
  /// If the part does not fit, merges records of the same value while loading.
  mutating func load(
    _ part: Int, of spool: borrowing RecordSpool, bandOf: (Record) -> RankBand
  ) throws(Problem) {
    count = 0
    grow(to: min(capacity, spool.count(of: part)))
    var fault: SystemError?
    fault = try unsafe spool.forEachBlock(of: part) { block throws(Problem) in
      if count + block.count > room {
        sort()
        join(bandOf)
        // At least a quarter must be free, or each block would be sorted again with all previous
        // blocks.
        guard count <= room / 4 * 3, count + block.count <= room else {
          throw Problem.memoryTooSmall(needed: 4 * room * 2 * MemoryLayout<Record>.stride)
        }
      }
      if let first = block.baseAddress {
        unsafe (records + count).initialize(from: first, count: block.count)
        count += block.count
      }
    }
    if let fault { throw .spoolFailed(fault) }
    sort()
    join(bandOf)
  }

  /// The records in the order of their fingerprints, one for each value.
  subscript(index: Int) -> Record {
    precondition(index >= 0 && index < count)
    return unsafe records[index]
  }

  private mutating func grow(to needed: Int) {
    guard needed > room else { return }
    unsafe records.deallocate()
    unsafe scratch.deallocate()
    room = needed
    unsafe records = .allocate(capacity: room)
    unsafe scratch = .allocate(capacity: room)
  }

  /// Distributes the records by the 12 bits after the eight that they share, then sorts each
  /// bucket.
  ///
  /// Takes half the time of sorting all at once, since each bucket stays in the cache.
  private mutating func sort() {
    func lot(_ record: Record) -> Int { Int(record.fingerprint >> 44 & 4095) }
    var starts = [Int](repeating: 0, count: 4097)
    for index in 0..<count { unsafe starts[lot(records[index]) + 1] += 1 }
    for index in 1...4096 { starts[index] += starts[index - 1] }
    var next = starts
    for index in 0..<count {
      let record = unsafe records[index]
      unsafe (scratch + next[lot(record)]).initialize(to: record)
      next[lot(record)] += 1
    }
    for lot in 0..<4096 where starts[lot + 1] - starts[lot] > 1 {
      // SAFETY: the records of the lot, all of which were just written.
      let range = starts[lot]..<starts[lot + 1]
      var records = unsafe UnsafeMutableBufferPointer(
        start: scratch + range.lowerBound, count: range.count)
      unsafe records.sort { $0.fingerprint < $1.fingerprint }
    }
    unsafe swap(&records, &scratch)
  }

  /// Merges the sorted records of each value; keeps the best band.
  private mutating func join(_ bandOf: (Record) -> RankBand) {
    guard count > 0 else { return }
    var last = 0
    for index in 1..<count {
      let (record, kept) = unsafe (records[index], records[last])
      if record.fingerprint != kept.fingerprint {
        last += 1
        unsafe records[last] = record
      } else if bandOf(record) < bandOf(kept) {
        unsafe records[last] = record
      }
    }
    count = last + 1
  }
}
