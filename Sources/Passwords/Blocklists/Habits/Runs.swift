@_spi(Internal) import Bytes

/// What one byte is, as bits: its kind, and what else habits ask for.
struct ByteFacts: OptionSet {
  let rawValue: UInt8

  /// The kind in the lowest two bits: 0 letter, 1 digit, 2 special, 3 control.
  static let digit = 1, special = 2, control = 3

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ byte: UInt8) {
    let character = Unicode.Scalar(byte)
    let kind: UInt8 =
      switch byte {
      case 0x80..., 0x41...0x5A, 0x61...0x7A: 0
      case 0x30...0x39: 1
      case 0x20...0x7E: 2
      default: 3
      }
    rawValue =
      kind | (0x41...0x5A ~= byte ? 4 : 0) | (0x61...0x7A ~= byte ? 8 : 0)
      | ("43057@$1!".unicodeScalars.contains(character) ? 16 : 0) | (byte >= 0x80 ? 32 : 0)
  }

  var kind: Int { Int(rawValue & 3) }
  /// Whether it is A–Z; of a union, whether any is.
  var hasCapital: Bool { rawValue & 4 != 0 }
  /// Whether it is a–z.
  var hasSmall: Bool { rawValue & 8 != 0 }
  /// Whether it stands for a letter in leet.
  var isLeet: Bool { rawValue & 16 != 0 }
  /// Whether it is a letter.
  var hasLetter: Bool { rawValue & 44 != 0 }
}

/// What one pass over a password finds about its runs of characters of one kind.
struct Runs {
  /// All bits of its bytes but those of the kind.
  private(set) var union = ByteFacts(rawValue: 0)
  private var capitalCount = 0
  private let isCapitalFirst: Bool
  /// The end of the last letter or control character: of the head, before the digits and specials at
  /// the end.
  private(set) var headEnd: Int
  /// The digits in the head.
  private(set) var digitsInHead = 0
  /// The specials in the head.
  private(set) var specialsInHead = 0
  /// The digits, of the head and after it.
  private(set) var digits = 0
  /// The specials, of the head and after it.
  private(set) var specials = 0
  /// The kind of the first calendar word: 1 season, 2 month, 3 weekday, 0 none.
  private(set) var calendar = 0
  /// Whether some digits are a date.
  private(set) var hasDate = false
  /// Whether neighbours on a keyboard occur.
  private(set) var hasStretch = false

  /// The kinds of the runs, each in two bits above those of the run before; wrong after four.
  private var shape: UInt32 = 0
  private var count = 0
  /// The last two runs.
  private var last: (kind: Int, start: Int, end: Int)
  private var before: (kind: Int, start: Int, end: Int)

  /// Reads a password that is not empty.
  @inline(__always)
  init(
    _ text: RawSpan, _ range: Range<Int>, _ facts: Span<ByteFacts>, _ vocabulary: HabitVocabulary,
    isASCII: Bool
  ) {
    let start = range.lowerBound
    let first = facts[Int(text.number(at: start, as: UInt8.self))]
    isCapitalFirst = first.hasCapital
    headEnd = start
    (last, before) = ((first.kind, start, start), (ByteFacts.control, start, start))
    let (columns, next) = (vocabulary.columns.span, vocabulary.next.span)
    let width = vocabulary.width
    var (state, bits): (Int, UInt8) = (0, 0)
    var (kind, runStart) = (first.kind, start)
    for place in range {
      let byte = Int(text.number(at: place, as: UInt8.self))
      let fact = facts[byte]
      bits |= fact.rawValue
      capitalCount &+= fact.hasCapital ? 1 : 0
      state = Int(next[state &* width &+ Int(columns[byte])])
      if fact.kind != kind {
        end((kind, runStart, place), of: text, vocabulary, isASCII)
        (kind, runStart) = (fact.kind, place)
      }
    }
    end((kind, runStart, range.upperBound), of: text, vocabulary, isASCII)
    union = ByteFacts(rawValue: bits & ~3)
    hasStretch = state == Int(vocabulary.found)
  }

  @inline(__always)
  private mutating func end(
    _ run: (kind: Int, start: Int, end: Int), of text: RawSpan, _ vocabulary: HabitVocabulary,
    _ isASCII: Bool
  ) {
    (before, last) = (last, run)
    if count < 4 { shape |= UInt32(truncatingIfNeeded: run.kind) &<< UInt32(2 &* count) }
    count &+= 1
    let length = run.end &- run.start
    switch run.kind {
    case ByteFacts.digit:
      digits &+= length
      if length == 6 || length == 8, !hasDate { hasDate = isDate(text, in: run.start..<run.end) }
    case ByteFacts.special: specials &+= length
    default:
      (headEnd, digitsInHead, specialsInHead) = (run.end, digits, specials)
      if calendar == 0, run.kind != ByteFacts.control {
        calendar =
          isASCII
          ? vocabulary.kind(of: text, in: run.start..<run.end)
          : vocabulary.kind(ofUnicode: text, in: run.start..<run.end)
      }
    }
  }

