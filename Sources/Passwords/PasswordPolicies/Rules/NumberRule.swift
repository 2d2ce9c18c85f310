package import Passwords

/// A rule that bounds one fact by one number.
package protocol NumberRule: PolicyRule {
  /// The fact that it bounds.
  static var fact: Fact { get }
  /// Whether the number is the least; otherwise it is the most.
  static var isMinimum: Bool { get }
  /// The numbers that a policy may write; nil for all.
  static var range: ClosedRange<Int>? { get }

  /// The bound; at least 1.
  var number: Int { get }
  /// Bounds the fact by a number; at least 1.
  init(_ number: Int)
}

extension NumberRule {
  package static var isMinimum: Bool { false }
  package static var range: ClosedRange<Int>? { nil }
  package var value: String { String(number) }
  package var conditions: [Condition] {
    [Self.isMinimum ? .fact(Self.fact, atLeast: number) : .fact(Self.fact, atMost: number)]
  }
}

extension Policy.Alternative {
  /// The number of a rule that Apple's language lacks; nil if there is no such rule.
  package func number(of rule: any NumberRule.Type) -> Int? {
    (extras.first { $0.name == rule.keyword } as? any NumberRule)?.number
  }
}

extension NumberRule where Self: ExtraRule {
  /// Reads a number; of repeated rules, the stricter one counts, and 0 has no effect.
  static func read(_ reader: inout StrictReader) -> Bool {
    let start = reader.scanner.position
    let mayBeZero = range?.contains(0) ?? false
    guard let number = reader.number(keyword, mayBeZero: mayBeZero) else { return false }
    if let range, !reader.within(range, number, keyword, at: start) { return true }
    reader.note(number, of: keyword, isMinimum: isMinimum, at: start)
    guard number > 0 else { return true }
    let earlier = (reader.draft.single[keyword] as? Self)?.number ?? number
    reader.draft.single[keyword] = Self(isMinimum ? max(number, earlier) : min(number, earlier))
    return true
  }
}
