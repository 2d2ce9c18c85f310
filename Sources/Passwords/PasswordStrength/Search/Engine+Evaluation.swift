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
    usesWords.value ? evaluateKnowingWords(text) : evaluate(text, nil)
  }

  @inline(never)
  private func evaluateKnowingWords(_ text: Text) -> (guesses: Double, pattern: DecisivePattern) {
    let words = findRankedWords(in: text)
    defer { foundWords.count = words.lowerBound }
    return evaluate(text, knowing: words)
  }

  /// The guesses for a text in which these of the caller's words were found.
  @inline(never)
  func evaluate(
    _ text: Text, knowing words: Range<Int>
  ) -> (guesses: Double, pattern: DecisivePattern) {
    evaluate(text, words)
  }

  /// The same; without words, compiled without any step for them.
  @inline(__always)
  private func evaluate(
    _ text: Text, _ words: Range<Int>?
  ) -> (guesses: Double, pattern: DecisivePattern) {
    guard text.count > 0 else { return (1, .bruteForce) }
    let firstRepeat = repeatCount.value
    defer { repeatCount.value = firstRepeat }
    var known = Double.infinity
    if text.count <= Edges.longestText, !text.isShifted {
      let few =
        if let words { evaluateFewMatches(of: text, knowing: words) } else {
          evaluateFewMatches(of: text)
        }
      if few.isFinal { return (few.guesses, few.pattern) }
      known = few.guesses
    } else {
      findRepeats(in: text)
    }
    findMatches(in: text, repeats: firstRepeat..<repeatCount.value, words ?? 0..<0)
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
    evaluateFewMatches(of: text, nil)
  }

  /// The same with words of the caller.
  @inline(never)
  private func evaluateFewMatches(
    of text: Text, knowing words: Range<Int>
  ) -> (guesses: Double, pattern: DecisivePattern, isFinal: Bool) {
    evaluateFewMatches(of: text, words)
  }

  @inline(__always)
  private func evaluateFewMatches(
    of text: Text, _ words: Range<Int>?
  ) -> (guesses: Double, pattern: DecisivePattern, isFinal: Bool) {
    let firstRepeat = repeatCount.value
    let repeatsAtEdge = hasRepeatAtEdge(text)
    if repeatsAtEdge { findRepeats(in: text) }
    var found = evaluateEdges(firstRepeat, of: text, words)
    if found.isFinal { return found }
    if !repeatsAtEdge {
      let blocks = blockCount.value
      findRepeats(in: text)
      if blockCount.value != blocks {
        found = evaluateEdges(firstRepeat, of: text, words)
      }
    }
    if !edges.haveUnranked.value {
      let repeats = firstRepeat..<repeatCount.value
      let three =
        if let words {
          evaluateMiddles(of: text, repeats: repeats, knowing: words, better: found.guesses)
        } else {
          evaluateMiddles(of: text, repeats: repeats, better: found.guesses)
        }
      if three < found.guesses { found = (three, .mixed, false) }
      found.isFinal = found.guesses <= powers.growth[4]
    }
    return edges.haveUnranked.value ? (.infinity, .mixed, false) : found
  }

  @inline(__always)
  private func evaluateEdges(
    _ firstRepeat: Int, of text: Text, _ words: Range<Int>?
  ) -> (guesses: Double, pattern: DecisivePattern, isFinal: Bool) {
    let repeats = firstRepeat..<repeatCount.value
    guard let words else { return evaluateEdges(of: text, repeats: repeats) }
    return evaluateEdges(of: text, repeats: repeats, knowing: words)
  }

  /// Lists the matches of all patterns.
  func findMatches(in text: Text, repeats: Range<Int>, _ words: Range<Int>) {
    sink.value = .list
    list.removeAll(endingBefore: text.count)
    if text.facts.contains(.upper) { countCases(of: text) }
    if text.isShifted { addShiftedWords(in: text) } else { addWords(in: text) }
    addRankedWords(words, in: text)
    addSpatialWalks(in: text)
    addRepeats(repeats, in: text)
    addSequences(in: text)
    if text.facts.contains(.digit) {
      addRecentYears(in: text)
      addDates(in: text)
    }
  }
}
