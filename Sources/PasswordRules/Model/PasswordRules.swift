/// One policy in Apple's Password Rules language, as a value.
///
///     let rules = try PasswordRules(parsing: "minlength: 8; required: lower; required: digit;")
///     rules.isSatisfied(by: "correct7")   // true
///     rules.violations(in: "correct")     // minlength and the second required rule
///
///     let same: PasswordRules = [.minLength(8), .required(.lower), .required(.digit)]
///     same == rules                        // true
///
/// Repeated rules are merged as Apple's own parser merges them: the largest minimum and the
/// smallest maximum count, a number of 0 has no effect, all `allowed` rules become one, `required`
/// rules stay separate and in order. Every other type of this library is a member of this one, so a
/// qualified name such as `PasswordRules.Rule` means the same with and without the module's name in
/// front.
public struct PasswordRules: Hashable, Sendable {
  /// For each class, at least one character must be in it; an empty class demands nothing.
  ///
  /// In the order written, with duplicates, so that an index identifies a rule.
  public let required: [CharacterClass]
  /// The characters permitted: those of the required and the allowed classes, or printable ASCII if
  /// there are neither.
  public let permitted: CharacterClass
  /// Fewest code points; at least 1, nil if there is no such rule.
  public let minLength: Int?
  /// Most code points; at least 1.
  public let maxLength: Int?
  /// Longest permitted run; at least 1.
  ///
  /// ``MaxConsecutiveReading`` defines a run.
  public let maxConsecutive: Int?
  /// Longest run of one repeated code point; at least 1.
  public let maxRepeating: Int?
  /// Longest stretch through a–z, A–Z or 0–9, up or down; at least 1.
  public let maxSequential: Int?
  /// The rules before merging, for ``deleting(_:)``; they do not affect equality.
  let lines: Lines

  /// The rules as written, and how their classes are united.
  enum Lines: Sendable {
    /// United so that every class counts.
    case rules([Rule])
    /// United as in Apple's parser, where only the first large class counts.
    case reference([ReferenceRule])
  }

  /// Makes the policy that all these rules form together.
  public init(_ rules: some Sequence<Rule>) {
    self.init(rules, permitted: nil)
  }

  /// Makes a policy with a given permitted set, for readers that combine classes differently.
  ///
  /// `lines` are the rules as written, if they differ from `rules`.
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

  /// The stricter of two limits; 0 and less have no effect.
  private static func stricter(_ limit: Int?, _ number: Int, _ pick: (Int, Int) -> Int) -> Int? {
    number > 0 ? limit.map { pick($0, number) } ?? number : limit
  }

  /// The rules in normal order: required, allowed, run limits, lengths.
  ///
  /// `allowed` is present only if it permits more than the required classes do, and holds only the
  /// additional characters, unless the whole has a name.
  public var rules: [Rule] { rules(allowing: addition) }

  /// The rules in normal order, with the whole permitted set written out.
  package var rulesInFull: [Rule] { rules(allowing: permitted) }

  private func rules(allowing allowed: CharacterClass?) -> [Rule] {
    let required = required.map(Rule.required)
    let allowed = allowed.map { [Rule.allowed($0)] } ?? []
    // Apple's parser permits only the first of two large classes, so that one comes first.
    let overruled = largeRequired.map { $0 != permitted } ?? false
    return (overruled ? allowed + required : required + allowed) + limits
  }

  /// The `allowed` rule needed for reading back the same permitted set.
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

  /// The rules that are limits.
  var limits: [Rule] {
    [
      maxConsecutive.map(Rule.maxConsecutive), maxRepeating.map(Rule.maxRepeating),
      maxSequential.map(Rule.maxSequential), minLength.map(Rule.minLength),
      maxLength.map(Rule.maxLength),
    ].compactMap(\.self)
  }
}

extension PasswordRules: ExpressibleByArrayLiteral {
  /// Makes the policy that all these rules form together.
  public init(arrayLiteral rules: Rule...) { self.init(rules) }
}

extension PasswordRules {
  /// What `max-consecutive` limits; its authors left it open, and later split it in two.
  public enum MaxConsecutiveReading: String, Hashable, Sendable, CaseIterable {
    /// Runs of one repeated character, as in the original proposal and every other reader.
    case repeats
    /// Those and also stretches such as `abc` or `321`: Apple's reading since September 2026.
    case repeatsAndSequences = "repeats-and-sequences"
  }
}
