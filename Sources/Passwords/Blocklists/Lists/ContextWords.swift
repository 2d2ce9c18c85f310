@_spi(Internal) import Bytes
@_spi(Internal) import Passwords

/// Words of the user, the site or the product, and their derivatives.
///
/// Refuses a password if the whole password is a word or a derivative of a word. SP 800-63B-4
/// demands derivatives without defining them. Here they are: other case or width (as in
/// ``FoldedForm``), characters that stand for letters, the reversed word, digits or punctuation
/// around it, and any combination of these. A word inside a longer one does not count: `acme`
/// refuses `4cm3!` and `99EMCA`, but neither `acme inc` nor `pacmen`.
///
/// | letter | a | e | i | l | o | s | t |
/// | ------ | --- | --- | --- | --- | --- | --- | --- |
/// | stood for by | 4 @ | 3 | 1 ! | 1 | 0 | 5 $ | 7 |
///
/// In a password without letters, characters that can stand for a letter belong to the word, not to
/// its surroundings: `tea` refuses `734` and `8734##`, but not `7345`. Around a word, only ASCII
/// counts as digits and punctuation; only words of ASCII are reversed. Words of fewer than three
/// characters or without a letter are literal: they match in any case and width but have no
/// derivatives.
///
/// - Source: NIST SP 800-63B-4, section 3.1.1.2; the substitutions are the commonest of zxcvbn's.
struct ContextWords: Sendable, Concealing {
  /// The bytes of all spellings, folded, one after another.
  private var letters: [UInt8] = []
  /// The spellings, shortest first.
  private var byLength: [Spelling] = []
  /// For each number, how many spellings have fewer bytes; the last entry counts all spellings.
  private var shorter: [Int] = []
  /// The spellings in the order of their first bytes.
  private var byInitial: [Spelling] = []
  /// For each byte, how many spellings begin with a smaller byte; the last entry counts all
  /// spellings.
  private var before: [Int] = []

  private struct Spelling {
    /// The offset in ``letters``.
    var start: Int
    var count: Int
    /// Whether it has no derivatives.
    var isLiteral: Bool
    /// The bits of the lists that hold it.
    var lists: UInt32
  }

  /// Spellings of at least this many bytes are searched together.
  private static let long = 63

  /// Joins lists given by their bits and words; nil if there are none.
  ///
  /// - Returns: The words, and for each list the number of its distinct words.
  static func make(
    _ lists: [(bit: UInt32, values: BlocklistBuilder)]
  ) -> (index: ContextWords?, distinct: [Int]) {
    if lists.isEmpty { return (nil, []) }
    let words = lists.map { ($0.bit, Set($0.values.words)) }
    return (ContextWords(words), words.map(\.1.count))
  }

  private init(_ lists: [(bit: UInt32, words: Set<[UInt8]>)]) {
    var bits: [[UInt8]: UInt32] = [:]
    for (bit, words) in lists {
      for word in words {
        bits[word, default: 0] |= bit
        if !Self.isLiteral(word), word.allSatisfy({ $0 < 0x80 }) {
          bits[word.reversed(), default: 0] |= bit
        }
      }
    }
    let all = bits.sorted { $0.key.count < $1.key.count }
    for (word, lists) in all {
      byLength.append(
        Spelling(
          start: letters.count, count: word.count, isLiteral: Self.isLiteral(word), lists: lists))
      letters += word
    }
    shorter = (0...Self.long).map { count in byLength.count { $0.count < count } }
    shorter.append(byLength.count)
    let letters = letters
    byInitial = byLength.sorted { letters[$0.start] < letters[$1.start] }
    before = (0...256).map { initial in byInitial.count { Int(letters[$0.start]) < initial } }
  }

  /// Whether a folded word is too short, or has no letter, to have derivatives.
  private static func isLiteral(_ word: [UInt8]) -> Bool {
    word.count { $0 & 0xC0 != 0x80 } < 3 || !word.contains(where: isLetter)
  }

  /// The bits of the lists that refuse a password.
  func lists(refusing password: Span<UInt8>) -> UInt32 {
    FoldedForm.with(password.raw) {
      lists(refusing: Span(_bytes: $0), in: 0..<$0.byteCount)
    }
  }

  /// Sets the bits of the lists that refuse each line.
  ///
  /// Takes 115 instructions a line of ASCII with five words; 400 without the check of initials.
  func mark(_ batch: inout LineBatch, in text: RawSpan, _ field: Signature.Field) {
    let bytes = Span<UInt8>(_bytes: text)
    for index in 0..<batch.count {
      let line = batch.line(index)
      let refusing =
        switch line.encoding {
        case .ascii, .illFormed: lists(refusing: bytes, in: line.range)
        case .utf8:
          FoldedForm.withBeyondASCII(text.extracting(line.range)) {
            lists(refusing: Span(_bytes: $0), in: 0..<$0.byteCount)
          }
        }
      if refusing != 0 { batch.insert(refusing, into: field, at: index) }
    }
  }

