@_spi(Internal) import Bytes
import CInstructions

/// Finds the patterns in passwords; holds the scratch memory and the tables of one scorer.
///
/// Three layers of extensions use it. Those in this folder write texts into the scratch memory and
/// store matches. Each pattern is an extension in a separate file; it passes its matches to
/// ``add(_:_:of:guesses:order:detail:)``, which stores them for the current search. The searches,
/// on top, choose the cheapest matches: ``evaluate(_:)``.
///
/// A class because the compiler copied the large struct into method calls; each scorer owns one.
final class Engine {
  /// Room for a password, for the blocks that it repeats (each at most half as long as its text),
  /// and for two more copies: the lower case of a text that lower-casing makes longer.
  private static let storage = singleText + 4 * Text.longest + 64
  /// The distance in places from one text of a group to the next.
  static let slotWidth = Edges.longestText + 8
  /// The first place of a single text, after the texts of a group.
  static let singleText = EdgeWalks.groupSize * slotWidth + 2

  let trie: WordTrie
  let leet: LeetTable
  let leetFilter: LeetFilter
  let graphs: KeyboardGraphs
  let powers: Powers
  let asciiFacts: Cells<CharacterFacts>
  let codeOfI: Int
  /// The entry of "i", the only word of one letter.
  let entryOfI: WordEntry
  let codeOfK: Int
  /// The codes of "n", "r" and "u", and of "_", "p" and "r", one bit each.
  let codesOfConstructor: UInt64
  let codesOfProto: UInt64
  /// The reference year for years and dates; within a million of the year 0, to avoid overflow.
  let referenceYear: Int
  /// The caller's words: a seventh dictionary.
  let words: RankedWords
  /// Shows that a text has none of the caller's words, if these are few.
  let fewWords: FewWordsFilter?
  /// Whether the caller's words are searched.
  let usesWords: Variable<Bool>
  /// The lower-case letter with each code of the trie.
  let letters: Cells<UInt16>

  /// The characters of all texts, by place.
  let characters = Cells<CharacterFacts>(count: storage, filledWith: [])
  /// For each place of the current text, the number of letters A–Z before it, and of a–z.
  let upperCounts = Cells<UInt16>(count: storage, filledWith: 0)
  let lowerCounts = Cells<UInt16>(count: storage, filledWith: 0)

  /// The texts of a group.
  let texts = Cells<Text>(
    count: EdgeWalks.groupSize, filledWith: Text(first: 2, count: 0, facts: []))
  let walks = EdgeWalks()
  /// The outlines of a group's texts, and an empty one for single texts.
  let outlines = Cells<Outline>(count: EdgeWalks.groupSize + 1, filledWith: Outline())
  /// The bytes of a group's texts, if these are short.
  let bytes = Cells<UInt8>(count: EdgeWalks.groupSize * Outline.stride, filledWith: 0)
  /// Sixteen bytes with all bits set, then 16 zeros.
  let shortMasks = Cells<UInt8>(count: 2 * Outline.longestText, filledWith: 0)

  /// The caller's words in the enclosing texts, then in the current block.
  let foundWords = FoundWords()
  /// The letters of the stretch that is looked up.
  let stretch = Cells<UInt16>(count: Text.longest, filledWith: 0)

  /// A stack of repeats: of the enclosing texts, then of the current block.
  let repeats = Cells<RepeatMatch>(count: Text.longest, filledWith: RepeatMatch())
  let repeatCount = Variable(0)
  /// The number of blocks evaluated so far; evaluating a block overwrites the state of the
  /// searches.
  let blockCount = Variable(0)

  /// The destination of matches.
  let sink = Variable(Sink.list)
  let edges = Edges()
  let middles = Middles()
  let list = MatchList()
  let rows = SearchRows()

