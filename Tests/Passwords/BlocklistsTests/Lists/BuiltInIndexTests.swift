import Blocklists
import EmbeddedData
import Passwords
import TestSupport
import Testing

/// The index of the built-in list, which is compiled into the program, beside the same list with its
/// values in memory.
@Suite struct BuiltInIndexTests {
  /// A list of the same values whose index is made at run time.
  private static let inMemory = {
    var list = BlocklistBuilder(
      name: "built-in", provenance: BlocklistBuilder.builtIn().provenance, isRanked: false)
    RankedDictionaries().forEachWord { _, _, word in list.add(word) }
    CommonPatterns().forEachPattern { value in list.add(value) }
    return list
  }()
  private let other = builder(["password", "no list has this"], name: "other")
  private let words = ["password", "qwertyuiop", "no list has this", "nor that one", ""]

  /// What sets of some lists say of the words.
  private func answers(_ lists: [BlocklistBuilder]) throws -> [UInt32] {
    let set = try BlocklistSet(lists)
    return words.map { set.lists(holding: $0) }
  }

  @Test func `the index describes the list as the values in memory do`() throws {
    let (compiledIn, made) = try (BlocklistSet([.builtIn()]), BlocklistSet([Self.inMemory]))
    #expect(compiledIn.blocklists == made.blocklists)
    #expect(compiledIn.valueCount == made.valueCount)
    #expect(compiledIn.blocklists[0].lengthCounts.reduce(0, +) == 114_928)
  }

  @Test func `the built-in list alone has its own bit in any place`() throws {
    #expect(try answers([.builtIn()]) == [1, 1, 0, 0, 0])
    let folded = builder(["PASSWORD"], name: "folded", .fold)
    #expect(try answers([folded, .builtIn()]) == [3, 2, 0, 0, 0])
    #expect(try answers([.builtIn(), folded]) == [3, 1, 0, 0, 0])
  }

  @Test func `the built-in list and another exact list are both looked up`() throws {
    #expect(try answers([.builtIn(), other]) == [3, 1, 2, 0, 0])
    #expect(try answers([other, .builtIn()]) == [3, 2, 1, 0, 0])
    #expect(try answers([.builtIn(), .builtIn(name: "again")]) == [3, 3, 0, 0, 0])
  }

  @Test func `a value that is added later is held`() throws {
    var list = BlocklistBuilder.builtIn()
    list.add("nor that one".utf8Span.span)
    #expect(try answers([list]) == [1, 1, 0, 1, 0])
    let described = try BlocklistSet([list]).blocklists[0]
    let before = try BlocklistSet([.builtIn()]).blocklists[0]
    #expect(described.valueCount == before.valueCount + 1)
    #expect(described.lengthCounts[12] == before.lengthCounts[12] + 1)
  }

  @Test(.firstFailureOnly, arguments: seeds(2, of: 8))
  func `the index answers as the values in memory do`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (compiledIn, made) = try (BlocklistSet([.builtIn()]), BlocklistSet([Self.inMemory]))
    let values = Array(BuiltInTests.values)
    for _ in 0..<20_000 {
      var value = values.randomElement(using: &random) ?? []
      switch UInt8.random(in: 0..<4, using: &random) {
      case 0: value.append(.random(in: 0x20..<0x7F, using: &random))
      case 1: value[0] = .random(in: 0...0xFF, using: &random)
      case 2: value.reverse()
      default: break
      }
      try #require(
        compiledIn.lists(holding: value.span) == made.lists(holding: value.span), "seed \(seed)")
    }
  }
}
