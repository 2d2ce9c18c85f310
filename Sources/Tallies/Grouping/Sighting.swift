/// A password that was seen so many times: what grouping holds, writes and merges.
///
/// It has no text: the password is 128 bits of a hash, its facts are the number of its signature.
package struct Sighting: Sendable {
  /// The fingerprint's first half; its top bits choose the shard.
  package var high: UInt64
  /// The fingerprint's other half.
  package var low: UInt64
  /// The number that ``SignatureNumbers`` gave the signature.
  package var signature: UInt64
  /// How often it was seen; 0 marks a free place of a table.
  package var count: UInt64

  /// States what was seen.
  package init(high: UInt64, low: UInt64, signature: UInt64, count: UInt64) {
    self.high = high
    self.low = low
    self.signature = signature
    self.count = count
  }

  /// No password.
  static let none = Sighting(high: 0, low: 0, signature: 0, count: 0)

  /// Whether two are of the same password.
  @inline(__always)
  func isSamePassword(as other: Sighting) -> Bool {
    (high ^ other.high) | (low ^ other.low) == 0
  }

  /// Whether one's fingerprint is the lesser number.
  @inline(__always)
  func precedes(_ other: Sighting) -> Bool {
    high == other.high ? low < other.low : high < other.high
  }

  /// Adds how often another was seen; the largest number is held, not passed.
  ///
  /// - Returns: Whether the sum was too large.
  @inline(__always)
  mutating func add(_ other: UInt64) -> Bool {
    let (sum, isTooLarge) = count.addingReportingOverflow(other)
    count = isTooLarge ? .max : sum
    return isTooLarge
  }
}
