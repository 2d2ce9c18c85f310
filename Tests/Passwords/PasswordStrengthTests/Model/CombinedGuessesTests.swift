import PasswordStrength
import TestSupport
import Testing

@Suite struct CombinedGuessesTests {
  @Test
  func `the combined guesses are those of the reference`() throws {
    var scorer = Scorer(referenceYear: 2026)
    var bounded = 0
    for (index, vector) in try CombinedVector.rows().enumerated() {
      let password = Array(vector.password.utf8)
      let combined = scorer.combinedGuesses(password.span)
      let place = Comment(rawValue: "vector \(index + 1)")
      #expect(abs(combined.zxcvbnLog10 - vector.zxcvbnLog10) < 1e-9, place)
      #expect(abs(combined.log10Guesses - vector.combinedLog10) < 0.01, place)
      #expect(scorer.estimate(vector.password).combined == combined, place)
      if vector.combinedLog10 - vector.zxcvbnLog10 > 2.999 { bounded += 1 }
    }
    #expect(bounded > 50)
  }

  @Test
  func `the empty password takes no guess`() {
    var scorer = Scorer(referenceYear: 2026)
    #expect(scorer.estimate("").combined.log10Guesses == 0)
    #expect(scorer.estimate("").difference == nil)
  }

  @Test
  func `words that the attacker knows lower the combined guesses as much as zxcvbn's`() {
    var plain = Scorer(referenceYear: 2026)
    var knowing = Scorer(referenceYear: 2026, contextWords: ["kwaxelbo"])
    let without = plain.estimate("kwaxelbo77").combined
    let with = knowing.estimate("kwaxelbo77").combined
    #expect(with.zxcvbnLog10 < without.zxcvbnLog10 - 2)
    #expect(with.modelLog10 == without.modelLog10)
    let fall = without.zxcvbnLog10 - with.zxcvbnLog10
    #expect(abs(without.log10Guesses - with.log10Guesses - fall) < 1e-9)
    #expect(knowing.estimate("tisch77").combined == plain.estimate("tisch77").combined)
  }

  @Test(arguments: [
    ("Winter7364", EstimateDifference?.some(.rareSequences)),
    ("dr@g0n!!", .unmetSequence(0...2)),
    ("\u{E9}l\u{E8}ve-\u{E9}t\u{E9}", .otherCharacters),
    ("stone", nil),
  ])
  func `a difference of more than two decades has a reason`(
    password: String, reason: EstimateDifference?
  ) {
    var scorer = Scorer(referenceYear: 2026)
    #expect(scorer.estimate(password).difference == reason)
  }

  @Test
  func `reasons give places and no text`() {
    let texts: [EstimateDifference] = [
      .unmetSequence(4...6), .unmetStart(0...0), .unmetStart(0...2), .otherCharacters,
      .rareSequences, .commonSequences,
    ]
    #expect(
      texts.map(\.text) == [
        "rare sequences: the model has not met characters 5 to 7 in a row",
        "rare sequences: the model has met no password that begins with character 1",
        "rare sequences: the model has met no password that begins with characters 1 to 3",
        "rare characters: the model knows none beyond printable ASCII",
        "rare sequences: the model has seldom met these characters in a row",
        "common sequences: the model has often met these characters in a row, and zxcvbn finds no "
          + "cheap pattern in them",
      ])
  }
}
