/// Rules that must all hold: a policy, or one alternative of it.
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
/// separate and in order. Of the rules that Apple's language lacks, those on a single number are
/// merged in the same way, and the ``others`` stay separate.
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
  /// The rules that Apple's language lacks, in the order of reports.
  public let others: [Rule]
  /// The meaning of `max-consecutive`; counts as part of the value only if there is such a rule.
  ///
  ///     var rules: PasswordRules = [.maxConsecutive(2)]
  ///     rules.maxConsecutiveReading = .repeatsAndSequences
  ///     rules.isSatisfied(by: "abc")   // false
  public var maxConsecutiveReading = MaxConsecutiveReading.repeats
  /// The bounds of Apple's language, without those that have no effect.
  private let bounds: [Keyword: Bound]
  /// The rules of Apple's language before merging, for ``replacing(_:with:)``; they do not affect
  /// equality.
  let lines: Lines

  /// The rules as written, with the way in which their classes are united.
  enum Lines: Sendable {
    /// Every class counts.
    case rules([Rule])
    /// As in Apple's parser, only the first large class counts.
    case reference([ReferenceRule])
  }

  /// The fewest code points; at least 1, nil if there is no such rule.
  public var minLength: Int? { bounds[.minLength]?.bounds.lowerBound }
  /// The most code points; at least 1, nil if there is no such rule.
  public var maxLength: Int? { bounds[.maxLength]?.bounds.upperBound }
  /// The longest permitted run; at least 1, nil if there is no such rule.
  ///
  /// ``MaxConsecutiveReading`` defines a run.
  public var maxConsecutive: Int? { bounds[.maxConsecutive]?.bounds.upperBound }
  /// The longest permitted run of one code point; at least 1, nil if there is no such rule.
  public var maxRepeating: Int? { bounds[.maxRepeating]?.bounds.upperBound }
  /// The longest permitted stretch through a–z, A–Z or 0–9, up or down; at least 1, nil if there is
  /// no such rule.
  public var maxSequential: Int? { bounds[.maxSequential]?.bounds.upperBound }

  /// Makes the policy that consists of all these rules.
  public init(_ rules: some Sequence<Rule>) {
    self.init(rules, permitted: nil)
  }

  /// Makes a policy with a given permitted set, for readers that combine classes differently.
  ///
  /// `lines` are the rules of Apple's language as written, if they differ from `rules`.
  init(
    _ rules: some Sequence<Rule>, permitted dictated: CharacterClass?, lines: Lines? = nil
  ) {
    self.lines = lines ?? .rules(rules.filter(\.word.isApples))
    var required: [CharacterClass] = []
    var allowed = CharacterClass.none
    var bounds: [Keyword: Bound] = [:]
    var others: [Rule] = []
    for rule in rules {
      switch rule.kind {
      case .required(let set): required.append(set)
      case .allowed(let set): allowed = allowed.union(set)
      case .bound(let bound):
        if bound.isIdle { continue }
        if bound.characters != nil {
          others.append(rule)
        } else {
          bounds[bound.keyword] = bounds[bound.keyword]?.narrowed(by: bound) ?? bound
        }
      default: others.append(rule)
      }
    }
    let named = required.reduce(allowed) { $0.union($1) }
    self.required = required
    permitted = dictated ?? (named.isEmpty ? .asciiPrintable : named)
    self.bounds = bounds.filter { $0.key.isApples }
    others += bounds.values.filter { !$0.keyword.isApples }.map { Rule(.bound($0)) }
    self.others = others.enumerated().sorted {
      (Self.rank($0.element), $0.offset) < (Self.rank($1.element), $1.offset)
    }.map(\.element)
  }

  private static func rank(_ rule: Rule) -> Int { ranks[rule.name] ?? ranks.count }

  private static let ranks = Dictionary(
    uniqueKeysWithValues: Keyword.allCases.flatMap(\.names).enumerated().map { ($1, $0) })

  /// All rules in normal order: required, allowed, run limits, lengths, and those that Apple's
  /// language lacks.
  ///
  /// Contains `allowed` only if it permits more than the required classes do. It then holds only
  /// the additional characters, unless all permitted characters together have a name.
  public var rules: [Rule] { apples(allowing: addition) + others }

  /// The rules of Apple's language in normal order, with all permitted characters written out if
  /// they are wanted in full.
  package func apples(inFull: Bool) -> [Rule] { apples(allowing: inFull ? permitted : addition) }

  private func apples(allowing allowed: CharacterClass?) -> [Rule] {
    let required = required.map(Rule.required)
    let allowed = allowed.map { [Rule.allowed($0)] } ?? []
    // Apple's parser permits only the first of two large classes, so the permitted one comes first.
    let overruled = largeRequired.map { $0 != permitted } ?? false
    return (overruled ? allowed + required : required + allowed) + limits
  }

  /// Everything that it says, in the order of reports.
  var stated: [Rule] {
    func rules(_ keywords: Keyword...) -> [Rule] {
      keywords.compactMap { bounds[$0].map { Rule(.bound($0)).reading(maxConsecutiveReading) } }
    }
    return rules(.minLength, .maxLength) + required.map(Rule.required) + [.allowed(permitted)]
      + rules(.maxConsecutive, .maxRepeating, .maxSequential) + others
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

  /// The rules of Apple's language that are limits.
  package var limits: [Rule] { Keyword.ofApple.compactMap { bounds[$0].map { Rule(.bound($0)) } } }

  /// The meaning of `max-consecutive`, which its authors left open and later split into two rules.
  public enum MaxConsecutiveReading: String, Hashable, Sendable, CaseIterable, Codable {
    /// Runs of one character, as in the original proposal and every other reader.
    case repeats
    /// These and also stretches such as `abc` or `321`: Apple's reading since September 2026.
    case repeatsAndSequences = "repeats-and-sequences"
  }

  /// The rules with another one in place of one, or without it; nil if there is neither.
  ///
  /// Reads the text again with that line changed. So deleting a class also removes its characters,
  /// unless another rule permits them; if no class is left, printable ASCII is permitted:
  ///
  ///     let rules: PasswordRules = [.required(.upper), .allowed(.lower, .digit)]
  ///     rules.replacing("required[0]", with: nil)  // allowed: lower, digit;
  ///
  /// If rules such as two `allowed` were merged, all their lines are replaced.
  package func replacing(_ rule: RuleID, with new: Rule?) -> PasswordRules? {
    var replaced: PasswordRules?
    if Keyword(rawValue: rule.name)?.isApples == true {
      switch lines {
      case .rules(let rules):
        replaced = Self.replacing(rule, in: rules, with: new, name: \.keyword)
          .map { PasswordRules($0 + others) }
      case .reference(let rules):
        let new = new.flatMap(ReferenceRule.init)
        replaced = Self.replacing(rule, in: rules, with: new, name: \.name.rawValue)
          .map { PasswordRules($0.merged, others) }
      }
    } else {
      let places = others.indices.filter { others[$0].name == rule.name }
      let index = rule.index ?? 0
      let place = places.indices.contains(index) ? places[index] : others.endIndex
      guard place < others.endIndex || new != nil else { return nil }
      let changed = others[..<place] + [new].compactMap(\.self) + others[place...].dropFirst()
      replaced = PasswordRules(self, Array(changed))
    }
    replaced?.maxConsecutiveReading = maxConsecutiveReading
    return replaced
  }

  /// The rules of Apple's language among some, with others that it lacks.
  package init(_ rules: PasswordRules, _ others: [Rule]) {
    self.init(rules.apples(inFull: false) + others, permitted: rules.permitted, lines: rules.lines)
    maxConsecutiveReading = rules.maxConsecutiveReading
  }

  private static func replacing<Stated>(
    _ rule: RuleID, in rules: [Stated], with new: Stated?, name: (Stated) -> String
  ) -> [Stated]? {
    let named = rules.indices.filter { name(rules[$0]) == rule.name }
    let index = rule.index ?? 0
    // Each required class is a rule of its own; of others, a line may go although others say as much.
    let places =
      rule.name == Keyword.required.rawValue
      ? named.indices.contains(index) ? [named[index]] : [] : named
    guard new != nil || !places.isEmpty else { return nil }
    let (first, gone) = (places.first ?? rules.endIndex, Set(places))
    return rules[..<first] + [new].compactMap(\.self)
      + rules.indices[first...].filter { !gone.contains($0) }.map { rules[$0] }
  }

  /// The name of the rule that bounds the same number as another one, or the name it would have.
  package func id(like rule: Rule) -> RuleID {
    guard let characters = rule.bound?.characters else { return RuleID(rule.name) }
    let fellows = others.filter { $0.word == rule.word }
    let index = fellows.firstIndex { $0.characters == characters }
    return RuleID(rule.name, index ?? fellows.count)
  }

  /// Puts another rule in place of one, or deletes that one.
  package mutating func put(_ rule: RuleID, _ new: Rule?) {
    self = replacing(rule, with: new) ?? self
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
      required: required, permitted: permitted, others: others, bounds: bounds,
      reading: maxConsecutive == nil ? .repeats : maxConsecutiveReading)
  }

  private struct Sayings: Hashable {
    let required: [CharacterClass]
    let permitted: CharacterClass
    let others: [Rule]
    let bounds: [Keyword: Bound]
    let reading: MaxConsecutiveReading
  }
}
