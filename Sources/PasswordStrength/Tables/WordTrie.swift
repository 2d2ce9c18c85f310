import EmbeddedData

/// All ranked words in one trie, and all of them back to front in a second one.
///
/// The first is walked to the right to find words that begin at a place and to the left to find
/// reversed words that end there; the second finds, to the left, the words that end at a place and,
/// to the right, the reversed words that begin there.
///
/// Both share one double array: a node is a number `base`, and its child for code `c` is the cell
/// at `base + c` if that cell says it was made for `c`. No two nodes have the same base, so the code
/// alone identifies the parent. A step is one load and one comparison.
///
/// - Source: J. Aoe, *An efficient digital search algorithm by using a double-array structure*,
///   IEEE Transactions on Software Engineering 15, 1989.
struct WordTrie {
  /// Bits 0–5 the code the cell was made for (63: nobody's), bit 6 whether a word ends here, from
  /// bit 7 on the base of the cell's own children.
  let cells: Cells<UInt32>
  /// The word that ends at a cell; see ``WordEntry``.
  let entries: Cells<UInt32>
  /// Base of the root whose paths are words.
  let forward: Int
  /// Base of the root whose paths are words read backwards.
  let backward: Int

  static let codeMask: UInt32 = 63
  static let endBit: UInt32 = 1 << 6
  static let baseShift: UInt32 = 7
  /// The code of a cell that is nobody's child.
  static let nobody: UInt32 = 63

  /// The cell of a node's child, or −1.
  @inline(__always)
  func child(of base: Int, code: Int) -> Int {
    let cell = base + code
    return Int(cells[cell] & Self.codeMask) == code ? cell : -1
  }

  /// Whether a word ends at a cell.
  @inline(__always) func isEnd(_ cell: Int) -> Bool { cells[cell] & Self.endBit != 0 }

  /// The base of a cell's own children.
  @inline(__always) func base(of cell: Int) -> Int { Int(cells[cell] >> Self.baseShift) }

  /// The word that ends at a cell.
  @inline(__always) func entry(at cell: Int) -> WordEntry { WordEntry(rawValue: entries[cell]) }
}

/// A ranked word's place: its list and its rank in it.
struct WordEntry: Hashable {
  let rawValue: UInt32

  /// Bits 0–23 the rank, bits 24–26 the list's number, bit 31 for words without a rank.
  init(rawValue: UInt32) { self.rawValue = rawValue }

  init(list: RankedDictionaries.List, rank: Int) {
    rawValue = UInt32(list.rawValue) << 24 | UInt32(rank)
  }

  /// A word of the caller's; ranks from 2²⁴ on are all the same.
  init(contextRank: Int) {
    rawValue = Self.contextList << 24 | UInt32(min(contextRank, 0xFF_FFFF))
  }

  /// `constructor` and `__proto__`: the reference keeps its words in plain objects, so it finds
  /// these two in each list, with a rank that is no number.
  static let unranked = WordEntry(rawValue: 1 << 31)

  private static let contextList: UInt32 = 6

  /// Place in the list from 1, or NaN.
  @inline(__always) var rank: Double {
    rawValue >> 31 != 0 ? .nan : Double(rawValue & 0xFF_FFFF)
  }

  /// The number of its list; 6 for the caller's.
  @inline(__always) var list: Int { Int(rawValue >> 24 & 7) }

  /// Whether it is the caller's.
  @inline(__always) var isContextWord: Bool { rawValue >> 24 == Self.contextList }
}
