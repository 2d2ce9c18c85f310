import PasswordStrength
import Testing

@Suite struct FeedbackTests {
  struct Row: Sendable {
    var password: String
    var warning: Feedback.Warning?
    var suggestions: [Feedback.Suggestion]
  }

  /// One row for each branch of the reference's advice.
  @Test(arguments: [
    Row(password: "", suggestions: [.useAFewWords, .noNeedForClasses]),
    Row(password: "password", warning: .topTen, suggestions: [.addAnotherWord]),
    Row(password: "dragon", warning: .topTen, suggestions: [.addAnotherWord]),
    Row(
      password: "Charlie", warning: .topHundred,
      suggestions: [.addAnotherWord, .capitalizationHelpsLittle]),
    Row(
      password: "TRUSTNO1", warning: .topHundred,
      suggestions: [.addAnotherWord, .allUppercaseHelpsLittle]),
    Row(password: "hellokitty", warning: .veryCommon, suggestions: [.addAnotherWord]),
    Row(
      password: "p4ssword", warning: .similarToCommon,
      suggestions: [.addAnotherWord, .substitutionHelpsLittle]),
    Row(
      password: "yeknom", warning: .similarToCommon,
      suggestions: [.addAnotherWord, .reversingHelpsLittle]),
    Row(password: "municipality", warning: .singleWord, suggestions: [.addAnotherWord]),
    Row(password: "zimmermann", warning: .singleName, suggestions: [.addAnotherWord]),
    Row(password: "zimmermann%", warning: .commonName, suggestions: [.addAnotherWord]),
    Row(password: "awkwardness", suggestions: [.addAnotherWord]),
    Row(
      password: "dfghjkl;", warning: .straightRow,
      suggestions: [.addAnotherWord, .useLongerKeyboardPattern]),
    Row(
      password: "nhyujm", warning: .keyboardPattern,
      suggestions: [.addAnotherWord, .useLongerKeyboardPattern]),
    Row(
      password: "eeeeeee", warning: .repeatedCharacter,
      suggestions: [.addAnotherWord, .avoidRepeats]),
    Row(
      password: "xqzxqzxqz", warning: .repeatedBlock,
      suggestions: [.addAnotherWord, .avoidRepeats]),
    Row(password: "hijklmno", warning: .sequence, suggestions: [.addAnotherWord, .avoidSequences]),
    Row(
      password: "1963", warning: .recentYear,
      suggestions: [.addAnotherWord, .avoidRecentYears, .avoidOwnYears]),
    Row(password: "13.2.1897", warning: .date, suggestions: [.addAnotherWord, .avoidOwnDates]),
    Row(password: "xk;4vq", suggestions: [.addAnotherWord]),
    Row(password: "xkqjzv7wq0p3m8", suggestions: []),
  ])
  func `advice is the reference's`(row: Row) {
    var scorer = Scorer(referenceYear: 2026)
    let feedback = scorer.estimate(row.password).feedback
    #expect(feedback.warning == row.warning)
    #expect(feedback.suggestions == row.suggestions)
  }
}
