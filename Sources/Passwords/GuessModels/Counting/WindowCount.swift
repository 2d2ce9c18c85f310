/// A run of symbols, and how often it occurred.
///
/// The symbols are the digits of a number to the base 128, the first one the highest, so that
/// numbers in ascending order are contexts in order, each with its symbols in order. Six symbols take
/// 42 bits.
struct WindowCount: BitwiseCopyable, Hashable {
  /// The symbols.
  var window: UInt64
  /// The number of occurrences; 0 for none.
  var count: UInt64

  /// The bits of a symbol.
  static let symbolBits: UInt64 = 7

  /// The mask of the last symbols of a window.
  static func mask(ofLast symbols: Int) -> UInt64 { 1 << (symbolBits * UInt64(symbols)) &- 1 }
}

extension UInt64 {
  /// Adds a number; the largest number stands for all larger ones.
  mutating func addClamping(_ other: UInt64) {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    self = isTooLarge ? .max : sum
  }
}
