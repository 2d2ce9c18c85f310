import PasswordPolicies
import Passwords

/// Finds strings that one automaton accepts and others do not, the same for the same salt.
///
/// Walks from the first character: at each place the first character in an order of the place from
/// which the end can still be reached.
struct EdgeSpace {
  private let kept: Automaton
  private let constraints: Constraints
  private var misses: [(constraints: Constraints, automaton: Automaton)] = []
  /// For each of them the states from which it accepts whatever follows.
  private var hopeless: [Set<Int>] = []
  private let characters: [Unicode.Scalar]
  private let holds: [Unicode.Scalar]
  private let forbidden: Unicode.Scalar?
  private var groups: [[Int]] = []
  /// For each character, the first of those that no automaton tells from it.
  private var alike: [Int] = []
  /// The order in which characters are tried at each place, for the salt in use.
  private var orders: [[Int]] = []
  private var steps = 0
  private var dead: Set<Place> = []

  /// The longest strings that are looked for.
  static let longest = 1024
  /// The number of lengths beyond the least that are tried.
  private static let lengths = 40
  /// The most places that a search visits; fewer where fewer characters to hold would do, too.
  private var mostSteps: Int { holds.count > 1 ? 1000 : 50_000 }
  private static let repertoire = Repertoire(
    (0x20...0x7E).map { Unicode.Scalar(UInt8($0)) } + ["\u{E9}", "\u{20AC}", "\u{1F511}"])
  /// Letters, digits and specials come first, then what is asked for only.
  private static let all: [Unicode.Scalar] =
    (0x21...0x7E).map { Unicode.Scalar(UInt8($0)) } + [" ", "\u{E9}", "\u{20AC}", "\u{1F511}"]

  /// What matters of the string so far: the states, nil for a string that is refused whatever
  /// follows, and how many characters are left to come and to hold.
  private struct Place: Hashable {
    var states: [Int?]
    var left: Int
    var held = 0
  }

  /// Nil if no string meets the conditions, or if that takes too many states.
  init?(_ conditions: [Condition], holds: [Unicode.Scalar], forbidden: Unicode.Scalar?) {
    guard let simple = Constraints(conditions).simplified(in: Self.repertoire),
      let kept = try? Automaton(simple, in: Self.repertoire, cuts: [])
    else { return nil }
    (constraints, self.kept, self.holds, self.forbidden) = (simple, kept, holds, forbidden)
    characters = Self.all.filter { $0 != forbidden && simple.alphabet.contains($0) }
  }

  /// Asks that all these constraints are missed; false if that takes too many states.
  mutating func miss(_ others: [Constraints]) -> Bool {
    for other in others {
      // What no string meets is missed anyway.
      guard let simple = other.simplified(in: Self.repertoire) else { continue }
      guard let automaton = try? Automaton(simple, in: Self.repertoire, cuts: []) else {
        return false
      }
      misses.append((simple, automaton))
      hopeless.append(automaton.acceptingWhateverFollows)
    }
    groups = (characters + [forbidden].compactMap(\.self)).map { scalar in
      ([kept] + misses.map(\.automaton)).map { automaton in
        automaton.characterGroups.sets.firstIndex { $0.contains(scalar) } ?? -1
      }
    }
    alike = groups.map { own in groups.firstIndex(of: own) ?? 0 }
    return true
  }

  /// The lengths to try: comfortable ones, then all others.
  func lengths(holding held: Int) -> [Int] {
    let least = max(constraints.shortest, 1)
    let reach = max(least, constraints.fewest, held)
    let most = min(constraints.longest ?? .max, min(reach, Self.longest) + Self.lengths)
    guard least <= most else { return [] }
    let comfortable = max(least + 1, constraints.fewest + 2 + held, 6)
    let near = [0, 1, 2, 4].map { comfortable + $0 }.filter { $0 <= most }
    return near + (least...most).filter { !near.contains($0) }
  }

