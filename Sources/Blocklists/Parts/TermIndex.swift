@_spi(House) import Passwords

/// Lists of banned terms, each with its own score.
struct TermIndex: Sendable {
  private let lists: [(bit: UInt32, score: TermScore)]

  /// Prepares lists given by their bits, terms and names; nil if there are none.
  ///
  /// - Returns: The index, and for each list the number of its distinct terms.
  static func make(
    _ lists: [(bit: UInt32, terms: [[UInt8]], names: [[UInt8]])]
  ) -> (index: TermIndex?, distinct: [Int]) {
    let lists = lists.map { bit, terms, names in
      (bit: bit, score: TermScore(terms: terms, names: names))
    }
    return (lists.isEmpty ? nil : TermIndex(lists: lists), lists.map(\.score.termCount))
  }

  /// The bits of the lists that refuse a password.
  func lists(refusing password: Span<UInt8>) -> UInt32 {
    var bits: UInt32 = 0
    for list in lists where list.score.refuses(password) { bits |= list.bit }
    return bits
  }

  /// Sets the bits of the lists that refuse each line.
  func mark(_ batch: inout LineBatch, in text: RawSpan, _ field: Signature.Field) {
    let bytes = Span<UInt8>(_bytes: text)
    for index in 0..<batch.count {
      let line = batch.line(index)
      let password = bytes.extracting(line.range)
      var bits: UInt32 = 0
      switch line.encoding {
      case .ascii, .illFormed:
        // ASCII capitals have the symbols of their lowercase letters.
        for list in lists where list.score.refuses(folded: password) { bits |= list.bit }
      case .utf8: bits = lists(refusing: password)
      }
      if bits != 0 { batch.insert(bits, into: field, at: index) }
    }
  }
}
