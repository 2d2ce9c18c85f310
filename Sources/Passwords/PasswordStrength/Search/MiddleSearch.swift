// The search for sequences of three matches, which follows the search for two.
//
// The reference keeps one sequence of two matches for each end inside the password, and refuses it
// if a single match there is cheaper. So for each end only the cheapest last match counts, and the
// order of the matches does not. Sequences of four cost more than 10,000³ guesses.

extension Engine {
  /// The guesses for a text by three matches, given the matches that touch an end; infinite if
  /// there are none.
  ///
  /// - Parameters:
  ///   - text: A text that ``evaluateEdges(of:repeats:)`` has just evaluated.
  ///   - repeats: Its repeats.
  ///   - better: The least guesses known so far.
  /// - Returns: The guesses; not final if an unranked word was found.
  func evaluateMiddles(of text: Text, repeats: Range<Int>, better: Double) -> Double {
    evaluateMiddles(of: text, repeats: repeats, nil, better: better)
  }

  /// The same with words of the caller.
  @inline(never)
  func evaluateMiddles(
    of text: Text, repeats: Range<Int>, knowing words: Range<Int>, better: Double
  ) -> Double {
    evaluateMiddles(of: text, repeats: repeats, words, better: better)
  }

  @inline(__always)
  private func evaluateMiddles(
    of text: Text, repeats: Range<Int>, _ words: Range<Int>?, better: Double
  ) -> Double {
    let count = text.count
    let costs = edges.costs
    let stretch = powers.stretch
    let (heads, tails, products) = (middles.heads, middles.tails, middles.products)
    // SAFETY: here and in the loop below, a text has at most 64 units, half the number of costs;
    // the lengths and places are those of parts of the text.
    for length in 1..<count {
      unsafe heads[unchecked: length] = min(costs[unchecked: length], stretch[unchecked: length])
      unsafe tails[unchecked: length] = min(
        costs[unchecked: Edges.longestText &+ count &- length], stretch[unchecked: length])
      unsafe products[unchecked: length] = .infinity
    }
    var (starts, ends) = feasiblePlaces(in: text, better: better)
    if mayHaveUnranked(text) {
      starts = (1 << UInt64(count - 1)) - 2
      ends = starts
    }
    if starts == 0 { return .infinity }
    sink.value = .middles
    prefetchWords(from: starts, to: ends, in: text)
    let isFiltered = mayFilterLeetWords(in: text)
    var places = starts
    while places != 0 {
      addWords(
        from: text.first + places.trailingZeroBitCount, in: text, isFiltered: isFiltered)
      places &= places &- 1
    }
    places = ends
    while places != 0 {
      addReversedWords(to: text.first + places.trailingZeroBitCount, in: text)
      places &= places &- 1
    }
    addSpatialWalks(in: text)
    addRepeats(repeats, in: text)
    addSequences(in: text)
    if text.facts.contains(.digit) {
      addRecentYears(in: text)
      addDates(in: text)
    }
    if let words { addRankedWords(words, in: text) }
    var best = Double.infinity
    // One bit for each length at which matches begin the text and cost no more than a stretch
    // without a pattern.
    var begun: UInt64 = 0
    let growths = (two: powers.growth[2], three: powers.growth[3])
    let six = powers.factorial[3]
    for last in 1..<(count - 1) {
      if unsafe costs[unchecked: last] <= stretch[unchecked: last] {
        begun |= 1 &<< UInt64(truncatingIfNeeded: last)
      }
      let alone = unsafe costs[unchecked: last &+ 1]
      var product = unsafe products[unchecked: last]
      var guesses = 2 * product + growths.two
      // The reference refuses a pair if a single match costs no more.
      if alone + 1 <= guesses { (product, guesses) = (.infinity, .infinity) }
      var endsInPattern = true
      var limit = unsafe min(heads[unchecked: last &+ 1] + 1, guesses)
      var lengths = begun
      while lengths != 0 {
        let length = lengths.trailingZeroBitCount
        lengths &= lengths &- 1
        let stretched =
          unsafe stretch[unchecked: last &+ 1 &- length] * costs[unchecked: length]
        let guesses = 2 * stretched + growths.two
        if guesses < limit { (limit, product, endsInPattern) = (guesses, stretched, false) }
      }
      let rest = count &- 1 &- last
      var tail = unsafe costs[unchecked: Edges.longestText &+ last &+ 1]
      if endsInPattern { tail = unsafe min(tail, stretch[unchecked: rest]) }
      best = min(best, six * (tail * product) + growths.three)
    }
    return best
  }

