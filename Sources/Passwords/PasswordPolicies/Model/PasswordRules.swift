/// One policy in Apple's Password Rules language, as a value.
///
///     let rules = try PasswordRules(parsing: "minlength: 8; required: lower; required: digit;")
///     rules.isSatisfied(by: "correct7")   // true
///     rules.violations(in: "correct")     // minlength and the second required rule
///
///     let same: PasswordRules = [.minLength(8), .required(.lower), .required(.digit)]
///     same == rules                        // true
///
/// Repeated rules are merged like in Apple's parser: the largest minimum and the smallest maximum
/// count, a number of 0 has no effect, all `allowed` rules become one, `required` rules stay
/// separate and in order.
///
/// Its ``description`` can be read back, and as `Codable` it is stored as this text. To check many
/// passwords, compile it once: ``compiled()``.
public struct PasswordRules: Hashable, Sendable {
  /// The required classes: at least one character must be in each.
  ///
  /// An empty class demands nothing.
  ///
  /// In the order of the text, with duplicates, so that an index identifies a rule.
  public let required: [CharacterClass]
  /// The permitted characters: the characters of the required and allowed classes, or printable
  /// ASCII if there are no classes.
  public let permitted: CharacterClass
  /// The fewest code points; at least 1, nil if there is no such rule.
  public let minLength: Int?
  /// The most code points; at least 1, nil if there is no such rule.
  public let maxLength: Int?
  /// The longest permitted run; at least 1, nil if there is no such rule.
  ///
  /// ``MaxConsecutiveReading`` defines a run.
  public let maxConsecutive: Int?
  /// The longest permitted run of one code point; at least 1, nil if there is no such rule.
  public let maxRepeating: Int?
  /// The longest permitted stretch through a–z, A–Z or 0–9, up or down; at least 1, nil if there is
  /// no such rule.
  public let maxSequential: Int?
  /// The meaning of `max-consecutive`; counts as part of the value only if there is such a rule.
  ///
  ///     var rules: PasswordRules = [.maxConsecutive(2)]
  ///     rules.maxConsecutiveReading = .repeatsAndSequences
  ///     rules.isSatisfied(by: "abc")   // false
  public var maxConsecutiveReading = MaxConsecutiveReading.repeats
  /// The rules before merging, for ``replacing(_:with:)``; they do not affect equality.
  let lines: Lines

  /// The rules as written, with the way in which their classes are united.
  enum Lines: Sendable {
    /// Every class counts.
    case rules([Rule])
    /// As in Apple's parser, only the first large class counts.
    case reference([ReferenceRule])
  }

  /// Makes the policy that consists of all these rules.
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

  /// The stricter of two limits; numbers below 1 have no effect.
  private static func stricter(_ limit: Int?, _ number: Int, _ pick: (Int, Int) -> Int) -> Int? {
    number > 0 ? limit.map { pick($0, number) } ?? number : limit
  }

  /// The rules in normal order: required, allowed, run limits, lengths.
  ///
  /// Contains `allowed` only if it permits more than the required classes do. It then holds only
  /// the additional characters, unless all permitted characters together have a name.
  public var rules: [Rule] { rules(allowing: addition) }

  /// The rules in normal order, with all permitted characters written out.
  package var rulesInFull: [Rule] { rules(allowing: permitted) }

  private func rules(allowing allowed: CharacterClass?) -> [Rule] {
    let required = required.map(Rule.required)
    let allowed = allowed.map { [Rule.allowed($0)] } ?? []
    // Apple's parser permits only the first of two large classes, so the permitted one comes first.
    let overruled = largeRequired.map { $0 != permitted } ?? false
    return (overruled ? allowed + required : required + allowed) + limits
  }

  /// The `allowed` rule that is needed to read back the same permitted set.
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
  package var limits: [Rule] {
    [
      maxConsecutive.map(Rule.maxConsecutive), maxRepeating.map(Rule.maxRepeating),
      maxSequential.map(Rule.maxSequential), minLength.map(Rule.minLength),
      maxLength.map(Rule.maxLength),
    ].compactMap(\.self)
  }

  /// The meaning of `max-consecutive`, which its authors left open and later split into two rules.
  public enum MaxConsecutiveReading: String, Hashable, Sendable, CaseIterable, Codable {
    /// Runs of one character, as in the original proposal and every other reader.
    case repeats
    /// These and also stretches such as `abc` or `321`: Apple's reading since September 2026.
    case repeatsAndSequences = "repeats-and-sequences"
  }

  /// A rule as the text of a policy states it.
  package enum Line: Hashable, Sendable {
    /// The `required` rule with this number, from 0.
    case required(Int)
    /// All rules with this name.
    case all(Rule.Name)
  }

  /// The policy with another rule in place of one line of its text, or without it; nil if there is
  /// neither such a line nor another rule.
  ///
  /// Reads the text again with that change. So deleting a class also removes its characters, unless
  /// another rule permits them; if no class is left, printable ASCII is permitted:
  ///
  ///     let rules: PasswordRules = [.required(.upper), .allowed(.lower, .digit)]
  ///     rules.replacing(.required(0), with: nil)  // allowed: lower, digit;
  ///
  /// If rules such as two `allowed` were merged, all their lines are replaced.
  package func replacing(_ line: Line, with rule: Rule?) -> PasswordRules? {
    var replaced =
      switch lines {
      case .rules(let rules):
        Self.replacing(line, in: rules, with: rule, name: \.name).map { PasswordRules($0) }
      case .reference(let rules):
        Self.replacing(line, in: rules, with: rule.map(ReferenceRule.init), name: \.name)?.merged
      }
    replaced?.maxConsecutiveReading = maxConsecutiveReading
    return replaced
  }

  private static func replacing<Stated>(
    _ line: Line, in rules: [Stated], with new: Stated?, name: (Stated) -> Rule.Name
  ) -> [Stated]? {
    var number = -1
    let places = rules.indices.filter { place in
      if name(rules[place]) == .required { number += 1 }
      switch line {
      case .required(let index): return name(rules[place]) == .required && number == index
      case .all(let replaced): return name(rules[place]) == replaced
      }
    }
    guard new != nil || !places.isEmpty else { return nil }
    let (first, gone) = (places.first ?? rules.endIndex, Set(places))
    return rules[..<first] + [new].compactMap(\.self)
      + rules.indices[first...].filter { !gone.contains($0) }.map { rules[$0] }
  }
}

extension PasswordRules: ExpressibleByArrayLiteral {
  /// Makes the policy that consists of all these rules.
  public init(arrayLiteral rules: Rule...) { self.init(rules) }
}

// Policies are equal if they mean the same, in whatever form they are written.
extension PasswordRules {
  /// Whether two policies mean the same.
  ///
  /// Redundant rules do not count, nor does the order of rules other than `required`.
  public static func == (a: PasswordRules, b: PasswordRules) -> Bool { a.sayings == b.sayings }

  /// Feeds the meaning of the policy to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(sayings) }

  private var sayings: Sayings {
    Sayings(
      required: required, permitted: permitted,
      numbers: [minLength, maxLength, maxConsecutive, maxRepeating, maxSequential],
      reading: maxConsecutive == nil ? .repeats : maxConsecutiveReading)
  }

  private struct Sayings: Hashable {
    let required: [CharacterClass]
    let permitted: CharacterClass
    let numbers: [Int?]
    let reading: MaxConsecutiveReading
  }
}