  /// The bits of the lists that refuse some bytes of a text; the text is folded except for ASCII
  /// capitals.
  ///
  /// Compares a password that begins with a letter, as most do, only with the spellings that begin
  /// with it. Compares other passwords with the spellings that are at most as long as the password
  /// and at least as long as its core, which is the rest without digits and punctuation at both
  /// ends.
  private func lists(refusing text: Span<UInt8>, in range: Range<Int>) -> UInt32 {
    if range.isEmpty { return 0 }
    let initial = FoldedForm.lowercase(text[range.lowerBound])
    if Self.isLetter(initial) {
      let (first, end) = (before[Int(initial)], before[Int(initial) + 1])
      if first == end { return 0 }
      let core = Self.trimmed(range, of: text) { Self.isLetter($0) }
      return lists(refusing: text, in: range, core: core, byInitial.span.extracting(first..<end))
    }
    var core = Self.trimmed(range, of: text) { Self.isLetter($0) }
    if core.isEmpty {
      core = Self.trimmed(range, of: text) { Self.isLetter($0) || Self.canStand($0) }
    }
    let (first, end) = (
      shorter[min(core.count, Self.long)], shorter[min(range.count, Self.long) + 1]
    )
    if first >= end { return 0 }
    return lists(refusing: text, in: range, core: core, byLength.span.extracting(first..<end))
  }

  private func lists(
    refusing text: Span<UInt8>, in range: Range<Int>, core: Range<Int>, _ spellings: Span<Spelling>
  ) -> UInt32 {
    var lists: UInt32 = 0
    for index in spellings.indices {
      let spelling = spellings[index]
      if spelling.isLiteral, spelling.count != range.count { continue }
      // The spelling covers the core and is within the password.
      var start = max(range.lowerBound, core.upperBound - spelling.count)
      let last = min(core.lowerBound, range.upperBound - spelling.count)
      while start <= last {
        if spells(spelling, text, from: start) { lists |= spelling.lists }
        start += 1
      }
    }
    return lists
  }

  /// Trims a range at both ends to its core, which may be empty.
  @inline(__always)
  private static func trimmed(
    _ range: Range<Int>, of text: Span<UInt8>, isCore: (UInt8) -> Bool
  ) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, !isCore(text[start]) { start += 1 }
    while start < end, !isCore(text[end - 1]) { end -= 1 }
    return start..<end
  }

  private func spells(_ spelling: Spelling, _ text: Span<UInt8>, from start: Int) -> Bool {
    let letters = letters.span
    for offset in 0..<spelling.count {
      let (letter, byte) = (letters[spelling.start + offset], text[start + offset])
      if FoldedForm.lowercase(byte) == letter { continue }
      if spelling.isLiteral || !Self.stands(byte, for: letter) { return false }
    }
    return true
  }

  /// Whether a byte is neither a digit nor punctuation of ASCII.
  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (byte | 0x20) &- UInt8(ascii: "a") < 26
  }

  private static func stands(_ byte: UInt8, for letter: UInt8) -> Bool {
    switch letter {
    case UInt8(ascii: "a"): byte == UInt8(ascii: "4") || byte == UInt8(ascii: "@")
    case UInt8(ascii: "e"): byte == UInt8(ascii: "3")
    case UInt8(ascii: "i"): byte == UInt8(ascii: "1") || byte == UInt8(ascii: "!")
    case UInt8(ascii: "l"): byte == UInt8(ascii: "1")
    case UInt8(ascii: "o"): byte == UInt8(ascii: "0")
    case UInt8(ascii: "s"): byte == UInt8(ascii: "5") || byte == UInt8(ascii: "$")
    case UInt8(ascii: "t"): byte == UInt8(ascii: "7")
    default: false
    }
  }

  /// Whether a byte can stand for a letter.
  private static func canStand(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0"), UInt8(ascii: "1"), UInt8(ascii: "3"), UInt8(ascii: "4"),
      UInt8(ascii: "5"), UInt8(ascii: "7"), UInt8(ascii: "@"), UInt8(ascii: "$"), UInt8(ascii: "!"):
      true
    default: false
    }
  }
}

extension ContextWords {
  /// Whether a folded password is a folded word or derives from it; for a word that is used only
  /// once.
  static func derives(_ password: Span<UInt8>, from word: Span<UInt8>) -> Bool {
    if word.count > password.count { return false }
    let (letters, characters, isASCII) = facts(of: word)
    if letters == 0 || characters < 3 {
      return word.count == password.count
        && spells(word, password, from: 0, stands: { _, _ in false })
    }
    var core = trimmed(password.indices, of: password, isCore: isLetter)
    if core.isEmpty {
      core = trimmed(password.indices, of: password) { isLetter($0) || canStand($0) }
    }
    var start = max(0, core.upperBound - word.count)
    let last = min(core.lowerBound, password.count - word.count)
    while start <= last {
      if spells(word, password, from: start, stands: stands(_:for:)) { return true }
      if isASCII, spellsBackwards(word, password, from: start) { return true }
      start += 1
    }
    return false
  }

  /// Counts the letters (ASCII or beyond) and characters of a word, and tells whether it is ASCII.
  private static func facts(of word: Span<UInt8>) -> (letters: Int, characters: Int, isASCII: Bool)
  {
    var facts = (letters: 0, characters: 0, isASCII: true)
    for index in word.indices {
      let byte = word[index]
      if isLetter(byte) { facts.letters += 1 }
      if byte & 0xC0 != 0x80 { facts.characters += 1 }
      if byte >= 0x80 { facts.isASCII = false }
    }
    return facts
  }

  @inline(__always)
  private static func spells(
    _ word: Span<UInt8>, _ text: Span<UInt8>, from start: Int, stands: (UInt8, UInt8) -> Bool
  ) -> Bool {
    for offset in word.indices where text[start + offset] != word[offset] {
      if !stands(text[start + offset], word[offset]) { return false }
    }
    return true
  }

  private static func spellsBackwards(
    _ word: Span<UInt8>, _ text: Span<UInt8>, from start: Int
  ) -> Bool {
    for offset in word.indices {
      let (byte, letter) = (text[start + offset], word[word.count - 1 - offset])
      if byte != letter, !stands(byte, for: letter) { return false }
    }
    return true
  }
}
