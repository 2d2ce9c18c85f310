@_spi(Internal) import Bytes
import Diagnostics
@_spi(Internal) import Files
import Passwords

/// Writes a compiled blocklist under a provisional name and renames it when it is complete.
struct CompiledWriter: ~Copyable {
  private var file: ProvisionalFile
  private var header: CompiledHeader
  private let text: [UInt8]
  /// The bytes of the current block; the checksums of the blocks before it.
  private var block: [UInt8] = []
  private var checksums: [UInt64] = []
  /// The largest distance of a value from the start of its line, in places.
  private var farthest = 0
  /// Whether all values are close enough to their lines for an unambiguous order.
  ///
  /// False only if an attacker constructed values with similar fingerprints.
  var isSpread: Bool { farthest < min(8 * (header.lineCount / 32 - 1), 65_536) }
  /// The number of places written so far.
  private var placeCount = 0

  /// Begins a file for this number of values.
  init(
    _ place: FilePlace, text: [UInt8], comparison: ListComparison, valueCount: Int
  ) throws(SystemError) {
    file = try ProvisionalFile(place, for: .everyone)
    self.text = Array(text.prefix(CompiledHeader.largestText))
    header = CompiledHeader(comparison: comparison)
    header.lineCount = CompiledHeader.lineCount(for: valueCount)
    header.textByteCount = self.text.count
    header.textChecksum = Checksum.of(self.text)
    block.reserveCapacity(CompiledHeader.block + 8)
  }

  /// Adds a value, in ascending order of fingerprints.
  mutating func add(_ fingerprint: UInt64, _ band: RankBand, length: Int) throws(SystemError) {
    header.valueCount += 1
    header.bandCounts[Int(band.rawValue)] += 1
    header.lengthCounts[min(length, CompiledHeader.longestLength)] += 1
    let line = Int(fingerprint.multipliedFullWidth(by: UInt64(header.lineCount)).high)
    while placeCount < 8 * line { try add(0) }
    farthest = max(farthest, placeCount - 8 * line)
    try add(CompiledIndex.word(of: fingerprint) | UInt64(band.rawValue))
  }

  /// Writes the remaining values, and the header with these counts.
  mutating func finish(
    added: Int, empty: Int, dropped: Int, replacing replaceable: Replaceable
  ) throws(SystemError) -> CompiledHeader {
    header.repeatCount = added - header.valueCount
    header.emptyCount = empty
    header.droppedCount = dropped
    while placeCount < 8 * header.lineCount || placeCount % 8 != 0 { try add(0) }
    header.placeCount = placeCount
    for _ in 0..<CompiledHeader.padding / 8 { try add(0) }
    try flush()
    var table: [UInt8] = []
    for checksum in checksums { table.append(littleEndian: checksum) }
    header.tableChecksum = Checksum.of(table)
    try file.write(table, at: header.tableStart)
    // The table gets all bytes of its layout, even if it is empty.
    try file.truncate(to: header.fileByteCount)
    try file.write(text, at: header.textStart)
    try file.write(header.serialized, at: 0)
    try file.publish(replacing: replaceable)
    return header
  }

  private mutating func add(_ word: UInt64) throws(SystemError) {
    if block.count == CompiledHeader.block { try flush() }
    block.append(littleEndian: word)
    placeCount += 1
  }

  private mutating func flush() throws(SystemError) {
    if block.isEmpty { return }
    let start = header.valuesStart + checksums.count * CompiledHeader.block
    checksums.append(Checksum.of(block))
    try file.write(block, at: start)
    block.removeAll(keepingCapacity: true)
  }
}

/// Hashes bytes to 64 bits by XXH3 with seed 0.
///
/// Detects damage, not forgery.
package enum Checksum {
  static func of(_ bytes: RawSpan) -> UInt64 { xxh3(bytes) }

  static func of(_ bytes: [UInt8]) -> UInt64 {
    of(bytes.raw)
  }

  /// The checksum of some words in order, in hexadecimal.
  package static func text(of words: [String]) -> String {
    String(of(Array(words.map { "\($0.utf8.count):\($0)" }.joined().utf8)), radix: 16)
  }
}
