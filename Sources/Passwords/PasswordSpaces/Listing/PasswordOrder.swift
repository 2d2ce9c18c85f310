package import BigInt
package import PasswordPolicies
import Passwords

/// All passwords of some lengths that a policy permits, in order: converts ranks to passwords and
/// back.
///
///     let order = try PasswordOrder(policy, lengths: 8...8)
///     order.password(length: 8, at: 0)        // the first in the order of scalars
///     order.rank(of: password)                // its rank among those of its length
///
/// Finds each character by counting the permitted passwords that begin with a lesser one.
/// Alternatives are signed sums here too, so no string is listed twice.
///
/// - Source: H. S. Wilf, *A unified setting for sequencing, ranking, and selection algorithms for
///   combinatorial objects*, Advances in Mathematics 24 (1977).
package struct PasswordOrder: Sendable {
  /// The lengths covered.
  package let lengths: ClosedRange<Int>
  private let machines: [Machine]
  /// For each length the counting automata, with their multiplicity, which is never 0.
  private let terms: [[(machine: Int, count: Int)]]
  private let text: RunsOfText
  /// Whether an automaton counts different characters.
  private let countsNew: Bool

  /// The most numbers to store; they take some hundred megabytes.
  package static let mostNumbers = 1 << 21

  /// Prepares to list the passwords of a policy; ignores lists and scores.
  ///
  /// - Parameters:
  ///   - policy: The policy.
  ///   - lengths: The lengths to cover.
  ///   - repertoire: The characters that exist.
  ///   - mostNumbers: The most numbers to store.
  ///   - deadline: The time to give up; nil for no limit.
  /// - Throws: ``KeyspaceProblem`` if this takes too many states, or too long.
  package init(
    _ policy: Policy, lengths: ClosedRange<Int>, repertoire: Repertoire = .all,
    mostNumbers: Int = Self.mostNumbers, deadline: ContinuousClock.Instant? = nil
  ) throws(KeyspaceProblem) {
    guard lengths.upperBound <= KeyspaceCounter.longest else {
      throw .lengthOutOfReach(lengths.upperBound, limit: KeyspaceCounter.longest)
    }
    let alternatives = try Alternatives(policy.constraints, in: repertoire)
    var numbers: [Constraints: Int] = [:]
    var distinct: [Constraints] = []
    terms = lengths.map { length in
      var counts: [Int: Int] = [:]
      for (constraints, count) in alternatives.terms where constraints.permits(length: length) {
        var free = constraints
        free.liftLengths()
        free.dropIdleLimits(upTo: lengths.upperBound)
        let number = numbers[free] ?? distinct.count
        if number == distinct.count {
          numbers[free] = number
          distinct.append(free)
        }
        counts[number, default: 0] += count
      }
      return counts.filter { $0.value != 0 }.sorted { $0.key < $1.key }
        .map { (machine: $0.key, count: $0.value) }
    }
    var machines: [Machine] = []
    var held = 0
    for constraints in distinct {
      let automaton = try Automaton(constraints, in: repertoire, deadline: deadline)
      held += automaton.states.count * (lengths.upperBound + 1)
      guard held <= mostNumbers else {
        throw .tooManyStates(
          limit: mostNumbers / (lengths.upperBound + 1), rules: constraints.ruleNames)
      }
      machines.append(
        try Machine(automaton, upTo: lengths.upperBound, deadline: deadline))
    }
    self.lengths = lengths
    self.machines = machines
    countsNew = distinct.contains { $0.distinct > 0 }
    text = RunsOfText(machines.map(\.automaton.characterGroups.sets), in: repertoire)
  }

  /// The number of passwords of a length; the length must be in ``lengths``.
  package func count(length: Int) -> BigUInt {
    var sum = SignedSum()
    for (machine, count) in terms[length - lengths.lowerBound] {
      sum.add(machines[machine].ends[length][0], times: count)
    }
    return sum.value
  }

  /// The password with a 0-based rank among the passwords of its length, in the order of scalars.
  ///
  /// `rank` must be below ``count(length:)``.
  ///
  /// - Complexity: O(length × (runs of the alphabet + character groups)) steps with large numbers.
  package func password(length: Int, at rank: BigUInt) -> String {
    precondition(rank < count(length: length), "no password has this number")
    var rank = rank
    var password = ""
    var walk = Walk(self, length: length)
    while walk.left > 0 {
      let choices = walk.choices()
      let scalar = text.scalar(at: &rank, choices)
      password.unicodeScalars.append(scalar)
      walk.take(scalar)
    }
    return password
  }

  /// The rank of a password among the passwords of its length; nil if the password is not permitted
  /// or has another length.
  package func rank(of password: String) -> BigUInt? {
    let scalars = Array(password.unicodeScalars)
    guard lengths.contains(scalars.count) else { return nil }
    var rank = BigUInt()
    var walk = Walk(self, length: scalars.count)
    for scalar in scalars {
      guard let lesser = text.lesser(than: scalar, walk.choices()) else { return nil }
      rank += lesser
      walk.take(scalar)
    }
    return walk.ways == 1 ? rank : nil
  }

  /// An automaton, and the number of strings of each length that it accepts from each state.
  private struct Machine: Sendable {
    let automaton: Automaton
    /// The numbers by length, then by state.
    let ends: [[BigUInt]]

    init(
      _ automaton: Automaton, upTo length: Int, deadline: ContinuousClock.Instant?
    ) throws(KeyspaceProblem) {
      var ends = [automaton.acceptingEmpty]
      while let last = ends.last, ends.count <= length {
        if let deadline, ContinuousClock.now >= deadline { throw .outOfTime }
        ends.append(automaton.lengthened(last))
      }
      self.automaton = automaton
      self.ends = ends
    }
  }

  /// The path through the automata along one password.
  private struct Walk {
    private let order: PasswordOrder
    private let terms: [(machine: Int, count: Int)]
    /// The state of each term; nil if it accepts nothing from here on.
    private var states: [Int?]
    private var last: Unicode.Scalar?
    /// The characters taken, for automata that distinguish new ones.
    private var seen: Set<UInt32> = []
    /// The number of characters still to come.
    private(set) var left: Int

    init(_ order: PasswordOrder, length: Int) {
      self.order = order
      terms = order.terms[length - order.lengths.lowerBound]
      states = terms.map { _ in 0 }
      left = length
    }

    /// The number of passwords that begin with the characters taken.
    var ways: BigUInt { total(states, left: left) }

    /// The number of these passwords that continue with each character.
    func choices() -> RunsOfText.Choices {
      let usual = order.text.parts.map { total(after: $0, .other, isNew: true) }
      var single = seen
      if let last {
        for step in Int64(-1)...1 {
          if let value = UInt32(exactly: Int64(last.value) + step) { single.insert(value) }
        }
      }
      let others = single.sorted().compactMap { value -> (value: UInt32, count: BigUInt)? in
        guard let part = order.text.part(of: value) else { return nil }
        let ways = total(
          after: order.text.parts[part], relation(of: value), isNew: !seen.contains(value))
        return (value, ways)
      }
      return RunsOfText.Choices(usual: usual, others: others)
    }

    /// Takes the next character.
    mutating func take(_ scalar: Unicode.Scalar) {
      if let part = order.text.part(of: scalar.value) {
        states = next(
          after: order.text.parts[part], relation(of: scalar.value),
          isNew: !seen.contains(scalar.value))
      } else {
        states = states.map { _ in nil }
      }
      last = scalar
      if order.countsNew { seen.insert(scalar.value) }
      left -= 1
    }

    /// The relation of a character to the last one.
    private func relation(of value: UInt32) -> Automaton.Relation {
      guard let last else { return .other }
      if last.value == value { return .same }
      return Self.isStep(last.value, value) ? last.value < value ? .up : .down : .other
    }

    private func total(
      after part: [Int?], _ relation: Automaton.Relation, isNew: Bool
    ) -> BigUInt {
      // Nearly every policy is one automaton; then a list of states is not needed.
      guard let machine = onlyMachine else {
        return total(next(after: part, relation, isNew: isNew), left: left - 1)
      }
      guard let state = states[0], let characterGroup = part[machine],
        let next = order.machines[machine].automaton.next(
          state, characterGroup: characterGroup, relation, isNew: isNew)
      else { return 0 }
      return order.machines[machine].ends[left - 1][next]
    }

    /// The automaton if there is only one.
    private var onlyMachine: Int? {
      terms.count == 1 && terms[0].count == 1 ? terms[0].machine : nil
    }

    private func next(
      after part: [Int?], _ relation: Automaton.Relation, isNew: Bool
    ) -> [Int?] {
      terms.indices.map { index in
        let machine = terms[index].machine
        guard let state = states[index], let characterGroup = part[machine] else { return nil }
        return order.machines[machine].automaton.next(
          state, characterGroup: characterGroup, relation, isNew: isNew)
      }
    }

    private func total(_ states: [Int?], left: Int) -> BigUInt {
      var sum = SignedSum()
      for (index, term) in terms.enumerated() {
        if let state = states[index] {
          sum.add(order.machines[term.machine].ends[left][state], times: term.count)
        }
      }
      return sum.value
    }

    /// Whether one character follows or precedes the other within a–z, A–Z or 0–9.
    private static func isStep(_ a: UInt32, _ b: UInt32) -> Bool {
      guard max(a, b) - min(a, b) == 1 else { return false }
      return [CodePointSet.lower, .upper, .digit].contains { family in
        [a, b].allSatisfy { $0 < 128 && family.ascii >> UInt128($0) & 1 != 0 }
      }
    }
  }
}
