package import Auditing
package import Diagnostics
package import PasswordPolicies
package import PasswordSpaces
import Reports

/// The settings for generating passwords that a policy permits.
///
///     let generator = try GenerateSettings(onlyOneOf: policies).prepare { print($0.message) }
///     try generator.generate(20, seed: nil) { bytes in … }
package struct GenerateSettings: Sendable {
  private let policy: Policy
  private let lengths: LengthSettings
  private let alphabet: ComparisonAlphabet?
  private let blocklists: BlocklistSettings
  private let strength: StrengthSettings

  /// Makes settings for the only one of some policies.
  ///
  /// - Parameters:
  ///   - policies: The policies.
  ///   - lengths: The lengths; if none is chosen, passwords have the one that the policy suggests.
  ///   - alphabet: The alphabet; nil for printable ASCII, or for numbering all that the policy
  ///     permits.
  ///   - blocklists: Blocklists that the policy may name.
  ///   - strength: How strength is estimated.
  /// - Throws: ``Problem`` if there are none, or several.
  package init(
    onlyOneOf policies: [Policy], lengths: LengthSettings = LengthSettings(),
    alphabet: ComparisonAlphabet? = nil, blocklists: BlocklistSettings = BlocklistSettings(),
    strength: StrengthSettings = StrengthSettings()
  ) throws {
    try lengths.validate()
    try blocklists.validate()
    guard let policy = policies.first, policies.count == 1 else {
      throw Problem.notOnePolicy(policies.count)
    }
    self.policy = policy
    self.lengths = lengths
    self.alphabet = alphabet
    self.blocklists = blocklists
    self.strength = strength
  }

  /// Refuses what is no number of passwords.
  package static func validate(count: Int) throws(Problem) {
    try Problem.refuse(["--count takes a number from 0, not \(count).": count < 0])
  }

  /// Counts the policy's passwords, and loads its blocklists.
  ///
  /// - Throws: ``Problem`` if there is no password, `KeyspaceProblem` if they cannot be
  ///   counted, ``ProblemsTold`` if a list cannot be read.
  package func prepare(tell: @escaping ProblemHandler) throws -> PreparedGenerator {
    let alphabet = alphabet ?? .ascii
    let range = lengths.range(for: policy)
    guard let drawn = try lengthsToDraw(range, alphabet) else {
      throw Problem.nothingComplies(policy, range, alphabet)
    }
    let generator = try PasswordGenerator(policy, lengths: drawn, repertoire: alphabet.repertoire)
    guard !generator.isEmpty else { throw Problem.nothingComplies(policy, range, alphabet) }
    return PreparedGenerator(
      generator, try GenerateFilter(policy, blocklists, strength, tell: tell))
  }

  /// Numbers all passwords of the policy: each line is a password or a number, and its answer the
  /// other; `-` if there is none.
  ///
  /// - Parameter asksNumbers: Whether lines are passwords.
  /// - Returns: The questions.
  /// - Throws: ``Problem`` if there is no length, `KeyspaceProblem` if they cannot be
  ///   counted.
  package func numbering(ofPasswords asksNumbers: Bool) throws -> LineQuestions {
    let range = lengths.range(for: policy)
    let alphabet = alphabet ?? .policy
    guard let lengths = range.lengths else {
      throw Problem.nothingComplies(policy, range, alphabet)
    }
    let generator = try PasswordGenerator(policy, lengths: lengths, repertoire: alphabet.repertoire)
    return LineQuestions(overLong: OutputFormat.text.overLong()) {
      PasswordNumbering(generator: generator, asksNumbers: asksNumbers)
    }
  }

  /// The chosen lengths, or the policy's suggestion; nil if there is none.
  private func lengthsToDraw(
    _ range: LengthRange, _ alphabet: ComparisonAlphabet
  ) throws(KeyspaceProblem) -> ClosedRange<Int>? {
    if lengths.isChosen { return range.lengths }
    var keyspace = try Keyspace(policy, repertoire: alphabet.repertoire)
    return try keyspace.lengthToDraw(in: range).map { $0...$0 }
  }
}

// Why no password is generated.
extension Problem {
  /// One policy is needed, not this many.
  fileprivate static func notOnePolicy(_ count: Int) -> Problem {
    Problem(
      "not-one-policy", "\(count) policies", expected: "one",
      remedy: "Name one policy with --rules or --preset, and --only for a site.")
  }

  /// No string of these lengths over this alphabet complies with the policy.
  fileprivate static func nothingComplies(
    _ policy: Policy, _ range: LengthRange, _ alphabet: ComparisonAlphabet
  ) -> Problem {
    let reason = policy.unsatisfiable
    return Problem(
      "nothing-complies", at: policy.location,
      reason.map { "no password can meet the policy: \($0)" }
        ?? "no password of \(range.lower) to \(range.upper) characters can meet the policy",
      remedy: reason == nil && alphabet == .ascii
        ? "Only strings of printable ASCII were tried; --alphabet unicode takes all that the policy "
          + "permits. 'audit keyspace' tells the lengths."
        : "See 'audit keyspace' for the lengths that the policy permits.")
  }

  /// Lists or scores refuse so many passwords in a row that none is expected to pass.
  static var allRefused: Problem {
    Problem(
      "all-refused",
      "\(GenerateFilter.mostTries) passwords in a row were refused by a list, a score, or for a line end",
      remedy: "Choose a longer length, or lift 'min-score'.")
  }
}
