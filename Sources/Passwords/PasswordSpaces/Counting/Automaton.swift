import BigInt
import PasswordPolicies
import Passwords

/// A finite automaton that reads a string and accepts it if it meets constraints.
///
/// A state holds the remaining needs, how many characters of each character group have occurred as
/// long as more different ones are needed, and the facts about the last characters that limit the
/// next one. The last character matters only by its character group; character groups that have
/// become equivalent are merged.
///
/// Counts backwards from the end of the string, independently of the closed form, which it checks.
struct Automaton {
  let characterGroups: AutomatonCharacterGroups
  private let limits: RunLimits
  private let ends: Constraints.Ends
  private var progress: ProgressTable
  private(set) var states: [State] = []
  /// Transitions of several states, for characters that neither repeat nor follow the last one.
  private(set) var fans: [Fan] = []
  private var stateNumbers: [StateKey: Int] = [:]
  private var fanNumbers: [FanKey: Int] = [:]

  static let mostStates = 1 << 16

  /// The relation of a character to the previous one.
  enum Relation { case other, same, up, down }

  struct State {
    let isAccepting: Bool
    let fan: Int
    /// The transitions of a repeated, a next and a previous character; nil if they do not differ.
    var same: Exception?
    var up: Exception?
    var down: Exception?
  }

  /// A character whose transition differs from its character group's; `target` is nil if it may not
  /// follow.
  struct Exception {
    let characterGroup: Int
    let target: Int?
  }

  struct Fan {
    /// The next state for a new character of each character group, or ``none``; in 32 bits, since
    /// there are up to ``mostStates`` times as many of them as character groups.
    fileprivate let targets: [Int32]
    /// The same for a character that has occurred.
    fileprivate let seen: [Int32]
    /// How many characters of each character group have occurred; nil unless that counts.
    fileprivate let used: [Int]?
    /// The same with equal targets merged: states, and the number of characters that lead to each.
    fileprivate let merged: [(target: Int32, characters: UInt32)]
    /// Stands for a character that may not follow.
    fileprivate static let none: Int32 = -1

    /// The next state for a character of a character group; nil if the character may not follow.
    func target(_ characterGroup: Int, isNew: Bool) -> Int? {
      let target = isNew ? targets[characterGroup] : seen[characterGroup]
      return target == Self.none ? nil : Int(target)
    }
  }

  private struct StateKey: Hashable {
    let progress: Int
    let tail: Tail
  }

  private struct FanKey: Hashable {
    let progress: Int
    let isStart: Bool
    let kind: Int
    let classRun: Int
  }

  /// The properties of the last characters that matter.
  fileprivate struct Tail: Hashable {
    /// The last character's character group; nil if it does not matter.
    var characterGroup: Int?
    /// Whether there is none yet; only where the first one is limited.
    var isStart = false
    /// Whether it may end the string.
    var mayEnd = true
    var run = 0
    var direction = 0
    var sequence = 0
    var kind = -1
    var classRun = 0
  }

  /// Builds the automaton for simplified constraints, without limits on length; gives up at the
  /// deadline, if there is one.
  ///
  /// With `cuts`, characters that one of these sets tells apart stay apart in every state, so that
  /// strings can be weighed whose characters are not equally likely.
  ///
  /// - Throws: ``KeyspaceProblem/tooManyStates(limit:rules:)`` or ``KeyspaceProblem/outOfTime``.
  init(
    _ constraints: Constraints, in repertoire: Repertoire, cuts: [CodePointSet]? = nil,
    mostStates: Int = Self.mostStates, deadline: ContinuousClock.Instant? = nil
  ) throws(KeyspaceProblem) {
    limits = constraints.limits
    ends = constraints.ends
    if constraints.distinct > 0, limits.sequence != nil {
      throw .notTogether("min-unique", "max-sequential")
    }
    characterGroups = AutomatonCharacterGroups(constraints, in: repertoire, cuts: cuts ?? [])
    progress = ProgressTable(constraints, characterGroups, mergesAlike: cuts == nil)
    var keys: [StateKey] = []
    let start = Tail(isStart: ends.first != .unicode, mayEnd: ends.isFree)
    _ = number(of: StateKey(progress: 0, tail: start), &keys)
    while states.count < keys.count {
      guard keys.count <= mostStates else {
        throw .tooManyStates(limit: mostStates, rules: constraints.ruleNames)
      }
      if states.count % 64 == 0, let deadline, ContinuousClock.now >= deadline { throw .outOfTime }
      expand(keys[states.count], &keys)
    }
  }

