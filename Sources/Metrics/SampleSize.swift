/// What may be said of a sample, by its size: the one rule for all shares of compliant passwords, on
/// every screen and page and in every table.
///
///     SampleSize(54).permitsShares      // false: "too few"
///     SampleSize(540).isStated          // true: "18.5 % of 540"
///     SampleSize(1000).permitsGuessing  // true
package struct SampleSize: Hashable, Sendable {
  /// The passwords of the sample, repetitions included.
  package let count: UInt128

  /// The least size of which shares are stated; of fewer, one password more or less is a point.
  static let leastForShares: UInt128 = 100
  /// The least size for shares found by guessing, and for shares without the size beside them.
  ///
  /// Of fewer passwords, ten are a point or more: their commonest ones say how many they are, not how
  /// people choose.
  static let leastForGuessing: UInt128 = 1000

  /// Makes the size of a sample.
  package init(_ count: some BinaryInteger) { self.count = UInt128(clamping: count) }

  /// Whether shares of the sample are stated.
  package var permitsShares: Bool { count >= Self.leastForShares }
  /// Whether shares found by guessing are stated.
  package var permitsGuessing: Bool { count >= Self.leastForGuessing }
  /// Whether the size stands beside a share.
  package var isStated: Bool { !permitsGuessing }
}
