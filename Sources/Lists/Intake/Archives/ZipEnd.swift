import Bytes

/// Checks the directory of a zip archive and the end records against the members read.
///
/// - Source: PKWARE's APPNOTE 6.3.10, sections 4.3.12 to 4.3.16.
struct ZipEnd {
  /// The possible faults.
  enum Fault: Error {
    case cut
    case damaged(String)
  }

  /// The sizes of the end record, the record with large numbers, and its locator.
  private static let endByteCount = 22
  private static let largeEndByteCount = 56
  private static let locatorByteCount = 20

  /// The first fault.
  private(set) var fault: Fault?
  /// Whether the end record and its comment were read.
  private(set) var isAtEnd = false

  private let pieces: ArchivePieces
  /// The numbers that the end records must hold: the members here and in total, and the size and
  /// offset of the directory.
  private var numbers: [UInt64] = []
  /// Whether there is a record with large numbers.
  private var isLarge = false

  /// Reads all records.
  ///
  /// - Parameters:
  ///   - pieces: The archive, positioned before the directory.
  ///   - members: The members that were read.
  ///   - start: The offset at which the archive begins.
  init(_ pieces: ArchivePieces, _ members: ZipCensus, start: UInt64) {
    self.pieces = pieces
    do {
      let listed = try readDirectory(start)
      if pieces.peek(4) == ZipHeader.Signature.digital {
        let head = try next(6)
        try pass(littleEndian(head[4..<6]))
      }
      if pieces.peek(4) == ZipHeader.Signature.largeEnd { try readLargeEnd() }
      if pieces.peek(4) == ZipHeader.Signature.locator { _ = try next(Self.locatorByteCount) }
      try readEnd()
      if listed != members { note("a directory that names other members than were read") }
    } catch {
      fault = fault ?? error
    }
  }

  /// Reads the directory and counts its members.
  private mutating func readDirectory(_ start: UInt64) throws(Fault) -> ZipCensus {
    let directoryStart = pieces.offset
    var listed = ZipCensus()
    while pieces.peek(4) == ZipHeader.Signature.central {
      let fixed = pieces.peek(ZipHeader.centralByteCount)
      guard fixed.count == ZipHeader.centralByteCount else { throw .cut }
      let rest = [28..<30, 30..<32, 32..<34].reduce(0) { $0 + Int(littleEndian(fixed[$1])) }
      let bytes = try next(ZipHeader.centralByteCount + rest)
      guard let header = ZipHeader(central: bytes[...]) else { throw .cut }
      listed.add(header, at: header.offset)
    }
    numbers = [
      listed.count, listed.count, pieces.offset - directoryStart, directoryStart &- start,
    ]
    return listed
  }

  /// Reads the record with large numbers.
  private mutating func readLargeEnd() throws(Fault) {
    let record = try next(Self.largeEndByteCount)
    isLarge = true
    let found = [24, 32, 40, 48].map { littleEndian(record[$0..<$0 + 8]) }
    let rest = littleEndian(record[4..<12])
    if found != numbers || record[16..<24].contains(where: { $0 != 0 }) || rest < 44 {
      note("an end record that does not fit the directory")
    }
    try pass(rest - min(rest, 44))
  }

  /// Reads the end record and its comment.
  private mutating func readEnd() throws(Fault) {
    let signature = pieces.peek(4)
    if signature.count < 4 { throw .cut }
    guard signature == ZipHeader.Signature.end else {
      throw .damaged("no end record after the directory")
    }
    let record = try next(Self.endByteCount)
    let comment = try next(Int(littleEndian(record[20..<22])))
    isAtEnd = true
    let stated = [8..<10, 10..<12, 12..<16, 16..<20].map { littleEndian(record[$0]) }
    // Fields that are too small are all ones or, from some writers, hold the lower half of the
    // number.
    let masks: [UInt64] = [0xFFFF, 0xFFFF, 0xFFFF_FFFF, 0xFFFF_FFFF]
    for (index, mask) in masks.enumerated()
    where stated[index] != numbers[index] & mask && !(isLarge && stated[index] == mask) {
      note("an end record that does not fit the directory")
    }
    let disks = Array(record[4..<8])
    if disks != [0, 0, 0, 0] && !(isLarge && disks == [0xFF, 0xFF, 0xFF, 0xFF]) {
      note("a part of an archive in several files")
    }
    if Self.holdsRecord(comment) { note("a comment that holds records of another archive") }
  }

  private mutating func note(_ reason: String) { fault = fault ?? .damaged(reason) }

  private func next(_ count: Int) throws(Fault) -> [UInt8] {
    guard let bytes = pieces.take(count) else { throw .cut }
    return bytes
  }

  private func pass(_ count: UInt64) throws(Fault) {
    if pieces.skip(count) > 0 { throw .cut }
  }

  /// Whether a comment contains a record that another program may take for the end record.
  private static func holdsRecord(_ comment: [UInt8]) -> Bool {
    comment.indices.contains { place in
      let rest = comment[place...]
      return comment[place] == 0x50
        && (rest.starts(with: ZipHeader.Signature.end)
          || rest.starts(with: ZipHeader.Signature.central))
    }
  }
}
