@_spi(Internal) import Bytes
import CEmbeddedData

/// Two tries of the ranked words in one double array, compiled into the program: one of the words,
/// one of the reversed words.
///
/// Contains the words of `dictionaries.bin` with their lists and ranks, laid out for walks through
/// passwords, and a filter for words in leet spelling. `Datasets/Dictionaries/make-tries.py` makes
/// all of this and defines the format of cells and the filter.
@safe package struct WordTries: @unchecked Sendable {
  /// The code of each ASCII character, from 2 on, the same for a capital; 0 if no word contains it.
  package let codes: [UInt8]
  /// The base of the root whose paths are words.
  package let forward: Int
  /// The base of the root whose paths are reversed words.
  package let backward: Int
  // SAFETY: this memory is part of the program; it is never written or freed.
  /// The double array.
  @unsafe package let cells: UnsafeBufferPointer<UInt32>
  /// The class of the character with each code, for the leet filter.
  @unsafe package let leetClasses: UnsafeBufferPointer<UInt8>
  /// The rows of the leet filter.
  @unsafe package let leetRows: UnsafeBufferPointer<UInt64>
  /// The masks of the leet filter.
  @unsafe package let leetMasks: UnsafeBufferPointer<UInt32>

  /// The number of character classes in the leet filter, numbered from 0.
  package static let leetClassCount = 27

  private static let headerSize = 192

  /// Refers to the compiled-in tries.
  package init() {
    // SAFETY: the bytes in the program have the format of the script, which a test checks: a header
    // of 192 bytes, as many aligned cells as the header states, 64 classes, the rows, and as many
    // masks as the header states.
    let start = unsafe UnsafeRawPointer(embedded_tries())
    let header = unsafe UnsafeRawBufferPointer(start: start, count: Self.headerSize).bytes
    func number(at offset: Int) -> Int { Int(header.number(at: offset, as: UInt32.self)) }
    var offset = Self.headerSize
    func next<T: BitwiseCopyable>(_ count: Int, _ type: T.Type) -> UnsafeBufferPointer<T> {
      defer { offset += count * MemoryLayout<T>.stride }
      return unsafe UnsafeBufferPointer(
        start: (start + offset).assumingMemoryBound(to: type), count: count)
    }
    codes = (0..<128).map { unsafe start.load(fromByteOffset: $0, as: UInt8.self) }
    forward = number(at: 128)
    backward = number(at: 132)
    #if _endian(big)
      #error("the cells of tries.bin are little-endian")
    #endif
    unsafe cells = next(number(at: 136), UInt32.self)
    unsafe leetClasses = next(64, UInt8.self)
    unsafe leetRows = next(2 * 10 * Self.leetClassCount * Self.leetClassCount, UInt64.self)
    unsafe leetMasks = next(number(at: 140), UInt32.self)
    precondition(embedded_tries_size() == offset)
  }

  /// Visits all words in ascending order of their bytes.
  ///
  /// - Parameter body: Receives the word, which is valid only during the call, and its entry: the
  ///   rank in bits 0 to 15 and the list in bits 16 to 18; 0 for a word without a rank.
  package func forEachWord(_ body: (_ word: Span<UInt8>, _ entry: UInt32) -> Void) {
    let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
    let alphabet = (0..<128 as Range<UInt8>)
      .filter { codes[Int($0)] > 1 && !capitals.contains($0) }
      .map { (byte: $0, code: Int(codes[Int($0)])) }
    var word: [UInt8] = []
    visit(forward, &word, alphabet, body)
  }

  private func visit(
    _ base: Int, _ word: inout [UInt8], _ alphabet: [(byte: UInt8, code: Int)],
    _ body: (Span<UInt8>, UInt32) -> Void
  ) {
    for (byte, code) in alphabet {
      let cell = cell(base + code)
      guard Int(cell & 63) == code else { continue }
      word.append(byte)
      let next = Int(cell >> 7 & 0xFF_FFFF)
      let hasChildren = cell >> 31 != 0
      // If other words begin with this word, its entry is in the child for code 1.
      if cell >> 6 & 1 != 0 {
        body(word.span, hasChildren ? self.cell(next + 1) >> 7 & 0xFF_FFFF : UInt32(next))
      }
      if hasChildren { visit(next, &word, alphabet, body) }
      word.removeLast()
    }
  }

  private func cell(_ index: Int) -> UInt32 {
    precondition(unsafe cells.indices.contains(index), "a base leaves room for any code")
    return unsafe cells[index]
  }
}
