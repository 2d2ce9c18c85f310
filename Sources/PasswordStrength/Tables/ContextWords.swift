// The caller's own words, such as the names of a user or a site.

import Passwords

/// A seventh list of words: any Unicode text, ranked by position.
struct ContextWords: Sendable, Concealing {
  /// The UTF-16 units and the rank of each word, lower-cased, in ascending order.
  private let words: [(units: [UInt16], rank: Int)]

  /// Whether there are no words, so that no search is needed.
  let isEmpty: Bool

  /// The units of each word.
  var units: some Collection<[UInt16]> { words.lazy.map(\.units) }

  /// Ranks words in the order given, from 1 on; a repeated word has its last rank.
  init(_ words: [String]) {
    var ranks: [[UInt16]: Int] = [:]
    for (index, word) in words.enumerated() where !word.isEmpty {
      ranks[LowerCase.lowered(word.utf16)] = index + 1
    }
    // In the reference, this word has no rank in any list; see `WordEntry.unranked`.
    ranks[Array("__proto__".utf16)] = nil
    self.words = ranks.map { (units: $0.key, rank: $0.value) }
      .sorted { $0.units.lexicographicallyPrecedes($1.units) }
    isEmpty = ranks.isEmpty
  }

  /// Visits the words that begin at an index of some units.
  func forEachWord(in units: [UInt16], from start: Int, _ body: (_ end: Int, _ rank: Int) -> Void) {
    var candidates = words[...]
    var length = 0
    while start + length < units.count {
      let unit = units[start + length]
      let low = candidates.partitioningIndex { !($0.units[length] < unit) }
      candidates = candidates[low...]
      candidates = candidates[..<candidates.partitioningIndex { $0.units[length] > unit }]
      length += 1
      guard let first = candidates.first else { return }
      if first.units.count == length {
        body(start + length, first.rank)
        candidates = candidates.dropFirst()
      }
    }
  }
}

extension RandomAccessCollection {
  /// The first index at which a predicate holds; it must also hold for all later elements.
  fileprivate func partitioningIndex(where holds: (Element) -> Bool) -> Index {
    var low = startIndex
    var count = count
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if holds(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}

/// The characters of context words; for nearly all passwords they show that no search is needed.
struct ContextFilter: Sendable {
  /// The trie codes of each word's characters, one bit each; bit 0 for characters without a code.
  private let words: [UInt64]
  /// For each of ``LeetSymbols/all``, the codes of the letters that it can replace.
  private let symbols: [UInt64]

  init(_ contextWords: ContextWords, _ trie: WordTrie) {
    func bit(_ byte: UInt8) -> UInt64 { 1 << UInt64(trie.code(of: byte)) }
    words = contextWords.units.map { units in
      units.reduce(0) { $0 | ($1 < 0x80 ? bit(UInt8($1)) : 1) }
    }
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
