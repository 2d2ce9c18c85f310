// A file name is bytes, and a string is Unicode. Each byte of a name that is not part of
// well-formed UTF-8 is represented by the private code point U+10FE00 plus the byte, so that no
// byte is lost between an argument and the system call that opens the file. `escaped(_:)` prints it
// as `\xE9`.

/// The code points that represent the bytes 0x80 to 0xFF.
private let rawBytes: ClosedRange<UInt32> = 0x10FE80...0x10FEFF

extension String {
  /// The text of a file name; ``fileNameBytes`` returns exactly the same bytes.
  ///
  ///     String(fileName: [0x63, 0x61, 0x66, 0xE9]).fileNameBytes  // [0x63, 0x61, 0x66, 0xE9]
  ///
  /// If a name contains one of these private code points, each of its bytes is represented
  /// separately.
  ///
  /// - Complexity: O(length).
  package init(fileName bytes: some Collection<UInt8>) {
    self.init(bytesOfName: Array(bytes))
  }

  /// The same of an array: for other collections the runtime would look types up, at each start.
  private init(bytesOfName bytes: [UInt8]) {
    if let text = String(validating: bytes, as: UTF8.self), !text.holdsRawBytes {
      self = text
      return
    }
    self.init()
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var rest = bytes[...]
    while true {
      let isScalar: Bool
      let length: Int
      switch parser.parseScalar(from: &iterator) {
      case .emptyInput: return
      case .error(let count): (isScalar, length) = (false, count)
      case .valid(let encoded):
        let scalar = UTF8.decode(encoded)
        isScalar = !rawBytes.contains(scalar.value)
        length = encoded.count
        if isScalar { unicodeScalars.append(scalar) }
      }
      if !isScalar { for byte in rest.prefix(length) { append(rawByte: byte) } }
      rest = rest.dropFirst(length)
    }
  }

  /// The bytes of a file name that was made by ``init(fileName:)`` or typed by a user.
  ///
  /// - Complexity: O(length).
  package var fileNameBytes: [UInt8] {
    guard holdsRawBytes else { return Array(utf8) }
    var bytes: [UInt8] = []
    for scalar in unicodeScalars {
      if let byte = scalar.rawByte { bytes.append(byte) } else { bytes += Array(scalar.utf8) }
    }
    return bytes
  }

  /// The bytes of a file name, ended by a 0 for system calls.
  package var systemPath: [CChar] { fileNameBytes.map { CChar(bitPattern: $0) } + [0] }

  private var holdsRawBytes: Bool { unicodeScalars.contains { $0.rawByte != nil } }

  private mutating func append(rawByte byte: UInt8) {
    // Below 0x80 no byte is ill-formed.
    guard let scalar = Unicode.Scalar(rawBytes.lowerBound - 0x80 + UInt32(byte)) else { return }
    unicodeScalars.append(scalar)
  }
}

extension Unicode.Scalar {
  /// The byte of a file name that this code point represents; nil for other code points.
  var rawByte: UInt8? { rawBytes.contains(value) ? UInt8(truncatingIfNeeded: value) : nil }
}

/// The shortest ends of paths that tell them apart, so that people can name them.
///
///     distinctEnds([["2018", "dump"], ["2019", "dump"], ["old", "forum"]])
///     // [["2018", "dump"], ["2019", "dump"], ["forum"]]
///
/// Equal paths keep equal ends, as long as the whole path.
///
/// - Complexity: O(components).
package func distinctEnds(_ paths: [[String]]) -> [[String]] {
  var ends = paths.map { Array($0.suffix(1)) }
  let longest = paths.map(\.count).max() ?? 0
  for length in 2...max(longest, 2) {
    let counts = Dictionary(ends.map { ($0, 1) }, uniquingKeysWith: +)
    for (index, path) in paths.enumerated() where counts[ends[index]] ?? 0 > 1 {
      ends[index] = Array(path.suffix(length))
    }
  }
  return ends
}

/// The parts of a path, without `.` and empty ones: `./lists//a.txt` has `lists` and `a.txt`.
package func pathParts(_ path: String) -> [String] {
  path.split(separator: "/").map(String.init).filter { $0 != "." }
}
