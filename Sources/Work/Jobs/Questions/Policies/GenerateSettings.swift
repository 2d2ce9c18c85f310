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
  /// - Throws: ``GenerateProblem`` if there are none, or several.
  package init(
    onlyOneOf policies: [Policy], lengths: LengthSettings = LengthSettings(),
    alphabet: ComparisonAlphabet? = nil, blocklists: BlocklistSettings = BlocklistSettings(),
    strength: StrengthSettings = StrengthSettings()
  ) throws {
    try lengths.validate()
    try blocklists.validate()
    guard let policy = policies.first, policies.count == 1 else {
      throw GenerateProblem.severalPolicies(policies.count)
    }
    self.policy = policy
    self.lengths = lengths
    self.alphabet = alphabet
    self.blocklists = blocklists
    self.strength = strength
  }

  /// Refuses what is no number of passwords.
  package static func validate(count: Int) throws(SettingsProblem) {
    try SettingsProblem.refuse(["--count takes a number from 0, not \(count).": count < 0])
  }

  /// Counts the policy's passwords, and loads its blocklists.
  ///
  /// - Throws: ``GenerateProblem`` if there is no password, `KeyspaceProblem` if they cannot be
  ///   counted, ``ProblemsTold`` if a list cannot be read.
  package func prepare(tell: @escaping ProblemHandler) throws -> PreparedGenerator {
    let alphabet = alphabet ?? .ascii
    let range = lengths.range(for: policy)
    guard let drawn = try lengthsToDraw(range, alphabet) else {
      throw GenerateProblem.impossible(policy, range, alphabet)
    }
    let generator = try PasswordGenerator(
      policy, lengths: drawn, repertoire: alphabet.repertoire)
    guard !generator.isEmpty else { throw GenerateProblem.impossible(policy, range, alphabet) }
    return PreparedGenerator(
      generator, try GenerateFilter(policy, blocklists, strength, tell: tell))
  }

  /// Numbers all passwords of the policy: each line is a password or a number, and its answer the
  /// other; `-` if there is none.
  ///
  /// - Parameter asksNumbers: Whether lines are passwords.
  /// - Returns: The questions.
  /// - Throws: ``GenerateProblem`` if there is no length, `KeyspaceProblem` if they cannot be
  ///   counted.
  package func numbering(ofPasswords asksNumbers: Bool) throws -> LineQuestions {
    let range = lengths.range(for: policy)
    let alphabet = alphabet ?? .policy
    guard let lengths = range.lengths else {
      throw GenerateProblem.impossible(policy, range, alphabet)
    }
    let generator = try PasswordGenerator(
      policy, lengths: lengths, repertoire: alphabet.repertoire)
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

/// The reason why no password is generated.
enum GenerateProblem: Diagnosable {
  /// One policy is needed, not this many.
  case severalPolicies(Int)
  /// No string of these lengths over this alphabet complies with the policy.
  case impossible(Policy, LengthRange, ComparisonAlphabet)
  /// Lists or scores refuse so many passwords in a row that none is expected to pass.
  case allRefused

  var location: Location? {
    if case .impossible(let policy, _, _) = self { policy.location } else { nil }
  }

  var found: String {
    switch self {
    case .severalPolicies(let count): "\(count) policies"
    case .impossible(let policy, let range, _):
      policy.unsatisfiable.map { "no password can comply: \($0)" }
        ?? "no password of \(range.lower) to \(range.upper) characters can comply"
    case .allRefused:
      "\(GenerateFilter.mostTries) passwords in a row were refused by a list, a score, or for a line end"
    }
  }

  var expected: String? {
    if case .severalPolicies = self { "one" } else { nil }
  }

  var remedy: String? {
    switch self {
    case .severalPolicies: "Name one policy with --rules or --preset, and --only for a site."
    case .impossible(let policy, _, .ascii) where policy.unsatisfiable == nil:
      "Only strings of printable ASCII were tried; --alphabet unicode takes all that the policy "
        + "permits. 'audit keyspace' tells the lengths."
    case .impossible: "See 'audit keyspace' for the lengths that the policy permits."
    case .allRefused: "Choose a longer length, or lift 'min-score'."
    }
  }
}
