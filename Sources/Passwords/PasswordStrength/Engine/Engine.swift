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
