import EmbeddedData

/// All ranked words in one trie, and all of them reversed in a second one.
///
/// Walking right in the first trie finds words that begin at a place; walking left finds reversed
/// words that end there. Walking left in the second trie finds words that end at a place; walking
/// right finds reversed words that begin there.
///
/// Both share one double array, made before the program is built (see ``WordTries``). A node is a
/// number, its base; its child for code `c` is the cell at `base + c` if that cell belongs to `c`.
/// A step is one load and one comparison. Nodes without children have base 0, where no child is
/// found.
///
/// - Source: J. Aoe, *An efficient digital search algorithm by using a double-array structure*,
///   IEEE Transactions on Software Engineering 15, 1989.
struct WordTrie {
  let cells: Cells<UInt32>
  /// The base of the root whose paths are words.
  let forward: Int
  /// The base of the root whose paths are reversed words.
  let backward: Int
  private let codes: Cells<UInt8>
  /// The cell for two characters with the codes `first << 6 | second`, in the first trie and, from
  /// 4096 on, in the second; 0 if there is none.
  ///
  /// Nearly all walks get that far, so those of ``Engine/addEdgeWords(in:)`` begin here.
  let pairs = Cells<UInt32>(count: 2 << 12, filledWith: 0)

  /// Refers to the compiled-in tries.
  init() {
    let tries = WordTries()
    // SAFETY: that memory lives as long as the program, and nothing here writes to the cells of a
    // trie.
    cells = unsafe Cells(reading: tries.cells)
    forward = tries.forward
    backward = tries.backward
    codes = Cells(count: tries.codes.count, filledWith: 0)
    for (character, code) in tries.codes.enumerated() { codes[character] = code }
    for (index, root) in [forward, backward].enumerated() {
      for first in 1..<64 {
        let base = child(of: root, code: first).base
        guard base != 0 else { continue }
        for second in 1..<64 {
          pairs[index << 12 | first << 6 | second] = child(of: base, code: second).rawValue
        }
      }
    }
  }

  /// The code of an ASCII character and of its capital, from 2 to 63; 0 if no word contains it.
  func code(of character: UInt8) -> Int { Int(codes[Int(character)]) }

  /// The character with a code.
  func character(with code: Int) -> UInt8 {
    UInt8((0..<codes.count).last { Int(codes[$0]) == code } ?? 0)
  }

  /// The cell of a node's child for a code; 0 if there is none.
  @inline(__always)
  func child(of base: Int, code: Int) -> Cell {
    // SAFETY: a node's base leaves room for any code.
    let cell = unsafe cells[unchecked: base &+ code]
    return Cell(rawValue: Int(cell & Cell.codeMask) == code ? cell : 0)
  }

  /// The word that ends at a cell.
  @inline(__always)
  func entry(at cell: Cell) -> WordEntry {
    // SAFETY: as above. The cell is read in any case, so that no branch is needed.
    let child = unsafe cells[unchecked: cell.base &+ Cell.entryCode]
    let holder = cell.hasChildren ? child : cell.rawValue
    return WordEntry(trieEntry: holder >> Cell.baseShift & Cell.baseMask)
  }

  /// A cell of the double array.
  struct Cell {
    let rawValue: UInt32

    /// The bits of the code that the cell belongs to.
    static let codeMask: UInt32 = 63
    /// The lowest bit of the base, or of the entry.
    static let baseShift: UInt32 = 7
    static let baseMask: UInt32 = 0xFF_FFFF
    /// Set if a word ends here.
    static let endBit: UInt32 = 1 << 6
    /// The code of the child that holds the entry of a word that is a prefix of others.
    static let entryCode = 1

    @inline(__always) init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Whether the cell is a child at all.
    @inline(__always) var isChild: Bool { rawValue != 0 }

    /// Whether a word ends here.
    @inline(__always) var isEnd: Bool { rawValue & Self.endBit != 0 }

    /// Whether longer words continue here.
    @inline(__always) var hasChildren: Bool { rawValue >> 31 != 0 }

    /// The base of its children; an arbitrary 24-bit number if it has none.
    @inline(__always) var childBase: Int { Int(rawValue &>> Self.baseShift & Self.baseMask) }

    /// The base of its children; 0 if it has none.
    @inline(__always) var base: Int {
      // Copies the highest bit to all others.
      let mask = UInt32(bitPattern: Int32(bitPattern: rawValue) &>> 31)
      return Int(rawValue &>> Self.baseShift & Self.baseMask & mask)
    }
  }
}

/// The list of a ranked word, and its rank in the list.
struct WordEntry: Hashable, BitwiseCopyable {
  /// Bits 0–28 the rank, 0 for words without a rank; bits 29–31 the list's number.
  let rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Makes an entry from the rank in bits 0–15 and the list from bit 16 on.
  @inline(__always)
  init(trieEntry: UInt32) {
    rawValue = trieEntry & 0xFFFF | (trieEntry >> 16) << Self.listShift
  }

  /// Makes the entry of a caller's word; its rank is below 2²⁹.
  init(rank: Int) {
    rawValue = Self.callersList << Self.listShift | UInt32(truncatingIfNeeded: rank) & Self.rankMask
  }

  private static let callersList: UInt32 = 6
  private static let listShift: UInt32 = 29
  /// The bits of the rank.
  static let rankMask: UInt32 = 0x1FFF_FFFF

  /// The rank in the list, from 1; NaN for `constructor` and `__proto__`.
  ///
  /// The reference keeps its words in plain objects, so it finds these two in each list, with a
  /// rank that is not a number.
  @inline(__always) var rank: Double { hasRank ? Double(rawValue & Self.rankMask) : .nan }

  /// Whether it has a rank.
  @inline(__always) var hasRank: Bool { rawValue & Self.rankMask != 0 }

  /// The number of the list; 6 for the caller's words.
  @inline(__always) var list: Int { Int(rawValue >> Self.listShift) }

  /// Whether it is a caller's word.
  @inline(__always) var isCallersWord: Bool {
    rawValue >> Self.listShift == Self.callersList
  }
}

/// The characters of a few ranked words; for nearly all passwords they show that no search is needed.
struct FewWordsFilter: Sendable {
  /// The trie codes of each word's characters, one bit each; bit 0 for characters without a code.
  private let words: [UInt64]
  /// For each of ``LeetSymbols/all``, the codes of the letters that it can replace.
  private let symbols: [UInt64]

  /// The most words for which this is faster than their search.
  private static let mostWords = 16

  /// Nil for more than a few words.
  init?(_ ranked: RankedWords, _ trie: WordTrie) {
    guard ranked.count <= Self.mostWords else { return nil }
    func bit(_ byte: UInt8) -> UInt64 { 1 << UInt64(trie.code(of: byte)) }
    var words: [UInt64] = []
    ranked.forEachWord { units in
      if units.isEmpty { return }
      words.append(units.reduce(0) { $0 | ($1 < 0x80 ? bit(UInt8($1)) : 1) })
    }
    self.words = words
    symbols = LeetSymbols.all.map { symbol in
      LeetSymbols.letters.reduce(0) { $0 | ($1.symbols.contains(symbol) ? bit($1.letter) : 0) }
    }
  }

  /// Whether a word can be written with characters of these codes and symbols.
  func mayHold(_ codes: UInt64, symbols present: UInt32) -> Bool {
    var codes = codes
    var present = present
    while present != 0 {
      codes |= symbols[present.trailingZeroBitCount]
      present &= present - 1
    }
    return words.contains { $0 & ~codes == 0 }
  }
}