  init(referenceYear: Int, words: RankedWords) {
    let tables = Tables.shared
    trie = tables.trie
    leet = tables.leet
    leetFilter = tables.leetFilter
    graphs = tables.graphs
    powers = tables.powers
    asciiFacts = tables.facts
    codeOfI = tables.trie.code(of: UInt8(ascii: "i"))
    entryOfI = tables.trie.entry(
      at: tables.trie.child(of: tables.trie.forward, code: tables.trie.code(of: UInt8(ascii: "i"))))
    codeOfK = tables.trie.code(of: UInt8(ascii: "k"))
    codesOfConstructor = "nru".utf8.reduce(0) { $0 | 1 << UInt64(tables.trie.code(of: $1)) }
    codesOfProto = "_pr".utf8.reduce(0) { $0 | 1 << UInt64(tables.trie.code(of: $1)) }
    self.referenceYear = min(max(referenceYear, -1_000_000), 1_000_000)
    self.words = words
    fewWords = FewWordsFilter(words, tables.trie)
    usesWords = Variable(!words.isEmpty)
    letters = tables.letters
    for index in 0..<Outline.longestText { shortMasks[index] = 0xFF }
  }

  deinit {
    characters.deallocate()
    upperCounts.deallocate()
    lowerCounts.deallocate()
    texts.deallocate()
    walks.deallocate()
    outlines.deallocate()
    bytes.deallocate()
    shortMasks.deallocate()
    usesWords.deallocate()
    foundWords.deallocate()
    stretch.deallocate()
    repeats.deallocate()
    repeatCount.deallocate()
    blockCount.deallocate()
    sink.deallocate()
    edges.deallocate()
    middles.deallocate()
    list.deallocate()
    rows.deallocate()
  }

  /// Finds the outlines of the texts in the first slots.
  @inline(__always)
  func outline(group count: Int) {
    for slot in 0..<count {
      let text = texts[slot]
      let isShort = text.count > 1 && text.count <= Outline.longestText
      outlines[slot] =
        isShort && !text.facts.contains(.lineEnd) ? outline(of: text) : Outline()
    }
  }

  @inline(__always)
  private func outline(of text: Text) -> Outline {
    let count = UInt32(truncatingIfNeeded: text.count)
    let first = text.slot &* Outline.stride
    // The masks drop the bytes after the text.
    let here = vector(first)
    let next = vector(first &+ 1)
    let afterNext = vector(first &+ 2)
    let inside = (UInt32(1) &<< count) &- 1
    let steps = inside &>> 1
    var outline = Outline(isKnown: true)

    let step = next &- here
    let fives = SIMD16<UInt8>(repeating: 5)
    let ones = SIMD16<UInt8>(repeating: 1)
    let isPossible = lanes16_at_most(step &+ fives, fives &+ fives) & ~lanes16_equal(here, next)
    let equal = lanes16_equal(step, afterNext &- next) & (steps &>> 1)
    let isByOne = lanes16_at_most(step &+ ones, ones &+ ones)
    outline.equalSteps = equal
    outline.sequences = isPossible & steps & (isByOne | equal | equal &<< 1)

    let digits = Outline.digits(here) & inside
    let pairs = digits & digits &>> 1
    outline.digitRuns = pairs & pairs &>> 2
    let isOf1900 = lanes(here, are: 0x31) & lanes(next, are: 0x39)
    // The third digit is 0 or 1.
    let isOf2000 =
      lanes(here, are: 0x32) & lanes(next, are: 0x30)
      & lanes(afterNext & SIMD16(repeating: 0xFE), are: 0x30)
    outline.years = outline.digitRuns & (isOf1900 | isOf2000)

    // Not a loop over as many blocks as the text has room for: longer blocks have no run.
    @inline(__always)
    func run(_ block: UInt32) -> UInt32 {
      let copy = vector(first &+ Int(truncatingIfNeeded: block))
      // Runs of as many equal characters as the block has: first half as many, then all.
      var run = lanes16_equal(here, copy) & (inside &>> block)
      var length: UInt32 = 1
      while length < block {
        let more = min(length, block &- length)
        run &= run &>> more
        length &+= more
      }
      return run
    }
    @inline(__always)
    func atEdge(_ run: UInt32, _ block: UInt32) -> UInt32 {
      run & (1 | (inside &+ 1) &>> (2 &* block))
    }
    let (one, two, three, four) = (run(1), run(2), run(3), run(4))
    outline.doubles = one
    outline.longRepeats = two | three | four
    var edges = atEdge(one, 1) | atEdge(two, 2) | atEdge(three, 3) | atEdge(four, 4)
    if count > 9 {
      let (five, six, seven, eight) = (run(5), run(6), run(7), run(8))
      outline.longRepeats |= five | six | seven | eight
      edges |= atEdge(five, 5) | atEdge(six, 6) | atEdge(seven, 7) | atEdge(eight, 8)
    }
    outline.repeats = outline.doubles | outline.longRepeats
    outline.hasRepeatAtEdge = edges != 0
    return outline
  }

