import Bytes

/// The directory of a zip file, read before the members.
///
/// It tells links from files, and where a member ends whose local header does not. Where a file has
/// none that is whole, or a larger one, the file is read as from a pipe.
struct ZipDirectory {
  /// Bytes of the largest directory to be held: some 80,000 members; they take about as much memory.
  static let largest: UInt64 = 8 << 20

  /// Records that may be taken for the end: a hostile comment could hold thousands.
  private static let mostCandidates = 4

  /// Members that are looked up by what their headers say: each look-up goes through all entries.
  private static let mostLookUps = 100

  /// One member, as the directory has it.
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
      nameHash = Intake.nameHash(header.name)
      checksum = header.checksum
      method = header.method
      flags = header.flags
      kind = header.kind
    }

    /// Whether a local header says the same, as far as it can say it.
    func agrees(with header: ZipHeader) -> Bool {
      method == header.method && nameHash == Intake.nameHash(header.name)
        && (flags ^ header.flags) & ZipHeader.encryptionFlags == 0
        && (header.hasDescriptor
          || checksum == header.checksum && packedByteCount == header.packedByteCount
            && byteCount == header.byteCount)
    }
  }

  /// The members in the order in which they stand in the file.
  private(set) var entries: [Entry]
  /// Where the directory begins.
  let start: UInt64

  private let file: ByteSource
  /// Entries that are left out because their places cannot be right.
  private var misplaced: [Entry]
  private var lookUps = 0

  /// Finds the directory of a file; nil where there is none that fits the end of the file.
  init?(of file: ByteSource) {
    guard let fileByteCount = file.byteCount else { return nil }
    // The record at the end: 22 bytes, then a comment.
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
      // The large record, and its locator of 20 bytes, stand between the directory and this record.
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

  /// Parts the entries into those to go by and those whose places cannot be right, which would cut
  /// the member before short.
  ///
  /// Only where two overlap is the file asked.
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

  /// Leaves out the entries from an index on that claim a place where no header stands, up to the
  /// first that does not.
  mutating func dropMisplaced(from index: Int) {
    while index < entries.count, !Self.isHeader(at: entries[index].offset, in: file) {
      misplaced.append(entries.remove(at: index))
    }
  }

  /// Takes out the entry that a local header belongs to, if the place in that entry is wrong.
  ///
  /// - Parameters:
  ///   - header: A header where the directory names no member.
  ///   - index: The first entry whose member has not been read.
  /// - Returns: nil where the header belongs to no such entry.
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

  /// Whether an entry's place holds a header of its name.
  private func isPlaced(_ entry: Entry) -> Bool {
    let (end, overflow) = entry.offset.addingReportingOverflow(UInt64(ZipHeader.localByteCount))
    guard !overflow, let fixed = file.bytes(in: entry.offset..<end),
      fixed.starts(with: ZipHeader.Signature.local),
      let name = file.bytes(in: end..<end + littleEndian(fixed[26..<28]))
    else { return false }
    return nameHash(name) == entry.nameHash
  }
}
