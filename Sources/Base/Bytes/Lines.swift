public import CInstructions

extension RawSpan {
  /// The offset of the first byte with a given value in a range; nil if there is none.
  @_spi(Internal) @inlinable @inline(__always)
  public func first(_ byte: UInt8, in range: Range<Int>) -> Int? {
    precondition(range.lowerBound >= 0 && range.upperBound <= byteCount)
    return unsafe withUnsafeBytes { bytes in
      // SAFETY: the range was checked to be within the span, and `find_byte` searches only there.
      guard let base = bytes.baseAddress,
        let found = unsafe find_byte(base + range.lowerBound, byte, range.count)
      else { return nil }
      return unsafe found - base
    }
  }

  /// The range of the next line, without its LF or CR LF; nil if no LF follows.
  ///
  ///     var cursor = 0
  ///     while let line = text.nextLine(at: &cursor) { … }  // the place of each whole line
  ///
  /// - Parameters:
  ///   - cursor: The offset of the line's first byte; moved after its LF.
  ///   - end: The end of the lines; nil for the end of the bytes.
  /// - Returns: The range of the line's bytes.
  @_spi(Internal) @inlinable @inline(__always)
  public func nextLine(at cursor: inout Int, end: Int? = nil) -> Range<Int>? {
    let start = cursor
    guard let feed = first(0x0A, in: start..<(end ?? byteCount)) else { return nil }
    cursor = feed &+ 1
    let hasReturn = feed > start && number(at: feed &- 1, as: UInt8.self) == 0x0D
    return start..<(hasReturn ? feed &- 1 : feed)
  }
}

extension RawSpan {
  /// Whether a line begins with a byte order mark of UTF-8, as in files that were joined.
  @_spi(Internal) @inlinable @inline(__always)
  public func hasMark(_ line: Range<Int>) -> Bool {
    line.count >= 3 && number(at: line.lowerBound, as: UInt8.self) == 0xEF
      && number(at: line.lowerBound &+ 1, as: UInt8.self) == 0xBB
      && number(at: line.lowerBound &+ 2, as: UInt8.self) == 0xBF
  }

  /// A line without the mark that ``hasMark(_:)`` finds.
  @_spi(Internal) @inlinable @inline(__always)
  public func unmarked(_ line: Range<Int>) -> Range<Int> {
    hasMark(line) ? line.lowerBound &+ 3..<line.upperBound : line
  }
}

extension Span where Element: FixedWidthInteger & BitwiseCopyable {
  /// The bytes of the numbers, in the order of memory.
  @_spi(Internal) @inlinable
  public var raw: RawSpan {
    // SAFETY: the integers of the standard library have no padding.
    @_lifetime(copy self) @inline(__always) get { unsafe bytes }
  }
}

extension [UInt8] {
  /// The bytes.
  @_spi(Internal) @inlinable
  public var raw: RawSpan { @_lifetime(borrow self) @inline(__always) get { span.raw } }
}

extension [UInt64] {
  /// The bytes of the numbers, in the order of memory.
  @_spi(Internal) @inlinable
  public var raw: RawSpan { @_lifetime(borrow self) @inline(__always) get { span.raw } }
}
