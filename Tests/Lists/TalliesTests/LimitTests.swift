@_spi(Internal) import Passwords
import Tallies
import TestSupport
import Testing

/// Tallies and shapes of just as many rows as are held, and of one more.
@Suite struct LimitTests {
  /// Two facts that can be dropped, one after the other.
  private func schema() throws -> Schema {
    var demand = FactDemand()
    (demand[.longestSequence], demand[.longestClassRun], demand[.longestRun]) = (9, 9, 9)
    return try Schema(for: demand)
  }

  private func tally(
    _ schema: Schema, _ rows: [(classRun: Int, sequence: Int, length: Int)]
  ) -> Tally {
    var tally = Tally(schema: schema)
    for row in rows {
      var profile = Profile()
      (profile[.longestClassRun], profile[.longestSequence]) = (row.classRun, row.sequence)
      profile[.length] = row.length
      tally.record(schema.signature(of: profile))
    }
    return tally
  }

  @Test(arguments: [4, 5])
  func `a tally may hold as many signatures as its limit`(rows: Int) throws {
    let schema = try schema()
    var bounded = BoundedTally(schema: schema, limit: 4)
    bounded.merge(tally(schema, (1...rows).map { (1 + $0 % 2, 1, 10 + $0 / 2) }))
    #expect(bounded.forgotten == (rows > 4 ? [.fact(.longestClassRun)] : []))
    #expect(bounded.tally.signatureCount == (rows > 4 ? 3 : 4) && !bounded.isOver)
    #expect((bounded.coarsening == nil) == (rows <= 4))
    // With nothing left to drop it is over from one more on.
    let plain = try Schema(for: FactDemand())
    var over = BoundedTally(schema: plain, limit: 4)
    over.merge(tally(plain, (1...rows).map { (1, 1, $0) }))
    #expect(over.isOver == (rows > 4) && over.tally.signatureCount == rows)
    // As many as the limit are left when the last fact is dropped.
    var demand = FactDemand()
    demand.classes = [CodePointSet(ascii: "!".utf8), CodePointSet(ascii: "-".utf8)]
    let specials = try Schema(for: demand)
    var whole = Tally(schema: specials)
    for length in 1...rows {
      for special in ["!", "-"] {
        let password = Array((String(repeating: "a", count: length) + special).utf8)
        whole.record(specials.signature(of: Profiler(specials).profile(of: password.span)))
      }
    }
    var dropped = BoundedTally(schema: specials, limit: 4)
    dropped.merge(whole)
    #expect(dropped.forgotten == [.specials] && dropped.tally.signatureCount == rows)
    #expect(dropped.isOver == (rows > 4))
  }

  @Test func `after each dropped fact, tallies of the full schema still add up`() throws {
    let schema = try schema()
    var bounded = BoundedTally(schema: schema, limit: 4)
    let part = tally(schema, (0..<12).map { (1 + $0 % 2, 1 + $0 / 2 % 3, 10 + $0 / 6) })
    for times in 1...3 as ClosedRange<UInt64> {
      bounded.merge(part)
      #expect(
        bounded.forgotten == Array(LosableFact.forgettable.filter(bounded.forgotten.contains)))
      #expect(bounded.tally.signatureCount == 2)
      var counts: [Int: UInt64] = [:]
      bounded.tally.forEach {
        counts[bounded.tally.schema.profile(of: $0).codePointCount, default: 0] += $1
      }
      #expect(counts == [10: 6 * times, 11: 6 * times])
      #expect(bounded.forgotten.count == 2)
      #expect(bounded.coarsening?.fine == schema)
      #expect(bounded.coarsening?.coarse == bounded.tally.schema)
      let resumed = BoundedTally(resuming: bounded.tally, schema: schema, limit: 4)
      #expect(resumed?.forgotten == bounded.forgotten && resumed?.coarsening?.fine == schema)
    }
  }

  private func shape(_ text: String) throws -> PackedShape {
    let bytes = Array(text.utf8)
    let shape = PackedShape(of: bytes.span)
    return try #require(shape)
  }

  @Test(arguments: [3, 4])
  func `shapes may be as many as their limit`(count: Int) throws {
    var shapes = ShapeCounts(limit: 3)
    let texts = ["a", "1", "A", "!"]
    for text in texts.prefix(count) { shapes.record(try shape(text), times: 2) }
    #expect(shapes.isOver == (count > 3) && shapes.count == (count > 3 ? 0 : 3))
    // One more of a shape that is held is none more.
    shapes.record(try shape("a"), times: 5)
    #expect(shapes.isOver == (count > 3) && shapes.entries == (count > 3 ? 0 : 11))
    // Of two parts, too many in one or in both together are too many.
    for split in 0...count {
      var (one, other) = (ShapeCounts(limit: 3), ShapeCounts(limit: 3))
      for text in texts.prefix(split) { one.record(try shape(text), times: 1) }
      for text in texts.prefix(count).dropFirst(split) { other.record(try shape(text), times: 1) }
      var (sum, reversed) = (one, other)
      sum.merge(other)
      reversed.merge(one)
      #expect(sum.isOver == (count > 3) && reversed == sum)
    }
  }

  @Test func `shapes that are given up spread to every sum, from either side`() throws {
    var some = ShapeCounts()
    some.record(try shape("a"), times: 2)
    for (one, other) in [(some, ShapeCounts.over), (.over, some), (ShapeCounts(), .over)] {
      var sum = one
      sum.merge(other)
      #expect(sum.isOver && sum.count == 0 && sum.entries == 0)
    }
  }

  /// Equally common shapes, of which only some are asked for, in more places than are kept at once.
  @Test func `of equally common shapes the first are given, however many there are`() throws {
    var shapes = ShapeCounts()
    let texts = ["a", "A", "1", "!"].flatMap { one in ["a", "A", "1", "!"].map { one + $0 } }
    for text in texts.reversed() { shapes.record(try shape(text), times: 7) }
    shapes.record(try shape("aaaa"), times: 9)
    shapes.record(try shape("AAAA"), times: 6)
    let order = try (["aaaa"] + texts).map { try shape($0).text } + [try shape("AAAA").text]
    let all = shapes.commonest(100, merging: { $0 })
    let expected = [9] + Array(repeating: 7, count: 16) + [6] as [UInt64]
    #expect(all.map(\.count) == expected)
    #expect(Set(all.map(\.shape.text)) == Set(order))
    for most in 1...18 {
      let found = shapes.commonest(most, merging: { $0 })
      #expect(found.map(\.shape.text) == all.prefix(most).map(\.shape.text), "\(most)")
      #expect(found.map(\.count) == Array(expected.prefix(most)), "\(most)")
    }
    #expect(
      zip(all.dropFirst(), all.dropFirst(2)).allSatisfy {
        $0.count > $1.count || $0.shape < $1.shape
      })
  }
}
