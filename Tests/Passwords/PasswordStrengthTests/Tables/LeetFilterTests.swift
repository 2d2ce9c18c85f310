import EmbeddedData
import PasswordStrength
import TestSupport
import Testing

/// The filter of five characters before a walk for words in leet spelling.
@Suite struct LeetFilterTests {
  private let tries = WordTries()
  // SAFETY: the memory is part of the program.
  private let classes = unsafe Array(WordTries().leetClasses)
  private let rows = unsafe Array(WordTries().leetRows)
  private let masks = unsafe Array(WordTries().leetMasks)

  /// The digits that replace a letter.
  private static let digits: [UInt8: [UInt8]] = [
    "a": "4", "b": "8", "e": "3", "g": "69", "i": "1", "l": "17", "o": "0", "s": "5", "t": "7",
    "z": "2",
  ].reduce(into: [:]) { table, pair in
    for letter in pair.key.utf8 { table[letter] = Array(pair.value.utf8) }
  }

  private static func isDigit(_ character: UInt8) -> Bool { (0x30...0x39).contains(character) }

  /// What the filter says, by its format alone; the text begins with a digit.
  private func isPossible(_ text: [UInt8], isReversed: Bool) -> Bool {
    let own = (1...4).map { offset in
      offset < text.count ? Int(classes[Int(tries.codes[Int(text[offset] & 0x7F)])]) : 0
    }
    let digit = Int(text[0]) - 0x30 + (isReversed ? 10 : 0)
    let row = rows[(digit * 27 + own[0]) * 27 + own[1]]
    if row >> 27 & 1 == 1 { return true }
    let mask = masks[Int(row >> 32) + own[2]]
    return row >> UInt64(own[2]) & 1 == 1 && mask >> UInt32(own[3]) & 1 == 1
  }

  /// A spelling of a word whose first character is a digit, if there is one.
  private func spelling(
    of word: [UInt8], _ generator: inout SeededGenerator
  ) -> [UInt8]? {
    guard let first = Self.digits[word[0]] else { return nil }
    return [first[Int.random(in: first.indices, using: &generator)]]
      + word.dropFirst().map { letter in
        guard let own = Self.digits[letter], Bool.random(using: &generator) else { return letter }
        return own[Int.random(in: own.indices, using: &generator)]
      }
  }

  @Test
  func `the filter lets through every word that is spelled with digits, before any text`() {
    var generator = SeededGenerator(seed: 5)
    let around = Array("0123456789aeilotxyz-_".utf8)
    var asked = 0
    var rejected = 0
    RankedDictionaries().forEachWord { _, _, word in
      let word = word.indices.map { word[$0] }
      // A digit in a word is matched by no text, as digits in texts replace letters; only one of 6
      // and 9 may be itself.
      guard word.count > 1, !word.contains(where: { "01234578".utf8.contains($0) }) else { return }
      for isReversed in [false, true] {
        for _ in 0..<3 {
          let path = isReversed ? word.reversed() : word
          guard var text = spelling(of: path, &generator) else { continue }
          for _ in 0..<Int.random(in: 0...4, using: &generator) {
            text.append(around[Int.random(in: around.indices, using: &generator)])
          }
          asked += 1
          if !isPossible(text, isReversed: isReversed) { rejected += 1 }
        }
      }
    }
    #expect(rejected == 0, "seed 5")
    #expect(asked > 100_000)
  }

  @Test
  func `the filter rejects most texts of digits`() {
    var possible = 0
    for number in 0..<100_000 {
      let digits = String(number)
      let text = Array((String(repeating: "0", count: 5 - digits.utf8.count) + digits).utf8)
      for isReversed in [false, true] where isPossible(text, isReversed: isReversed) {
        possible += 1
      }
    }
    #expect(possible < 80_000)
  }

  // Explanations walk from every place without the filter.
  @Test(.firstFailureOnly, arguments: few(1, of: Array(0..<8)))
  func `words in leet spelling score as without the filter`(part: Int) {
    var generator = SeededGenerator(seed: UInt64(part))
    let parts = ["", "", "q", "xk", "Zq7", "69", "96q", "2", "0", "kx@", "$", "jq1x"]
    var text: [UInt8] = []
    var ranges: [Range<Int>] = []
    var number = 0
    RankedDictionaries().forEachWord { _, _, word in
      number += 1
      guard number % 64 == part else { return }
      let word = word.indices.map { word[$0] }
      for isReversed in [false, true] {
        guard let path = spelling(of: isReversed ? word.reversed() : word, &generator) else {
          continue
        }
        let first = text.count
        text += parts[Int.random(in: parts.indices, using: &generator)].utf8
        text += isReversed ? path.reversed() : path
        text += parts[Int.random(in: parts.indices, using: &generator)].utf8
        ranges.append(first..<text.count)
      }
    }
    var alone = Scorer(referenceYear: 2026)
    var scorer = Scorer(referenceYear: 2026)
    var differences = 0
    var decided = 0
    scorer.score(ranges.span, of: text.span) { index, strength in
      let expected = alone.estimate(text.span.extracting(ranges[index])).strength
      if strength != expected { differences += 1 }
      if strength.decisivePattern == .leetWord { decided += 1 }
    }
    #expect(differences == 0, "seed \(part)")
    #expect(decided > 20)
  }
}
