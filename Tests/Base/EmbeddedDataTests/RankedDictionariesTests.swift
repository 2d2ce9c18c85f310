import EmbeddedData
import TestSupport
import Testing

@Suite struct RankedDictionariesTests {
  /// Every entry in the order of the walk.
  static let entries: [(list: RankedDictionaries.List, rank: Int, word: [UInt8])] = {
    var entries: [(list: RankedDictionaries.List, rank: Int, word: [UInt8])] = []
    RankedDictionaries().forEachWord { list, rank, word in
      entries.append((list, rank, word.indices.map { word[$0] }))
    }
    return entries
  }()

  static let sizes: [(RankedDictionaries.List, Int)] = [
    (.passwords, 30_000), (.englishWikipedia, 30_000), (.femaleNames, 3_712),
    (.surnames, 10_000), (.usTVAndFilm, 19_160), (.maleNames, 983),
  ]

  @Test
  func `the words agree with the file from which the tries are made`() throws {
    let file = try DictionaryFile.entries()
    #expect(Self.entries.map(\.word) == file.map(\.word))
    #expect(Self.entries.map(\.list.rawValue) == file.map(\.list))
    #expect(Self.entries.map(\.rank) == file.map(\.rank))
  }

  @Test(arguments: sizes)
  func `ranks of a list are complete from 1`(list: RankedDictionaries.List, words: Int) {
    let ranks = Self.entries.filter { $0.list == list }.map(\.rank).sorted()
    #expect(ranks == Array(1...words))
  }

  @Test
  func `words come in ascending order of bytes, none twice`() {
    let words = Self.entries.map(\.word)
    #expect(words.count == RankedDictionaries().wordCount)
    #expect(words.count == 93_855)
    #expect(zip(words, words.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
  }

  @Test
  func `words are lowercase ASCII of 1 to 23 bytes`() {
    let upper = UInt8(ascii: "A")...UInt8(ascii: "Z")
    for (_, _, word) in Self.entries {
      #expect((1...23).contains(word.count))
      #expect(word.allSatisfy { $0 > 0x20 && $0 < 0x7F && !upper.contains($0) })
    }
    #expect(Self.entries.map(\.word.count).max() == 23)
    #expect(Self.entries.count { $0.word.count == 1 } == 1)
    #expect(Self.entries.count { $0.word.count == 2 } == 23)
    #expect(Set(Self.entries.flatMap(\.word)).count == 55)
  }

  @Test(arguments: [
    ("123456", RankedDictionaries.List.passwords, 1), ("password", .passwords, 2),
    ("pic's", .passwords, 6_523), ("the", .englishWikipedia, 1), ("mary", .femaleNames, 1),
    ("smith", .surnames, 1), ("you", .usTVAndFilm, 1), ("i", .usTVAndFilm, 2),
    ("james", .maleNames, 1),
  ])
  func `a known word is found with its list and rank`(
    text: String, list: RankedDictionaries.List, rank: Int
  ) {
    let found = Self.entries.filter { $0.word == Array(text.utf8) }
    #expect(found.map(\.list) == [list])
    #expect(found.map(\.rank) == [rank])
  }
}
