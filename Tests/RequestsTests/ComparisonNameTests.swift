import Passwords
import Requests
import Testing

@Suite struct ComparisonNameTests {
  @Test(arguments: ["exact", "fold", "leet", "entra-like", "substring:4", "leet+substring:64"])
  func `a comparison of policies has a name`(name: String) throws {
    #expect(try Quantity.comparison(name).rawValue == name)
  }

  @Test(arguments: ["", "sha1", "ntlm", "derivatives", "substring", "substring:1", "substring:65"])
  func `other names mean none, and those that mean one are told in words`(name: String) {
    let problem = #expect(throws: QuantityProblem.self) {
      try Quantity.comparison(name)
    }
    #expect(
      problem?.description == """
        Expected exact, fold, leet, entra-like, or substring:N, fold+substring:N or leet+substring:N \
        with N from 2 to 64, not '\(name)'.
        """)
  }
}
