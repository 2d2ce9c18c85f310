@_spi(Internal) import Bytes

/// The words and stretches that habits know, prepared for look-ups.
///
///     HabitVocabulary.shared.kind(of: text, in: 0..<5)      // 2, a month: "march"
struct HabitVocabulary: Sendable {
  /// The vocabulary that is compiled in.
  static let shared = HabitVocabulary()

  /// The longest word, in bytes of its folded spelling.
  static let longestWord = 16

  /// The numbers of the kinds of calendar words, from 1 on.
  private static let kinds = [HabitWords.seasons, HabitWords.months, HabitWords.weekdays]

  // An open-addressing table of words; 0 marks a free place.
  private var words: [UInt128]
  private var numbers: [UInt8]
  /// For each first letter, by its last five bits, a bit for each length of its words.
  private var lengths = [UInt32](repeating: 0, count: 32)
  /// The letters that fold, and the marks that fold to 0.
  private let folds: [UInt32: UInt8]

  // An automaton that reads bytes: a state for each beginning of a stretch.
  /// The column of each byte in ``next``.
  let columns: [UInt8]
  /// The next state, for each state and column; the last state means that a stretch was found.
  let next: [UInt16]
  /// The number of columns.
  let width: Int
  /// The state in which a stretch was found; it is never left.
  let found: UInt16

  private static let places = 1024

  private init() {
    words = Array(repeating: 0, count: Self.places)
    numbers = Array(repeating: 0, count: Self.places)
    folds = Dictionary(
      HabitWords.folds.split(separator: " ").compactMap { text in
        UInt32(text.prefix(4), radix: 16).map { ($0, text.dropFirst(4).utf8.first ?? 0) }
      }, uniquingKeysWith: { first, _ in first })
    (columns, next, width) = Self.automaton(of: HabitWords.keyboard.split(separator: " "))
    found = UInt16(next.count / width - 1)
    for (number, text) in Self.kinds.enumerated() {
      for word in text.split(separator: " ") {
        let bytes = Array(word.utf8)
        let key = Self.key(bytes.raw.words)
        var place = Self.place(of: key)
        while words[place] != 0 { place = (place + 1) % Self.places }
        words[place] = key
        numbers[place] = UInt8(number + 1)
        lengths[Int(bytes[0] & 31)] |= 1 << UInt32(bytes.count)
      }
    }
  }

  private static func key(_ words: (low: UInt64, high: UInt64)) -> UInt128 {
    UInt128(words.high) << 64 | UInt128(words.low)
  }

  @inline(__always)
  private static func place(of key: UInt128) -> Int {
    let mixed =
      (UInt64(truncatingIfNeeded: key) ^ UInt64(truncatingIfNeeded: key &>> 64) &* 0x9E37_79B9)
      &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed &>> 54)
  }

  /// The number of the kind of a folded word; 0 if it is none of the vocabulary's.
  @inline(__always)
  private func kind(ofFolded key: UInt128) -> Int {
    var place = Self.place(of: key)
    while words[place] != 0 {
      if words[place] == key { return Int(numbers[place]) }
      place = (place &+ 1) % Self.places
    }
    return 0
  }

  /// The number of the kind of a run of ASCII letters: 1 season, 2 month, 3 weekday, 0 none.
  @inline(__always)
  func kind(of text: RawSpan, in run: Range<Int>) -> Int {
    let first: UInt8 = text.number(at: run.lowerBound)
    let lengths = lengths.span
    guard run.count <= Self.longestWord,
      lengths[Int(first & 31)] &>> UInt32(truncatingIfNeeded: run.count) & 1 != 0
    else { return 0 }
    // All bytes are letters: bit 5 makes each the lower case.
    let small = UInt128(repeating: 0x20) &>> UInt128(truncatingIfNeeded: 128 &- 8 &* run.count)
    return kind(ofFolded: Self.key(text.extracting(run).words) | small)
  }

  /// The same for a run that has bytes beyond ASCII.
  ///
  /// Apart from the above, since few passwords have any.
  @inline(never)
  func kind(ofUnicode text: RawSpan, in run: Range<Int>) -> Int {
    var folded: [UInt8] = []
    let bytes = text.extracting(run)
    let run = (0..<bytes.byteCount).map { bytes.number(at: $0, as: UInt8.self) }
    for scalar in String(decoding: run, as: UTF8.self).unicodeScalars {
      if scalar.isASCII {
        folded.append(UInt8(truncatingIfNeeded: scalar.value) | 0x20)
      } else if let letter = folds[scalar.value] {
        if letter != 0 { folded.append(letter) }
      } else {
        return 0
      }
      if folded.count > Self.longestWord { return 0 }
    }
    return folded.isEmpty ? 0 : kind(ofFolded: Self.key(folded.raw.words))
  }

  /// The automaton of Aho and Corasick that finds some words of ASCII in any case, with one state
  /// for all ends.
  private static func automaton(
    of words: [Substring]
  ) -> (columns: [UInt8], next: [UInt16], width: Int) {
    // As bytes, which are compared and hashed in a tenth of the time of texts.
    let words = words.map { ArraySlice($0.utf8) }
    var columns = [UInt8](repeating: 0, count: 256)
    let letters = Set(words.joined()).sorted()
    for (number, letter) in letters.enumerated() {
      columns[Int(letter)] = UInt8(number + 1)
      if letter >= 0x61 { columns[Int(letter - 0x20)] = UInt8(number + 1) }
    }
    // A state for each beginning of a word that is not a whole word; the empty one comes first.
    let beginnings = Set(words.flatMap { word in word.indices.map { word[..<$0] } })
      .sorted { $0.lexicographicallyPrecedes($1) }
    let states = Dictionary(uniqueKeysWithValues: zip(beginnings, 0...))
    let whole = Set(words)
    let width = letters.count + 1
    var next = [UInt16](repeating: UInt16(beginnings.count), count: (beginnings.count + 1) * width)
    for (number, beginning) in beginnings.enumerated() {
      next[number * width] = 0
      for (column, letter) in letters.enumerated() {
        let text = beginning + [letter]
        let ends = text.indices.map { text[$0...] }
        if ends.contains(where: whole.contains) { continue }
        // The longest end of the text that begins a word.
        next[number * width + column + 1] = UInt16(ends.lazy.compactMap { states[$0] }.first ?? 0)
      }
    }
    return (columns, next, width)
  }
}

extension UInt128 {
  /// A byte, sixteen times.
  fileprivate init(repeating byte: UInt8) {
    let word = UInt64(byte) &* 0x0101_0101_0101_0101
    self = UInt128(word) << 64 | UInt128(word)
  }
}
