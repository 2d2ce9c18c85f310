/// The result of the search, with all details.
struct Explanation {
  var guesses = 1.0
  var decisivePattern = DecisivePattern.bruteForce
  var sequence: [PatternMatch] = []
  /// The feedback, if the score is low.
  var feedback = Feedback.forNothing
}

extension Engine {
  /// Evaluates a text with all patterns, and keeps the chosen sequence.
  func explain(_ text: Text) -> Explanation {
    var explanation = Explanation()
    guard text.count > 0 else { return explanation }
    let firstRepeat = repeatCount.value
    findRepeats(in: text)
    let words = usesWords.value ? findRankedWords(in: text) : 0..<0
    findMatches(in: text, repeats: firstRepeat..<repeatCount.value, words)
    foundWords.count = words.lowerBound
    repeatCount.value = firstRepeat
    let found = search(text)
    explanation.guesses = found.guesses
    // Blocks of repeats are evaluated again below, in the same memory.
    let parts = sequence(text, length: found.length).map { last, end in
      last < 0
        ? (Int(-1 - last), end, nil)
        : (Int(list.matches[Int(last)].first), end, list.matches[Int(last)])
    }
    for (first, last, match) in parts {
      explanation.sequence.append(describe(first, last, match, in: text))
    }
    if let only = explanation.sequence.first {
      explanation.decisivePattern =
        parts.count > 1 ? .mixed : parts[0].2?.decisivePattern ?? .bruteForce
      let longest = explanation.sequence.dropFirst().reduce(only) {
        $1.range.count > $0.range.count ? $1 : $0
      }
      explanation.feedback = Feedback(
        longest: longest, isSole: explanation.sequence.count == 1,
        capitals: capitals(of: longest.range, in: text))
    }
    return explanation
  }

  private func describe(
    _ first: Int, _ last: Int, _ match: Match?, in text: Text
  ) -> PatternMatch {
    guard let match else {
      return PatternMatch(
        range: first...last, guesses: powers.stretch[last - first + 1], pattern: .bruteForce)
    }
    return PatternMatch(
      range: first...last, guesses: match.guesses, pattern: pattern(of: match, in: text))
  }

  private func pattern(of match: Match, in text: Text) -> PatternMatch.Pattern {
    let first = text.first + Int(match.first)
    let last = text.first + Int(match.last)
    switch match.kind {
    case .word, .reversedWord, .leetWord:
      return .dictionary(word(match, first, last, in: text))
    case .spatial:
      let keyboard = Keyboard(rawValue: UInt8(truncatingIfNeeded: match.order)) ?? .qwerty
      let walk = spatialWalk(on: Int(keyboard.rawValue), from: first, in: text)
      return .spatial(keyboard, turns: walk.turns, shiftedCount: walk.shiftedCount)
    case .repeat:
      let block = Int(match.detail)
      return .repetition(
        blockLength: block, blockGuesses: blockGuesses(at: first, count: block, in: text),
        count: (last - first + 1) / block)
    case .sequence:
      let kinds = (first...last).reduce(characters[first]) { $0.intersection(characters[$1]) }
      let alphabet: SequenceAlphabet =
        kinds.contains(.lower)
        ? .lower : kinds.contains(.upper) ? .upper : kinds.contains(.digit) ? .digits : .unicode
      return .sequence(alphabet, isAscending: characters[first].unit < characters[first + 1].unit)
    case .recentYear: return .recentYear(recentYear(at: first) ?? 0)
    case .date:
      let found = date(first, last)
      return .date(
        year: found.date.year, month: found.date.month, day: found.date.day,
        separator: found.separator == 0 ? nil : found.separator)
    }
  }

  private func word(_ match: Match, _ first: Int, _ last: Int, in text: Text) -> DictionaryWord {
    let entry = WordEntry(rawValue: match.detail)
    // The order of a leet word identifies its reading; the lowest bit identifies the list.
    let order = match.order & 0xFF_FFFF
    let reading = leet.reading(at: order >> 1, present: text.facts.leetSymbols)
    return DictionaryWord(
      list: WordList(rawValue: entry.list) ?? .passwords,
      rank: entry.rank.isNaN ? 0 : Int(entry.rank),
      isReversed: match.kind == .reversedWord, isLeet: match.kind == .leetWord,
      upperVariations: upperVariations(first, last, in: text),
      leetVariations: match.kind == .leetWord
        ? leetVariations(first, last, in: text, readings: reading) : 1)
  }

  private func capitals(of range: ClosedRange<Int>, in text: Text) -> Feedback.Capitals {
    let places = (text.first + range.lowerBound)...(text.first + range.upperBound)
    let isUpper = places.map { characters[$0].contains(.upper) }
    if isUpper[0], isUpper.count > 1, !isUpper.dropFirst().contains(true) { return .first }
    if places.contains(where: { characters[$0].contains(.lower) }) {
      return .other
    }
    let token = places.map { characters[$0].unit }
    return LowerCase.lowered(token) == token ? .other : .all
  }
}
