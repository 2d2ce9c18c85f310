import Foundation
import PasswordStrength
import TestSupport
import Testing

@Suite struct ReferenceTests {
  @Test
  func `synthetic passwords score as in the reference`() throws {
    let vectors = try ReferenceVector.rows(of: VectorFile("strength/zxcvbn-vectors.jsonl"))
    #expect(vectors.count == 760)
    try check(vectors)
  }

  @Test(.enabled(if: VectorFile.areShared, "needs ../shared/data"))
  func `three thousand passwords score as in the reference`() throws {
    let vectors = try ReferenceVector.rows(
      of: VectorFile(shared: "strength/zxcvbn-vectors.jsonl"))
    #expect(vectors.count == 3_000)
    try check(vectors)
  }

  private func check(_ vectors: [ReferenceVector]) throws {
    var scorer = Scorer(referenceYear: ReferenceVector.year)
    for (index, vector) in vectors.enumerated() {
      let strength = scorer.score(Array(vector.password.utf8).span)
      let place = Comment(rawValue: "vector \(index + 1), \(vector.label)")
      #expect(strength.score == vector.score, place)
      #expect(abs(strength.log10Guesses - vector.guessesLog10) <= 1e-9, place)
      let estimate = scorer.estimate(vector.password)
      #expect(estimate.strength == strength, place)
      #expect(estimate.sequence.count == vector.sequence.count, place)
      for (found, expected) in zip(estimate.sequence, vector.sequence) {
        let isEqual = Part(found).isEqual(to: expected)
        #expect(isEqual, place)
      }
    }
  }
}

/// A match in the reference's words.
private struct Part {
  let match: PatternMatch

  init(_ match: PatternMatch) { self.match = match }

  func isEqual(to other: ReferenceVector.Part) -> Bool {
    guard match.range == other.i...other.j, isClose(match.guesses, other.guesses) else {
      return false
    }
    switch match.pattern {
    case .dictionary(let word):
      return other.pattern == "dictionary" && word.list.name == other.dictionaryName
        && word.rank == other.rank && word.isReversed == other.reversed
        && word.isLeet == other.l33t && word.upperVariations == other.uppercaseVariations
        && word.leetVariations == other.l33tVariations
    case .spatial(let keyboard, let turns, let shiftedCount):
      return other.pattern == "spatial" && keyboard.name == other.graph && turns == other.turns
        && shiftedCount == other.shiftedCount
    case .repetition(let blockLength, let blockGuesses, let count):
      return other.pattern == "repeat" && blockLength == other.baseToken?.utf16.count
        && isClose(blockGuesses, other.baseGuesses ?? 0) && count == other.repeatCount
    case .sequence(let alphabet, let isAscending):
      return other.pattern == "sequence" && alphabet.rawValue == other.sequenceName
        && isAscending == other.ascending
    case .recentYear(let year):
      return other.pattern == "regex"
        && max(abs(Double(year - ReferenceVector.year)), 20) <= other.guesses
    case .date(let year, let month, let day, let separator):
      return other.pattern == "date" && year == other.year && month == other.month
        && day == other.day && separator.map { [$0] } ?? [] == Array((other.separator ?? "").utf16)
    case .bruteForce: return other.pattern == "bruteforce"
    }
  }

  private func isClose(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1e-12 * abs(b) }
}
