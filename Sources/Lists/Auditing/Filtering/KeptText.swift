import Passwords

/// Copies lines of a text; copies adjacent lines in one step.
struct KeptText: Concealing {
  /// The copied bytes.
  private(set) var bytes: [UInt8] = []
  /// The number of lines taken.
  private(set) var count: UInt64 = 0
  private var run = 0..<0

  /// Takes the text's next line unchanged.
  mutating func append(_ line: Range<Int>, of text: RawSpan) {
    count &+= 1
    if line.lowerBound != run.upperBound {
      finish(text)
      run = line
    } else {
      run = run.lowerBound..<line.upperBound
    }
  }

  /// Takes the text's next line, with the line end after it.
  @inline(__always)
  mutating func append(line: Range<Int>, of text: RawSpan) {
    var stop = line.upperBound
    if Span<UInt8>(_bytes: text)[stop] == 13 { stop &+= 1 }
    append(line.lowerBound..<stop &+ 1, of: text)
  }

  /// Takes a password as a line, with a line feed and without a carriage return.
  mutating func append(password: Range<Int>, of text: RawSpan) {
    if Span<UInt8>(_bytes: text)[password.upperBound] == 10 {
      return append(password.lowerBound..<password.upperBound &+ 1, of: text)
    }
    append(password, of: text)
    finish(text)
    bytes.append(10)
  }

  /// Takes a decoded password.
  ///
  /// Writes it as `$HEX[…]` if a line cannot hold it or a reader would read another password.
  ///
  /// No lines may be waiting to be copied, since they would end up after this one.
  mutating func append(decoded password: ArraySlice<UInt8>) {
    count &+= 1
    if password.contains(10) || password.last == 13 || password.starts(with: "$HEX[".utf8) {
      bytes += "$HEX[".utf8
      for byte in password {
        bytes.append(Self.digits[Int(byte >> 4)])
        bytes.append(Self.digits[Int(byte & 15)])
      }
      bytes.append(UInt8(ascii: "]"))
    } else {
      bytes += password
    }
    bytes.append(10)
  }

  /// Takes the first lines of a text, up to an offset, as a header, which is not counted.
  mutating func append(header text: RawSpan, _ end: Int) {
    let span = Span<UInt8>(_bytes: text)
    for index in 0..<end { bytes.append(span[index]) }
  }

  /// Copies the remaining lines.
  mutating func finish(_ text: RawSpan) {
    // SAFETY: the bytes are copied while the span lives.
    unsafe text.extracting(run).withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
    run = 0..<0
  }

  private static let digits = Array("0123456789abcdef".utf8)
}
