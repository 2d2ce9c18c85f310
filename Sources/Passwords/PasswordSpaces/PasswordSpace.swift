public import BigInt
public import PasswordPolicies

/// The passwords that a policy permits: their exact number, what each rule costs, and random ones.
///
///     let space = PasswordSpace(try PasswordRules(parsing: "minlength: 8; required: digit;"))
///     try space.count(length: 8)               // 100000000
///     try space.bits(length: 8)                // 26.57…
///     var random = SystemRandomNumberGenerator()
///     try space.generate(using: &random)       // each password equally likely
///
/// Every number is exact, or the method throws.
public struct PasswordSpace: Sendable {
  /// The characters that are counted and drawn.
  public let alphabet: Alphabet
  private let policy: Policy

  /// The characters of which passwords consist.
  public enum Alphabet: String, Hashable, Sendable, CaseIterable {
    /// The 95 printable ASCII characters, as far as the rules permit them: what every keyboard has.
    case asciiPrintable = "ascii-printable"
    /// All characters that the rules permit, which may be all of Unicode.
    case permitted
  }

  private var compared: ComparisonAlphabet { alphabet == .permitted ? .policy : .ascii }

  /// Makes the space of rules.
  public init(_ rules: PasswordRules, alphabet: Alphabet = .asciiPrintable) {
    self.alphabet = alphabet
    policy = rules.policy
  }

  /// Makes the space of a policy, without the rules that it does not judge.
  public init(_ policy: PasswordPolicy, alphabet: Alphabet = .asciiPrintable) {
    self.alphabet = alphabet
    self.policy = policy.judged
  }

  /// The number of passwords of one length, in code points.
  ///
  /// - Throws: ``KeyspaceProblem`` if an exact number cannot be computed.
  public func count(length: Int) throws(KeyspaceProblem) -> BigUInt {
    try count(lengths: length...length)
  }

  /// The number of passwords of all these lengths together.
  ///
  /// - Throws: ``KeyspaceProblem`` if an exact number cannot be computed.
  public func count(lengths: ClosedRange<Int>) throws(KeyspaceProblem) -> BigUInt {
    var keyspace = try Keyspace(policy, repertoire: compared.repertoire)
    return try keyspace.total(lengths: lengths)
  }

  /// The logarithm to base 2 of the number of passwords of one length; nil if there are none.
  ///
  /// - Throws: ``KeyspaceProblem`` if an exact number cannot be computed.
  public func bits(length: Int) throws(KeyspaceProblem) -> Double? {
    try count(length: length).bits
  }

  /// The bits that each rule takes at one length, which must not be below 0, of those that strings
  /// of printable ASCII have.
  ///
  /// - Throws: ``KeyspaceProblem`` if an exact number cannot be computed.
  public func costs(length: Int) throws(KeyspaceProblem) -> RuleCosts {
    precondition(length >= 0, "a length is at least 0")
    var counter = KeyspaceCounter(comparing: compared)
    return try RuleCosts(policy, length: length, &counter)
  }

  /// The length of generated passwords if none is given: the shortest permitted one from the policy's
  /// minimum on, or from 16 on if there is no minimum; nil if no password meets the policy.
  ///
  /// - Throws: ``KeyspaceProblem`` if an exact number cannot be computed.
  public func lengthToDraw() throws(KeyspaceProblem) -> Int? {
    var keyspace = try Keyspace(policy, repertoire: compared.repertoire)
    return try keyspace.lengthToDraw(in: LengthRange(policy))
  }

  /// Prepares to generate passwords of these lengths, in code points, or of ``lengthToDraw()``.
  ///
  /// - Throws: ``KeyspaceProblem`` if no password meets the policy, or if counting takes too much.
  public func generator(
    lengths: ClosedRange<Int>? = nil
  ) throws(KeyspaceProblem) -> PasswordGenerator {
    var wanted = lengths
    if wanted == nil, let length = try lengthToDraw() { wanted = length...length }
    guard let wanted, wanted.upperBound >= 0 else { throw .noPassword }
    let generator = try PasswordGenerator(
      policy, lengths: max(0, wanted.lowerBound)...wanted.upperBound,
      repertoire: compared.repertoire)
    if generator.isEmpty { throw .noPassword }
    return generator
  }

  /// A random password of this length, in code points, or of ``lengthToDraw()``; each with the same
  /// probability.
  ///
  /// For many passwords, keep a ``generator(lengths:)``.
  ///
  /// - Throws: ``KeyspaceProblem`` if no password meets the policy, or if counting takes too much.
  public func generate(
    length: Int? = nil, using random: inout some RandomNumberGenerator
  ) throws(KeyspaceProblem) -> String {
    try generator(lengths: length.map { $0...$0 }).next(using: &random)
  }
}

extension PasswordRules {
  /// A random password that complies, of printable ASCII, of this length in code points; see
  /// ``PasswordSpace/generate(length:using:)``.
  ///
  ///     var random = SystemRandomNumberGenerator()
  ///     try rules.generate(using: &random)
  ///
  /// - Throws: ``KeyspaceProblem`` if no password meets the policy, or if counting takes too much.
  public func generate(
    length: Int? = nil, using random: inout some RandomNumberGenerator
  ) throws(KeyspaceProblem) -> String {
    try PasswordSpace(self).generate(length: length, using: &random)
  }
}