  /// The lanes with a character, one bit each.
  @inline(__always)
  private func lanes(_ vector: SIMD16<UInt8>, are character: UInt8) -> UInt32 {
    lanes16_equal(vector, SIMD16(repeating: character))
  }

  /// Sixteen bytes of the texts of a group.
  @inline(__always)
  private func vector(_ place: Int) -> SIMD16<UInt8> {
    // SAFETY: each text has room for 32 bytes, and a vector begins in the first half of a text.
    unsafe bytes.vector(at: place)
  }
}

/// The tables that all scorers share: made once, with the first scorer, and never changed.
@safe struct Tables: @unchecked Sendable {
  // SAFETY: `init` writes these cells; afterwards they are only read. The only instance lives as
  // long as the program.
  let trie: WordTrie
  let leet: LeetTable
  let leetFilter = LeetFilter()
  let graphs = KeyboardGraphs()
  let powers = Powers()
  let bins = GuessesBins()
  /// The facts of each ASCII character.
  let facts = Cells<CharacterFacts>(count: 128, filledWith: [])
  /// The lower-case letter with each code of the trie.
  let letters = Cells<UInt16>(count: 64, filledWith: 0)

  /// The only instance.
  static let shared = Tables()

  private init() {
    trie = WordTrie()
    leet = LeetTable(trie)
    for byte in UInt8(0)..<128 {
      facts[Int(byte)] = CharacterFacts(ascii: byte, code: trie.code(of: byte))
      letters[trie.code(of: byte)] = UInt16(byte)
    }
  }
}

/// A password, or a block that it repeats, in the scratch memory of an ``Engine``.
struct Text {
  /// The most UTF-16 units of a password that are scored.
  ///
  /// The longest line of large leaked lists has 186 bytes, and the cost of some patterns grows with
  /// the square of the length.
  static let longest = 512

  /// The place of the first UTF-16 unit; the places before it and at ``end`` have no facts.
  var first: Int
  /// The number of UTF-16 units.
  var count: Int
  /// The union of the facts of its characters.
  var facts: CharacterFacts
  /// The facts that all its characters share; in a short text of a group, only whether all are
  /// digits.
  var sharedFacts = CharacterFacts(rawValue: .max)
  /// Whether it contains U+0130, whose lower case has two units, so that a lower-cased copy has
  /// other indices than the text.
  var isShifted = false
  /// The characters that can replace a letter, one bit each; meaningless for more than 64 units.
  var symbolPlaces: UInt64 = 0
  /// For a text of a group, the ends at which there may be words in leet spelling.
  var leetEnds: LeetEnds = []
  /// The slot of its walks: ``EdgeWalks``.
  var slot = EdgeWalks.single

  /// The place after its last unit.
  @inline(__always) var end: Int { first + count }
}

/// The ends of a text.
struct LeetEnds: OptionSet {
  let rawValue: UInt8

  static let head = LeetEnds(rawValue: 1)
  static let tail = LeetEnds(rawValue: 2)
}

// Converts a password to a text: its characters, between places without facts.

extension Engine {
  /// Writes a password to the scratch memory.
  ///
  /// - Parameter utf8: The bytes; each maximal ill-formed part counts as U+FFFD.
  /// - Returns: The first 512 UTF-16 units, and whether there were more.
  @inline(__always)
  func prepare(_ utf8: Span<UInt8>) -> (text: Text, isTruncated: Bool) {
    guard utf8.count <= Text.longest, let text = prepareASCII(utf8, at: Self.singleText) else {
      return prepareUnicode(utf8)
    }
    return (text, false)
  }

