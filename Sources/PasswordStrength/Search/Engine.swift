/// Finds the patterns in passwords; holds the scratch memory and the tables of one scorer.
///
/// Each pattern is an extension in a separate file. It passes its matches to
/// ``add(_:_:of:guesses:order:detail:)``, which stores them for the current search. There are three
/// searches; each is exact if it returns a result:
///
/// - ``evaluateEdges(of:repeats:)`` finds only matches that begin or end the password, and decides
///   passwords of one or two patterns: five of six;
/// - ``evaluateMiddles(of:repeats:better:)`` adds the matches in between, for three patterns;
/// - ``search(_:knowing:)`` is the reference's own search, for one password in a hundred.
///
/// A class because the compiler copied the large struct into method calls; each scorer owns one.
final class Engine {
  /// The most UTF-16 units of a password that are scored.
  ///
  /// The longest line of large leaked lists has 186 bytes, and the cost of some patterns grows with
  /// the square of the length.
  static let longestText = 512
  /// Room for a password, for the blocks that it repeats (each at most half as long as its text),
  /// and for two more copies: the lower case of a text that lower-casing makes longer.
  private static let storage = singleText + 4 * longestText + 64
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
  let contextWords: ContextWords
  let contextFilter: ContextFilter

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

  /// A stack of repeats: of the enclosing texts, then of the current block.
  let repeats = Cells<RepeatMatch>(count: longestText, filledWith: RepeatMatch())
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

  init(referenceYear: Int, contextWords: ContextWords) {
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
    self.contextWords = contextWords
    contextFilter = ContextFilter(contextWords, tables.trie)
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
    repeats.deallocate()
    repeatCount.deallocate()
    blockCount.deallocate()
    sink.deallocate()
    edges.deallocate()
    middles.deallocate()
    list.deallocate()
    rows.deallocate()
  }

  /// The guesses for a text, by its cheapest sequence of patterns, and its decisive pattern.
  func evaluate(_ text: Text) -> (guesses: Double, pattern: DecisivePattern) {
    guard text.count > 0 else { return (1, .bruteForce) }
    let firstRepeat = repeatCount.value
    defer { repeatCount.value = firstRepeat }
    var known = Double.infinity
    let mayHaveContextWord = mayHaveContextWord(text)
    if text.count <= Edges.longestText, !mayHaveContextWord, !text.isShifted {
      let few = evaluateFewMatches(of: text)
      if few.isFinal { return (few.guesses, few.pattern) }
      known = few.guesses
    } else {
      findRepeats(in: text)
    }
    findMatches(
      in: text, repeats: firstRepeat..<repeatCount.value, mayHaveContextWord: mayHaveContextWord)
    let found = search(text, knowing: known)
    if found.length > 1 { return (found.guesses, .mixed) }
    let only = Int(rows.lasts[1])
    return (found.guesses, only < 0 ? .bruteForce : list.matches[only].decisivePattern)
  }

  /// The guesses by up to three matches, the decisive pattern, and whether more cannot cost less.
  ///
  /// Leaves the text's repeats on the stack; the guesses are infinite if an unranked word was
  /// found.
  private func evaluateFewMatches(
    of text: Text
  ) -> (guesses: Double, pattern: DecisivePattern, isFinal: Bool) {
    let firstRepeat = repeatCount.value
    let repeatsAtEdge = hasRepeatAtEdge(text)
    if repeatsAtEdge { findRepeats(in: text) }
    var found = evaluateEdges(of: text, repeats: firstRepeat..<repeatCount.value)
    if found.isFinal { return found }
    if !repeatsAtEdge {
      let blocks = blockCount.value
      findRepeats(in: text)
      if blockCount.value != blocks {
        found = evaluateEdges(of: text, repeats: firstRepeat..<repeatCount.value)
      }
    }
    if !edges.haveUnranked.value {
      let three = evaluateMiddles(
        of: text, repeats: firstRepeat..<repeatCount.value, better: found.guesses)
      if three < found.guesses { found = (three, .mixed, false) }
      found.isFinal = found.guesses <= powers.growth[4]
    }
    return edges.haveUnranked.value ? (.infinity, .mixed, false) : found
  }

  /// Lists the matches of all patterns.
  func findMatches(in text: Text, repeats: Range<Int>, mayHaveContextWord: Bool) {
    sink.value = .list
    list.removeAll(endingBefore: text.count)
    if text.facts.contains(.upper) { countCases(of: text) }
    if text.isShifted { addShiftedWords(in: text) } else { addWords(in: text) }
    if mayHaveContextWord { addContextWords(in: text) }
    addSpatialWalks(in: text)
    addRepeats(repeats, in: text)
    addSequences(in: text)
    if text.facts.contains(.digit) {
      addRecentYears(in: text)
      addDates(in: text)
    }
  }
}
