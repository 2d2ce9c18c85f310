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
  /// - Parameters:
  ///   - text: The rules, such as the value of the attribute `passwordrules`.
  ///   - reading: The meaning of `max-consecutive`.
  /// - Throws: ``ParseError`` if there is an error.
  /// - Complexity: O(length).
  public init(
    parsing text: String, readingMaxConsecutiveAs reading: MaxConsecutiveReading = .repeats
  ) throws(ParseError) {
    let read = Self.strictReading(of: text)
    guard !read.hasErrors, let policy = read.policies.first else {
      throw ParseError(problems: read.problems)
    }
    self = policy.alternatives[0].rules
    maxConsecutiveReading = reading
  }

  /// All problems of a rules string: the errors for which ``init(parsing:readingMaxConsecutiveAs:)`` throws, and warnings,
  /// such as for the number 0, which has no effect.
  public static func problems(in text: String) -> [Problem] { strictReading(of: text).problems }

  /// Reads a rules string like Apple's own parser, as Safari does: rules that it drops are missing,
  /// and if it discards the text, the rules are the default, printable ASCII.
  ///
  ///     PasswordRules(leniently: "minlength: 8 ; required: digit; maxlength: 20")
  ///     // required: digit; maxlength: 20; the space before the first semicolon costs a rule
  ///
  /// ``ReferenceReading`` also says what was dropped.
  ///
  /// - Complexity: O(length).
  public init(
    leniently text: String, readingMaxConsecutiveAs reading: MaxConsecutiveReading = .repeats
  ) {
    self = ReferenceReading(of: text).rules
    maxConsecutiveReading = reading
  }

  private static func strictReading(of text: String) -> PolicyReading {
    PolicyReading(rulesString: Array(text.utf8), name: "", file: "<rules>")
  }
}
