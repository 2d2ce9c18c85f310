import Bytes
import Metrics
import TestSupport
import Testing

@Suite struct OrderTests {
  @Test func `a policy is beaten by those that are better in everything`() {
    #expect(PartialOrder([[1, 1], [2, 3], [3, 2]]).tiers == [1, 2, 2])
    #expect(PartialOrder([[3, 3], [2, 2], [1, 1]]).tiers == [3, 2, 1])
    // Equal in one is not better in all.
    #expect(PartialOrder([[1, 1], [1, 2], [2, 2]]).tiers == [1, 1, 2])
    #expect(PartialOrder([[Int]]()).tiers.isEmpty)
  }

  @Test(.firstFailureOnly, arguments: seeds(10, of: 200))
  func `tiers are the longest chains, as a slow search finds them`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let values = (0..<Int.random(in: 1...9, using: &random)).map { _ in
      (0..<4).map { _ in Int.random(in: 0...4, using: &random) }
    }
    func chain(_ index: Int) -> Int {
      1
        + (values.indices.filter { other in zip(values[other], values[index]).allSatisfy { $0 < $1 }
        }
        .map(chain).max() ?? 0)
    }
    #expect(PartialOrder(values).tiers == values.indices.map(chain))
  }

  @Test func `an order turns once, or never`() {
    func flip(_ a: (UInt128, UInt128), _ b: (UInt128, UInt128)) -> Flip {
      // Of a hundred: found of the first and the second, if they choose alike and if they converge.
      Flip(
        proportional: (Fraction(a.0, 100), Fraction(b.0, 100)),
        convergent: (Fraction(a.1, 100), Fraction(b.1, 100)))
    }
    let turning = flip((10, 50), (20, 40))
    #expect(turning.share == Fraction(1, 2) && turning.before == .first && turning.always == nil)
    let back = flip((20, 40), (10, 70))
    #expect(back.share == Fraction(1, 4) && back.before == .second)
    #expect(flip((10, 50), (20, 60)).always == .first)
    // Equal at one end: the other end decides.
    #expect(flip((10, 50), (10, 40)).always == .second)
    #expect(flip((10, 50), (20, 50)).always == .first)
    let equal = flip((10, 50), (10, 50))
    #expect(equal.always == nil && equal.share == nil && equal.before == nil)
  }
}
