extension Engine {
  /// The guesses for a text, by its cheapest sequence of patterns, and its decisive pattern.
  ///
  /// There are three searches; each is exact if it returns a result:
  ///
  /// - ``evaluateEdges(of:repeats:)`` finds only matches that begin or end the password, and decides
  ///   passwords of one or two patterns: five of six;
  /// - ``evaluateMiddles(of:repeats:better:)`` adds the matches in between, for three patterns;
  /// - ``search(_:knowing:)`` is the reference's own search, for one password in a hundred.
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
