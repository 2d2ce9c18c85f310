import CEmbeddedData

/// The index of the values of ``RankedDictionaries`` and ``CommonPatterns``, compiled into the
/// program: the filter and the fingerprint table of a blocklist.
///
/// The system reads a page of it when a look-up needs it, so it costs nothing at the start.
/// `Datasets/Dictionaries/make-index.py` makes it and defines its format.
@safe package struct BuiltInIndex: @unchecked Sendable {
  /// The number of values, including repetitions in the lists.
  package let valueCount: Int
  /// The number of distinct values.
  package let distinctCount: Int
  /// The number of values of each length in bytes, from 0 to 31.
  package let lengthCounts: [UInt64]
  // SAFETY: this memory is part of the program; it is never written or freed.
  /// The words of the filter; their number is a power of two.
  @unsafe package let filter: UnsafeBufferPointer<UInt64>
  /// The places of the fingerprint table, four per bucket; 0 marks a free place.
  @unsafe package let places: UnsafeBufferPointer<UInt64>

  private static let lengthBins = 32
  private static let headerSize = 192

  /// Refers to the compiled-in index; reads only its header.
  package init() {
    // SAFETY: the bytes in the program have the format of the script, which tests check: a header
    // of 192 bytes, then as many aligned words and places as the header states.
    let start = unsafe UnsafeRawPointer(embedded_index())
    func number(_ index: Int) -> UInt32 {
      UInt32(littleEndian: unsafe start.load(fromByteOffset: 4 * index, as: UInt32.self))
    }
    var offset = Self.headerSize
    func next(_ count: UInt32) -> UnsafeBufferPointer<UInt64> {
      defer { offset += 8 * Int(count) }
      return unsafe UnsafeBufferPointer(
        start: (start + offset).assumingMemoryBound(to: UInt64.self), count: Int(count))
    }
    #if _endian(big)
      #error("the numbers of index.bin are little-endian")
    #endif
    valueCount = Int(number(0))
    distinctCount = Int(number(1))
    lengthCounts = (0..<Self.lengthBins).map { UInt64(number(4 + $0)) }
    unsafe filter = next(number(2))
    unsafe places = next(number(3))
    precondition(embedded_index_size() == offset)
  }
}