  /// Writes a usual password into a slot: 1 to 64 bytes, all ASCII.
  ///
  /// Leaves the slot empty for other passwords, which need ``prepare(_:)``.
  @inline(__always)
  func prepare(_ password: Range<Int>, of text: Span<UInt8>, forSlot slot: Int) {
    let first = slot &* Self.slotWidth &+ 2
    let utf8 = text.extracting(password)
    var found = Text(first: first, count: 0, facts: [])
    if utf8.count <= Outline.longestText {
      let place = slot &* Outline.stride
      if text.count &- password.lowerBound >= Outline.longestText {
        // SAFETY: the text has 16 bytes from the first byte of the password on.
        let vector = unsafe text.raw.unsafeLoadUnaligned(
          fromByteOffset: password.lowerBound, as: SIMD16<UInt8>.self)
        found = prepareShort(vector, count: utf8.count, at: first, bytesAt: place)
      } else if let usual = prepareASCII(utf8, at: first) {
        for index in 0..<utf8.count { bytes[place + index] = utf8[index] }
        found = usual
      }
    } else if utf8.count <= Edges.longestText, let usual = prepareASCII(utf8, at: first) {
      found = usual
    }
    found.slot = slot
    texts[slot] = found
  }

  /// The most common case: up to 16 bytes, loaded in one step.
  ///
  /// Writes eight characters or 16, since the end of a loop with as many steps as a password has
  /// characters would be unpredictable. Those after the password have no facts.
  @inline(__always)
  private func prepareShort(
    _ loaded: SIMD16<UInt8>, count: Int, at first: Int, bytesAt place: Int
  ) -> Text {
    let characters = characters
    let asciiFacts = asciiFacts
    // SAFETY: there are 16 bytes with all bits set, then 16 zeros.
    let vector = unsafe loaded & shortMasks.vector(at: 16 &- count)
    let inside = (UInt32(1) &<< UInt32(truncatingIfNeeded: count)) &- 1
    // A character beyond ASCII, or NUL, which could be confused with the places after the text.
    let isUsual = lanes16_top_bits(vector) | lanes16_equal(vector, SIMD16()) & inside == 0
    guard isUsual else { return Text(first: first, count: 0, facts: []) }
    var any: UInt64 = 0
    var symbolPlaces: UInt64 = 0

    @inline(__always)
    func write(_ eight: UInt64, _ offset: Int) {
      for index in 0..<8 {
        let byte = Int(truncatingIfNeeded: eight &>> UInt64(8 &* index) & 0xFF)
        // SAFETY: the byte is below 128, the number of facts; slots have room for 64 characters.
        let character = unsafe asciiFacts[unchecked: byte].rawValue
        unsafe characters[unchecked: first &+ offset &+ index] = CharacterFacts(
          rawValue: character)
        any |= character
        symbolPlaces = symbolPlaces &>> 1 | character & CharacterFacts.leetBit
      }
      unsafe characters[unchecked: first &+ offset &+ 8] = []
    }
    // SAFETY: two numbers have the size of the vector, and all bit patterns are valid numbers.
    let halves = unsafe unsafeBitCast(vector, to: SIMD2<UInt64>.self)
    unsafe bytes.store(halves, at: place)
    write(UInt64(littleEndian: halves[0]), 0)
    if count > 8 {
      write(UInt64(littleEndian: halves[1]), 8)
      symbolPlaces &>>= 48
    } else {
      symbolPlaces &>>= 56
    }
    let areDigits = Outline.digits(vector) == inside
    return Text(
      first: first, count: count, facts: CharacterFacts(rawValue: any),
      sharedFacts: areDigits ? .digit : [], symbolPlaces: symbolPlaces)
  }

  /// Empties a slot.
  @inline(__always)
  func clear(_ slot: Int) {
    texts[slot] = Text(first: slot * Self.slotWidth + 2, count: 0, facts: [])
  }

