extension PasswordRules {
  /// Reads a rules string strictly.
  ///
  ///     try PasswordRules(parsing: "minlength: 8; required: lower; max-consecutive: 2")
  ///
  /// Everything that Apple's own parser complains about is an error here, since that parser then
  /// drops a rule or the whole policy, which is rarely intended. `ascii-printable` together with
  /// `unicode` is also an error, since other readers interpret it differently. All problems are
  /// reported at once.
  ///
  /// - Throws: ``ParseError`` if there is an error.
  /// - Complexity: O(length).
  public init(parsing text: String) throws(ParseError) {
    let reading = Self.strictReading(of: text)
    guard !reading.hasErrors, let policy = reading.policies.first else {
      throw ParseError(problems: reading.problems)
    }
    self = policy.alternatives[0].rules
  }

  /// All problems of a rules string: the errors for which ``init(parsing:)`` throws, and warnings,
  /// such as for the number 0, which has no effect.
  public static func problems(in text: String) -> [Problem] { strictReading(of: text).problems }

  private static func strictReading(of text: String) -> PolicyReading {
    PolicyReading(rulesString: Array(text.utf8), name: "", file: "<rules>")
  }
}
