import PasswordStrength
import Testing

@Suite struct FeedbackTests {
  /// One row for each branch of the reference's advice.
  @Test(
    arguments: [
      ("", nil, [.useAFewWords, .noNeedForClasses]),
      ("password", .topTen, [.addAnotherWord]),
      ("dragon", .topTen, [.addAnotherWord]),
      ("Charlie", .topHundred, [.addAnotherWord, .capitalizationHelpsLittle]),
      ("TRUSTNO1", .topHundred, [.addAnotherWord, .allUppercaseHelpsLittle]),
      ("hellokitty", .veryCommon, [.addAnotherWord]),
      ("p4ssword", .similarToCommon, [.addAnotherWord, .substitutionHelpsLittle]),
      ("yeknom", .similarToCommon, [.addAnotherWord, .reversingHelpsLittle]),
      ("municipality", .singleWord, [.addAnotherWord]),
      ("zimmermann", .singleName, [.addAnotherWord]),
      ("zimmermann%", .commonName, [.addAnotherWord]),
      ("awkwardness", nil, [.addAnotherWord]),
      ("dfghjkl;", .straightRow, [.addAnotherWord, .useLongerKeyboardPattern]),
      ("nhyujm", .keyboardPattern, [.addAnotherWord, .useLongerKeyboardPattern]),
      ("eeeeeee", .repeatedCharacter, [.addAnotherWord, .avoidRepeats]),
      ("xqzxqzxqz", .repeatedBlock, [.addAnotherWord, .avoidRepeats]),
      ("hijklmno", .sequence, [.addAnotherWord, .avoidSequences]),
      ("1963", .recentYear, [.addAnotherWord, .avoidRecentYears, .avoidOwnYears]),
      ("13.2.1897", .date, [.addAnotherWord, .avoidOwnDates]),
      ("xk;4vq", nil, [.addAnotherWord]),
      ("xkqjzv7wq0p3m8", nil, []),
    ] as [(String, Feedback.Warning?, [Feedback.Suggestion])])
  func `advice is the reference's`(
    password: String, warning: Feedback.Warning?, suggestions: [Feedback.Suggestion]
  ) {
    var scorer = Scorer(referenceYear: 2026)
    let feedback = scorer.estimate(password).feedback
    #expect(feedback.warning == warning)
    #expect(feedback.suggestions == suggestions)
  }
}
