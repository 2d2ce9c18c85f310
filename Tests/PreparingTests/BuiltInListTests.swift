import Blocklists
import Passwords
import Preparing
import Testing

/// The values of a list that the tests look for: whether each is in it.
private func found(_ builder: BlocklistBuilder) throws -> [Bool] {
  let set = try BlocklistSet([builder])
  return ["password", "qwertyuiop", "Password", "no-list-has-this-1"].map {
    set.lists(holding: Array($0.utf8).span) != 0
  }
}

// One process has one list that is made ahead.
@Suite(.serialized) struct BuiltInListTests {
  @Test func `a list that was made ahead is the list, and is taken once`() throws {
    BuiltInList.makeAhead()
    for _ in 0..<2 {
      let builder = BuiltInList.make(.exact, name: "built-in")
      #expect(builder.name == "built-in")
      #expect(builder.comparison == .exact)
      #expect(try found(builder) == [true, true, false, false])
    }
  }

  @Test func `a list that was made ahead is no other list`() throws {
    BuiltInList.makeAhead()
    let folded = BuiltInList.make(.fold, name: "built-in-fold")
    #expect(folded.comparison == .fold)
    #expect(try found(folded) == [true, true, true, false])
    let named = BuiltInList.make(.exact, name: "another")
    #expect(named.name == "another")
    #expect(try found(named) == [true, true, false, false])
  }
}
