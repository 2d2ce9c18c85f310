@_spi(Internal) import Bytes
import Diagnostics
@_spi(Internal) import Files

/// The first page of a model's file, which describes the others: format 1, little-endian.
///
/// The page has 512 words of 64 bits: the fields of ``Word``, zeros, and in the last word the checksum
/// of all others. Each of the other parts begins at a multiple of 4,096 bytes, with zeros before it:
///
/// | part | bytes |
/// | ---- | ----- |
/// | nodes | 32 per context, see below |
/// | transitions | 6 each, by node and symbol: u16 cost, u32 next node |
/// | sample | 8 per drawn password: its bits as f64, ascending |
///
/// A node has 16 bytes with a bit for each symbol that has a transition; u32 place of the first
/// transition; u32 node of the context without its first symbol; u16 cost of going there; u8 number of
/// transitions of the first 64 symbols; u8 length of the context; 4 zeros. So it lies in one line of the
/// cache.
///
/// Costs are −log₂ of probabilities in units of 1/1024 bit. The first node is the empty context, which
/// has a transition for each symbol. Nodes are in order of their lengths.
package struct ModelHeader: Hashable, Sendable {
  /// What the model is made of.
  package internal(set) var settings = ModelSettings()
  /// How many passwords it learnt from, each as often as it was counted.
  package internal(set) var lines: UInt64 = 0
  /// How many empty lines were left out.
  package internal(set) var emptyCount: UInt64 = 0
  /// How many lines were left out since they are too long.
  package internal(set) var overLongCount: UInt64 = 0
  /// Identifies the counts and the settings, whatever lists they came from.
  package internal(set) var digest: UInt64 = 0
  /// The number of kept contexts.
  package internal(set) var contextCount = 0
  /// The number of counted transitions, without those that the empty context has besides.
  package internal(set) var transitionCount = 0
  /// The number of drawn passwords.
  package internal(set) var sampleCount = 0
  /// The node before the first character.
  var start = 0
  /// The number of all transitions.
  var placeCount = 0
  /// The checksum of everything after the header.
  var bodyChecksum: UInt64 = 0
  /// The checksum of the header, which identifies the file.
  private(set) var checksum: UInt64 = 0

  static let byteCount = 4096
  static let nodeBytes = 32
  static let transitionBytes = 6
  /// The most drawn passwords.
  static let mostSamples = 10_000_000
  static let magic = Array("AUDMODL1".utf8)
  /// What no text and no built-in model has after the magic number.
  private static let version: UInt64 = 0x1_0000_0001
  private static let block = 1 << 20

  private enum Word: Int {
    case magic, version, order, leastCount, symbols, weight, isDistinct, lines, emptyCount
    case overLongCount, digest, contextCount, transitionCount, placeCount, start, sampleCount
    case bodyChecksum
    case checksum = 511
  }

  init() {}

  // MARK: Layout

  var nodesStart: Int { Self.byteCount }
  var transitionsStart: Int { Self.aligned(nodesStart + Self.nodeBytes * contextCount) }
  var sampleStart: Int { Self.aligned(transitionsStart + Self.transitionBytes * placeCount + 2) }

  /// The size of the whole file, in bytes.
  package var fileByteCount: Int { sampleStart + 8 * sampleCount }

  private static func aligned(_ offset: Int) -> Int { (offset + 4095) / 4096 * 4096 }

  /// The checksum of everything after the header: that of each MiB, with the one before as its seed.
  static func bodyChecksum(of file: RawSpan) -> UInt64 {
    var checksum: UInt64 = 0
    var start = byteCount
    while start < file.byteCount {
      let end = min(start + block, file.byteCount)
      checksum = xxh3(file.extracting(start..<end), seed: checksum)
      start = end
    }
    return checksum
  }

  // MARK: Writing

  var serialized: [UInt8] {
    var words = [UInt64](repeating: 0, count: Self.byteCount / 8)
    func put(_ number: UInt64, _ word: Word) { words[word.rawValue] = number }
    put(littleEndian(Self.magic[...]), .magic)
    put(Self.version, .version)
    put(UInt64(settings.order), .order)
    put(settings.leastCount, .leastCount)
    put(UInt64(ModelSymbol.count), .symbols)
    put(settings.weight.bitPattern, .weight)
    put(settings.isDistinct ? 1 : 0, .isDistinct)
    put(lines, .lines)
    put(emptyCount, .emptyCount)
    put(overLongCount, .overLongCount)
    put(digest, .digest)
    put(UInt64(contextCount), .contextCount)
    put(UInt64(transitionCount), .transitionCount)
    put(UInt64(placeCount), .placeCount)
    put(UInt64(start), .start)
    put(UInt64(sampleCount), .sampleCount)
    put(bodyChecksum, .bodyChecksum)
    var bytes: [UInt8] = []
    for word in words.dropLast() { bytes.append(littleEndian: word) }
    bytes.append(littleEndian: xxh3(bytes.raw))
    return bytes
  }

  // MARK: Reading

  /// Whether a file begins like a model, even if it is truncated or damaged: most of the magic number
  /// and of the version are right.
  static func isRecognised(_ file: RawSpan) -> Bool {
    var expected = magic
    expected.append(littleEndian: version)
    guard file.byteCount >= expected.count else { return false }
    let equal = expected.indices.count { file.number(at: $0, as: UInt8.self) == expected[$0] }
    return equal >= expected.count - 2
  }

  /// Reads a header and checks that the file has the size that the header states.
  init(_ file: RawSpan) throws(Problem) {
    guard Self.isRecognised(file) else { throw ModelFile.foreign }
    guard file.byteCount >= Self.byteCount else {
      throw ModelFile.cutShort(found: file.byteCount, expected: Self.byteCount)
    }
    func word(_ word: Word) -> UInt64 { file.number(at: 8 * word.rawValue) }
    guard word(.checksum) == xxh3(file.extracting(first: Self.byteCount - 8)) else {
      throw ModelFile.damaged(.header, offset: 0)
    }
    guard word(.magic) == littleEndian(Self.magic[...]), word(.version) == Self.version else {
      throw ModelFile.unknownVersion(word(.version) & 0xFFFF_FFFF)
    }
    func count(_ place: Word, _ range: ClosedRange<Int>) throws(Problem) -> Int {
      guard let count = Int(exactly: word(place)), range.contains(count) else {
        throw ModelFile.damaged(.header, offset: 8 * place.rawValue)
      }
      return count
    }
    settings.order = try count(.order, ModelSettings.orders)
    settings.leastCount = word(.leastCount)
    settings.weight = Double(bitPattern: word(.weight))
    settings.isDistinct = try count(.isDistinct, 0...1) == 1
    guard (0...1).contains(settings.weight) else {
      throw ModelFile.damaged(.header, offset: 8 * Word.weight.rawValue)
    }
    _ = try count(.symbols, ModelSymbol.count...ModelSymbol.count)
    lines = word(.lines)
    emptyCount = word(.emptyCount)
    overLongCount = word(.overLongCount)
    digest = word(.digest)
    contextCount = try count(.contextCount, 1...ContextTable.limit)
    transitionCount = try count(.transitionCount, 0...ContextTable.limit)
    placeCount = try count(.placeCount, ModelSymbol.count...ContextTable.limit)
    start = try count(.start, 0...contextCount - 1)
    sampleCount = try count(.sampleCount, 1...Self.mostSamples)
    bodyChecksum = word(.bodyChecksum)
    checksum = word(.checksum)
    guard file.byteCount == fileByteCount else {
      throw ModelFile.cutShort(found: file.byteCount, expected: fileByteCount)
    }
  }
}

/// The form of models' files.
package enum ModelFile: BuiltFile {
  /// The parts of a model's file.
  package enum Part: String, Hashable, Sendable {
    case header, content, contexts, transitions, sample
  }

  package static var words: (whole: String, noun: String) { ("guess model", "model") }
  package static var command: String { "audit model build" }
}
