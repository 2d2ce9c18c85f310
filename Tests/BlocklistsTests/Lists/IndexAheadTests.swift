import Blocklists
import Passwords
import Testing

/// An index that is made before the set.
@Suite struct IndexAheadTests {
  /// A list with a value twice and with ranks, and its index.
  private let ahead = {
    var list = builder(["one", "two", "two", "three", ""])
    list.makeIndex()
    return list
  }()
  private let other = builder(["two", "four"], name: "other")
  private let words = ["one", "two", "three", "four", "five", ""]

  /// What sets of a list and of others say of it and of the words.
  private func answers(_ lists: [BlocklistBuilder]) throws -> [String] {
    let set = try BlocklistSet(lists)
    return words.map { "\($0) \(set.lists(holding: $0))" }
      + set.blocklists.map { list in
        "\(list.name) \(list.valueCount) \(list.repeatCount) \(list.emptyCount) \(list.bandCounts)"
      }
  }

  @Test func `a set of the list alone answers as if it had made the index`() throws {
    #expect(try answers([ahead]) == answers([builder(["one", "two", "two", "three", ""])]))
    #expect(try answers([ahead]).prefix(4) == ["one 1", "two 1", "three 1", "four 0"])
  }

  @Test func `another list, before or after, is looked up too`() throws {
    #expect(try answers([ahead, other]).prefix(4) == ["one 1", "two 3", "three 1", "four 2"])
    #expect(try answers([other, ahead]).prefix(4) == ["one 2", "two 3", "three 2", "four 1"])
  }

  @Test func `behind a list of another comparison it has its own bit`() throws {
    let folded = builder(["ONE"], name: "folded", .fold)
    #expect(try answers([folded, ahead]).prefix(4) == ["one 3", "two 2", "three 2", "four 0"])
  }

  @Test func `a value added later is held, too`() throws {
    var list = ahead
    list.add("four".utf8Span.span)
    #expect(try answers([list]).prefix(5) == ["one 1", "two 1", "three 1", "four 1", "five 0"])
  }
}
