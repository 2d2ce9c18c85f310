/// A filter of the three characters at an end of a password, the outermost a digit: whether they
/// can be part of a word in leet spelling.
///
/// Most passwords with digits end in one, but few end in such a word: one look-up saves the walk.
struct LeetFilter {
  /// By the digit at the beginning and the code of the second character, one bit for each code of
  /// the third that continues a word.
  private let heads = Cells<UInt64>(count: 10 * 64, filledWith: 0)
  /// By the digit at the end and the code before it, one bit for each code before these.
  private let tails = Cells<UInt64>(count: 10 * 64, filledWith: 0)
  /// Symbols that let some digit stand for itself although it could be a letter, so that the filter
  /// does not apply.
  let rivals: UInt32

  init(_ trie: WordTrie) {
    rivals = "@$!|+".utf8.reduce(0) {
      $0 | 1 << UInt32(LeetTable.symbols.firstIndex(of: $1) ?? 0)
    }
    var characters = [UInt8](repeating: 0, count: 64)
    for code in 1..<64 { characters[code] = trie.character(with: code) }
    let writings = characters.enumerated().map { code, character in
      Self.codes(of: character, code, in: trie)
    }
    // The codes that each character can be read as, one bit each; nil for all.
    let readings = writings.map { $0?.reduce(UInt64(0)) { $0 | 1 << UInt64($1) } }
    for digit in 0..<10 {
      let byte = UInt8(ascii: "0") + UInt8(digit)
      for (root, table) in [(trie.forward, heads), (trie.backward, tails)] {
        let first = Self.step([root], writings[trie.code(of: byte)], in: trie)
        for second in 0..<64 {
          table[digit << 6 | second] = Self.possible(after: first, writings[second], readings, trie)
        }
      }
    }
  }

  /// Whether the three characters from a place on can be part of a word.
  @inline(__always)
  func isPossible(_ place: Int, step: Int, _ characters: Cells<CharacterFacts>) -> Bool {
    let first = characters[place]
    guard first.contains(.digit) else { return true }
    let digit = Int(first.unit) &- 0x30
    let second = characters[place + step].code
    let third = characters[place + 2 * step].code
    return (step > 0 ? heads : tails)[digit << 6 | second] >> UInt64(third) & 1 != 0
  }

  /// The codes that a character can be read as; nil for all, which need a full walk.
  private static func codes(of character: UInt8, _ code: Int, in trie: WordTrie) -> [Int]? {
    let letters = LeetTable.letters.filter { $0.symbols.contains(character) }.map(\.letter)
    if character == 0 || !letters.isEmpty && !(0x30...0x39).contains(character) { return nil }
    let codes = letters.map { trie.code(of: $0) }
    // If 6 and 9 both occur, only one of them is "g".
    let isItself = letters.isEmpty || letters == [UInt8(ascii: "g")]
    return isItself ? codes + [code] : codes
  }

  private static func step(
    _ cells: [Int], _ codes: [Int]?, in trie: WordTrie
  ) -> [WordTrie.Cell] {
    cells.flatMap { base in
      (codes ?? []).map { trie.child(of: base, code: $0) }.filter(\.isChild)
    }
  }

  /// For two known characters, the codes of the third with which a word can end or continue.
  private static func possible(
    after first: [WordTrie.Cell], _ second: [Int]?, _ readings: [UInt64?], _ trie: WordTrie
  ) -> UInt64 {
    guard let second else { return .max }
    let cells = step(first.map(\.base), second, in: trie)
    if cells.contains(where: \.isEnd) { return .max }
    var codes: UInt64 = 0
    for cell in cells where cell.base != 0 {
      for code in 0..<64 {
        let child = trie.child(of: cell.base, code: code)
        if child.isEnd || child.base != 0 { codes |= 1 << UInt64(code) }
      }
    }
    var mask: UInt64 = 0
    for third in 0..<64 where readings[third].map({ $0 & codes != 0 }) ?? true {
      mask |= 1 << UInt64(third)
    }
    return mask
  }
}
