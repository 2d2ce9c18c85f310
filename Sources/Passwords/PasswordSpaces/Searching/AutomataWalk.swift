import PasswordPolicies
import Passwords

/// A walk through the strings that the first of some automata accepts and no other does, character by character.
///
/// At each place it goes on with the first character, in an order of the caller's, from which the end can still
/// be reached.
struct AutomataWalk {
  /// The kind of each character: the same for all that no automaton tells apart; -1 for one that the first
  /// automaton does not permit.
  let kinds: [Int]
  /// The number of places that were visited.
  private(set) var steps = 0
  private let machines: [Machine]
  /// Of each but the first, the states from which nothing is missed any more.
  private let hopeless: [Set<Int>]
  /// For each kind of character in turn, its group in each automaton.
  private let groups: [Int]
  /// Characters that occur, in this order.
  private let holds: [Candidate]
  private let mostSteps: Int
  private let countsNew: Bool
  private let isLinked: Bool
  private var dead: Set<Place> = []

  /// An automaton with the group of each character that is tried; a class, since a walk asks it at each step.
  final class Machine: Sendable {
    let automaton: Automaton
    /// -1 for a character that is not permitted.
    let groups: [Int]
    /// How many different characters it asks for.
    let distinct: Int
    /// Whether it matters that a character repeats or follows the one before it.
    let isLinked: Bool
    /// The states from which every string is accepted.
    let hopeless: Set<Int>

    init(
      _ constraints: Constraints, of characters: [CodePointSet], in repertoire: Repertoire,
      mostStates: Int = Automaton.mostStates
    ) throws(KeyspaceProblem) {
      automaton = try Automaton(constraints, in: repertoire, cuts: [], mostStates: mostStates)
      let sets = automaton.characterGroups.sets
      groups = characters.map { own in sets.firstIndex { own.isSubset(of: $0) } ?? -1 }
      hopeless = automaton.acceptingWhateverFollows
      distinct = constraints.distinct
      isLinked = constraints.limits.run != nil || constraints.limits.sequence != nil
    }
  }

  /// A character that is tried.
  struct Candidate {
    let scalar: Unicode.Scalar
    let kind: Int
  }

  /// The states, -1 where nothing is accepted whatever follows, and how many characters are to come, and are
  /// held.
  private struct Place: Hashable {
    var states: [Int]
    var left: Int
    var held = 0
    /// The kind of the last character, if one may repeat or follow it; else -1.
    ///
    /// A state tells which characters are alike to one automaton, not which of these the others permit.
    var last = -1
  }

  /// A place, and the number of the next character to try there.
  private struct Frame {
    let place: Place
    var next = 0
    /// The first kinds that were tried, by whether they were new.
    var tried: UInt128 = 0
    var triedNew: UInt128 = 0

    /// Whether a kind was not tried yet; of later ones than the first nobody knows.
    mutating func isFirst(_ kind: Int, isNew: Bool) -> Bool {
      let bit = kind < UInt128.bitWidth ? 1 << UInt128(kind) : 0 as UInt128
      defer { if isNew { triedNew |= bit } else { tried |= bit } }
      return (isNew ? triedNew : tried) & bit == 0
    }
  }

  /// Prepares a walk of at most so many places.
  ///
  /// What it holds are characters, by their numbers in the groups, that are of kinds of their own.
  init(
    _ machines: [Machine], _ hopeless: [Set<Int>], mostSteps: Int,
    holding held: [(scalar: Unicode.Scalar, number: Int)] = []
  ) {
    (self.machines, self.hopeless, self.mostSteps) = (machines, hopeless, mostSteps)
    countsNew = machines.contains { $0.distinct > 0 }
    isLinked = machines.contains(where: \.isLinked)
    // The kinds of what the first automaton permits; each further one may part them.
    var kinds = machines[0].groups
    for machine in machines.dropFirst() {
      var numbers: [Int: Int] = [:]
      for (number, kind) in kinds.enumerated() where kind >= 0 {
        let key = kind << 16 + machine.groups[number] + 1
        kinds[number] = numbers[key] ?? numbers.count
        numbers[key] = kinds[number]
      }
    }
    for (place, own) in held.enumerated() { kinds[own.number] = kinds.count + place }
    var groups = [Int](repeating: -1, count: (kinds.count + held.count) * machines.count)
    for (place, machine) in machines.enumerated() {
      for (kind, group) in zip(kinds, machine.groups) where kind >= 0 {
        groups[kind * machines.count + place] = group
      }
    }
    self.kinds = kinds
    self.groups = groups
    holds = held.map { Candidate(scalar: $0.scalar, kind: kinds[$0.number]) }
  }

