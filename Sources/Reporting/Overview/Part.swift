/// A count as a share of a total.
struct Part: Hashable, Sendable {
  /// Passwords counted.
  let count: UInt64
  /// The base of the share.
  let total: UInt64

  /// Makes the share of a count.
  init(_ count: UInt64, of total: UInt64) {
    self.count = count
    self.total = total
  }

  /// The share in 0…1; 0 if the total is 0.
  var share: Double { Reporting.share(count, of: total) }
  /// The share in words: `12.3 %`.
  var percent: String { Reporting.percent(share) }
  /// The count with commas: `12,002,888`.
  var grouped: String { Reporting.grouped(count) }
}
