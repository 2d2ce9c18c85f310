@_spi(Internal) import Passwords
import TestSupport
import Testing

@Suite struct ListHitsTests {
  /// Hits of two lists that all differ.
  private static func hits(_ first: UInt64) -> ListHits {
    var hits = ListHits(listCount: 2)
    for place in 0..<2 * ListHits.bandCount {
      hits.add(
        first + UInt64(place), list: place / ListHits.bandCount,
        band: UInt8(place % ListHits.bandCount))
    }
    return hits
  }

  @Test func `merging adds every place`() {
    let (a, b) = (Self.hits(1_000), Self.hits(7))
    var sum = a
    sum.merge(b)
    for list in 0..<2 {
      for band in 0..<ListHits.bandCount {
        #expect(sum[list, band] == a[list, band] + b[list, band])
        #expect(a[list, band] == UInt64(1_000 + list * ListHits.bandCount + band))
      }
    }
    #expect(fieldsAlike(sum, a) == [] && fieldsAlike(sum, b) == [])
  }

  @Test func `a batch is counted by band and weight, in its own list`() {
    var batch = LineBatch()
    for _ in 0..<3 {
      batch.append(LineBatch.Line(start: 0, byteCount: 1, encoding: .ascii), Signature(1))
    }
    let bands: [UInt8] = [2, 15, 2]
    var hits = ListHits(listCount: 2)
    hits.add(bands.span, of: batch, list: 1)
    #expect(hits[1, 2] == 2 && hits[1, 15] == 1)
    for (index, weight) in [10, 20, 30].enumerated() { batch[weight: index] = UInt64(weight) }
    batch.isWeighted = true
    hits.add(bands.span, of: batch, list: 1)
    #expect(hits[1, 2] == 42 && hits[1, 15] == 21)
    #expect(hits.counts.reduce(0, +) == 63)
    hits.removeAll()
    #expect(hits == ListHits(listCount: 2))
  }

  @Test func `hits take only as many counts as the lists have places`() {
    #expect(ListHits(Self.hits(3).counts, listCount: 2) == Self.hits(3))
    #expect(ListHits(Self.hits(3).counts, listCount: 1) == nil)
    #expect(ListHits([], listCount: 0) == ListHits(listCount: 0))
  }
}
