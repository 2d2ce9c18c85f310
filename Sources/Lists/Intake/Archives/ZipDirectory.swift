import Bytes
import CDeflate

/// The directory of a zip file, read before the members.
///
/// It distinguishes links from files, and gives the end of members whose local header does not. A
/// file without a complete directory, or with one that is too large, is read like a pipe.
struct ZipDirectory {
  /// The largest directory to keep, in bytes: some 80,000 members, which take about as much memory.
  static let largest: UInt64 = 8 << 20

  /// The number of candidates tried as end record; a hostile comment could contain thousands.
  private static let mostCandidates = 4

  /// The number of members that are looked up by their headers; each look-up scans all entries.
  private static let mostLookUps = 100

  /// One member in the directory.
  struct Entry {
    let offset: UInt64
    let packedByteCount: UInt64
    let byteCount: UInt64
    let nameHash: UInt64
    let checksum: UInt32
    let method: UInt16
    let flags: UInt16
    let kind: ZipHeader.Kind

    init(_ header: ZipHeader) {
      offset = header.offset
      packedByteCount = header.packedByteCount
      byteCount = header.byteCount
      nameHash = fnv1a(header.name)
      checksum = header.checksum
      method = header.method
      flags = header.flags
      kind = header.kind
    }

    /// Whether a local header agrees in the fields that both have.
    func agrees(with header: ZipHeader) -> Bool {
      method == header.method && nameHash == fnv1a(header.name)
        && (flags ^ header.flags) & ZipHeader.encryptionFlags == 0
        && (header.hasDescriptor
          || checksum == header.checksum && packedByteCount == header.packedByteCount
            && byteCount == header.byteCount)
    }
  }

  /// The members in order of offset.
  private(set) var entries: [Entry]
  /// The offset of the directory.
  let start: UInt64

  private let file: ByteSource
  /// Entries that were removed because their offsets are wrong.
  private var misplaced: [Entry]
  private var lookUps = 0

  /// Finds the directory of a file; nil if none fits the end of the file.
  init?(of file: ByteSource) {
    guard let fileByteCount = file.byteCount else { return nil }
    // The end record has 22 bytes, followed by a comment.
    let tail = fileByteCount - min(fileByteCount, 22 + 65_535)
    guard let bytes = file.bytes(in: tail..<fileByteCount) else { return nil }
    var candidates = 0
    for end in bytes.indices.dropLast(21)
    where bytes[end] == 0x50 && bytes[end...].starts(with: ZipHeader.Signature.end) {
      let record = bytes[end...]
      let commentEnd = end + 22 + Int(littleEndian(record.dropFirst(20).prefix(2)))
      guard commentEnd <= bytes.count, bytes[commentEnd...].allSatisfy({ $0 == 0 }) else {
        continue
      }
      candidates += 1
      if candidates > Self.mostCandidates { break }
      var directoryEnd = tail + UInt64(end)
      var size = littleEndian(record.dropFirst(12).prefix(4))
      var offset = littleEndian(record.dropFirst(16).prefix(4))
      // The large end record, and its locator of 20 bytes, are between the directory and this
      // record.
      if size == 0xFFFF_FFFF || offset == 0xFFFF_FFFF, directoryEnd >= 76,
        let large = file.bytes(in: directoryEnd - 76..<directoryEnd - 20),
        large.starts(with: ZipHeader.Signature.largeEnd)
      {
        size = littleEndian(large[40..<48])
        offset = littleEndian(large[48..<56])
        directoryEnd -= 76
      }
      let (sum, overflow) = size.addingReportingOverflow(offset)
      guard !overflow, sum <= directoryEnd, directoryEnd - sum <= 76, size <= Self.largest,
        let directory = file.bytes(in: offset..<sum), let entries = Self.entries(directory)
      else { continue }
      (self.entries, misplaced) = Self.parted(entries, in: file)
      self.file = file
      start = offset
      return
    }
    return nil
  }

  private static func entries(_ directory: [UInt8]) -> [Entry]? {
    var entries: [Entry] = []
    var rest = directory[...]
    while rest.starts(with: ZipHeader.Signature.central) {
      guard let header = ZipHeader(central: rest) else { return nil }
      entries.append(Entry(header))
      rest = rest.dropFirst(header.headerByteCount)
    }
    // A digital signature may follow.
    guard rest.isEmpty || rest.starts(with: ZipHeader.Signature.digital) else { return nil }
    return entries.sorted { $0.offset < $1.offset }
  }

