/// A password with a count: the unit that grouping adds up.
///
/// It has no text: the password is a 128-bit hash, and its facts are a signature's number.
package struct PasswordRecord: BitwiseCopyable, Sendable {
  /// The fingerprint's first half; its top bits choose the shard.
  package var high: UInt64
  /// The fingerprint's other half.
  package var low: UInt64
  /// The number that ``SignatureNumbers`` assigned to the signature.
  package var signature: UInt64
  /// The number of occurrences; 0 marks a free place of a table.
  package var count: UInt64

  /// Makes a record.
  package init(high: UInt64, low: UInt64, signature: UInt64, count: UInt64) {
    self.high = high
    self.low = low
    self.signature = signature
    self.count = count
  }

  /// The size of a record, in bytes.
  static let stride = MemoryLayout<PasswordRecord>.stride

  /// The empty place.
  static let none = PasswordRecord(high: 0, low: 0, signature: 0, count: 0)

  /// 0 if both records are of the same password, otherwise another number.
  @inline(__always)
  func difference(from other: PasswordRecord) -> UInt64 {
    (high ^ other.high) | (low ^ other.low)
  }

  /// Whether the fingerprint of `a` is smaller than that of `b`.
  @inline(__always)
  func precedes(_ other: PasswordRecord) -> Bool {
    high == other.high ? low < other.low : high < other.high
  }
}