  /// The next state after a character; nil if the character may not follow.
  ///
  /// `isNew` if it is none of those before it; counts only where different characters do.
  func next(_ state: Int, characterGroup: Int, _ relation: Relation, isNew: Bool) -> Int? {
    let exception: Exception? =
      switch relation {
      case .other: nil
      case .same: states[state].same
      case .up: states[state].up
      case .down: states[state].down
      }
    return exception.map(\.target) ?? fans[states[state].fan].target(characterGroup, isNew: isNew)
  }

  /// The next states after one of the characters of a group, and how many of these lead to each.
  ///
  /// Those that may not follow are left out. The automaton has `cuts`.
  func moves(_ state: Int, _ characterGroup: Int) -> [(target: Int, characters: Int)] {
    var moves: [(target: Int, characters: Int)] = []
    forEachMove(state, characterGroup) { moves.append(($0, $1)) }
    return moves
  }

  /// Does something for each of ``moves(_:_:)``.
  func forEachMove(
    _ state: Int, _ characterGroup: Int, _ move: (_ target: Int, _ characters: Int) -> Void
  ) {
    let state = states[state]
    let used = fans[state.fan].used?[characterGroup]
    let size = characterGroups.sizes[characterGroup]
    var (seen, new) = (used ?? size, used.map { size - $0 } ?? 0)
    func except(_ exception: Exception?) {
      guard let exception, exception.characterGroup == characterGroup else { return }
      if seen > 0 { seen -= 1 } else { new -= 1 }
      if let target = exception.target { move(target, 1) }
    }
    except(state.same)
    except(state.up)
    except(state.down)
    if seen > 0, let target = fans[state.fan].target(characterGroup, isNew: false) {
      move(target, seen)
    }
    if new > 0, let target = fans[state.fan].target(characterGroup, isNew: true) {
      move(target, new)
    }
  }

  private mutating func number(of key: StateKey, _ keys: inout [StateKey]) -> Int {
    if let number = stateNumbers[key] { return number }
    keys.append(key)
    stateNumbers[key] = keys.count - 1
    return keys.count - 1
  }

  private mutating func expand(_ key: StateKey, _ keys: inout [StateKey]) {
    let tail = key.tail
    var state = State(
      isAccepting: progress.entries[key.progress].isMet && tail.mayEnd, fan: fan(of: key, &keys))
    if let characterGroup = tail.characterGroup {
      if limits.run != nil {
        state.same = Exception(
          characterGroup: characterGroup, target: target(key, characterGroup, .same, &keys))
      }
      if let up = characterGroups.steps[characterGroup]?.up {
        state.up = Exception(characterGroup: up, target: target(key, up, .up, &keys))
      }
      if let down = characterGroups.steps[characterGroup]?.down {
        state.down = Exception(characterGroup: down, target: target(key, down, .down, &keys))
      }
    }
    states.append(state)
  }

