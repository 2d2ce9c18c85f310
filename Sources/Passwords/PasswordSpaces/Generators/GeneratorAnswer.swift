package import BigInt
package import PasswordPolicies
import Passwords

/// What share of a generator's passwords a policy accepts, which rules refuse the rest, and the
/// fewest changes after which nearly all are accepted.
package struct GeneratorAnswer: Sendable {
  /// The generator.
  package let generator: Generator
  /// The share that is accepted; nil if it cannot be counted.
  package let share: Share?
  /// The share that breaks each rule, taken alone, in the order of rules; without those that nothing
  /// breaks.
  package let refusedBy: [Refusal]
  /// The rules that are not counted: lists, scores, and what prevents counting.
  package let uncounted: [String]
  /// The advice; nil if enough is accepted, or if no change suffices.
  package let advice: Advice?

  /// What breaks a rule.
  package typealias Refusal = (rule: RuleID, share: Share)

  /// The rule that refuses most.
  package var refusedMost: RuleID? {
    refusedBy.enumerated().max { ($0.element.share, -$0.offset) < ($1.element.share, -$1.offset) }?
      .element.rule
  }

  /// The fewest changes, and the share that is accepted then.
  package struct Advice: Sendable {
    package let changes: [Change]
    package let accepted: Share

    init(changes: [Change], accepted: Share) { (self.changes, self.accepted) = (changes, accepted) }

    /// All changes of several, each rule by the one that refuses least; nil without advice for each, or if they
    /// are about different alternatives.
    ///
    /// No rule refuses more than by any of them alone, so as much is accepted as by the least of them.
    package init?(joining advices: [Advice?], in rules: [RuleID]) {
      let known = advices.compactMap(\.self)
      let changes = Dictionary(grouping: known.flatMap(\.changes), by: \.rule)
      guard known.count == advices.count, let accepted = known.map(\.accepted).min(),
        Set(changes.keys.map(\.alternative)).count == 1
      else { return nil }
      self.init(
        changes: rules.compactMap { changes[$0].flatMap(Change.init(joining:)) },
        accepted: accepted)
    }
  }

  /// The change of a rule.
  package struct Change: Sendable, Hashable {
    package let rule: RuleID
    package let kind: Kind
    /// The rule as it stands.
    package let stated: PasswordRules.Rule

    package enum Kind: Hashable, Sendable {
      /// Also permits these characters.
      case allow(String)
      case set(Int)
      case drop
    }

    /// The change of one rule that permits what any of several permits.
    fileprivate init?(joining changes: [Change]) {
      guard let first = changes.first else { return nil }
      let kinds = changes.map(\.kind)
      let numbers = kinds.compactMap { if case .set(let number) = $0 { number } else { nil } }
      let allowed = kinds.compactMap { if case .allow(let more) = $0 { more } else { nil } }
      let isMost = first.stated.bound?.keyword.row.direction == .most
      let number = isMost ? numbers.max() : numbers.min()
      let characters = CodePointSet(ascii: allowed.joined().utf8).text
      (rule, stated) = (first.rule, first.stated)
      kind = kinds.contains(.drop) ? .drop : number.map { .set($0) } ?? .allow(characters)
    }

    init(rule: RuleID, kind: Kind, stated: PasswordRules.Rule) {
      (self.rule, self.kind, self.stated) = (rule, kind, stated)
    }

    /// What the changed rule asks.
    var conditions: [Condition] {
      switch kind {
      case .allow(let more):
        guard case .allowed(let set) = stated.kind else { return [] }
        return [.only(set.members.union(CodePointSet(ascii: more.utf8)))]
      case .set(let number): return stated.bound?.moved(to: number).conditions ?? []
      case .drop: return []
      }
    }
  }
}

/// An exact share of passwords.
package struct Share: Hashable, Sendable, Comparable {
  /// What is counted, and all.
  package let (part, whole): (BigUInt, BigUInt)

  static let all = Share(1, of: 1)
  static let none = Share(0, of: 1)
  /// Advice is given below this share.
  static let enough = Share(99, of: 100)

  init(_ part: BigUInt, of whole: BigUInt) { (self.part, self.whole) = (part, whole) }

  /// A share in lowest terms.
  init(_ part: Int, of whole: Int) {
    let (part, whole) = (BigUInt(part), BigUInt(whole))
    let common = part.greatestCommonDivisor(with: whole)
    self.init(part / common, of: whole / common)
  }

  /// The rest.
  package var others: Share { Share(whole - part, of: whole) }
  /// The nearest number.
  package var value: Double { part.share(of: whole) }
  package var isAll: Bool { part == whole }
  package var isNone: Bool { part.isZero }
  /// Whether no advice is needed.
  package var isEnough: Bool { self >= .enough }

  package static func < (a: Share, b: Share) -> Bool {
    a.whole == b.whole ? a.part < b.part : a.part * b.whole < b.part * a.whole
  }

  /// The share of a share.
  static func * (a: Share, b: Share) -> Share { Share(a.part * b.part, of: a.whole * b.whole) }
}

extension CodePointSet {
  /// The ASCII characters, sorted.
  var text: String {
    String(decoding: (UInt8(0)..<128).filter { ascii >> UInt128($0) & 1 != 0 }, as: UTF8.self)
  }
}
