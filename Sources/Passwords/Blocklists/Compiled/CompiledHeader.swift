@_spi(Internal) import Bytes
import Diagnostics
@_spi(Internal) package import Passwords

/// The first page of a compiled blocklist, which describes the others: format 1, little-endian.
///
/// The page has 512 words of 64 bits: the fields of ``Word``, the counts of values by ``RankBand``
/// and by length, zeros, and in the last word the checksum of all others. The following parts each
/// start at a multiple of 64 bytes, with zeros in between:
///
/// | part | bytes |
/// | ---- | ----- |
/// | text | the sources of the values, UTF-8 |
/// | values | 8 per place: the low 60 bits of a fingerprint, then 4 bits of rank band (not 0); or 0 |
/// | padding | 64 zeros |
/// | checks | 8 per block: the checksums of the blocks of 1 MiB from the first value on |
///
/// A line is eight places, 64 bytes; 714 values get 100 lines. Values are sorted by their
/// fingerprints `f`. Each value is at the start of its line, `⌊f × lines ÷ 2⁶⁴⌋`, or right after
/// the previous value, whichever comes later. A search therefore reads from the start of the line
/// to the first free place. The line implies the top four bits, so they are not stored.
package struct CompiledHeader: Hashable, Sendable {
  /// How passwords are compared with the values.
  package var comparison: ListComparison
  /// The number of distinct values.
  package var valueCount = 0
  /// The number of values that repeated another one.
  package var repeatCount = 0
  /// The number of empty values, which were skipped.
  package var emptyCount = 0
  /// The number of omitted values: below the smallest count, refused by the policy, padding, or
  /// ranked after the requested number of values.
  package var droppedCount = 0
  /// The number of values in each band, by the band's ``RankBand/rawValue``.
  package var bandCounts = [UInt64](repeating: 0, count: RankBand.count)
  /// The number of values by length in code points; the last bin counts all longer ones.
  ///
  /// Values known only by digest are all in the first bin.
  package var lengthCounts = [UInt64](repeating: 0, count: CompiledHeader.longestLength + 1)

  /// The number of lines.
  var lineCount = CompiledHeader.fewestLines
  /// The number of places, a multiple of eight: all lines, and the overflow of the last line.
  var placeCount = 8 * CompiledHeader.fewestLines
  var textByteCount = 0
  /// The checksum of the header.
  ///
  /// It identifies the content, since the header holds all other checksums.
  package private(set) var checksum: UInt64 = 0
  var textChecksum: UInt64 = 0
  var tableChecksum: UInt64 = 0

  /// Lengths from this one on share a bin.
  package static let longestLength = 256
  /// The most values that a list can have.
  package static let largestCount = 1 << 34

  static let byteCount = 4096
  static let fewestLines = 512
  static let largestText = 1 << 24
  static let padding = 64
  /// The number of bytes that one checksum covers.
  static let block = 1 << 20
  /// Not UTF-8, so no password list begins with these bytes; the line end reveals conversions.
  static let magic: [UInt8] = [0x89] + Array("audit\r\n".utf8)

  private enum Word: Int {
    case magic, version, comparison, comparisonRest, valueCount, repeatCount, emptyCount
    case droppedCount, lineCount, placeCount, textByteCount, textChecksum, tableChecksum
    case bandCounts = 32
    case lengthCounts = 48
    case checksum = 511
  }

  private static let version: UInt64 = 1

  init(comparison: ListComparison) { self.comparison = comparison }

  // MARK: Layout

  var textStart: Int { Self.byteCount }
  var valuesStart: Int { Self.aligned(textStart + textByteCount) }
  var tableStart: Int { valuesStart + 8 * placeCount + Self.padding }
  var blockCount: Int { (tableStart - valuesStart + Self.block - 1) / Self.block }

  /// The size of the whole file, in bytes.
  package var fileByteCount: Int { tableStart + 8 * blockCount }

  static func aligned(_ offset: Int) -> Int { (offset + 63) / 64 * 64 }

  /// The number of lines for a number of values.
  ///
  /// At 8.96 bytes a value, nine of ten look-ups need at most two lines.
  static func lineCount(for values: Int) -> Int { max(fewestLines, (values * 100 + 713) / 714) }

  // MARK: Writing

  var serialized: [UInt8] {
    var words = [UInt64](repeating: 0, count: Self.byteCount / 8)
    func put(_ numbers: [UInt64], at word: Word) {
      for (index, number) in numbers.enumerated() { words[word.rawValue + index] = number }
    }
    put([Self.word(of: Self.magic), Self.version], at: .magic)
    let name = Array(comparison.rawValue.utf8)
    put([Self.word(of: name.prefix(8)), Self.word(of: name.dropFirst(8))], at: .comparison)
    put([valueCount, repeatCount, emptyCount, droppedCount].map(UInt64.init), at: .valueCount)
    put([lineCount, placeCount, textByteCount].map(UInt64.init), at: .lineCount)
    put([textChecksum, tableChecksum], at: .textChecksum)
    put(bandCounts, at: .bandCounts)
    put(lengthCounts, at: .lengthCounts)
    var bytes: [UInt8] = []
    for word in words.dropLast() { bytes.append(littleEndian: word) }
    bytes.append(littleEndian: Checksum.of(bytes))
    return bytes
  }

  /// Up to eight bytes as a number.
  private static func word(of bytes: some Collection<UInt8>) -> UInt64 {
    littleEndian(Array(bytes.prefix(8))[...])
  }

  // MARK: Reading

  /// Whether a file begins like a compiled blocklist, even if it is truncated or damaged.
  ///
  /// A damaged magic number is recognised by the version and the comparison after it, or by most of
  /// its own bytes; then its first byte must be right, since the other bytes are text.
  static func isRecognised(_ file: RawSpan) -> Bool {
    let head = Span<UInt8>(_bytes: file)
    let equal = zip(magic.indices, magic).count { $0 < head.count && head[$0] == $1 }
    if equal == min(magic.count, head.count), equal > 0 { return true }
    guard file.byteCount >= 8 * (Word.comparisonRest.rawValue + 1) else {
      return head.count >= magic.count && equal > magic.count / 2 && head[0] == magic[0]
    }
    let isKnown = (file.number(at: 8 * Word.version.rawValue) as UInt64) == version
    let names = ListComparison.byFingerprint.map { word(of: Array($0.rawValue.utf8)) }
    let isCompared = names.contains(file.number(at: 8 * Word.comparison.rawValue))
    return isKnown && isCompared || equal > magic.count / 2 && head[0] == magic[0]
  }

  /// Reads a header and checks that the file has the size that the header states.
  init(_ file: RawSpan) throws(Problem) {
    guard Self.isRecognised(file) else { throw CompiledFile.foreign }
    guard file.byteCount >= Self.magic.count else {
      throw CompiledFile.cutShort(found: file.byteCount, expected: Self.byteCount)
    }
    guard file.number(at: 0) == Self.word(of: Self.magic) else {
      throw CompiledFile.damaged(.signature, offset: 0)
    }
    guard file.byteCount >= Self.byteCount else {
      throw CompiledFile.cutShort(found: file.byteCount, expected: Self.byteCount)
    }
    func word(_ word: Word, _ index: Int = 0) -> UInt64 {
      file.number(at: 8 * (word.rawValue + index))
    }
    guard word(.checksum) == Checksum.of(file.extracting(first: Self.byteCount - 8)) else {
      throw CompiledFile.damaged(.header, offset: 0)
    }
    guard word(.version) == Self.version else { throw CompiledFile.unknownVersion(word(.version)) }
    let name = [word(.comparison), word(.comparisonRest)].flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) }
    }
    let words = String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
    guard let comparison = ListComparison(rawValue: words), comparison.isByFingerprint else {
      throw CompiledFile.unknownComparison(words)
    }
    self.comparison = comparison
    func count(_ place: Word, _ range: ClosedRange<Int>) throws(Problem) -> Int {
      guard let count = Int(exactly: word(place)), range.contains(count) else {
        throw CompiledFile.damaged(.header, offset: 8 * place.rawValue)
      }
      return count
    }
    valueCount = try count(.valueCount, 0...Self.largestCount)
    repeatCount = try count(.repeatCount, 0...(.max))
    emptyCount = try count(.emptyCount, 0...(.max))
    droppedCount = try count(.droppedCount, 0...(.max))
    lineCount = try count(.lineCount, Self.fewestLines...Self.lineCount(for: Self.largestCount))
    placeCount = try count(.placeCount, 8 * lineCount...16 * lineCount)
    guard placeCount % 8 == 0 else {
      throw CompiledFile.damaged(.header, offset: 8 * Word.placeCount.rawValue)
    }
    textByteCount = try count(.textByteCount, 0...Self.largestText)
    checksum = word(.checksum)
    textChecksum = word(.textChecksum)
    tableChecksum = word(.tableChecksum)
    bandCounts = bandCounts.indices.map { word(.bandCounts, $0) }
    lengthCounts = lengthCounts.indices.map { word(.lengthCounts, $0) }
    guard file.byteCount == fileByteCount else {
      throw CompiledFile.cutShort(found: file.byteCount, expected: fileByteCount)
    }
  }
}
