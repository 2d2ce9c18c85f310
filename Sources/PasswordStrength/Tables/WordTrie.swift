import EmbeddedData

/// All ranked words in one trie, and all of them back to front in a second one.
///
/// The first is walked to the right to find words that begin at a place and to the left to find
/// reversed words that end there; the second finds, to the left, the words that end at a place and,
/// to the right, the reversed words that begin there.
///
/// Both share one double array, made before the program is built (``WordTries`` says where). A node
/// is a number, its base; its child for code `c` is the cell at `base + c` if that cell says it was
/// made for `c`. A step is one load and one comparison. Nodes without children have base 0, where no
/// child is ever found.
///
/// - Source: J. Aoe, *An efficient digital search algorithm by using a double-array structure*,
///   IEEE Transactions on Software Engineering 15, 1989.
struct WordTrie {
  let cells: Cells<UInt32>
  /// Base of the root whose paths are words.
  let forward: Int
  /// Base of the root whose paths are words read backwards.
  let backward: Int
  private let codes: Cells<UInt8>
  /// By the codes of two characters, `first << 6 | second`, the cell they lead to in the first trie,
  /// and, from 4096 on, in the second; 0 for none.
  ///
  /// Nearly all walks go that far, so those of ``Engine/addEdgeWords(in:)`` begin here.
  let pairs = Cells<UInt32>(count: 2 << 12, filledWith: 0)

  /// Refers to the tries compiled in.
  init() {
    let tries = WordTries()
    // SAFETY: that memory lives as long as the program; nothing here writes to a trie's cells.
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

  /// The code of an ASCII character and of its capital, from 2 to 63; 0 if it is in no word.
  func code(of character: UInt8) -> Int { Int(codes[Int(character)]) }

  /// The character with a code.
  func character(with code: Int) -> UInt8 {
    UInt8((0..<codes.count).last { Int(codes[$0]) == code } ?? 0)
  }

  /// The cell of a node's child for a code, or 0, which no child's cell is.
  @inline(__always)
  func child(of base: Int, code: Int) -> Cell {
    // SAFETY: a node's base leaves room for any code.
    let cell = unsafe cells[unchecked: base &+ code]
    return Cell(rawValue: Int(cell & Cell.codeMask) == code ? cell : 0)
  }

  /// The word that ends at a cell.
  @inline(__always)
  func entry(at cell: Cell) -> WordEntry {
    // SAFETY: as above.
    let holder =
      unsafe cell.hasChildren ? cells[unchecked: cell.base &+ Cell.entryCode] : cell.rawValue
    return WordEntry(trieEntry: holder >> Cell.baseShift & Cell.baseMask)
  }

  /// What a cell says.
  struct Cell {
    let rawValue: UInt32

    /// The bits of the code it was made for.
    static let codeMask: UInt32 = 63
    /// Where the base, or the entry, begins.
    static let baseShift: UInt32 = 7
    static let baseMask: UInt32 = 0xFF_FFFF
    /// The code of the child that has the entry of a word with which others begin.
    static let entryCode = 1

    @inline(__always) init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Whether it is a child at all.
    @inline(__always) var isChild: Bool { rawValue != 0 }

    /// Whether a word ends here.
    @inline(__always) var isEnd: Bool { rawValue & 1 << 6 != 0 }

    /// Whether longer words go through here.
    @inline(__always) var hasChildren: Bool { rawValue >> 31 != 0 }

    /// The base of its children; 0 if it has none.
    @inline(__always) var base: Int {
      // The highest bit, spread over all.
      let mask = UInt32(bitPattern: Int32(bitPattern: rawValue) &>> 31)
      return Int(rawValue &>> Self.baseShift & Self.baseMask & mask)
    }
  }
}

/// A ranked word's place: its list and its rank in it.
struct WordEntry: Hashable {
  /// Bits 0–23 the rank, 0 for words without one; bits 24–26 the list's number.
  let rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Rank in bits 0–15 and list from bit 16 on.
  @inline(__always)
  init(trieEntry: UInt32) { rawValue = trieEntry & 0xFFFF | (trieEntry >> 16) << 24 }

  /// A word of the caller's; ranks from 2²⁴ on are all the same.
  init(contextRank: Int) {
    rawValue = Self.contextList << 24 | UInt32(min(contextRank, 0xFF_FFFF))
  }

  private static let contextList: UInt32 = 6
  /// The bits of the rank.
  static let rankMask: UInt32 = 0xFF_FFFF

  /// Place in the list from 1; NaN for `constructor` and `__proto__`.
  ///
  /// The reference keeps its words in plain objects, so it finds these two in each list, with a rank
  /// that is no number.
  @inline(__always) var rank: Double { hasRank ? Double(rawValue & 0xFF_FFFF) : .nan }

  /// Whether it has a rank.
  @inline(__always) var hasRank: Bool { rawValue & 0xFF_FFFF != 0 }

  /// The number of its list; 6 for the caller's.
  @inline(__always) var list: Int { Int(rawValue >> 24) }

  /// Whether it is the caller's.
  @inline(__always) var isContextWord: Bool { rawValue >> 24 == Self.contextList }
}
