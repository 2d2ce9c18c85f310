import Metrics

/// The lengths of a list's passwords.
package struct LengthOverview: Sendable {
  /// The median length.
  package let median: Int
  /// Passwords that are no longer.
  package let upToMedian: Part
  /// One row for each length from the shortest on, even if it is empty; none for an empty list.
  package let rows: [(length: Int, part: Part)]
  /// All longer ones: together at most one per cent, or fewer than half of the passwords beyond
  /// ten lengths that none has, or those beyond 64 rows; nil if there are none.
  package let tail: (from: Int, part: Part)?
  /// The row with the most passwords, which may be that of all longer ones; bars are drawn to it.
  package let widest: Part

  /// Takes counts by length.
  ///
  /// `most` has the upper ends of the counts; nil if they are exact.
  init(_ counts: [UInt64], most: [UInt64]? = nil, entries: UInt64) {
    let most = most ?? counts
    func upper(_ lengths: Range<Int>) -> Part {
      Part(
        min(entries, lengths.clamped(to: most.indices).reduce(0) { $0 &+ most[$1] }), of: entries)
    }
    let median = counts.medianIndex ?? 0
    self.median = median
    upToMedian = Part(counts.prefix(median + 1).reduce(0, &+), of: entries)
      .upTo(upper(0..<median + 1))
    guard counts.count > 1 else {
      rows = []
      tail = nil
      widest = Part(0, of: entries)
      return
    }
    var last = counts.count - 1
    var beyond: UInt64 = 0
    while last > 1, (beyond &+ counts[last]) <= entries / 100 {
      beyond &+= counts[last]
      last -= 1
    }
    let first = counts.firstIndex { $0 > 0 } ?? 1
    if let end = Self.end(of: counts[...last], from: first, beyond: beyond) {
      beyond = counts[(end + 1)...].reduce(0, &+)
      last = end
    }
    rows = (first...max(first, last)).map {
      ($0, Part(counts[$0], of: entries).upTo(most.count < $0 ? nil : upper($0..<$0 + 1)))
    }
    tail =
      beyond > 0
      ? (last + 1, Part(beyond, of: entries).upTo(upper(last + 1..<most.count + last + 1)))
      : nil
    widest = Part(max(rows.map(\.part.count).max() ?? 0, beyond), of: entries)
  }

  /// The most rows, and how many empty ones in a row end them.
  private static let (mostRows, widestGap) = (64, 10)

  /// The last length with a row if there are outliers beyond it; nil if there are none.
  ///
  /// A short list may have a password of 300 characters, and nobody reads 300 rows.
  private static func end(
    of counts: ArraySlice<UInt64>, from first: Int, beyond: UInt64
  ) -> Int? {
    let total = counts.reduce(beyond, &+)
    guard first < counts.endIndex else { return nil }
    var (empty, rest) = (0, total)
    for length in first..<counts.endIndex {
      if length - first >= mostRows { return length - 1 }
      rest &-= counts[length]
      empty = counts[length] > 0 ? 0 : empty + 1
      if empty >= widestGap, rest > 0, rest < total &- rest { return length - empty }
    }
    return nil
  }
}
