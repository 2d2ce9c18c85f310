import CEmbeddedData

/// Two tries of the ranked words in one double array, compiled into the program: one of the words,
/// one of the reversed words.
///
/// They hold the words of ``RankedDictionaries``, laid out for walks through passwords;
/// `Datasets/Dictionaries/make-tries.py` makes them and defines a cell.
@safe package struct WordTries: @unchecked Sendable {
  /// The code of each ASCII character, from 2 on, the same for a capital; 0 if no word has it.
  package let codes: [UInt8]
  /// Base of the root whose paths are words.
  package let forward: Int
  /// Base of the root whose paths are reversed words.
  package let backward: Int
  // SAFETY: this memory is part of the program, never written and never freed.
  /// The double array.
  @unsafe package let cells: UnsafeBufferPointer<UInt32>

  private static let headerSize = 192

  /// Refers to the compiled-in tries.
  package init() {
    // SAFETY: the array in the program has the format of the script, which a test checks: a header
    // of 192 bytes and as many aligned cells as the header says.
    let start = unsafe UnsafeRawPointer(embedded_tries())
    func number(at offset: Int) -> Int {
      Int(UInt32(littleEndian: unsafe start.load(fromByteOffset: offset, as: UInt32.self)))
    }
    codes = (0..<128).map { unsafe start.load(fromByteOffset: $0, as: UInt8.self) }
    forward = number(at: 128)
    backward = number(at: 132)
    let count = number(at: 136)
    precondition(embedded_tries_size() == Self.headerSize + 4 * count)
    #if _endian(big)
      #error("the cells of tries.bin are little-endian")
    #endif
    unsafe cells = UnsafeBufferPointer(
      start: (start + Self.headerSize).assumingMemoryBound(to: UInt32.self), count: count)
  }
}
