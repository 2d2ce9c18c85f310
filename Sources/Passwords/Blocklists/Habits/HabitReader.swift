@_spi(Internal) import Bytes
@_spi(Internal) package import Passwords

/// Finds habits: where a password has its capitals, digits and specials, how it ends, and whether
/// its core is a word that everybody uses.
///
///     let reader = HabitReader(schema, common: ExactValues(.builtIn()))
///     reader?.mark(&batch, in: text)
///
/// Facts depend on nothing but the password and the reference year; `Documentation/habits.md`
/// defines each. Kinds: letters are those of ASCII and everything beyond it; digits; specials of
/// ASCII with the space; control characters belong to no kind and end every run.
package struct HabitReader: Sendable {
  private let common: ExactValues
  private let vocabulary: HabitVocabulary
  private let year: Int
  private let fields: [Signature.Field]
  /// The start of the fields in their word if they stand beside each other; nil if they do not.
  private let together: Signature.Field?
  private let bytes: [ByteFacts]

  /// The vocabulary and the year of habits that this program finds.
  package static func source(referenceYear year: Int) -> HabitSource {
    HabitSource(version: HabitWords.version, referenceYear: year, digest: HabitWords.digest)
  }

  /// Prepares to find the habits that a schema records; nil if it records none.
  ///
  /// - Parameters:
  ///   - schema: The schema; its sources state the reference year.
  ///   - common: The words that everybody uses.
  package init?(_ schema: Schema, common: ExactValues) {
    guard let year = schema.sources.habits?.referenceYear else { return nil }
    fields = Fact.habits.compactMap(schema.field)
    guard fields.count == Fact.habits.count else { return nil }
    self.year = year
    self.common = common
    // Made here, since runs without habits do not need it.
    vocabulary = HabitVocabulary.shared
    bytes = (UInt8.min...UInt8.max).map { ByteFacts($0) }
    together = schema.habitField
  }

  /// Adds the habits of every line to its signature.
  ///
  /// - Parameters:
  ///   - batch: Lines with their signatures.
  ///   - text: The text that the batch's offsets refer to.
  package func mark(_ batch: inout LineBatch, in text: RawSpan) {
    // The lower case of a password, with room after it.
    var spelling = [UInt8](repeating: 0, count: 128)
    let facts = bytes
    for index in 0..<batch.count {
      let line = batch.line(index)
      let habits: Habits
      switch line.encoding {
      case .ascii, .utf8:
        habits = read(text, in: line.range, line.encoding == .ascii, facts.span, &spelling)
      case .illFormed:
        // Each maximal ill-formed part is one character.
        let repaired = Array(
          String(decoding: line.range.map { text.number(at: $0, as: UInt8.self) }, as: UTF8.self)
            .utf8)
        habits = read(repaired.raw, in: 0..<repaired.count, false, facts.span, &spelling)
      }
      var signature = batch[signature: index]
      if let together {
        signature[together] = UInt64(habits.bits)
      } else {
        var rest = UInt64(habits.bits)
        for field in fields {
          signature[field] = rest & field.capacity
          rest &>>= UInt64(field.width)
        }
      }
      batch[signature: index] = signature
    }
  }

  /// The habits of one password.
  private func read(
    _ text: RawSpan, in range: Range<Int>, _ isASCII: Bool, _ facts: Span<ByteFacts>,
    _ spelling: inout [UInt8]
  ) -> Habits {
    var habits = Habits()
    if range.isEmpty { return habits }
    let runs = Runs(text, range, facts, vocabulary, isASCII: isASCII)
    habits.put(runs.capitals(of: range.count), at: 0)
    let hasHead = runs.headEnd > range.lowerBound
    if hasHead, runs.digitsInHead == 0 { habits.put(min(5, runs.digits), at: 2) }
    if hasHead, runs.specialsInHead == 0 { habits.put(min(2, runs.specials), at: 5) }
    habits.put(runs.template, at: 7)
    habits.put(runs.year(in: text, from: range.lowerBound, this: year), at: 10)
    habits.put(runs.calendar, at: 12)
    habits.put(
      base(of: text, in: range, headEnd: runs.headEnd, runs.union, isASCII, &spelling), at: 14)
    habits.put(runs.hasStretch ? 1 : 0, at: 16)
    habits.put(isRepeated(text, in: range, fromCharacters: 4) ? 1 : 0, at: 17)
    habits.put(runs.hasDate ? 1 : 0, at: 18)
    return habits
  }

  /// The shortest head that is looked up, in characters; shorter ones are common by chance.
  private static let shortestBase = 4

  /// Whether the password, or what is left of it, is a common word: 1 as typed, 2 its head in
  /// another case or with an end, 3 its head or all of it in leet, 0 none of these.
  private func base(
    of text: RawSpan, in range: Range<Int>, headEnd: Int, _ union: ByteFacts, _ isASCII: Bool,
    _ spelling: inout [UInt8]
  ) -> Int {
    if !isASCII {
      return base(ofUnicode: text.extracting(range), headEnd: headEnd - range.lowerBound, &spelling)
    }
    if common.hold(text, in: range) { return 1 }
    let (count, head) = (range.count, headEnd &- range.lowerBound)
    if count < Self.shortestBase { return 0 }
    if head >= Self.shortestBase, union.hasCapital || head < count {
      if !union.hasCapital {
        if common.hold(text, in: range.lowerBound..<headEnd) { return 2 }
      } else {
        lower(text, in: range, to: &spelling)
        if common.hold(spelling.raw, in: 0..<head) { return 2 }
      }
    }
    if !union.isLeet || !union.hasLetter { return 0 }
    lower(text, in: range, to: &spelling)
    return isCommonInLeet(spelling.span, head, of: count) ? 3 : 0
  }

  /// The same for text with characters beyond ASCII, which few passwords have.
  @inline(never)
  private func base(
    ofUnicode text: RawSpan, headEnd head: Int, _ spelling: inout [UInt8]
  ) -> Int {
    if common.hold(Span<UInt8>(_bytes: text)) { return 1 }
    lower(text, in: 0..<text.byteCount, to: &spelling)
    let word = spelling
    let characters = { (end: Int) in word[..<end].count { $0 & 0xC0 != 0x80 } }
    if characters(head) >= Self.shortestBase, common.hold(word.span.extracting(0..<head)) {
      return 2
    }
    for end in [head, text.byteCount] where characters(end) >= Self.shortestBase {
      for one in [UInt8(ascii: "i"), UInt8(ascii: "l")] {
        let leet = word[..<end].map { $0.isOne ? one : $0.letter ?? $0 }
        if !leet.elementsEqual(word[..<end]), common.hold(leet.span) { return 3 }
      }
    }
    return 0
  }

  /// Whether the head or all of the lower-case spelling is a common word in leet.
  @inline(never)
  private func isCommonInLeet(_ spelling: Span<UInt8>, _ head: Int, of count: Int) -> Bool {
    var last = -1
    for end in [head, count] where end >= Self.shortestBase && end != last {
      last = end
      var (isChanged, hasOne, hasLetter) = (false, false, false)
      var word = [UInt8](repeating: 0, count: end + 16)
      for place in 0..<end {
        let byte = spelling[place]
        if byte.isOne { hasOne = true }
        hasLetter = hasLetter || byte >= 0x61 && byte <= 0x7A
        word[place] = byte.isOne ? UInt8(ascii: "i") : byte.letter ?? byte
        isChanged = isChanged || word[place] != byte
      }
      if !isChanged || !hasLetter { continue }
      if common.hold(word.raw, in: 0..<end) { return true }
      if !hasOne { continue }
      for place in 0..<end where spelling[place].isOne { word[place] = UInt8(ascii: "l") }
      if common.hold(word.raw, in: 0..<end) { return true }
    }
    return false
  }

  /// Makes the lower-case spelling of a password, with 16 bytes after it.
  private func lower(_ text: RawSpan, in range: Range<Int>, to spelling: inout [UInt8]) {
    if spelling.count < range.count &+ 16 {
      spelling = Array(repeating: 0, count: 2 &* range.count &+ 32)
    }
    var bytes = spelling.mutableSpan
    for place in 0..<range.count {
      let byte: UInt8 = text.number(at: range.lowerBound &+ place)
      bytes[place] = byte &+ (byte &- 0x41 < 26 ? 0x20 : 0)
    }
  }
}

/// The numbers of ten habits in 19 bits, the first lowest, in the order of ``Fact/habits``.
struct Habits {
  private(set) var bits: UInt32 = 0

  @inline(__always)
  mutating func put(_ number: Int, at shift: UInt32) {
    bits |= UInt32(truncatingIfNeeded: number) &<< shift
  }
}

extension UInt8 {
  /// The letter that it stands for in leet, apart from those that stand for two.
  fileprivate var letter: UInt8? {
    switch self {
    case UInt8(ascii: "4"), UInt8(ascii: "@"): UInt8(ascii: "a")
    case UInt8(ascii: "3"): UInt8(ascii: "e")
    case UInt8(ascii: "0"): UInt8(ascii: "o")
    case UInt8(ascii: "5"), UInt8(ascii: "$"): UInt8(ascii: "s")
    case UInt8(ascii: "7"): UInt8(ascii: "t")
    default: nil
    }
  }

  /// Whether it stands for `i` or `l` in leet.
  fileprivate var isOne: Bool { self == UInt8(ascii: "1") || self == UInt8(ascii: "!") }
}
