import Blocklists
import EmbeddedData
import TestSupport
import Testing

@Suite struct BuiltInTests {
  /// The words and patterns, read directly from the data.
  static let values: Set<[UInt8]> = {
    var values: Set<[UInt8]> = []
    RankedDictionaries().forEachWord { _, _, word in values.insert(word.indices.map { word[$0] }) }
    CommonPatterns().forEachPattern { value in values.insert(value.indices.map { value[$0] }) }
    return values
  }()

  @Test
  func `the list holds each word and pattern`() throws {
    let set = try BlocklistSet([.builtIn()])
    let lines = Array(Self.values)
    #expect(try set.marks(lines).allSatisfy { $0 == 1 })
    #expect(set.valueCount == lines.count)
    #expect(set.blocklists[0].valueCount == lines.count)
    #expect(
      set.blocklists[0].repeatCount
        == RankedDictionaries().wordCount + CommonPatterns().patternCount - lines.count)
  }

  @Test(.firstFailureOnly, arguments: seeds(3, of: 5))
  func `the list holds nothing else`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let set = try BlocklistSet([.builtIn()])
    let values = Array(Self.values)
    let lines = (0..<20_000).map { _ in
      var line = values.randomElement(using: &random) ?? []
      line[line.indices.randomElement(using: &random) ?? 0] = .random(
        in: 0x20..<0x7F, using: &random)
      if Bool.random(using: &random) { line.append(.random(in: 0x20..<0x7F, using: &random)) }
      return line
    }
    #expect(try set.marks(lines) == lines.map { Self.values.contains($0) ? 1 : 0 }, "seed \(seed)")
  }

  @Test(arguments: [
    ("password", true), ("passwordpassword", true), ("aaaaaaaaaaaaaaa", true),
    ("1qaz2wsx3edc4rfv", true), ("Password", false), ("password ", false),
    ("my password is long", false),
  ])
  func `whole values are held, exactly`(password: String, isHeld: Bool) throws {
    let set = try BlocklistSet([.builtIn()])
    #expect(set.lists(holding: password) == (isHeld ? 1 : 0))
  }
}
