import Bytes

/// Reads the parts of a 7z header in order.
///
/// Counts each part that libarchive keeps in memory, so that a header of a few bytes cannot demand
/// much memory. (Source: 7-Zip's 7zFormat.txt and Methods.txt.)
struct SevenZipReader {
  /// The reasons to stop reading a header.
  enum Fault: Error {
    case malformed
    /// The list of contents takes more than ``largestContents``.
    case tooManyFiles
  }

  /// The most memory for libarchive's list of contents, in bytes: enough for some 80,000 files.
  static let largestContents = 1 << 24

  /// One step of compression, with the facts that determine the memory of decompression.
  struct Coder {
    enum Method {
      case lzma, lzma2, ppmd
      /// Decompresses its smaller inputs into memory.
      case bcj2
      /// A method that needs little memory or that libarchive cannot decompress.
      case other
    }

    let method: Method
    let properties: ArraySlice<UInt8>

    /// The bytes of earlier text, or of the model, that decompression keeps in memory.
    var window: UInt64 {
      switch method {
      case .lzma, .ppmd: properties.count == 5 ? littleEndian(properties.dropFirst()) : 0
      case .lzma2: properties.first.map(Self.dictionary(of:)) ?? 0
      default: 0
      }
    }

    /// The sizes 2 and 3 times a power of two, from 4 KiB to 3 GiB, and 4 GiB.
    private static func dictionary(of code: UInt8) -> UInt64 {
      code >= 40 ? 1 << 32 : UInt64(2 | code & 1) << UInt64(code / 2 + 11)
    }
  }

  /// Coders that work together, and the number of bytes that each of them produces.
  struct Folder {
    let coders: [Coder]
    fileprivate(set) var textSizes: [UInt64] = []
    fileprivate(set) var hasDigest = false

    /// The bytes of memory that decompression takes.
    var window: UInt64 {
      let windows = coders.reduce(0) { $0 + $1.window }
      guard coders.contains(where: { $0.method == .bcj2 }) else { return windows }
      // All its intermediate texts except the last and the largest.
      return textSizes.sorted().dropLast(2).reduce(windows) { sum, size in
        let (sum, overflow) = sum.addingReportingOverflow(size)
        return overflow ? .max : sum
      }
    }
  }

  private var rest: ArraySlice<UInt8>
  /// The approximate number of bytes that libarchive keeps.
  private var contents: UInt64

  init(_ header: [UInt8]) {
    rest = header[...]
    contents = UInt64(header.count)
  }

  // MARK: The header

  /// The offset and method of a compressed header; nil if this header is not compressed.
  mutating func packedHeader() throws(Fault) -> (start: UInt64, byteCount: UInt64, folder: Folder)?
  {
    guard try skip(.packedHeader) else { return nil }
    let streams = try streams()
    guard let folder = streams.folders.first, let byteCount = streams.packedSizes.first else {
      throw .malformed
    }
    return (streams.start, byteCount, folder)
  }

  /// Reads a header up to the number of files.
  ///
  /// - Returns: The bytes of memory that decompression takes for the largest folder.
  mutating func largestWindow() throws(Fault) -> UInt64 {
    try expect(.header)
    if try skip(.properties) {
      while try !skip(.end) {
        _ = try number()
        _ = try bytes(number())
      }
    }
    let window = try skip(.streams) ? streams().folders.reduce(0) { max($0, $1.window) } : 0
    if try skip(.files) { _ = try count(each: 150) }
    return window
  }

  /// The types of parts of a header.
  private enum Part: UInt8 {
    case end = 0x00
    case header, properties
    case streams = 0x04
    case files, packed, folders, texts, sizes, digests, folder, coderSizes, textCounts
    case packedHeader = 0x17
  }

  // MARK: Streams

  private struct Streams {
    /// The offset of the first stream after the signature header, and the size of each.
    var start: UInt64 = 0
    var packedSizes: [UInt64] = []
    var folders: [Folder] = []
  }

  private mutating func streams() throws(Fault) -> Streams {
    var streams = Streams()
    if try skip(.packed) {
      streams.start = try number()
      let count = try count(each: 24)
      if try skip(.sizes) { streams.packedSizes = try numbers(count) }
      if try skip(.digests) { _ = try digests(count) }
      try expect(.end)
    }
    if try skip(.folders) { streams.folders = try folders() }
    if try skip(.texts) { try skipTexts(in: streams.folders) }
    try expect(.end)
    return streams
  }

  private mutating func folders() throws(Fault) -> [Folder] {
    try expect(.folder)
    let count = try count(each: 300)
    // No known writer keeps folders elsewhere in the file.
    guard try byte() == 0 else { throw .malformed }
    var folders: [Folder] = []
    for _ in 0..<count { folders.append(try folder()) }
    try expect(.coderSizes)
    for index in folders.indices {
      folders[index].textSizes = try numbers(folders[index].coders.count)
    }
    if try skip(.digests) {
      for (index, isStated) in try digests(count).enumerated() {
        folders[index].hasDigest = isStated
      }
    }
    try expect(.end)
    return folders
  }

