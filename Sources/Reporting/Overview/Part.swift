/// A count as a part of a total.
struct Part: Hashable, Sendable {
  /// Passwords counted.
  let count: UInt64
  /// Passwords that the share is taken of.
  let total: UInt64

  /// Takes a count of a total.
  init(_ count: UInt64, of total: UInt64) {
    self.count = count
    self.total = total
  }

  /// The share in 0…1; 0 where the total is.
  var share: Double { Reporting.share(count, of: total) }
  /// The share in words: `12.3 %`.
  var percent: String { Reporting.percent(share) }
  /// The count with commas: `12,002,888`.
  var grouped: String { Reporting.grouped(count) }
}
