import CEmbeddedData

/// The ranked words as two tries in one double array, compiled in: one of the words, one of the
/// words read backwards.
///
/// They hold what ``RankedDictionaries`` holds, laid out for walks through passwords;
/// `Datasets/Dictionaries/make-tries.py` makes them and says what a cell is made of.
@safe package struct WordTries: @unchecked Sendable {
  /// By ASCII character, its code from 2 on, the same for a capital; 0 if it is in no word.
  package let codes: [UInt8]
  /// Base of the root whose paths are words.
  package let forward: Int
  /// Base of the root whose paths are words read backwards.
  package let backward: Int
  // SAFETY: this memory is part of the program, never written and never freed.
  /// The double array.
  @unsafe package let cells: UnsafeBufferPointer<UInt32>

  private static let headerSize = 192

  /// Refers to the tries compiled in.
  package init() {
    // SAFETY: the array in the program has the format the script gave it, which a test checks: a
    // header of 192 bytes and as many aligned cells as that says.
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
