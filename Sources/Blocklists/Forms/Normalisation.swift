@_spi(House) package import Passwords

/// What normalisation does to passwords.
package enum Normalisation {
  /// How many lines of a batch are changed by form C, which SP 800-63B-4 asks for before a password
  /// is hashed: as many entries of a list may not be what a verifier would compare.
  ///
  /// Only well-formed lines beyond ASCII are looked at, and no others can be changed; so it need not
  /// be asked of batches without one.
  package static func changedLines(in batch: borrowing LineBatch, of text: RawSpan) -> UInt64 {
    var count: UInt64 = 0
    for index in 0..<batch.count {
      let line = batch.line(index)
      if line.encoding != .utf8 { continue }
      let start = Int(line.start)
      if changes(text.extracting(start..<start + Int(line.byteCount))) {
        count &+= batch.isWeighted ? batch[weight: index] : 1
      }
    }
    return count
  }

  /// Whether form C changes some well-formed text.
  static func changes(_ text: RawSpan) -> Bool {
    if FormC.isCertain(text) { return false }
    return FormC.with(text) { form in
      guard form.byteCount == text.byteCount else { return true }
      let (before, after) = (Span<UInt8>(_bytes: text), Span<UInt8>(_bytes: form))
      return before.indices.contains { before[$0] != after[$0] }
    }
  }
}
