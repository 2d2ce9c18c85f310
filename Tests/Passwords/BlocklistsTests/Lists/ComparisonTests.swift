import Blocklists
import Passwords
import TestSupport
import Testing

@Suite struct ComparisonTests {
  @Test(arguments: [
    "exact", "fold", "leet", "derivatives", "entra-like", "substring:4", "fold+substring:2",
    "leet+substring:64", "sha1", "ntlm",
  ])
  func `every comparison has a name that reads back`(name: String) {
    let comparison = ListComparison(rawValue: name)
    #expect(comparison?.rawValue == name)
    #expect(comparison?.isOfDigests == ["sha1", "ntlm"].contains(name))
  }

  @Test(arguments: [
    "", "Exact", "substring", "substring:", "substring:1", "substring:65", "substring:x",
    "fold+substring", "fold+", "+substring:4", "fold+fold", "leet+substring:4+x", "nfc+substring:4",
  ])
  func `no other name reads as a comparison`(name: String) {
    #expect(ListComparison(rawValue: name) == nil)
  }

  @Test
  func `only comparisons of the whole password conform to the standard`() {
    let conforming = comparisons.filter(\.conforms)
    #expect(conforming == [.exact, .fold, .leet, .derivatives])
  }

  @Test(.firstFailureOnly, arguments: comparisons, 1...4)
  func `every comparison finds every listed value`(comparison: ListComparison, seed: UInt64) throws
  {
    var random = SeededGenerator(seed: seed)
    let alphabet: [Character] =
      Array("abilost013457@$!ABILOST .+|{é漢ßﬁＡ①") + ["e\u{301}", "\u{1F600}"]
    let values = (0..<500).map { _ in
      let count = Int.random(in: 4...(Bool.random(using: &random) ? 9 : 16), using: &random)
      return String((0..<count).map { _ in alphabet.randomElement(using: &random) ?? "?" })
    }
    var builder = BlocklistBuilder(name: "list", provenance: "a test", comparison: comparison)
    for value in values { builder.add(value.utf8Span.span) }
    let set = try BlocklistSet([builder])
    let unfit = set.blocklists[0].unfitCount
    // Folding can make a value longer than a term may be.
    #expect(comparison == .entraLike || unfit == 0)
    let missed = zip(values, try set.lists(holding: values)).filter { $0.1 == 0 }
    #expect(missed.count <= unfit, "seed \(seed): \(missed.prefix(3))")
  }
}