  private mutating func fan(of key: StateKey, _ keys: inout [StateKey]) -> Int {
    let fanKey = FanKey(
      progress: key.progress, isStart: key.tail.isStart, kind: key.tail.kind,
      classRun: key.tail.classRun)
    if let number = fanNumbers[fanKey] { return number }
    let used = progress.entries[key.progress].used
    func targets(isNew: Bool) -> [Int32] {
      characterGroups.sets.indices.map { characterGroup in
        // After a character that has not occurred there would be no sense in taking it away.
        if !isNew, used?[characterGroup] == 0 { return Fan.none }
        return target(key, characterGroup, .other, isNew: isNew, &keys).map { Int32($0) }
          ?? Fan.none
      }
    }
    let new = targets(isNew: true)
    let seen = used == nil ? new : targets(isNew: false)
    var moves: [(target: Int32, characters: UInt32)] = []
    for (characterGroup, size) in characterGroups.sizes.enumerated() {
      let usedUp = used?[characterGroup] ?? 0
      if new[characterGroup] != Fan.none {
        moves.append((new[characterGroup], UInt32(size - usedUp)))
      }
      if used != nil, seen[characterGroup] != Fan.none {
        moves.append((seen[characterGroup], UInt32(usedUp)))
      }
    }
    moves.sort { $0.target < $1.target }
    let merged: [(target: Int32, characters: UInt32)] = moves.reduce(into: []) { merged, move in
      if let last = merged.indices.last, merged[last].target == move.target {
        merged[last].characters += move.characters
      } else {
        merged.append(move)
      }
    }
    fans.append(Fan(targets: new, seen: seen, used: used, merged: merged))
    fanNumbers[fanKey] = fans.count - 1
    return fans.count - 1
  }

  private mutating func target(
    _ key: StateKey, _ characterGroup: Int, _ relation: Relation, isNew: Bool = false,
    _ keys: inout [StateKey]
  ) -> Int? {
    if key.tail.isStart, !characterGroups.sets[characterGroup].isSubset(of: ends.first) {
      return nil
    }
    guard
      var tail = key.tail.followed(
        by: relation, kind: characterGroups.kinds[characterGroup], limits)
    else {
      return nil
    }
    if isNew,
      progress.entries[key.progress].used?[characterGroup] == characterGroups.sizes[characterGroup]
    {
      return nil
    }
    tail.mayEnd = characterGroups.sets[characterGroup].isSubset(of: ends.last)
    guard let next = progress.advance(key.progress, by: characterGroup, isNew: isNew) else {
      return nil
    }
    if limits.run != nil || characterGroups.steps[characterGroup] != nil {
      tail.characterGroup = Int(progress.entries[next].alike[characterGroup])
    }
    return number(of: StateKey(progress: next, tail: tail), &keys)
  }
}

extension Automaton.Tail {
  /// The tail after one more character, whose character group is set later; nil if a run becomes
  /// too long.
  fileprivate func followed(
    by relation: Automaton.Relation, kind: Int, _ limits: RunLimits
  ) -> Automaton.Tail? {
    var tail = Automaton.Tail()
    if let limit = limits.run {
      tail.run = relation == .same ? run + 1 : 1
      if tail.run > limit { return nil }
    }
    if let limit = limits.sequence {
      tail.direction = relation == .up ? 1 : relation == .down ? -1 : 0
      tail.sequence = tail.direction == 0 ? 1 : tail.direction == direction ? sequence + 1 : 2
      if tail.sequence > limit { return nil }
    }
    if let limit = limits.classRuns[kind] {
      tail.kind = kind
      tail.classRun = kind == self.kind ? classRun + 1 : 1
      if tail.classRun > limit { return nil }
    }
    return tail
  }
}

extension Automaton {
  /// For each state, the number of empty strings that it accepts: 1 or 0.
  var acceptingEmpty: [BigUInt] { states.map { $0.isAccepting ? 1 : 0 } }

  /// For each state, the number of strings that it accepts, given the numbers for strings one
  /// character shorter.
  ///
  /// - Complexity: O(states) sums of a few numbers, and O(fans × character groups) products.
  func lengthened(_ counts: [BigUInt]) -> [BigUInt] {
    let sums = fans.map { fan in
      fan.merged.reduce(into: BigUInt()) {
        $0.multiplyAndAdd(counts[Int($1.target)], UInt($1.characters))
      }
    }
    return states.map { state in
      var sum = sums[state.fan]
      // Adds first and subtracts later, so that no sum is negative.
      for exception in [state.same, state.up, state.down] {
        if let target = exception?.target { sum += counts[target] }
      }
      for exception in [state.same, state.up, state.down] {
        guard let exception else { continue }
        if let usual = fans[state.fan].target(exception.characterGroup, isNew: false) {
          sum -= counts[usual]
        }
      }
      return sum
    }
  }
}
