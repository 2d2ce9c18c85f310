/// One policy in Apple's Password Rules language, as a value.
///
///     let rules = try PasswordRules(parsing: "minlength: 8; required: lower; required: digit;")
///     rules.isSatisfied(by: "correct7")   // true
///     rules.violations(in: "correct")     // minlength and the second required rule
///
///     let same: PasswordRules = [.minLength(8), .required(.lower), .required(.digit)]
///     same == rules                        // true
///
/// Rules that say the same thing twice are merged as Apple's own parser merges them: the largest
/// minimum and the smallest maximum count, a number of 0 says nothing, all `allowed` rules are one,
/// `required` rules stay apart and in order. Every other type of this library is a member of this
/// one, so a qualified name such as `PasswordRules.Rule` means the same with and without the
/// module's name in front.
public struct PasswordRules: Hashable, Sendable {
  /// For each class, at least one character must be in it; an empty class asks for nothing.
  ///
  /// In the order they were written, duplicates included, so that an index names a rule.
  public let required: [CharacterClass]
  /// What every character must be in: the required and the allowed classes together, or printable
  /// ASCII when there are neither.
  public let permitted: CharacterClass
  /// Fewest code points; at least 1, nil when there is no such rule.
  public let minLength: Int?
  /// Most code points; at least 1.
  public let maxLength: Int?
  /// Longest run that passes; at least 1.
  ///
  /// What a run is, see ``MaxConsecutiveReading``.
  public let maxConsecutive: Int?
  /// Longest run of one repeated code point; at least 1.
  public let maxRepeating: Int?
  /// Longest stretch through a–z, A–Z or 0–9, up or down; at least 1.
  public let maxSequential: Int?
  /// The rules before they were merged, for ``deleting(_:)``; no part of what the policy says.
  let lines: Lines

  /// The rules as they were written, and how they are united.
  enum Lines: Sendable {
    /// A class in any of them counts.
    case rules([Rule])
    /// As Apple's parser unites them, of whose large classes the first counts.
    case reference([ReferenceRule])
  }

  /// Makes the policy that all these rules state together.
  public init(_ rules: some Sequence<Rule>) {
    self.init(rules, permitted: nil)
  }

  /// Makes a policy whose permitted set is dictated, for readers that combine classes differently.
  ///
  /// `lines` are the rules as they were written where these are others than `rules`.
  init(
    _ rules: some Sequence<Rule>, permitted dictated: CharacterClass?, lines: Lines? = nil
  ) {
    self.lines = lines ?? .rules(Array(rules))
    var required: [CharacterClass] = []
    var allowed = CharacterClass.none
    var (minLength, maxLength): (Int?, Int?)
    var (maxConsecutive, maxRepeating, maxSequential): (Int?, Int?, Int?)
    for rule in rules {
      switch rule {
      case .required(let set): required.append(set)
      case .allowed(let set): allowed = allowed.union(set)
      case .minLength(let number): minLength = Self.stricter(minLength, number, max)
      case .maxLength(let number): maxLength = Self.stricter(maxLength, number, min)
      case .maxConsecutive(let number): maxConsecutive = Self.stricter(maxConsecutive, number, min)
      case .maxRepeating(let number): maxRepeating = Self.stricter(maxRepeating, number, min)
      case .maxSequential(let number): maxSequential = Self.stricter(maxSequential, number, min)
      }
    }
    let named = required.reduce(allowed) { $0.union($1) }
    self.required = required
    permitted = dictated ?? (named.isEmpty ? .asciiPrintable : named)
    self.minLength = minLength
    self.maxLength = maxLength
    self.maxConsecutive = maxConsecutive
    self.maxRepeating = maxRepeating
    self.maxSequential = maxSequential
  }

  /// The stricter of two limits; 0 and less say nothing.
  private static func stricter(_ limit: Int?, _ number: Int, _ pick: (Int, Int) -> Int) -> Int? {
    number > 0 ? limit.map { pick($0, number) } ?? number : limit
  }

  /// The rules in normal order: required, allowed, run limits, lengths.
  ///
  /// `allowed` is there only when it adds something to what is required, and holds only what it
  /// adds, unless the whole has a name.
  public var rules: [Rule] { rules(allowing: addition) }

  /// The rules in normal order with the whole permitted set spelled out.
  package var rulesInFull: [Rule] { rules(allowing: permitted) }

  private func rules(allowing allowed: CharacterClass?) -> [Rule] {
    let required = required.map(Rule.required)
    let allowed = allowed.map { [Rule.allowed($0)] } ?? []
    // To Apple's parser the first of two large classes is all that is permitted, so it comes first.
    let overruled = largeRequired.map { $0 != permitted } ?? false
    return (overruled ? allowed + required : required + allowed) + limits
  }

  /// What an `allowed` rule must say so that reading it back gives the same permitted set.
  private var addition: CharacterClass? {
    if let largeRequired { return largeRequired == permitted ? nil : permitted }
    let implied = CharacterClass.union(of: required)
    if permitted == (implied.isEmpty ? .asciiPrintable : implied) { return nil }
    return permitted == .asciiPrintable ? permitted : permitted.subtracting(implied)
  }

  /// The first required class that is printable ASCII or everything.
  private var largeRequired: CharacterClass? {
    required.first { $0 == .asciiPrintable || $0 == .unicode }
  }

  /// The rules that are numbers.
  var limits: [Rule] {
    [
      maxConsecutive.map(Rule.maxConsecutive), maxRepeating.map(Rule.maxRepeating),
      maxSequential.map(Rule.maxSequential), minLength.map(Rule.minLength),
      maxLength.map(Rule.maxLength),
    ].compactMap(\.self)
  }
}

extension PasswordRules: ExpressibleByArrayLiteral {
  /// Makes the policy that all these rules state together.
  public init(arrayLiteral rules: Rule...) { self.init(rules) }
}

extension PasswordRules {
  /// What `max-consecutive` limits; its authors never said, and later split it in two.
  public enum MaxConsecutiveReading: String, Hashable, Sendable, CaseIterable {
    /// Runs of one repeated character, as the original proposal and every other reader have it.
    case repeats
    /// Those, and stretches such as `abc` or `321` too: Apple's reading since September 2026.
    case repeatsAndSequences = "repeats-and-sequences"
  }
}
