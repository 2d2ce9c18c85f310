/// The distribution of the counts of a list, from which each count gets its rank.
///
/// Counts below 65,536 are exact; larger ones keep 16 significant bits. Takes 13 MB for any list.
struct CountRanks: Sendable {
  private static let exact: UInt64 = 65_536
  private static let perDoubling: UInt64 = 32_768

  private var values: [UInt64] = Array(
    repeating: 0, count: Int(CountRanks.exact + 48 * CountRanks.perDoubling))
  private var bands: [RankBand] = []

  mutating func add(_ count: UInt64) { values[Self.bin(of: count)] += 1 }

  /// Ranks the counts after all are recorded; counts in the same bin share the best rank.
  mutating func settle() {
    bands = Array(repeating: .unranked, count: values.count)
    var better: UInt64 = 0
    for bin in values.indices.reversed() {
      bands[bin] = RankBand(ofRank: better + 1)
      better += values[bin]
    }
  }

  /// The rank band of a count.
  func band(of count: UInt64) -> RankBand { bands[Self.bin(of: count)] }

  private static func bin(of count: UInt64) -> Int {
    if count < exact { return Int(count) }
    let exponent = UInt64(63 - count.leadingZeroBitCount)
    let mantissa = (count >> (exponent - 15)) & (perDoubling - 1)
    return Int(exact + (exponent - 16) * perDoubling + mantissa)
  }
}
