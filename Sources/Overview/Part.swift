package import Metrics

/// A count as a share of a total.
///
/// Everything that people read prints shares as ``percent``. So a share of compliant passwords keeps
/// to the rule of `SampleSize` on every screen and page.
package struct Part: Hashable, Sendable {
  /// Passwords counted.
  package let count: UInt64
  /// The base of the share.
  package let total: UInt64
  /// Whether the base is the passwords that comply with a policy, of which there may be few.
  let isOfCompliant: Bool
  /// Whether it rests on an estimate that knows no decimals.
  let isRough: Bool

  /// Makes the share of a count.
  package init(
    _ count: UInt64, of total: UInt64, isOfCompliant: Bool = false, isRough: Bool = false
  ) {
    self.count = count
    self.total = total
    self.isOfCompliant = isOfCompliant
    self.isRough = isRough
  }

  /// The share in 0…1; 0 if the total is 0.
  package var share: Double { Overview.share(count, of: total) }
  /// The share in words: `12.3 %`, or `12 %` by an estimate without decimals; of compliant passwords
  /// `18.5 % of 540`, `too few`, or a dash if there are none.
  package var percent: String {
    let words = isRough ? roundedPercent(share) : Overview.percent(share)
    guard isOfCompliant else { return words }
    if total == 0 { return "–" }
    return isStated ? words + size.suffix(" of ") : "too few"
  }
  /// All others of the same total.
  package var rest: Part {
    Part(total &- min(count, total), of: total, isOfCompliant: isOfCompliant)
  }
  /// The difference from an older share in percentage points: `+56.1`, or `+56` by an estimate
  /// without decimals; nil if one of them is of too few passwords.
  package func points(since old: Part) -> String? {
    guard isStated, old.isStated else { return nil }
    let difference = share - old.share
    guard isRough || old.isRough else { return Overview.points(difference) }
    return String(Overview.points((difference * 100).rounded() / 100).dropLast(2))
  }
  /// Whether there are enough passwords to state the share.
  package var isStated: Bool { !isOfCompliant || size.permitsShares }
  /// The count with commas: `12,002,888`.
  package var grouped: String { Overview.grouped(count) }

  private var size: SampleSize { SampleSize(total) }
}

extension SampleSize {
  /// The size after a separator, for names and shares that it has to stand beside: `, of 540`; empty
  /// for large samples.
  package func suffix(_ separator: String) -> String { isStated ? separator + grouped(count) : "" }
}
