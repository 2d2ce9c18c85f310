@_spi(House) package import Passwords

/// The effect of normalisation on passwords.
package enum Normalisation {
  /// Counts the lines of a batch that form C changes.
  ///
  /// SP 800-63B-4 demands form C before a password is hashed. So these entries may differ from the
  /// text that a verifier compares.
  ///
  /// Looks only at well-formed lines beyond ASCII, since no others can change; a batch without such
  /// lines need not be passed.
  package static func changedLines(in batch: borrowing LineBatch, of text: RawSpan) -> UInt64 {
    var count: UInt64 = 0
    for index in 0..<batch.count {
      if batch.line(index).encoding != .utf8 { continue }
      if changes(batch.bytes(of: index, in: text)) {
        count &+= batch.isWeighted ? batch[weight: index] : 1
      }
    }
    return count
  }

  /// Whether form C changes a well-formed text.
  static func changes(_ text: RawSpan) -> Bool {
    if FormC.isCertain(text) { return false }
    return FormC.with(text) { form in
      guard form.byteCount == text.byteCount else { return true }
      let (before, after) = (Span<UInt8>(_bytes: text), Span<UInt8>(_bytes: form))
      return before.indices.contains { before[$0] != after[$0] }
    }
  }
}
