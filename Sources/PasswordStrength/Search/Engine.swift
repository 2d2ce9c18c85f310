/// The scratch of one scorer and the tables it reads: where passwords are taken apart.
///
/// Each pattern is an extension in a file of its own. The order of calls for one password:
/// `prepare` makes it a ``Text``; ``findMatches(in:)`` lets every pattern add what it finds;
/// ``search(_:)`` puts the cheapest sequence together.
struct Engine: ~Copyable {
  /// Units of a password that are looked at.
  ///
  /// The longest line of large leaked lists has 186 bytes, and the cost of some patterns grows with
  /// the square of the length.
  static let longestText = 512
  /// Room for a password, for blocks it repeats, each at most half as long as what it is from, and
  /// for two more copies, the lower case of a text in which that is longer.
  private static let storage = 4 * longestText + 64

  let trie: WordTrie
  let leet: LeetTable
  let graphs: KeyboardGraphs
  let powers: Powers
  let asciiFacts: Cells<UInt32>
  /// The year from which years and dates are counted.
  let referenceYear: Int
  /// Words of the caller's, a seventh list.
  let contextWords: ContextWords

  /// Texts, by place.
  let units = Cells<UInt16>(count: storage, filledWith: 0)
  /// What the characters are, by place; see ``CharacterFacts``.
  let facts = Cells<UInt32>(count: storage, filledWith: 0)
  /// Letters A–Z before a place of the text at hand, and a–z.
  let upperCounts = Cells<UInt16>(count: storage, filledWith: 0)
  let lowerCounts = Cells<UInt16>(count: storage, filledWith: 0)

  /// The repeats of the text at hand, on top of those of the texts whose block it is.
  let repeats = Cells<RepeatMatch>(count: longestText, filledWith: RepeatMatch())
  var repeatCount = 0

  /// The matches of the text at hand.
  var matches = Cells<Match>(count: 1024, filledWith: Match())
  var matchCount = 0
  /// By last unit, the first match; −1 for none.
  let heads = Cells<Int32>(count: longestText, filledWith: -1)

  var rows = SearchRows()

  init(referenceYear: Int, contextWords: ContextWords) {
    let tables = Tables.shared
    trie = tables.trie
    leet = tables.leet
    graphs = tables.graphs
    powers = tables.powers
    asciiFacts = tables.facts
    self.referenceYear = referenceYear
    self.contextWords = contextWords
  }

  deinit {
    units.deallocate()
    facts.deallocate()
    upperCounts.deallocate()
    lowerCounts.deallocate()
    repeats.deallocate()
    matches.deallocate()
    heads.deallocate()
    rows.deallocate()
  }

  /// The guesses for a text: the cost of the cheapest sequence of patterns; and what decides.
  mutating func evaluate(_ text: Text) -> (guesses: Double, pattern: DecisivePattern) {
    guard text.count > 0 else { return (1, .bruteForce) }
    findMatches(in: text)
    let found = search(text)
    guard found.length == 1, let only = sequence(text, length: 1).first else {
      return (found.guesses, .mixed)
    }
    return (
      found.guesses, only.last < 0 ? .bruteForce : matches[Int(only.last)].decisivePattern
    )
  }

  /// Lets every pattern add its matches.
  mutating func findMatches(in text: Text) {
    // Blocks of repeats are texts of their own and use the same scratch, so they come first.
    let firstRepeat = repeatCount
    findRepeats(in: text)
    removeMatches(endingBefore: text.count)
    if text.facts.contains(.upper) { countCases(of: text) }
    if text.isShifted { addShiftedWords(in: text) } else { addWords(in: text) }
    if !contextWords.isEmpty { addContextWords(in: text) }
    addSpatialWalks(in: text)
    addRepeats(firstRepeat..<repeatCount, in: text)
    repeatCount = firstRepeat
    addSequences(in: text)
    if text.facts.contains(.digit) {
      addRecentYears(in: text)
      addDates(in: text)
    }
  }
}
