import PasswordStrength
import Testing

@Suite struct AttackTimeTests {
  /// The reference's texts; it rounds halves up.
  @Test(arguments: [
    ("", ["36 seconds", "less than a second", "less than a second", "less than a second"]),
    ("password", ["2 minutes", "less than a second", "less than a second", "less than a second"]),
    ("1887", ["3 days", "12 minutes", "less than a second", "less than a second"]),
    ("jk39", ["4 days", "17 minutes", "1 second", "less than a second"]),
    ("xkqjzv7w", ["centuries", "4 months", "3 hours", "less than a second"]),
    ("xkqjzv7wq0p3m8", ["centuries", "centuries", "centuries", "3 hours"]),
  ])
  func `attack times are written in words`(password: String, texts: [String]) {
    var scorer = Scorer(referenceYear: 2026)
    #expect(scorer.estimate(password).attackTimes.map(\.text) == texts)
  }

  @Test
  func `rates have the reference's names and speeds`() {
    #expect(AttackRate.allCases.map(\.guessesPerSecond) == [100.0 / 3600, 10, 1e4, 1e10])
    #expect(AttackRate.onlineThrottled.rawValue == "online_throttling_100_per_hour")
  }
}
