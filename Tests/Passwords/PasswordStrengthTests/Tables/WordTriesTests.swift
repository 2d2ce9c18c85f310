import EmbeddedData
import TestSupport
import Testing

/// The embedded tries against the dictionaries that they are made from.
@Suite struct WordTriesTests {
  private let tries = WordTries()
  // SAFETY: the memory is part of the program.
  private let cells = unsafe Array(WordTries().cells)

  /// The cell that a path leads to, found by the format alone.
  private func cell(_ path: some Sequence<UInt8>, from root: Int) -> UInt32? {
    var cell: UInt32 = 0
    var base = root
    for character in path {
      let code = Int(tries.codes[Int(character)])
      guard code > 1, base != 0 else { return nil }
      cell = cells[base + code]
      guard cell & 63 == code else { return nil }
      base = cell >> 31 != 0 ? Int(cell >> 7 & 0xFF_FFFF) : 0
    }
    return cell
  }

  private func entry(of cell: UInt32) -> UInt32 {
    let base = Int(cell >> 7 & 0xFF_FFFF)
    return (cell >> 31 != 0 ? cells[base + 1] >> 7 : cell >> 7) & 0xFF_FFFF
  }

  @Test
  func `every ranked word is found forwards and backwards with its entry`() throws {
    var missing = 0
    for entry in try DictionaryFile.entries() {
      let (list, rank, word) = (entry.list, entry.rank, entry.word)
      // The reference finds it in all lists, with a rank that is no number.
      let hasRank = word != Array("constructor".utf8)
      let expected = hasRank ? UInt32(list) << 16 | UInt32(rank) : 0
      for (path, root) in [(word, tries.forward), (word.reversed(), tries.backward)] {
        let found = cell(path, from: root)
        if found.map({ $0 >> 6 & 1 == 1 && self.entry(of: $0) == expected }) != true {
          missing += 1
        }
      }
    }
    #expect(missing == 0)
    let proto = Array("__proto__".utf8)
    #expect(cell(proto, from: tries.forward).map { entry(of: $0) } == 0)
    #expect(cell(proto.reversed(), from: tries.backward).map { entry(of: $0) } == 0)
  }

  @Test
  func `the tries hold no other word`() {
    for root in [tries.forward, tries.backward] {
      var ends = 0
      var longest = 0
      var nodes = [(base: root, depth: 1)]
      while let (base, depth) = nodes.popLast() {
        for code in 2..<63 {
          let cell = cells[base + code]
          guard cell & 63 == code else { continue }
          ends += Int(cell >> 6 & 1)
          longest = max(longest, depth)
          if cell >> 31 != 0 { nodes.append((Int(cell >> 7 & 0xFF_FFFF), depth + 1)) }
        }
      }
      // The lists' words, and "__proto__".
      #expect(ends == RankedDictionaries().wordCount + 1)
      #expect(longest == 23)
    }
  }

  @Test
  func `a node without children has none, and every base leaves room for all codes`() {
    for code in 0..<64 { #expect(cells[code] & 63 == 63) }
    var highest = 0
    for cell in cells where cell & 63 != 63 && cell >> 31 != 0 {
      highest = max(highest, Int(cell >> 7 & 0xFF_FFFF))
    }
    #expect(highest + 64 <= cells.count)
  }
}