  /// Separates the entries from those with wrong offsets, which would cut the previous member
  /// short.
  ///
  /// Reads the file only for entries that overlap.
  private static func parted(
    _ entries: [Entry], in file: ByteSource
  ) -> (kept: [Entry], misplaced: [Entry]) {
    var kept: [Entry] = []
    var misplaced: [Entry] = []
    kept.reserveCapacity(entries.count)
    for entry in entries {
      if let last = kept.last {
        let room = entry.offset - last.offset
        let least = UInt64(ZipHeader.localByteCount)
        if room < least || room - least < last.packedByteCount {
          guard room >= least, isHeader(at: entry.offset, in: file) else {
            misplaced.append(entry)
            continue
          }
        }
      }
      kept.append(entry)
    }
    return (kept, misplaced)
  }

  private static func isHeader(at offset: UInt64, in file: ByteSource) -> Bool {
    let (end, overflow) = offset.addingReportingOverflow(4)
    return !overflow && file.bytes(in: offset..<end) == ZipHeader.Signature.local
  }

  // MARK: Wrong places

  /// Removes the entries, from an index on, that give an offset without a header, up to the first
  /// correct one.
  mutating func dropMisplaced(from index: Int) {
    while index < entries.count, !Self.isHeader(at: entries[index].offset, in: file) {
      misplaced.append(entries.remove(at: index))
    }
  }

  /// Removes and returns the entry of a local header, if the entry's own offset is wrong.
  ///
  /// - Parameters:
  ///   - header: A header at an offset where the directory has no member.
  ///   - index: The first entry whose member has not been read.
  /// - Returns: Nil if the header belongs to no such entry.
  mutating func takeMisplaced(_ header: ZipHeader, from index: Int) -> Entry? {
    if lookUps == Self.mostLookUps { return nil }
    lookUps += 1
    if let place = misplaced.firstIndex(where: { $0.agrees(with: header) }) {
      return misplaced.remove(at: place)
    }
    let place = entries[index...].firstIndex {
      $0.agrees(with: header) && !isPlaced($0)
    }
    return place.map { entries.remove(at: $0) }
  }

  /// Whether the file has a header with the entry's name at the entry's offset.
  private func isPlaced(_ entry: Entry) -> Bool {
    let (end, overflow) = entry.offset.addingReportingOverflow(UInt64(ZipHeader.localByteCount))
    guard !overflow, let fixed = file.bytes(in: entry.offset..<end),
      fixed.starts(with: ZipHeader.Signature.local),
      let name = file.bytes(in: end..<end + littleEndian(fixed[26..<28]))
    else { return false }
    return fnv1a(name) == entry.nameHash
  }
}

/// The number of members, and an order-independent sum over all their properties.
///
/// Serves to compare the directory with the members read, without storing either.
struct ZipCensus: Equatable {
  private(set) var count: UInt64 = 0
  private var sum: UInt64 = 0

  /// Counts a member whose local header is at an offset from the start of the archive.
  mutating func add(_ header: ZipHeader, at offset: UInt64) {
    count += 1
    // Some writers omit the upper halves of large sizes.
    let sizes = (header.packedByteCount & 0xFFFF_FFFF) << 32 | header.byteCount & 0xFFFF_FFFF
    var hash = fnv1a(header.name)
    for word in [offset, sizes, UInt64(header.checksum) << 16 | UInt64(header.method)] {
      hash = SplitMix64.mixed(hash ^ word)
    }
    sum &+= hash
  }
}

/// The checksum of zip (CRC-32), computed by libdeflate in steps of 16 bytes.
func zipChecksum(_ bytes: UnsafeRawBufferPointer, behind start: UInt32 = 0) -> UInt32 {
  // SAFETY: libdeflate reads only the bytes of the buffer.
  unsafe bytes.isEmpty ? start : libdeflate_crc32(start, bytes.baseAddress, bytes.count)
}

func zipChecksum(_ bytes: [UInt8]) -> UInt32 {
  unsafe bytes.withUnsafeBytes { unsafe zipChecksum($0) }
}
