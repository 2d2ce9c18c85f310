extension Span where Element: FixedWidthInteger & BitwiseCopyable {
  /// The bytes of the numbers, in the order of memory.
  @_spi(House) @inlinable
  public var raw: RawSpan {
    // SAFETY: the integers of the standard library have no padding.
    @_lifetime(copy self) @inline(__always) get { unsafe bytes }
  }
}

extension [UInt8] {
  /// The bytes.
  @_spi(House) @inlinable
  public var raw: RawSpan { @_lifetime(borrow self) @inline(__always) get { span.raw } }
}

extension [UInt64] {
  /// The bytes of the numbers, in the order of memory.
  @_spi(House) @inlinable
  public var raw: RawSpan { @_lifetime(borrow self) @inline(__always) get { span.raw } }
}
