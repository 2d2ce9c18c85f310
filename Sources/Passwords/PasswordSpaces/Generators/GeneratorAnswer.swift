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

    /// What the changed rule asks.
    fileprivate var conditions: [Condition] {
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

/// Answers what policies accept of one generator's passwords; remembers what it counted.
package struct GeneratorJudge: Sendable {
  private var counter: FormCounter
  package var generator: Generator { counter.generator }

  /// - Throws: An error if the generator's form cannot be read or counted.
  package init(_ generator: Generator) throws { counter = try FormCounter(generator) }

  /// One policy, with advice if that is wanted.
  package mutating func answer(_ policy: Policy, advises: Bool = true) -> GeneratorAnswer {
    var uncounted: [String] = []
    for rule in policy.rulesOfAlternatives.joined()
    where rule.isUncounted && !uncounted.contains(rule.stated.keyword) {
      uncounted.append(rule.stated.keyword)
    }
    do throws(KeyspaceProblem) {
      let (share, refusedBy) = try judged(policy)
      return GeneratorAnswer(
        generator: generator, share: share, refusedBy: refusedBy, uncounted: uncounted,
        advice: share.isEnough || !advises ? nil : try advice(policy, refusedBy))
    } catch {
      return GeneratorAnswer(
        generator: generator, share: nil, refusedBy: [],
        uncounted: Self.rules(in: error) + uncounted, advice: nil)
    }
  }

  /// The share that a policy accepts; nil if it cannot be counted, or not in time.
  package mutating func share(of policy: Policy, by deadline: CountingDeadline) -> Share? {
    counter.deadline = deadline
    defer { counter.deadline = CountingDeadline() }
    return try? share(of: policy.constraints)
  }

  /// The characters of the generator that a set lacks, sorted.
  package func characters(beyond set: PasswordRules.CharacterClass) -> String {
    counter.alphabet.subtracting(set.members).text
  }

  /// The share that a policy accepts, and what breaks each rule, without those that nothing breaks.
  ///
  /// Rules that nothing breaks are not counted together with the others, and nothing is where one
  /// refuses everything: few of Apple's policies differ in what is left.
  private mutating func judged(
    _ policy: Policy
  ) throws(KeyspaceProblem) -> (share: Share, refusedBy: [GeneratorAnswer.Refusal]) {
    var refusedBy: [GeneratorAnswer.Refusal] = []
    var alternatives: [Constraints] = []
    for rules in policy.rulesOfAlternatives {
      var (conditions, refusesAll): ([Condition], Bool) = ([], false)
      for rule in rules {
        let refused = try share(of: rule.conditions).others
        if refused.isNone { continue }
        refusedBy.append((rule.id, refused))
        conditions += rule.conditions
        refusesAll = refusesAll || refused.isAll
      }
      if !refusesAll { alternatives.append(Constraints(conditions)) }
    }
    return (try share(of: alternatives), refusedBy)
  }

  private static func rules(in problem: KeyspaceProblem) -> [String] {
    switch problem {
    case .tooManyStates(_, let rules): rules
    case .notTogether(let one, let other): [one, other]
    default: ["or"]
    }
  }

  private mutating func share(of conditions: [Condition]) throws(KeyspaceProblem) -> Share {
    Share(try counter.weight(of: Constraints(conditions)), of: counter.whole)
  }

  private mutating func share(of alternatives: [Constraints]) throws(KeyspaceProblem) -> Share {
    var sum = SignedSum()
    for (constraints, count) in try Alternatives(alternatives, in: .printableASCII).terms {
      sum.add(try counter.weight(of: constraints), times: count)
    }
    return Share(sum.value, of: counter.whole)
  }
}

// Advice.
extension GeneratorJudge {
  /// What a rule may refuse after its change.
  private static let slack = Share(999, of: 1000)
  /// The most sets of changes that are tried before all are made.
  private static let mostSets = 4096

  private mutating func advice(
    _ policy: Policy, _ refusedBy: [GeneratorAnswer.Refusal]
  ) throws(KeyspaceProblem) -> GeneratorAnswer.Advice? {
    var best: GeneratorAnswer.Advice?
    for rules in policy.rulesOfAlternatives {
      var changes: [GeneratorAnswer.Change] = []
      // Rules that refuse much are changed in any case.
      var others: [Int] = []
      for rule in rules {
        guard let refusal = refusedBy.first(where: { $0.rule == rule.id }) else { continue }
        if refusal.share.others.isEnough { others.append(changes.count) }
        changes.append(.init(rule: rule.id, kind: try fix(rule.stated), stated: rule.stated))
      }
      guard let found = try fewest(of: changes, others) else { continue }
      if best.map({ found.changes.count < $0.changes.count }) ?? true { best = found }
    }
    return best
  }

  /// Of the fewest changes after which enough is accepted, those after which most is.
  ///
  /// All but `others` are made.
  private mutating func fewest(
    of changes: [GeneratorAnswer.Change], _ others: [Int]
  ) throws(KeyspaceProblem) -> GeneratorAnswer.Advice? {
    for size in 0...others.count {
      var best: GeneratorAnswer.Advice?
      for more in Self.subsets(of: others, size: size) {
        let chosen = changes.indices.filter { !others.contains($0) || more.contains($0) }
        let share = try share(
          of: changes.indices.flatMap {
            chosen.contains($0) ? changes[$0].conditions : changes[$0].stated.conditions
          })
        if share.isEnough, best.map({ $0.accepted < share }) ?? true {
          best = .init(changes: chosen.map { changes[$0] }, accepted: share)
        }
      }
      if let best { return best }
    }
    return nil
  }

  /// The subsets of a size in the order of their members; none if there are too many.
  private static func subsets(of members: [Int], size: Int) -> [[Int]] {
    if size == members.count { return [members] }
    var sets: [[Int]] = [[]]
    for _ in 0..<size {
      sets = sets.flatMap { set in
        members.filter { $0 > set.last ?? -1 }.map { set + [$0] }
      }
      if sets.count > mostSets { return [] }
    }
    return sets
  }

  /// The least change of a rule after which it refuses at most 1 in 1,000.
  private mutating func fix(
    _ rule: PasswordRules.Rule
  ) throws(KeyspaceProblem) -> GeneratorAnswer.Change.Kind {
    if case .allowed(let set) = rule.kind { return .allow(characters(beyond: set)) }
    guard let bound = rule.bound else { return .drop }
    for value in values(for: bound)
    where try share(of: bound.moved(to: value).conditions) >= Self.slack {
      return .set(value)
    }
    return .drop
  }

  /// The values that a bound may take instead, the nearest first; none for a bound of two numbers.
  ///
  /// Those that cannot change anything are left out.
  private func values(for bound: Bound) -> [Int] {
    let longest = counter.lengths.upperBound
    switch bound.keyword.row.direction {
    case .most: return Array(min(bound.bounds.upperBound, longest) + 1..<longest + 2)
    case .least:
      let floor = [.minClasses: 2, .minUnique: 2][bound.keyword] ?? 1
      return Array((floor..<max(floor, min(bound.bounds.lowerBound, longest + 1))).reversed())
    case .exact, .both: return []
    }
  }
}

extension CodePointSet {
  /// The ASCII characters, sorted.
  var text: String {
    String(decoding: (UInt8(0)..<128).filter { ascii >> UInt128($0) & 1 != 0 }, as: UTF8.self)
  }
}
