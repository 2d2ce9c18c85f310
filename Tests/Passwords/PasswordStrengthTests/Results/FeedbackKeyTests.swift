import PasswordStrength
import Testing

@Suite struct FeedbackKeyTests {
  // Apps look up their texts by these keys, so that they must not change.
  @Test func `warnings and suggestions have zxcvbn-ts's keys, and the texts of zxcvbn`() {
    #expect(
      Feedback.Warning.allCases.map(\.rawValue) == [
        "straightRow", "keyPattern", "simpleRepeat", "extendedRepeat", "sequences", "recentYears",
        "dates", "topTen", "topHundred", "common", "similarToCommon", "wordByItself",
        "namesByThemselves", "commonNames",
      ])
    #expect(
      Feedback.Suggestion.allCases.map(\.rawValue) == [
        "useWords", "noNeed", "anotherWord", "longerKeyboardPattern", "repeated", "sequences",
        "recentYears", "associatedYears", "dates", "capitalization", "allUppercase",
        "reverseWords", "l33t",
      ])
    #expect(Feedback.Warning.repeatedCharacter.text == #"Repeats like "aaa" are easy to guess"#)
    #expect(
      Feedback.Suggestion.addAnotherWord.text
        == "Add another word or two. Uncommon words are better.")
  }
}
