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
  package let refusedBy: [(rule: RuleID, share: Share)]
  /// The rules that are not counted: lists, scores, and what prevents counting.
  package let uncounted: [String]
  /// The advice; nil if at least ``enough`` is accepted, or if no change suffices.
  package let advice: Advice?

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
  }

  /// Advice is given below this share.
  static let enough = (part: BigUInt(99), whole: BigUInt(100))
}

/// An exact share of passwords.
package struct Share: Hashable, Sendable, Comparable {
  /// What is counted, and all.
  package let (part, whole): (BigUInt, BigUInt)

  init(_ part: BigUInt, of whole: BigUInt) { (self.part, self.whole) = (part, whole) }

  /// The rest.
  package var others: Share { Share(whole - part, of: whole) }
  /// The nearest number.
  package var value: Double { part.nearestShare(of: whole) }
  package var isAll: Bool { part == whole }
  package var isNone: Bool { part.isZero }

  package static func < (a: Share, b: Share) -> Bool {
    a.whole == b.whole ? a.part < b.part : a.part * b.whole < b.part * a.whole
  }

  /// Whether no advice is needed.
  package var isEnough: Bool { isAtLeast(GeneratorAnswer.enough) }

  /// Whether it is at least so many of so many.
  func isAtLeast(_ bound: (part: BigUInt, whole: BigUInt)) -> Bool {
    part * bound.whole >= bound.part * whole
  }
}

