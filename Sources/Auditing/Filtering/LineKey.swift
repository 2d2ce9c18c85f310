/// The key by which lines are compared: a hash of the password.
package struct LineKey: Sendable {
  let high: UInt64
  let low: UInt64
  /// How often the password occurs according to this line.
  let weight: UInt64
  /// Bytes of the line in the text, with its line end.
  let byteCount: UInt32

  /// Makes the key of a line from both halves of the password's fingerprint.
  package init(high: UInt64, low: UInt64, weight: UInt64, byteCount: UInt32) {
    self.high = high
    self.low = low
    self.weight = weight
    self.byteCount = byteCount
  }
}
