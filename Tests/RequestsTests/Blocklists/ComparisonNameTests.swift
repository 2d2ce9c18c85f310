import Passwords
import Requests
import Testing

@Suite struct ComparisonNameTests {
  @Test(arguments: ["exact", "fold", "leet", "entra-like", "substring:4", "leet+substring:64"])
  func `a comparison of policies has a name`(name: String) {
    #expect(BlocklistSettings.comparison(named: name)?.rawValue == name)
  }

  @Test(arguments: ["", "sha1", "ntlm", "derivatives", "substring", "substring:1", "substring:65"])
  func `other names mean none`(name: String) {
    #expect(BlocklistSettings.comparison(named: name) == nil)
  }

  @Test func `the names are told in words`() {
    #expect(BlocklistSettings.comparisonNames.hasPrefix("exact, fold, leet, entra-like, or "))
    #expect(BlocklistSettings.comparisonNames.hasSuffix("with N from 2 to 64"))
  }
}