  /// Finds a string of a length.
  ///
  /// - Parameters:
  ///   - length: At least 1.
  ///   - counts: Which automata permit the length.
  ///   - candidate: The character with a number at a place; nil behind the last.
  /// - Returns: The string; nil if there is none, or if that takes too many steps.
  mutating func password(
    of length: Int, _ counts: [Bool], _ candidate: (_ number: Int, _ place: Int) -> Candidate?
  ) -> String? {
    var text: [Unicode.Scalar] = []
    let start = Place(states: counts.map { $0 ? 0 : -1 }, left: length)
    var frames = visit(start) ? [Frame(place: start)] : []
    while let place = frames.last?.place {
      guard let (scalar, next) = advance(&frames[frames.count - 1], text, candidate) else {
        dead.insert(place)
        frames.removeLast()
        _ = text.popLast()
        continue
      }
      if next.left == 0 {
        if isFound(next) {
          text.append(scalar)
          return text.reduce(into: "") { $0.unicodeScalars.append($1) }
        }
        continue
      }
      if visit(next) {
        text.append(scalar)
        frames.append(Frame(place: next))
      } else if steps > mostSteps {
        return nil
      }
    }
    return nil
  }

  /// Whether the walk may go on from a place.
  private mutating func visit(_ place: Place) -> Bool {
    if dead.contains(place) { return false }
    steps += 1
    return steps <= mostSteps
  }

  /// Forgets which places lead nowhere, where that depends on the length or on the order.
  mutating func forget() { dead.removeAll() }

  /// The next character at a place, and where it leads.
  private func advance(
    _ frame: inout Frame, _ text: [Unicode.Scalar], _ candidate: (Int, Int) -> Candidate?
  ) -> (Unicode.Scalar, Place)? {
    let wanted = frame.place.held < holds.count ? holds[frame.place.held] : nil
    while true {
      let number = wanted == nil ? frame.next : frame.next - 1
      guard let candidate = number < 0 ? wanted : candidate(number, text.count) else { return nil }
      frame.next += 1
      if candidate.kind < 0 { continue }
      let relation: Automaton.Relation =
        isLinked ? Automaton.Relation(of: candidate.scalar, after: text.last) : .other
      let isNew = countsNew && !text.contains(candidate.scalar)
      // Of characters that lead to one place, the first is enough.
      if relation == .other, !frame.isFirst(candidate.kind, isNew: isNew) { continue }
      if let next = place(after: candidate, at: frame.place, relation, isNew: isNew) {
        return (candidate.scalar, next)
      }
    }
  }

  private func place(
    after candidate: Candidate, at place: Place, _ relation: Automaton.Relation, isNew: Bool
  ) -> Place? {
    func target(_ number: Int) -> Int? {
      let (state, group) = (place.states[number], groups[candidate.kind * machines.count + number])
      return state < 0 || group < 0
        ? nil
        : machines[number].automaton.next(
          state, characterGroup: group, relation, isNew: isNew)
    }
    // Most characters lead nowhere, for which no place is made.
    guard place.states[0] < 0 || target(0) != nil else { return nil }
    for number in machines.indices.dropFirst() {
      if let target = target(number), hopeless[number].contains(target) { return nil }
    }
    var next = place
    next.left -= 1
    if isLinked { next.last = candidate.kind }
    if next.held < holds.count, holds[next.held].scalar == candidate.scalar { next.held += 1 }
    if holds.count - next.held > next.left { return nil }
    for number in machines.indices { next.states[number] = target(number) ?? -1 }
    return next
  }

  /// Whether the first automaton accepts, and no other does.
  private func isFound(_ place: Place) -> Bool {
    place.states.enumerated().allSatisfy { number, state in
      (state >= 0 && machines[number].automaton.states[state].isAccepting) == (number == 0)
    }
  }
}

extension Automaton {
  /// The states from which every string is accepted.
  var acceptingWhateverFollows: Set<Int> {
    var left = Set(states.indices)
    var sources = [[Int]](repeating: [], count: states.count)
    var refusing: [Int] = []
    for state in states.indices {
      var isTotal = states[state].isAccepting
      for (group, size) in characterGroups.sizes.enumerated() {
        var left = size
        forEachMove(state, group) { target, characters in
          left -= characters
          sources[target].append(state)
        }
        if left > 0 { isTotal = false }
      }
      if !isTotal { refusing.append(state) }
    }
    while let state = refusing.popLast() {
      if left.remove(state) != nil { refusing += sources[state] }
    }
    return left
  }
}

extension Automaton.Relation {
  /// The relation of a character to the one before it.
  init(of scalar: Unicode.Scalar, after last: Unicode.Scalar?) {
    self = .other
    guard let last else { return }
    if last == scalar {
      self = .same
      return
    }
    // Most characters stand apart, of which no set need be asked.
    let isUp = scalar.value == last.value + 1
    guard isUp || scalar.value + 1 == last.value else { return }
    let isLinked = [CodePointSet.lower, .upper, .digit].contains {
      $0.contains(last) && $0.contains(scalar)
    }
    if isLinked { self = isUp ? .up : .down }
  }
}

extension CodePointSet {
  /// The set of one ASCII character, or of the kind of another one.
  init(only scalar: Unicode.Scalar) {
    self =
      scalar.isASCII
      ? CodePointSet(ascii: 1 << UInt128(scalar.value)) : CodePointSet(beyond: Beyond(of: scalar))
  }
}