  /// Prefetches the nodes of the third characters of words that begin at some places, and of
  /// reversed words that end at some.
  ///
  /// The first two levels of the trie are small enough to be in the cache anyway.
  private func prefetchWords(from starts: UInt64, to ends: UInt64, in text: Text) {
    prefetchWords(at: starts, step: 1, in: text)
    prefetchWords(at: ends, step: -1, in: text)
  }

  @inline(__always)
  private func prefetchWords(at places: UInt64, step: Int, in text: Text) {
    var places = places
    while places != 0 {
      let place = text.first &+ places.trailingZeroBitCount
      places &= places &- 1
      // SAFETY: a match between two others has a character on each side.
      let pair =
        unsafe characters[unchecked: place].code &<< 6
        | characters[unchecked: place &+ step].code
      let cell = unsafe WordTrie.Cell(rawValue: trie.pairs[unchecked: pair])
      trie.cells.prefetch(
        unsafe cell.base &+ characters[unchecked: place &+ 2 &* step].code)
    }
  }

  /// Whether a text may contain an unranked word, which counts in any place.
  ///
  /// Such a word contains "n", "r" and "u", or "_", "p" and "r", which no symbol replaces.
  private func mayHaveUnranked(_ text: Text) -> Bool {
    guard text.count > 10 else { return false }
    var codes: UInt64 = 0
    for place in text.first..<text.end { codes |= 1 << UInt64(characters[place].code) }
    return codes & codesOfConstructor == codesOfConstructor
      || codes & codesOfProto == codesOfProto
  }

  /// The places where a match between two others can begin, and where it can end, if three matches
  /// are to cost less than the known guesses; one bit for each unit.
  ///
  /// A match of one character costs at least 10, a longer one at least 50. An excluded match could
  /// only be part of a pair with such a large product that neither its triple nor a pair that it
  /// displaced would win.
  private func feasiblePlaces(in text: Text, better: Double) -> (starts: UInt64, ends: UInt64) {
    let count = text.count
    // A triple costs 6 · product + 10,000²; slightly more, to allow for rounding.
    let limit = (better - powers.growth[3]) / 6 * (1 + 1e-9)
    var starts: UInt64 = 0
    var ends: UInt64 = 0
    var least = Double.infinity
    let (heads, tails) = (middles.heads, middles.tails)
    // SAFETY: a text has at most 64 units, the number of heads and tails.
    for place in stride(from: count - 2, through: 1, by: -1) {
      // `least` is the cheapest end of the text after a match of two characters from here on.
      let head = unsafe heads[unchecked: place]
      let tail = unsafe tails[unchecked: count &- 1 &- place]
      let isStart = 50 * head * least < limit || 10 * head * tail < limit
      starts |= (isStart ? 1 : 0) &<< UInt64(truncatingIfNeeded: place)
      least = min(least, tail)
    }
    least = .infinity
    for place in 1..<(count - 1) {
      let tail = unsafe tails[unchecked: count &- 1 &- place]
      ends |= (50 * tail * least < limit ? 1 : 0) &<< UInt64(truncatingIfNeeded: place)
      least = unsafe min(least, heads[unchecked: place])
    }
    return (starts, ends)
  }
}
