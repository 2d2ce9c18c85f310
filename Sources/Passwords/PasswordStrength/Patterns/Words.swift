// Words of the ranked lists, forwards and backwards.

extension Engine {
  /// Adds every word, every reversed word and every word in leet spelling.
  func addWords(in text: Text) {
    // Without the filter, so that explanations check it.
    for start in text.first..<text.end { addWords(from: start, in: text, isFiltered: false) }
    for end in text.first..<text.end { addReversedWords(to: end, in: text) }
  }

  /// Adds the words, in any spelling, that begin at a place.
  ///
  /// - Parameters:
  ///   - start: The place.
  ///   - text: The text.
  ///   - isFiltered: Whether a digit at that place is looked up in ``LeetFilter`` before a walk;
  ///     the filter must be usable for the text.
  @inline(__always)
  func addWords(from start: Int, in text: Text, isFiltered: Bool) {
    let characters = characters
    let cells = trie.cells
    let symbols = text.facts.leetSymbols
    var base = trie.forward
    var place = start
    var unseen = symbols
    // SAFETY: walks stop at the places without facts around the text, and a node's base leaves room
    // for any code.
    repeat {
      let character = unsafe characters[unchecked: place]
      if character.leetSymbols & unseen != 0 {
        unseen = 0
        if !isFiltered || place != start || leetFilter.isPossible(place, step: 1, characters) {
          addLeetWords(
            LeetWalk(text: text, start: start), from: place, base: base,
            readings: leet.readings(of: symbols))
        }
      }
      let cell = unsafe WordTrie.Cell(rawValue: cells[unchecked: base &+ character.code])
      guard Int(cell.rawValue & WordTrie.Cell.codeMask) == character.code else { return }
      if cell.isEnd { addWord(start, place, in: text, entry: trie.entry(at: cell), kind: .word) }
      base = cell.base
      place &+= 1
    } while base != 0
  }

  /// Adds the reversed words that end at a place.
  @inline(__always)
  func addReversedWords(to end: Int, in text: Text) {
    let characters = characters
    let cells = trie.cells
    var base = trie.forward
    var place = end
    // SAFETY: as above.
    repeat {
      let code = unsafe characters[unchecked: place].code
      let cell = unsafe WordTrie.Cell(rawValue: cells[unchecked: base &+ code])
      guard Int(cell.rawValue & WordTrie.Cell.codeMask) == code else { return }
      if cell.isEnd {
        addWord(place, end, in: text, entry: trie.entry(at: cell), kind: .reversedWord)
      }
      base = cell.base
      place &-= 1
    } while base != 0
  }

  /// Adds a word at these places.
  func addWord(
    _ first: Int, _ last: Int, in text: Text, entry: WordEntry, kind: Match.Kind
  ) {
    let variations = upperVariations(first, last, in: text)
    let directions = kind == .reversedWord ? 2.0 : 1.0
    add(
      first, last, of: text, guesses: entry.rank * variations * directions,
      order: kind.order(entry.isCallersWord ? 1 : 0), detail: entry.rawValue)
  }

  /// The number of capitalisations that an attacker tries until this one is found.
  ///
  /// Capitalising the first letter, the last or all is common and doubles the guesses. Otherwise
  /// all choices of that many capitals or fewer count; or of that many small letters, if these are
  /// rarer.
  @inline(__always)
  func upperVariations(_ first: Int, _ last: Int, in text: Text) -> Double {
    text.facts.contains(.upper) ? countedUpperVariations(first, last) : 1
  }

  private func countedUpperVariations(_ first: Int, _ last: Int) -> Double {
    let upper = Int(upperCounts[last + 1]) - Int(upperCounts[first])
    guard upper > 0 else { return 1 }
    let lower = Int(lowerCounts[last + 1]) - Int(lowerCounts[first])
    if lower == 0 { return 2 }
    let isAtEdge = !characters[first].union(characters[last]).isDisjoint(with: .upper)
    if upper == 1, isAtEdge, last > first { return 2 }
    return Binomials.sum(of: upper + lower, upTo: min(upper, lower))
  }

  /// Counts capitals and small letters up to each place, for ``upperVariations(_:_:in:)``.
  func countCases(of text: Text) {
    var upper: UInt16 = 0
    var lower: UInt16 = 0
    for place in text.first..<text.end {
      upperCounts[place] = upper
      lowerCounts[place] = lower
      let character = characters[place]
      if character.contains(.upper) { upper += 1 }
      if character.contains(.lower) { lower += 1 }
    }
    upperCounts[text.end] = upper
    lowerCounts[text.end] = lower
  }
}

/// Binomial coefficients as the reference computes them.
enum Binomials {
  /// C(n, 1) + … + C(n, k): the number of ways to pick up to `k` of `n`, but at least one.
  static func sum(of n: Int, upTo k: Int) -> Double {
    guard k > 0 else { return 0 }
    var sum = 0.0
    var choose = 1.0
    for d in 1...k {
      choose = choose * Double(n - d + 1) / Double(d)
      sum += choose
    }
    return sum
  }
}
