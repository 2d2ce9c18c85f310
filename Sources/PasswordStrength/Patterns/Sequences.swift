// Characters at equal distances: abcdef, 97531.

extension Engine {
  /// Adds every longest run of equal steps of one to five code units up or down, from three
  /// characters on, or two that are neighbours.
  mutating func addSequences(in text: Text) {
    guard text.count > 1 else { return }
    var start = text.first
    while start < text.end - 1 {
      let step = Int(units[start + 1]) - Int(units[start])
      var last = start + 1
      while last + 1 < text.end, Int(units[last + 1]) - Int(units[last]) == step { last += 1 }
      if isSequence(step: step, characters: last - start + 1) {
        add(
          start, last, of: text,
          guesses: sequenceGuesses(start, characters: last - start + 1, isAscending: step > 0),
          order: Match.Kind.sequence.order())
      }
      start = last
    }
  }

  /// Whether a run counts.
  @inline(__always)
  func isSequence(step: Int, characters: Int) -> Bool {
    step != 0 && abs(step) <= 5 && (characters > 2 || abs(step) == 1)
  }

  /// Guesses for a sequence: few obvious places to begin with, two directions.
  @inline(__always)
  func sequenceGuesses(_ start: Int, characters: Int, isAscending: Bool) -> Double {
    let first = units[start]
    var guesses = 26.0
    if CharacterFacts(rawValue: facts[start]).contains(.digit) { guesses = 10 }
    switch first {
    case 0x61, 0x41, 0x7A, 0x5A, 0x30, 0x31, 0x39: guesses = 4  // a A z Z 0 1 9
    default: break
    }
    if !isAscending { guesses *= 2 }
    return guesses * Double(characters)
  }
}
