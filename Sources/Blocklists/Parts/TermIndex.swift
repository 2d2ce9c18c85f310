@_spi(House) import Passwords

/// Lists of banned terms, each with a score of its own.
struct TermIndex: Sendable {
  private let lists: [(bit: UInt32, score: TermScore)]

  /// Prepares lists given by their bits and terms; nil without lists.
  ///
  /// - Returns: Also of each list the number of its distinct terms.
  static func make(
    _ lists: [(bit: UInt32, values: BlocklistBuilder)]
  ) -> (index: TermIndex?, distinct: [Int]) {
    let lists = lists.map { bit, builder in
      (bit: bit, score: TermScore(terms: builder.words, names: builder.names))
    }
    return (lists.isEmpty ? nil : TermIndex(lists: lists), lists.map(\.score.termCount))
  }

  /// The bits of the lists by which a password is refused.
  func lists(refusing password: Span<UInt8>) -> UInt32 {
    var bits: UInt32 = 0
    for list in lists where list.score.refuses(password) { bits |= list.bit }
    return bits
  }

  /// Sets the bits of the lists by which each line is refused.
  func mark(_ batch: inout LineBatch, in text: RawSpan, _ field: Signature.Field) {
    let bytes = Span<UInt8>(_bytes: text)
    for index in 0..<batch.count {
      let line = batch.line(index)
      let password = bytes.extracting(Int(line.start)..<Int(line.start) + Int(line.byteCount))
      var bits: UInt32 = 0
      switch line.encoding {
      case .ascii, .illFormed:
        // The symbols of ASCII capitals are those of small letters.
        for list in lists where list.score.refuses(folded: password) { bits |= list.bit }
      case .utf8: bits = lists(refusing: password)
      }
      if bits != 0 { batch.insert(bits, into: field, at: index) }
    }
  }
}
