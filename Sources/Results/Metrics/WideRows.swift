@_spi(Internal) import Passwords
import Tallies

/// The end of an interval that counts of a folded tally are about.
///
/// A count has a least and a most number; both are counted by the same code, so that every metric
/// has an interval.
package enum BoundSide: Hashable, Sendable {
  /// Rows of which it is sure that they count.
  case least
  /// Rows of which it is possible.
  case most

  /// The numbers that count a row: the only one that it can have, or all of them.
  func numbers(_ fact: Fact, of row: ProfileRange) -> ClosedRange<Int>? {
    numbers(row.low[fact]...max(row.low[fact], row.high[fact]))
  }

  /// The numbers that count a row whose numbers have these ends, below 0 if they are not known.
  func numbers(_ ends: ClosedRange<Int>) -> ClosedRange<Int>? {
    ends.lowerBound < 0 || self == .least && ends.count > 1 ? nil : ends
  }
}

/// The rows of a folded tally in which passwords differ, unpacked, with their entries.
struct WideRows: Sendable {
  let rows: [ProfileRange]
  let counts: [UInt64]

  /// Unpacks the rows of a tally; there are none if it is exact.
  init(_ tally: Tally) {
    let kinds = tally.wide.isEmpty ? nil : CountedKinds(tally.schema)
    let schema = tally.schema
    rows = kinds.map { kinds in tally.wide.keys.map { ProfileRange($0, schema, kinds) } } ?? []
    counts = Array(tally.wide.values)
  }
}
