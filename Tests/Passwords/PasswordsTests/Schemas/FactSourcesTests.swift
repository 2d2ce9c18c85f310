import Passwords
import Testing

/// Sources of so many lists and these relations.
private func sources(lists: Int, _ relations: [String]) -> FactSources {
  var sources = FactSources()
  sources.lists = (0..<lists).map {
    ListSource(name: "list \($0)", comparison: "exact", digest: "", valueCount: 1)
  }
  sources.userRelations = relations
  return sources
}

@Suite struct FactSourcesTests {
  @Test(
    arguments: [
      (0, ["user-name", "user-name-part"], 0, 1), (3, ["user-name", "user-name-part"], 3, 4),
      (3, ["user-name-part", "user-name"], 4, 3), (2, ["other", "user-name"], 3, nil),
      (1, ["user-name-part"], nil, 1), (30, ["x", "user-name-part"], nil, 31), (4, [], nil, nil),
    ] as [(Int, [String], Int?, Int?)])
  func `the bit of a relation is found by its name`(
    lists: Int, relations: [String], whole: Int?, part: Int?
  ) {
    let sources = sources(lists: lists, relations)
    #expect(sources.bit(of: .whole) == whole)
    #expect(sources.bit(of: .part) == part)
    #expect(sources.mask(of: .whole) == whole.map { 1 << UInt32($0) } ?? 0)
    #expect(sources.mask(of: .part) == part.map { 1 << UInt32($0) } ?? 0)
    #expect(sources.recordsUserNames == (whole != nil || part != nil))
    #expect(sources.relationBits == lists..<lists + relations.count)
    #expect(sources.relationBits.map { sources.bitNames[$0] } == relations)
    #expect((0..<64).filter { sources.relationMask >> $0 & 1 == 1 } == Array(sources.relationBits))
  }

  @Test func `relations that only other programs know have no bit`() {
    #expect(!sources(lists: 1, ["user", "User-Name", "user-name "]).recordsUserNames)
    #expect(UserNameRelation.allCases.map(\.rawValue) == ["user-name", "user-name-part"])
  }
}