  private mutating func folder() throws(Fault) -> Folder {
    var coders: [Coder] = []
    var inputs = 0
    // BCJ2 with all its inputs is the largest combination that 7-Zip writes and libarchive accepts.
    for _ in 0..<(try count(upTo: 4)) {
      let form = try byte()
      let method = try bytes(UInt64(form & 0x0F))
      let isSimple = form & 0x10 == 0
      inputs += isSimple ? 1 : try count(upTo: 4)
      let texts = isSimple ? 1 : try number()
      if texts != 1 { throw .malformed }
      let properties = form & 0x20 == 0 ? [] : try bytes(number())
      coders.append(Coder(method: .init(method), properties: properties))
    }
    // Pairs of a text and the input that it feeds; then, if there are several, the packed inputs.
    let pairs = coders.count - 1
    guard pairs >= 0, inputs >= pairs else { throw .malformed }
    _ = try numbers(2 * pairs)
    if inputs - pairs > 1 { _ = try numbers(inputs - pairs) }
    return Folder(coders: coders)
  }

  /// Skips the sizes that divide the folders' texts into files.
  private mutating func skipTexts(in folders: [Folder]) throws(Fault) {
    var counts = Array(repeating: 1, count: folders.count)
    if try skip(.textCounts) {
      for index in counts.indices { counts[index] = try count(each: 16) }
    }
    if try skip(.sizes) {
      // The last file has the remaining size.
      for count in counts where count > 1 { _ = try numbers(count - 1) }
    }
    if try skip(.digests) {
      let isStated = zip(counts, folders).map { $0 == 1 && $1.hasDigest }
      _ = try digests(zip(counts, isStated).reduce(0) { $1.1 ? $0 : $0 + $1.0 })
    }
    try expect(.end)
  }

  /// Reads which streams have a CRC-32, and skips the CRCs.
  private mutating func digests(_ count: Int) throws(Fault) -> [Bool] {
    var isStated = Array(repeating: true, count: count)
    if try byte() == 0 {
      let bits = Array(try bytes(UInt64(count + 7) / 8))
      for index in isStated.indices { isStated[index] = bits[index / 8] & 0x80 >> (index % 8) != 0 }
    }
    _ = try bytes(4 * UInt64(isStated.count { $0 }))
    return isStated
  }

  // MARK: Numbers

  private mutating func byte() throws(Fault) -> UInt8 {
    guard let byte = rest.popFirst() else { throw .malformed }
    return byte
  }

  private mutating func bytes(_ count: UInt64) throws(Fault) -> ArraySlice<UInt8> {
    guard let count = Int(exactly: count), count <= rest.count else { throw .malformed }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// Reads a number of one to nine bytes: the leading ones of the first byte count the further
  /// bytes.
  private mutating func number() throws(Fault) -> UInt64 {
    let first = try byte()
    let more = (~first).leadingZeroBitCount
    let low = try littleEndian(bytes(UInt64(more)))
    // The bits after the leading ones and a zero are the highest.
    return more >= 7 ? low : low | UInt64(first & 0x7F >> more) << (8 * more)
  }

  private mutating func numbers(_ count: Int) throws(Fault) -> [UInt64] {
    var numbers: [UInt64] = []
    for _ in 0..<count { numbers.append(try number()) }
    return numbers
  }

  private mutating func count(upTo limit: UInt64) throws(Fault) -> Int {
    let count = try number()
    guard count <= limit else { throw .malformed }
    return Int(count)
  }

  /// Reads the number of entries that take `byteCount` bytes each.
  private mutating func count(each byteCount: UInt64) throws(Fault) -> Int {
    let count = try number()
    let largest = UInt64(Self.largestContents)
    guard count <= largest else { throw .tooManyFiles }
    contents += count * byteCount
    guard contents <= largest else { throw .tooManyFiles }
    return Int(count)
  }

  /// Skips the first byte of a part if that part comes next.
  private mutating func skip(_ part: Part) throws(Fault) -> Bool {
    guard let first = rest.first else { throw .malformed }
    if first != part.rawValue { return false }
    rest = rest.dropFirst()
    return true
  }

  private mutating func expect(_ part: Part) throws(Fault) {
    if try !skip(part) { throw .malformed }
  }
}

extension SevenZipReader.Coder.Method {
  /// The method with an identifier.
  fileprivate init(_ identifier: ArraySlice<UInt8>) {
    self =
      switch Array(identifier) {
      case [0x03, 0x01, 0x01]: .lzma
      case [0x21]: .lzma2
      case [0x03, 0x04, 0x01]: .ppmd
      case [0x03, 0x03, 0x01, 0x1B]: .bcj2
      default: .other
      }
  }
}