/// Answers what policies accept of one generator's passwords; remembers what it counted.
package struct GeneratorJudge: Sendable {
  private var counter: FormCounter
  package var generator: Generator { counter.generator }

  package init(_ generator: Generator) throws(KeyspaceProblem) {
    counter = try FormCounter(generator)
  }

  /// One policy.
  package mutating func answer(_ policy: Policy) -> GeneratorAnswer {
    let lists = policy.rulesOfAlternatives.joined().filter(\.isUncounted).map(\.stated.keyword)
    var uncounted: [String] = []
    for keyword in lists where !uncounted.contains(keyword) { uncounted.append(keyword) }
    do throws(KeyspaceProblem) {
      let (share, refusedBy) = try judged(policy)
      let refused = Dictionary(refusedBy.map { ($0.rule, $0.share) }) { first, _ in first }
      return GeneratorAnswer(
        generator: generator, share: share, refusedBy: refusedBy, uncounted: uncounted,
        advice: share.isEnough ? nil : try advice(policy, refused))
    } catch {
      return GeneratorAnswer(
        generator: generator, share: nil, refusedBy: [],
        uncounted: Self.rules(in: error) + uncounted, advice: nil)
    }
  }

  /// The share that a policy accepts; nil if it cannot be counted, or not in time.
  package func share(of policy: Policy, by deadline: CountingDeadline) -> Share? {
    var judge = self
    judge.counter.deadline = deadline
    return try? judge.share(of: policy.constraints)
  }

  /// Why a policy never accepts anything: the first rule that refuses everything.
  ///
  /// Nil if something is accepted, or nobody can count it; without a rule if several do it together.
  package mutating func refusal(by policy: Policy) -> Refusal? {
    guard let (share, refusedBy) = try? judged(policy), share.isNone else { return nil }
    let all = refusedBy.first(where: \.share.isAll)?.rule
    return Refusal(generator: generator, rule: policy.rules.first { $0.id == all })
  }

  /// That a policy refuses everything that a generator makes.
  package struct Refusal: Sendable {
    package let generator: Generator
    package let rule: Policy.Rule?

    /// The characters of the generator that the rule does not permit, sorted; nil for another rule.
    package var notPermitted: String? {
      guard case .allowed(let set)? = rule?.stated.kind else { return nil }
      return generator.alphabet.subtracting(set.members).text
    }
  }

  /// The share that a policy accepts, and what breaks each rule, without those that nothing breaks.
  ///
  /// Rules that nothing breaks are not counted together with the others, and nothing is where one
  /// refuses everything: few of Apple's policies differ in what is left.
  private mutating func judged(
    _ policy: Policy
  ) throws(KeyspaceProblem) -> (share: Share, refusedBy: [(rule: RuleID, share: Share)]) {
    var refusedBy: [(rule: RuleID, share: Share)] = []
    var alternatives: [Constraints] = []
    for rules in policy.rulesOfAlternatives {
      var (conditions, refusesAll): ([Condition], Bool) = ([], false)
      for rule in rules {
        let refused = try share(of: [Constraints(rule.conditions)]).others
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

  private mutating func share(of alternatives: [Constraints]) throws(KeyspaceProblem) -> Share {
    if alternatives.count == 1 {
      return Share(try counter.weight(of: alternatives[0]), of: counter.whole)
    }
    if alternatives.isEmpty { return Share(0, of: counter.whole) }
    var sum = SignedSum()
    for (constraints, count) in try Alternatives(alternatives, in: .printableASCII).terms {
      sum.add(try counter.weight(of: constraints), times: count)
    }
    return Share(sum.value, of: counter.whole)
  }
}

// Advice.
extension GeneratorJudge {
  /// A rule that refuses something, and what it becomes.
  private struct Weak {
    /// What it asks as it stands, and once it is changed.
    let asked: [Condition]
    let change: GeneratorAnswer.Change
    let conditions: [Condition]
    /// Whether it is changed in any case.
    let isDecisive: Bool
  }

  private static let slack = (part: BigUInt(999), whole: BigUInt(1000))
  /// The most sets of changes that are tried before all are made.
  private static let mostSets = 4096

  private mutating func advice(
    _ policy: Policy, _ refused: [RuleID: Share]
  ) throws(KeyspaceProblem) -> GeneratorAnswer.Advice? {
    var best: GeneratorAnswer.Advice?
    for rules in policy.rulesOfAlternatives {
      var weak: [Weak] = []
      for rule in rules {
        guard let share = refused[rule.id], !share.isNone else { continue }
        let (kind, conditions) = try fix(rule.stated)
        weak.append(
          Weak(
            asked: rule.conditions,
            change: .init(rule: rule.id, kind: kind, stated: rule.stated),
            conditions: conditions,
            isDecisive: !share.others.isEnough))
      }
      guard let found = try fewest(of: weak) else { continue }
      if best == nil || found.changes.count < best?.changes.count ?? 0 { best = found }
    }
    return best
  }

  /// Of the fewest changes after which enough is accepted, those after which most is.
  private mutating func fewest(
    of weak: [Weak]
  ) throws(KeyspaceProblem) -> GeneratorAnswer.Advice? {
    let others = weak.indices.filter { !weak[$0].isDecisive }
    for size in 0...others.count {
      var best: GeneratorAnswer.Advice?
      for more in Self.subsets(of: others, size: size) {
        let chosen = weak.indices.filter { weak[$0].isDecisive || more.contains($0) }
        var conditions = weak.map(\.asked)
        for index in chosen { conditions[index] = weak[index].conditions }
        let share = try share(of: [Constraints(conditions.joined())])
        if share.isEnough, best.map({ $0.accepted < share }) ?? true {
          best = .init(changes: chosen.map { weak[$0].change }, accepted: share)
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

  /// The least change of a rule after which it refuses at most 1 in 1,000, and what it asks then.
  private mutating func fix(
    _ rule: PasswordRules.Rule
  ) throws(KeyspaceProblem) -> (GeneratorAnswer.Change.Kind, [Condition]) {
    if case .allowed(let set) = rule.kind {
      let more = generator.alphabet.subtracting(set.members)
      return (.allow(more.text), [.only(set.members.union(more))])
    }
    guard let bound = rule.bound, let candidates = values(for: bound) else { return (.drop, []) }
    for value in candidates {
      let conditions = bound.moved(to: value).conditions
      if try share(of: [Constraints(conditions)]).isAtLeast(Self.slack) {
        return (.set(value), conditions)
      }
    }
    return (.drop, [])
  }

  /// The values that a bound may take instead, the nearest first.
  ///
  /// Those that cannot change anything are left out. Nil for a bound of two numbers.
  private func values(for bound: Bound) -> [Int]? {
    let longest = generator.lengths.upperBound
    switch bound.keyword.row.direction {
    case .most: return Array(min(bound.bounds.upperBound, longest) + 1..<longest + 2)
    case .least:
      let floor = [.minClasses: 2, .minUnique: 2][bound.keyword] ?? 1
      return Array((floor..<max(floor, min(bound.bounds.lowerBound, longest + 1))).reversed())
    case .exact, .both: return nil
    }
  }
}

extension CodePointSet {
  /// The ASCII characters, sorted.
  var text: String {
    String(decoding: (UInt8(0)..<128).filter { ascii >> UInt128($0) & 1 != 0 }, as: UTF8.self)
  }
}

extension BigUInt {
  /// The nearest number to the quotient of this number and a larger or equal one other than 0.
  fileprivate func nearestShare(of whole: BigUInt) -> Double {
    if isZero { return 0 }
    // 63 or 64 bits of the quotient, of which the last is set if something is left.
    let shift = whole.bitWidth - bitWidth + 63
    let (quotient, rest) = (self << shift).quotientAndRemainder(dividingBy: whole)
    return Double(
      sign: .plus, exponent: -shift, significand: Double(UInt64(quotient) | (rest.isZero ? 0 : 1)))
  }
}
