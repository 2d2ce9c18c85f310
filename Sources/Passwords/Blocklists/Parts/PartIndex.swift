@_spi(Internal) import Bytes
@_spi(Internal) import Passwords

/// Lists whose values are searched inside passwords, each with its own automaton.
struct PartIndex: Sendable {
  private let lists: [List]

  private struct List: Sendable {
    let bit: UInt32
    let form: ListComparison.Form
    let automaton: PartAutomaton
  }

  /// Makes the automata of lists given by their bits, forms and values; nil if there are none.
  ///
  /// - Returns: The index, and for each list the number of its distinct values.
  static func make(
    _ lists: [(bit: UInt32, form: ListComparison.Form, values: PartValues)]
  ) -> (index: PartIndex?, distinct: [Int]) {
    let lists = lists.map { bit, form, values in
      List(bit: bit, form: form, automaton: PartAutomaton(values, letter: form.letter(of:)))
    }
    return (lists.isEmpty ? nil : PartIndex(lists: lists), lists.map(\.automaton.valueCount))
  }

  /// The bits of the lists that have a value inside a password.
  func lists(within password: Span<UInt8>) -> UInt32 {
    var bits: UInt32 = 0
    for list in lists {
      let isFound = list.form.with(password.raw) {
        list.automaton.finds(partOf: Span(_bytes: $0), in: 0..<$0.byteCount)
      }
      if isFound { bits |= list.bit }
    }
    return bits
  }

  /// Sets the bits of the lists that have a value inside each line.
  func mark(_ batch: inout LineBatch, in text: RawSpan, _ field: Signature.Field) {
    let bytes = Span<UInt8>(_bytes: text)
    for index in 0..<batch.count {
      let line = batch.line(index)
      var bits: UInt32 = 0
      switch line.encoding {
      case .ascii, .illFormed:
        // The automaton's symbols fold ASCII letters like the form.
        for list in lists where list.automaton.finds(partOf: bytes, in: line.range) {
          bits |= list.bit
        }
      case .utf8: bits = lists(within: bytes.extracting(line.range))
      }
      if bits != 0 { batch.insert(bits, into: field, at: index) }
    }
  }
}

extension ListComparison.Form {
  /// The form of an ASCII byte; other bytes stay the same.
  func letter(of byte: UInt8) -> UInt8 {
    switch self {
    case .exact: byte
    case .fold: FoldedForm.lowercase(byte)
    case .leet: LeetForm.letter(of: byte)
    }
  }

  /// Lends the form of a value.
  func with<Result>(_ value: RawSpan, _ body: (RawSpan) -> Result) -> Result {
    switch self {
    case .exact: FormC.isCertain(value) ? body(value) : FormC.with(value, body)
    case .fold: FoldedForm.with(value, body)
    case .leet: LeetForm.with(value, body)
    }
  }
}

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
