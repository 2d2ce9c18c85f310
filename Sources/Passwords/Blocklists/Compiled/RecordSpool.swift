import Diagnostics
import Files

/// A value during compilation.
struct Record: BitwiseCopyable {
  /// The fingerprint of the value.
  var fingerprint: UInt64
  /// The number, length and source, packed.
  private var rest: UInt64

  /// Packs a value.
  ///
  /// - Parameters:
  ///   - fingerprint: The fingerprint of the value.
  ///   - number: The rank or the count; larger numbers are stored as 2⁴⁷ − 1.
  ///   - length: The number of code points; larger lengths are stored as 511.
  ///   - source: The index of its list, below 256.
  init(_ fingerprint: UInt64, number: UInt64, length: Int, source: Int) {
    self.fingerprint = fingerprint
    rest = min(number, 1 << 47 - 1) | UInt64(min(length, 511)) << 47 | UInt64(source) << 56
  }

  var number: UInt64 { rest & (1 << 47 - 1) }
  var length: Int { Int(rest >> 47 & 511) }
  var source: Int { Int(rest >> 56) }
}

/// Records in 256 parts by the top bits of their fingerprints, in an unnamed temporary file.
///
/// Each part fills a block of 64 KiB in memory; full blocks are written to the file. The file holds
/// fingerprints, not values, and is encrypted.
@safe struct RecordSpool: ~Copyable {
  static let partCount = 256
  private static let blockRecords = 4096

  private let file: UnnamedFile
  // SAFETY: allocated in `init` with one block per part and freed in `deinit`; the first `fill[p]`
  // records of part `p` are initialised. Cannot be copied.
  private let blocks: UnsafeMutablePointer<Record>
  private var fill = [Int](repeating: 0, count: RecordSpool.partCount)
  /// The numbers of each part's blocks in the file.
  private var written = [[UInt32]](repeating: [], count: RecordSpool.partCount)
  private var blockCount: UInt32 = 0

  /// Makes an empty spool in a directory.
  init(in directory: String) throws(SystemError) {
    file = try UnnamedFile(in: directory)
    unsafe blocks = .allocate(capacity: Self.partCount * Self.blockRecords)
  }

  deinit { unsafe blocks.deallocate() }

  /// Adds a record.
  mutating func append(_ record: Record) throws(SystemError) {
    let part = Int(record.fingerprint >> 56)
    if fill[part] == Self.blockRecords { try flush(part) }
    // SAFETY: within the part's block, which is not full.
    unsafe (blocks + part * Self.blockRecords + fill[part]).initialize(to: record)
    fill[part] += 1
  }

  private mutating func flush(_ part: Int) throws(SystemError) {
    let offset = Int(blockCount) * Self.blockRecords * MemoryLayout<Record>.stride
    let block = unsafe UnsafeRawBufferPointer(
      UnsafeBufferPointer(start: blocks + part * Self.blockRecords, count: Self.blockRecords))
    try unsafe file.write(block, at: offset)
    written[part].append(blockCount)
    blockCount += 1
    fill[part] = 0
  }

  /// The number of records in a part.
  func count(of part: Int) -> Int { written[part].count * Self.blockRecords + fill[part] }

  /// Calls `body` with the records of a part, some thousands at a time.
  func forEachBlock<Failure: Error>(
    of part: Int, _ body: (UnsafeBufferPointer<Record>) throws(Failure) -> Void
  ) throws(Failure) -> SystemError? {
    let last = unsafe UnsafeBufferPointer(
      start: blocks + part * Self.blockRecords, count: fill[part])
    try unsafe body(last)
    let room = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Self.blockRecords * MemoryLayout<Record>.stride, alignment: 16)
    defer { unsafe room.deallocate() }
    for block in written[part] {
      do {
        try unsafe file.read(into: room, at: Int(block) * room.count)
      } catch {
        return error
      }
      // SAFETY: every byte was read, and all bytes are valid records.
      try unsafe body(UnsafeBufferPointer(room.assumingMemoryBound(to: Record.self)))
    }
    return nil
  }
}
