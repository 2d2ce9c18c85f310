import Glibc

/// Writes a compiled blocklist beside its final name, and gives it that name once it is whole.
@safe struct CompiledWriter: ~Copyable {
  private let path: String
  private let provisional: String
  private let descriptor: Int32
  private var isFinished = false

  private var header: CompiledHeader
  private let text: [UInt8]
  /// Bytes of the block that is being filled, and the checksums of those before.
  private var block: [UInt8] = []
  private var checksums: [UInt64] = []
  /// How many values there were when the fingerprint's top four bits were first as large as the index.
  private var sixteenths = [Int](repeating: 0, count: 17)

  /// Values written so far.
  var valueCount: Int { header.valueCount }

  init(_ path: String, text: [UInt8], comparison: Blocklist.Comparison) throws(FileFault) {
    self.path = path
    provisional = "\(path).partial-\(getpid())"
    descriptor = unsafe open(provisional, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .last }
    self.text = Array(text.prefix(CompiledHeader.largestText))
    header = CompiledHeader(comparison: comparison)
    header.textByteCount = self.text.count
    header.textChecksum = Checksum.of(self.text)
    block.reserveCapacity(CompiledHeader.block + 8)
  }

  deinit {
    close(descriptor)
    if !isFinished { unsafe unlink(provisional) }
  }

  /// Adds a value whose fingerprint is larger than that of the one before.
  mutating func add(_ fingerprint: UInt64, _ band: RankBand, length: Int) throws(FileFault) {
    header.valueCount += 1
    header.bandCounts[Int(band.rawValue)] += 1
    header.lengthCounts[min(length, CompiledHeader.longestLength)] += 1
    sixteenths[Int(fingerprint >> 60) + 1] = header.valueCount
    try add(fingerprint << 4 | UInt64(band.rawValue))
  }

  /// Writes the rest, and the header with what else is known.
  mutating func finish(added: Int, empty: Int, dropped: Int) throws(FileFault) -> CompiledHeader {
    header.repeatCount = added - header.valueCount
    header.emptyCount = empty
    header.droppedCount = dropped
    header.bucketCount = CompiledHeader.bucketCount(for: header.valueCount)
    for _ in 0..<CompiledHeader.padding / 8 { try add(0 as UInt64) }
    try addIndex()
    try flush()
    var table: [UInt8] = []
    for checksum in checksums { table.append(number: checksum) }
    header.tableChecksum = Checksum.of(table)
    try put(table, at: header.tableStart)
    // Also where the table is empty, the file has all bytes of its layout.
    guard ftruncate(descriptor, header.fileByteCount) == 0 else { throw .last }
    try put(text, at: header.textStart)
    try put(header.serialized, at: 0)
    guard fsync(descriptor) == 0 || errno == EINVAL, unsafe rename(provisional, path) == 0 else {
      throw .last
    }
    isFinished = true
    return header
  }

  /// Reads the values again, now that their number says how many buckets there are.
  private mutating func addIndex() throws(FileFault) {
    for top in 1...16 { sixteenths[top] = max(sixteenths[top], sixteenths[top - 1]) }
    let bucketCount = UInt64(header.bucketCount)
    var (bucket, top) = (0, 0)
    for start in stride(from: 0, to: header.valueCount, by: CompiledHeader.block / 8) {
      let count = min(CompiledHeader.block / 8, header.valueCount - start)
      let values = try values(start, count)
      for place in start..<start + count {
        while place >= sixteenths[top + 1] { top += 1 }
        let fingerprint = values[place - start] >> 4 | UInt64(top) << 60
        let own = Int(fingerprint.multipliedFullWidth(by: bucketCount).high)
        while bucket <= own {
          try add(UInt32(place))
          bucket += 1
        }
      }
    }
    while bucket <= header.bucketCount {
      try add(UInt32(header.valueCount))
      bucket += 1
    }
  }

  /// Some of the values, from the file or from the block that is still in memory.
  private func values(_ start: Int, _ count: Int) throws(FileFault) -> [UInt64] {
    let offset = 8 * start
    guard offset / CompiledHeader.block < checksums.count else {
      // SAFETY: bytes have no padding.
      let bytes = unsafe block.span.bytes
      let from = offset % CompiledHeader.block
      return (0..<count).map { bytes.number(at: from + 8 * $0) }
    }
    var values = [UInt64](repeating: 0, count: count)
    // SAFETY: the buffer outlives the call; any bytes are numbers.
    let fault = unsafe values.withUnsafeMutableBytes { room -> FileFault? in
      do throws(FileFault) {
        try unsafe readAll(room, from: descriptor, at: header.valuesStart + offset)
      } catch { return error }
      return nil
    }
    if let fault { throw fault }
    return values.map(UInt64.init(littleEndian:))
  }

  private mutating func add(_ number: some FixedWidthInteger) throws(FileFault) {
    if block.count == CompiledHeader.block { try flush() }
    block.append(number: number)
  }

  private mutating func flush() throws(FileFault) {
    if block.isEmpty { return }
    let start = header.valuesStart + checksums.count * CompiledHeader.block
    checksums.append(Checksum.of(block))
    try put(block, at: start)
    block.removeAll(keepingCapacity: true)
  }

  private func put(_ bytes: [UInt8], at offset: Int) throws(FileFault) {
    // SAFETY: the buffer outlives the call.
    let fault = unsafe bytes.withUnsafeBytes { bytes -> FileFault? in
      do throws(FileFault) { try unsafe writeAll(bytes, to: descriptor, at: offset) } catch {
        return error
      }
      return nil
    }
    if let fault { throw fault }
  }
}