  /// 1 the first character alone is a capital, 2 several and no small letter, 3 any others, 0 none.
  func capitals(of byteCount: Int) -> Int {
    if capitalCount == 0 { return 0 }
    if capitalCount == 1, isCapitalFirst, byteCount > 1 { return 1 }
    return capitalCount > 1 && !union.hasSmall ? 2 : 3
  }

  /// The number of the order of the runs; 0 for any other order.
  var template: Int {
    let (letter, digit, special): (UInt32, UInt32, UInt32) = (0, 1, 2)
    return switch (count, shape) {
    case (1, letter): 1
    case (2, letter | digit << 2): 2
    case (2, letter | special << 2): 3
    case (3, letter | digit << 2 | special << 4): 4
    case (3, letter | special << 2 | digit << 4): 5
    case (2, digit | letter << 2): 6
    case (1, digit): 7
    default: 0
    }
  }

  /// Whether the text ends in a year, before specials: 1 this, 2 the year before, 3 another.
  func year(in text: RawSpan, from start: Int, this: Int) -> Int {
    let run = last.kind == ByteFacts.special && count > 1 ? before : last
    guard run.kind == ByteFacts.digit, run.end &- run.start == 4, run.start > start else {
      return 0
    }
    let year = number(text, in: run.start..<run.end)
    guard 1900...2099 ~= year else { return 0 }
    return year == this ? 1 : year &+ 1 == this ? 2 : 3
  }
}

/// The number that some digits are; at most eight.
private func number(_ text: RawSpan, in range: Range<Int>) -> Int {
  range.reduce(0) { 10 &* $0 &+ Int(text.number(at: $1, as: UInt8.self) & 15) }
}

/// Whether six or eight digits are a day, month and year, in one of three orders, and no repeated
/// unit.
private func isDate(_ text: RawSpan, in range: Range<Int>) -> Bool {
  let (start, end) = (range.lowerBound, range.upperBound)
  func isDay(_ place: Int) -> Bool { 1...31 ~= number(text, in: place..<place &+ 2) }
  func isMonth(_ place: Int) -> Bool { 1...12 ~= number(text, in: place..<place &+ 2) }
  func isYear(_ part: Range<Int>) -> Bool {
    part.count == 2 || 1900...2099 ~= number(text, in: part)
  }
  let isYearLast =
    (isDay(start) && isMonth(start &+ 2) || isMonth(start) && isDay(start &+ 2))
    && isYear(start &+ 4..<end)
  guard isYearLast || isYear(start..<end &- 4) && isMonth(end &- 4) && isDay(end &- 2) else {
    return false
  }
  return !isRepeated(text, in: range, fromCharacters: 0)
}

/// Whether some text is one unit twice or more, and has at least some number of characters.
@inline(__always)
func isRepeated(_ text: RawSpan, in range: Range<Int>, fromCharacters least: Int) -> Bool {
  let (start, count) = (range.lowerBound, range.count)
  if count < max(2, least) { return false }
  // A unit repeated p × q times is one repeated p times: primes are enough.
  var (rest, prime) = (count, 2)
  while rest > 1 {
    if prime &* prime > rest { prime = rest }
    if rest % prime != 0 {
      prime &+= prime == 2 ? 1 : 2
      continue
    }
    while rest % prime == 0 { rest /= prime }
    let period = count / prime
    if isPeriodic(text, range, period) {
      return least == 0 || hasCharacters(least, text, start..<range.upperBound)
    }
  }
  return false
}

@inline(__always)
private func isPeriodic(_ text: RawSpan, _ range: Range<Int>, _ period: Int) -> Bool {
  for place in range.lowerBound..<range.upperBound &- period
  where text.number(at: place, as: UInt8.self) != text.number(at: place &+ period, as: UInt8.self) {
    return false
  }
  return true
}

private func hasCharacters(_ least: Int, _ text: RawSpan, _ range: Range<Int>) -> Bool {
  var count = 0
  for place in range where text.number(at: place, as: UInt8.self) & 0xC0 != 0x80 {
    count &+= 1
    if count == least { return true }
  }
  return false
}