  /// The common case: few bytes, all ASCII.
  @inline(__always)
  private func prepareASCII(_ utf8: Span<UInt8>, at first: Int) -> Text? {
    let characters = characters
    let asciiFacts = asciiFacts
    var any: UInt64 = 0
    var all: UInt64 = .max
    var symbolPlaces: UInt64 = 0
    for index in 0..<utf8.count {
      let byte = utf8[index]
      guard byte < 0x80 else { return nil }
      // SAFETY: the byte is below 128, the number of facts; the caller provides the room.
      let character = unsafe asciiFacts[unchecked: Int(byte)]
      unsafe characters[unchecked: first &+ index] = character
      any |= character.rawValue
      all &= character.rawValue
      symbolPlaces = symbolPlaces &>> 1 | character.rawValue & CharacterFacts.leetBit
    }
    // Each character has moved the bits of the previous ones down from the highest bit.
    symbolPlaces = symbolPlaces &>> UInt64(truncatingIfNeeded: 64 &- utf8.count)
    characters[first + utf8.count] = []
    return Text(
      first: first, count: utf8.count, facts: CharacterFacts(rawValue: any),
      sharedFacts: CharacterFacts(rawValue: all), symbolPlaces: symbolPlaces)
  }

  private func prepareUnicode(_ utf8: Span<UInt8>) -> (text: Text, isTruncated: Bool) {
    var text = Text(first: Self.singleText, count: 0, facts: [])
    var isTruncated = false
    UTF8Units.forEach(in: utf8) { unit in
      isTruncated = text.count == Text.longest
      if !isTruncated { append(unit, to: &text) }
      return !isTruncated
    }
    characters[text.end] = []
    return (text, isTruncated)
  }

  /// Copies some characters of a text into a new text.
  func copy(_ first: Int, count: Int, behind text: Text) -> Text {
    var copy = Text(first: max(text.end + 1, Self.singleText), count: 0, facts: [])
    for place in first..<(first + count) { append(characters[place].unit, to: &copy) }
    characters[copy.end] = []
    return copy
  }

  /// Appends a unit to a text.
  func append(_ unit: UInt16, to text: inout Text) {
    let character =
      unit < 0x80 ? asciiFacts[Int(unit)] : CharacterFacts(beyondASCII: unit, codeOfK: codeOfK)
    characters[text.end] = character
    text.facts.formUnion(character)
    text.sharedFacts.formIntersection(character)
    if character.isDottedI { text.isShifted = true }
    text.symbolPlaces |= (character.rawValue >> 63) &<< UInt64(truncatingIfNeeded: text.count)
    text.count += 1
  }
}

/// The places where patterns other than words can be in a short text, found from 16 bytes at once.
///
/// Most passwords contain no repeat, sequence or date. A mask shows this without a loop over their
/// characters, which would have unpredictable branches. Bit `k` of a mask stands for place `k` of
/// the text. Longer texts of a group, texts with line ends, and all single texts have no outline.
struct Outline: BitwiseCopyable {
  /// The longest text with an outline, in units.
  static let longestText = 16
  /// The distance in bytes from one text to the next: vectors are loaded up to half a text further.
  static let stride = 32

  /// Whether the masks are valid.
  var isKnown = false
  /// Whether a block at the start or at the end is repeated.
  var hasRepeatAtEdge = false
  /// The places from which on a block is repeated.
  var repeats: UInt32 = 0
  /// The places of characters that equal the next one.
  var doubles: UInt32 = 0
  /// The places from which on a block of two or more characters is repeated.
  var longRepeats: UInt32 = 0
  /// The steps to the next character that are part of a sequence.
  var sequences: UInt32 = 0
  /// The steps that equal the next step.
  var equalSteps: UInt32 = 0
  /// The places of four digits in a row.
  var digitRuns: UInt32 = 0
  /// The places of years from 1900 to 2019 in four digits.
  var years: UInt32 = 0

  /// The lanes with digits, one bit each.
  @inline(__always)
  static func digits(_ vector: SIMD16<UInt8>) -> UInt32 {
    lanes16_at_most(vector &- SIMD16(repeating: 0x30), SIMD16(repeating: 9))
  }

  /// Whether the text may have four digits in a row.
  @inline(__always) var mayHaveFourDigits: Bool { !isKnown || digitRuns != 0 }

  /// Whether its text may begin or end with four digits.
  @inline(__always)
  func mayHaveFourDigitsAtEdge(of text: Text) -> Bool {
    // Beyond the vector if the text is too short.
    let last = UInt32(1) &<< UInt32(truncatingIfNeeded: text.count &- 4)
    return !isKnown || digitRuns & (last | 1) != 0
  }
}