  /// A string of a length; nil if there is none.
  mutating func password(of length: Int, salt: String) -> String? {
    guard length >= 1, steps <= mostSteps, length <= Self.longest + Self.lengths + 1,
      constraints.permits(length: length)
    else { return nil }
    let start = Place(
      states: [0] + misses.map { $0.constraints.permits(length: length) ? 0 : nil }, left: length)
    // Where the forbidden character stands depends on the length.
    if forbidden != nil { dead.removeAll() }
    let hash = Hash(salt)
    orders = (0..<length).map { order(at: $0, of: length, hash) }
    var text: [Unicode.Scalar] = []
    return walk(start, &text)
      ? text.reduce(into: "") {
        $0.unicodeScalars.append($1)
      } : nil
  }

  private mutating func walk(_ place: Place, _ text: inout [Unicode.Scalar]) -> Bool {
    if place.left == 0 { return place.held == holds.count && isFound(place) }
    if holds.count - place.held > place.left || dead.contains(place) { return false }
    steps += 1
    if steps > mostSteps { return false }
    var tried: Set<Int> = []
    let wanted = holds.dropFirst(place.held).first.flatMap { characters.firstIndex(of: $0) }
    let order = orders[text.count]
    let isForced = order.first == characters.count
    for number in (isForced ? [] : wanted.map { [$0] } ?? []) + order {
      let scalar = number < characters.count ? characters[number] : forbidden ?? " "
      let relation = Automaton.Relation(of: scalar, after: text.last)
      let isNew = !text.contains(scalar)
      // Of characters that lead to one place, the first is enough; one to be held leads elsewhere.
      if number != wanted, relation == .other,
        !tried.insert(alike[number] * 2 + (isNew ? 1 : 0)).inserted
      {
        continue
      }
      guard let next = advanced(place, by: number, scalar, relation, isNew: isNew) else { continue }
      text.append(scalar)
      if walk(next, &text) { return true }
      text.removeLast()
    }
    dead.insert(place)
    return false
  }

  /// The numbers of the characters to try at a place.
  private func order(at place: Int, of length: Int, _ salt: Hash) -> [Int] {
    if forbidden != nil, place == (length > 2 ? length / 2 : length - 1) {
      return [characters.count]
    }
    let usual = characters.firstIndex { $0 == " " || !$0.isASCII } ?? characters.count
    let mixed = (0..<usual).map { (salt.mixed(with: place * 128 + $0), $0) }
      .sorted { $0 < $1 }.map(\.1)
    return mixed + Array(usual..<characters.count)
  }

  private func advanced(
    _ place: Place, by number: Int, _ scalar: Unicode.Scalar, _ relation: Automaton.Relation,
    isNew: Bool
  ) -> Place? {
    var next = place
    next.left -= 1
    if place.held < holds.count, holds[place.held] == scalar { next.held += 1 }
    for (index, state) in place.states.enumerated() {
      guard let state else { continue }
      let automaton = index == 0 ? kept : misses[index - 1].automaton
      let group = groups[number][index]
      next.states[index] =
        group < 0 ? nil : automaton.next(state, characterGroup: group, relation, isNew: isNew)
      if index > 0, let state = next.states[index], hopeless[index - 1].contains(state) {
        return nil
      }
    }
    return next.states[0] == nil ? nil : next
  }

  private func isFound(_ place: Place) -> Bool {
    zip(place.states, [kept] + misses.map(\.automaton)).enumerated().allSatisfy { index, pair in
      let isAccepting = pair.0.map { pair.1.states[$0].isAccepting } ?? false
      return isAccepting == (index == 0)
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
        let moves = moves(state, group)
        if moves.reduce(0, { $0 + $1.characters }) < size { isTotal = false }
        for move in moves { sources[move.target].append(state) }
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
    guard let last else {
      self = .other
      return
    }
    let isLinked = [CodePointSet.lower, .upper, .digit].contains {
      $0.contains(last) && $0.contains(scalar)
    }
    self =
      last == scalar
      ? .same
      : !isLinked
        ? .other
        : scalar.value == last.value + 1 ? .up : scalar.value + 1 == last.value ? .down : .other
  }
}

/// A hash of text that is the same on every machine: FNV-1a.
private struct Hash {
  private var value: UInt64 = 0xCBF2_9CE4_8422_2325

  init(_ text: String) {
    for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  func mixed(with number: Int) -> UInt64 {
    var mixed = value ^ UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    return mixed ^ (mixed >> 31)
  }
}
