import BigInt
package import PasswordPolicies
import Passwords

/// Answers what policies accept of one generator's passwords; remembers what it counted.
package struct GeneratorJudge: Sendable {
  package let generator: Generator
  private let graph: FormGraph
  /// The characters that the generator can produce.
  private let alphabet: CodePointSet
  private let repertoire: Repertoire
  /// The weight of all passwords that the generator lets through.
  private var whole = BigUInt(1)
  /// The weights that are known of those that meet simplified constraints.
  private var known: [Constraints: BigUInt] = [:]
  /// The time to give up.
  private var deadline = CountingDeadline()

  /// - Throws: An error if the generator's form cannot be read or counted.
  package init(_ generator: Generator) throws {
    self.generator = generator
    graph = try FormGraph(generator)
    alphabet = graph.pieces.reduce(CodePointSet()) { $0.union($1.characters) }
    repertoire = Repertoire(
      Repertoire.printableASCII.ranges(of: alphabet).joined().compactMap(Unicode.Scalar.init))
    whole = try weight(of: Constraints(alphabet: alphabet))
  }

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
    self.deadline = deadline
    defer { self.deadline = CountingDeadline() }
    return try? share(of: policy.constraints)
  }

  /// The characters of the generator that a set lacks, sorted.
  package func characters(beyond set: PasswordRules.CharacterClass) -> String {
    alphabet.subtracting(set.members).text
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
    Share(try weight(of: Constraints(conditions)), of: whole)
  }

  private mutating func share(of alternatives: [Constraints]) throws(KeyspaceProblem) -> Share {
    var sum = SignedSum()
    for (constraints, count) in try Alternatives(alternatives, in: .printableASCII).terms {
      sum.add(try weight(of: constraints), times: count)
    }
    return Share(sum.value, of: whole)
  }

  /// The weight of the passwords that meet constraints.
  private mutating func weight(
    of constraints: Constraints
  ) throws(KeyspaceProblem) -> BigUInt {
    var all = constraints
    all.formIntersection(Constraints([.fact(.length, graph.lengths)]))
    guard var simple = all.simplified(in: repertoire) else { return 0 }
    let longest = graph.lengths.upperBound
    if simple.needs.contains(where: { $0.minimum > longest }) { return 0 }
    simple.dropIdleLimits(upTo: longest)
    if let weight = known[simple] { return weight }
    // Where a text that is always there is not permitted, nothing else need be counted.
    let permitted = Constraints(alphabet: simple.alphabet)
    if constraints != permitted, try weight(of: permitted).isZero { return 0 }
    if simple.distinct > 0, FormStep.all(generator.row.form).contains(where: { $0.word != nil }) {
      throw .tooManyStates(limit: Automaton.mostStates, rules: ["min-unique"])
    }
    var reading = try FormReading(of: graph, simple, in: repertoire, by: deadline)
    let weight = try reading.weight()
    known[simple] = weight
    return weight
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
    let longest = graph.lengths.upperBound
    switch bound.keyword.row.direction {
    case .most: return Array(min(bound.bounds.upperBound, longest) + 1..<longest + 2)
    case .least:
      let floor = [.minClasses: 2, .minUnique: 2][bound.keyword] ?? 1
      return Array((floor..<max(floor, min(bound.bounds.lowerBound, longest + 1))).reversed())
    case .exact, .both: return []
    }
  }
}
