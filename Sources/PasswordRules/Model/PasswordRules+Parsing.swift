extension PasswordRules {
  /// Reads a rules string strictly.
  ///
  ///     try PasswordRules(parsing: "minlength: 8; required: lower; max-consecutive: 2")
  ///
  /// Whatever Apple's own parser would complain about is an error here, because what it does then,
  /// dropping a rule or the whole policy, is rarely what was meant. So is `ascii-printable` beside
  /// `unicode`, of which other readers make different things. All problems are reported at once.
  ///
  /// - Throws: ``ParseError`` when there is an error.
  /// - Complexity: O(length).
  public init(parsing text: String) throws(ParseError) {
    let reading = Self.strictReading(of: text)
    guard !reading.hasErrors, let policy = reading.policies.first else {
      throw ParseError(problems: reading.problems)
    }
    self = policy.alternatives[0].rules
  }

  /// All that is wrong or doubtful in a rules string: errors, for which ``init(parsing:)`` throws,
  /// and warnings, such as a number 0, which says nothing.
  public static func problems(in text: String) -> [Problem] { strictReading(of: text).problems }

  private static func strictReading(of text: String) -> PolicyReading {
    PolicyReading(rulesString: Array(text.utf8), name: "", file: "<rules>")
  }
}
