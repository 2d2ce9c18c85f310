import PasswordPolicies
import PolicySources
import TestSupport
import Testing

/// Where what a source says begins and ends.
@Suite struct SourceLimitTests {
  @Test(arguments: [
    ("STRONG", "words.txt", true), ("2", "words.txt", true), ("strong", "/etc/null.txt", true),
    ("STRONG", "NULL", false), ("STRONG", "null", false), ("STRONG", "''", false),
    ("MEDIUM", "words.txt", false), ("1", "words.txt", false), ("LOW", "words.txt", false),
  ])
  func `MySQL's dictionary refuses more at the strongest level, if there is one`(
    level: String, file: String, refusesMore: Bool
  ) {
    let text =
      "validate_password.policy = \(level)\nvalidate_password.dictionary_file = \(file)\n"
    let reading = SourceReading(of: Array(text.utf8), as: .mysql)
    let parts = reading.remarks.filter { $0.kind == .notJudged }.map(\.part)
    #expect(parts.contains("dictionary_file") == refusesMore, "\(parts)")
  }

  @Test(arguments: [
    ("min=disabled,24,11,8,7\nmax=40\n", true), ("max=40\nmin=8,8,8,8,8", true),
    ("min=8\nmax=40\n", false), ("max=4,0\n", false), ("retry=3\nenforce=everyone\n", false),
    ("min=disabled,24,11,8,7\nminimum: 8\n", false),
  ])
  func `a file of passwdqc has a list of minima, and nothing else`(text: String, isKnown: Bool) {
    let found = Recognition(of: Array(text.utf8))
    #expect((found == .source(.passwdqc)) == isKnown, "\(found)")
  }

  /// What an engine takes for a space, a digit or a letter, and what it does not, is everything.
  @Test(arguments: [ExpressionDialect.javaScript, .html, .java, .dotNet])
  func `a class and its opposite are all characters`(dialect: ExpressionDialect) {
    for (one, other) in [("\\s", "\\S"), ("\\d", "\\D"), ("\\w", "\\W")] {
      for pattern in ["[\(one)\(other)]{8,}", "(?:\(one)|\(other)){8,}"] {
        let reading = ExpressionReader.read(pattern, .full, dialect)
        #expect(
          reading.policies.map(\.text) == ["allowed: unicode; minlength: 8;"], "\(pattern)")
        #expect(reading.outcome() == .exact, "\(pattern)")
      }
    }
  }
}
