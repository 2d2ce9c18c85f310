@_spi(Internal) import Passwords
import Tallies
import TestSupport
import Testing

@Suite struct BoundedTallyTests {
  /// A tally of made-up passwords, some of them equal.
  private func tally(_ schema: Schema, _ count: Int, seed: UInt64) -> Tally {
    var generator = SeededGenerator(seed: seed)
    let profiler = Profiler(schema)
    let alphabet = Array("aabbzAZ0129!-_ ~#".utf8) + [0xC3]
    var tally = Tally(schema: schema)
    for _ in 0..<count {
      let password = (0..<Int.random(in: 1...14, using: &generator)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
      }
      tally.record(schema.signature(of: profiler.profile(of: password.span)))
      tally.lines.count(.ascii)
    }
    return tally
  }

  private func coarsened(_ tally: Tally, without facts: [LosableFact]) throws -> Tally {
    var demand = tally.schema.demand
    for fact in facts { demand.forget(fact) }
    return tally.coarsened(by: try Coarsening(of: tally.schema, to: demand))
  }

  @Test(.firstFailureOnly, arguments: seeds(3, of: 20), [60, 300, 1000, 2000, 100_000])
  func `a bounded tally forgets a fact of all lines, and keeps the others exact`(
    seed: UInt64, limit: Int
  ) throws {
    // Every fact, so that each can be forgotten.
    var demand = FactDemand.full(strength: .meter)
    for fact in Fact.demanded where fact.row.measure != .scored { demand[fact] = 16 }
    let schema = try Schema(for: demand)
    let parts = (0..<8).map { tally(schema, 400, seed: seed &* 31 &+ $0) }
    var bounded = BoundedTally(schema: schema, limit: limit)
    for part in parts { bounded.merge(part) }
    let whole = parts.reduce(into: Tally(schema: schema)) { $0.merge($1) }
    let expected = try coarsened(whole, without: bounded.forgotten)
    #expect(bounded.tally == expected, "seed \(seed), limit \(limit): \(bounded.forgotten)")
    #expect(bounded.forgotten == Array(LosableFact.forgettable.prefix(bounded.forgotten.count)))
    #expect(bounded.isOver == (bounded.tally.signatureCount > limit))
    if limit == 100_000 { #expect(bounded.forgotten.isEmpty) }
    if limit == 60 { #expect(bounded.forgotten == LosableFact.forgettable) }
    // The tally forgets no fact without need: with one more it would exceed its limit.
    if let last = bounded.forgotten.indices.last, !bounded.isOver {
      let before = try coarsened(whole, without: Array(bounded.forgotten[..<last]))
      #expect(before.signatureCount > limit)
    }
    let resumed = BoundedTally(resuming: bounded.tally, schema: schema, limit: limit)
    #expect(resumed?.tally == bounded.tally)
    #expect(resumed?.forgotten == bounded.forgotten)
  }

  @Test func `facts that were not recorded are not reported as forgotten`() throws {
    var demand = FactDemand()
    demand[.longestSequence] = 9
    let schema = try Schema(for: demand)
    var bounded = BoundedTally(schema: schema, limit: 1)
    bounded.merge(tally(schema, 500, seed: 1))
    #expect(bounded.forgotten == [.fact(.longestSequence)])
    let other = try Schema(for: .full(strength: .none))
    #expect(BoundedTally(resuming: Tally(schema: other), schema: schema, limit: 1) == nil)
  }
}
