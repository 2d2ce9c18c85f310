import Passwords

/// The decimal band of a value's rank in its list: the top 10, the rest of the top 100, of the top
/// 1,000 and so on.
///
///     RankBand(ofRank: 10).limit    // 10
///     RankBand(ofRank: 11).limit    // 100
package struct RankBand: Hashable, Sendable, Comparable {
  /// The number of decimal digits of the largest rank less one, from 1; 15 is ``unranked``.
  package let rawValue: UInt8

  /// Of a value whose list has no order.
  package static let unranked = RankBand(rawValue: 15)

  /// Places in an array that is indexed by ``rawValue``.
  package static let count = ListHits.bandCount

  /// Bands that have a limit, the best first.
  package static let ranked = (1...14).map { RankBand(rawValue: UInt8($0)) }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The band of a rank, which starts at 1; what is beyond 10¹⁴ counts as that.
  package init(ofRank rank: UInt64) {
    var (band, limit) = (UInt8(1), UInt64(10))
    while rank > limit, band < 14 {
      band += 1
      limit *= 10
    }
    rawValue = band
  }

  /// The largest rank in it, a power of ten; nil where there is no rank.
  package var limit: UInt64? {
    if rawValue == 0 || self >= .unranked { return nil }
    return (0..<rawValue).reduce(1) { product, _ in product * 10 }
  }

  /// Whether it holds better ranks.
  package static func < (a: RankBand, b: RankBand) -> Bool { a.rawValue < b.rawValue }
}
