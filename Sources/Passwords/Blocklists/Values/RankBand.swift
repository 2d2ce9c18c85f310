import Passwords

/// The decimal band of a value's rank in its list: the top 10, the rest of the top 100, of the top
/// 1,000 and so on.
///
///     RankBand(ofRank: 10).limit    // 10
///     RankBand(ofRank: 11).limit    // 100
package struct RankBand: Hashable, Sendable, Comparable {
  /// The number of decimal digits of (the largest rank − 1), from 1; 15 is ``unranked``.
  package let rawValue: UInt8

  /// The band of values in a list without order.
  package static let unranked = RankBand(rawValue: 15)

  /// The length of an array indexed by ``rawValue``.
  package static let count = ListHits.bandCount

  /// The bands with a limit, best first.
  package static let ranked = (1...14).map { RankBand(rawValue: UInt8($0)) }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The band of a 1-based rank; ranks beyond 10¹⁴ are in the last band with a limit.
  package init(ofRank rank: UInt64) {
    var (band, limit) = (UInt8(1), UInt64(10))
    while rank > limit, band < 14 {
      band += 1
      limit *= 10
    }
    rawValue = band
  }

  /// The largest rank in the band, a power of ten; nil for ``unranked``.
  package var limit: UInt64? {
    if rawValue == 0 || self >= .unranked { return nil }
    return (0..<rawValue).reduce(1) { product, _ in product * 10 }
  }

  /// Whether the left band holds better ranks.
  package static func < (a: RankBand, b: RankBand) -> Bool { a.rawValue < b.rawValue }
}
