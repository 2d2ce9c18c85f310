import Auditing
import Passwords
import Testing

@Suite struct RunIdentityTests {
  private func identity(_ settings: KeyValuePairs<String, String>) -> RunIdentity {
    var identity = RunIdentity()
    for (name, value) in settings { identity.state(name, value) }
    return identity
  }

  @Test func `an identity names the first setting that differs, in the stated order`() {
    let first = identity(["rules": "a", "lists": "b", "layout": "c"])
    #expect(first.difference(from: first) == nil)
    #expect(
      first.difference(from: identity(["rules": "a", "lists": "x", "layout": "x"])) == "lists")
    #expect(first.difference(from: identity(["rules": "a", "lists": "b"])) == "layout")
    #expect(identity(["rules": "a"]).difference(from: first) == "lists")
    #expect(first.difference(from: identity(["rules": "a", "words": "b"])) == "lists")
  }

  @Test func `several values are distinguished, however they could be joined`() {
    func words(_ words: [String]) -> RunIdentity {
      var identity = RunIdentity()
      identity.state("word", each: words)
      return identity
    }
    #expect(words(["a", "b"]).difference(from: words(["ab"])) == "word count")
    #expect(words(["a", "b"]).difference(from: words(["a", "c"])) == "word 2")
    #expect(words(["a\nb"]) != words(["a", "b"]))
  }

  @Test func `an identity states its version first`() {
    #expect(RunIdentity().settings.map(\.name) == ["identity version"])
  }

  @Test func `an identity names the first fact that differs, if the text can be read`() throws {
    func facts(_ change: (inout FactDemand) -> Void) throws -> RunIdentity {
      var (identity, demand) = (RunIdentity(), FactDemand())
      change(&demand)
      identity.state(try Schema(for: demand))
      return identity
    }
    let first = try facts { _ in }
    #expect(try first.difference(from: facts { _ in }) == nil)
    #expect(
      try first.difference(from: facts { $0[.longestRun] = 3 })
        == "facts: the longest run (not recorded, and up to 3)")
    var foreign = RunIdentity()
    foreign.state("facts", "minlength: 8;")
    #expect(first.difference(from: foreign) == "facts")
    #expect(foreign.difference(from: first) == "facts")
  }
}
