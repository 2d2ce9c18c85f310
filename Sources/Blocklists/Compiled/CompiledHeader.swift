@_spi(House) import Bytes
@_spi(House) package import Passwords

/// The first page of a compiled blocklist, which describes the rest: format 1, little-endian.
///
/// The page is 512 words of 64 bits: those of ``Word``, the counts of values by ``RankBand`` and by
/// length, zeros, and in the last word the checksum of the others. These parts follow, each at a
/// multiple of 64 bytes with zeros between:
///
/// | part | bytes |
/// | ---- | ----- |
/// | text | where the values come from, UTF-8 |
/// | values | 8 a place: the low 60 bits of a fingerprint, then 4 bits of rank band, never 0; or 0 |
/// | padding | 64 zeros |
/// | checks | 8 a block: the checksums of the blocks of 1 MiB from the first value on |
///
/// A line is eight places, 64 bytes; 714 values get 100 lines. Values are sorted by their
/// fingerprints `f`. Each stands at the start of its line, `⌊f × lines ÷ 2⁶⁴⌋`, or in the place
/// after the value before it, whichever comes later. A search therefore reads from the start of the
/// line to the first free place. The line implies the top four bits, which are not stored.
package struct CompiledHeader: Hashable, Sendable {
  /// How passwords are compared with the values.
  package var comparison: ListComparison
  /// Distinct values.
  package var valueCount = 0
  /// Values that repeated another one.
  package var repeatCount = 0
  /// Empty values, which were skipped.
  package var emptyCount = 0
  /// Values that were left out: below the smallest count, refused by the policy, padding, or ranked
  /// after the requested number of values.
  package var droppedCount = 0
  /// Values by the ``RankBand/rawValue`` of their bands.
  package var bandCounts = [UInt64](repeating: 0, count: RankBand.count)
  /// Values by length in code points; the last bin holds all longer ones.
  ///
  /// Values known only by digest are all in the first.
  package var lengthCounts = [UInt64](repeating: 0, count: CompiledHeader.longestLength + 1)

  /// The number of lines.
  var lineCount = CompiledHeader.fewestLines
  /// Places, a multiple of eight: those of all lines and of the overflow of the last.
  var placeCount = 8 * CompiledHeader.fewestLines
  var textByteCount = 0
  /// The checksum of the header.
  ///
  /// As the header holds all other checksums, it identifies the content.
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
  /// Bytes covered by one checksum.
  static let block = 1 << 20
  /// Not UTF-8, so no list of passwords begins like this; the line end shows whether it was
  /// converted.
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

  /// Bytes of the whole file.
  package var fileByteCount: Int { tableStart + 8 * blockCount }

  static func aligned(_ offset: Int) -> Int { (offset + 63) / 64 * 64 }

  /// Lines for a number of values: at 8.96 bytes a value nine look-ups in ten need two lines at
  /// most.
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

  /// Whether a file begins like a compiled blocklist, even if it is cut or damaged.
  ///
  /// A damaged magic number is recognised by the version and the comparison that follow it, or by
  /// most of its own bytes; then its first byte must be right, since the others are text.
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

  /// Reads a header and checks that the file has the size that it gives.
  init(_ file: RawSpan) throws(CompiledFault) {
    guard Self.isRecognised(file) else { throw .foreign }
    guard file.byteCount >= Self.magic.count else {
      throw .cutShort(found: file.byteCount, expected: Self.byteCount)
    }
    guard file.number(at: 0) == Self.word(of: Self.magic) else {
      throw .damaged(part: .signature, offset: 0)
    }
    guard file.byteCount >= Self.byteCount else {
      throw .cutShort(found: file.byteCount, expected: Self.byteCount)
    }
    func word(_ word: Word, _ index: Int = 0) -> UInt64 {
      file.number(at: 8 * (word.rawValue + index))
    }
    guard word(.checksum) == Checksum.of(file.extracting(first: Self.byteCount - 8)) else {
      throw .damaged(part: .header, offset: 0)
    }
    guard word(.version) == Self.version else { throw .unknownVersion(word(.version)) }
    let name = [word(.comparison), word(.comparisonRest)].flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) }
    }
    let words = String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
    guard let comparison = ListComparison(rawValue: words), comparison.isByFingerprint else {
      throw .unknownComparison(words)
    }
    self.comparison = comparison
    func count(_ place: Word, _ range: ClosedRange<Int>) throws(CompiledFault) -> Int {
      guard let count = Int(exactly: word(place)), range.contains(count) else {
        throw .damaged(part: .header, offset: 8 * place.rawValue)
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
      throw .damaged(part: .header, offset: 8 * Word.placeCount.rawValue)
    }
    textByteCount = try count(.textByteCount, 0...Self.largestText)
    checksum = word(.checksum)
    textChecksum = word(.textChecksum)
    tableChecksum = word(.tableChecksum)
    bandCounts = bandCounts.indices.map { word(.bandCounts, $0) }
    lengthCounts = lengthCounts.indices.map { word(.lengthCounts, $0) }
    guard file.byteCount == fileByteCount else {
      throw .cutShort(found: file.byteCount, expected: fileByteCount)
    }
  }
}
