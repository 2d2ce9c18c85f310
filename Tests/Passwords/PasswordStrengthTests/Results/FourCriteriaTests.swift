import PasswordStrength
import Testing

@Suite struct FourCriteriaTests {
  @Test(arguments: [
    ("", 0, FourCriteria.Level.weak), ("secretive", 1, .weak), ("secretive7", 2, .medium),
    ("Secretive7", 3, .medium), ("Secret-77", 4, .strong), ("Password1!", 4, .strong),
    // Symbols other than punctuation, and letters and digits of any script.
    ("Password1$", 3, .medium), ("ÉTÉ٣", 2, .medium),
    ("e\u{301}e\u{301}e\u{301}e\u{301}", 0, .weak),
  ])
  func `length, digit, capital and punctuation give a point each`(
    password: String, points: Int, level: FourCriteria.Level
  ) {
    let meter = FourCriteria(password)
    #expect(meter.points == points)
    #expect(meter.level == level)
  }

  @Test func `colours follow the tutorial`() {
    #expect(FourCriteria.Level.allCases.map(\.colour) == ["red", "orange", "green"])
    #expect(FourCriteria.Level.allCases.map(\.rawValue) == ["weak", "medium", "strong"])
  }
}
