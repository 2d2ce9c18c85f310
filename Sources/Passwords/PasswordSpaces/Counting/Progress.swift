import Passwords

/// The remaining needs of a string, as numbered states.
struct ProgressTable {
  private let constraints: Constraints
  private let characterGroups: AutomatonCharacterGroups
  private let mergesAlike: Bool
  private var numbers: [[Int]: Int] = [:]
  private(set) var entries: [Entry] = []

  /// A state of the needs.
  struct Entry {
    /// Whether all needs are met.
    let isMet: Bool
    /// For each character group, the entry after a character of the character group, or ``refused``.
    fileprivate(set) var next: [Int32]
    /// The same after a character that is none of those before it; only while these are counted.
    fileprivate(set) var nextNew: [Int32]
    /// How many characters of each character group have occurred; nil once there are enough
    /// different ones.
    let used: [Int]?
    /// For each character group, the first character group that is equivalent from here on; one
    /// that has occurred, if any has and that counts.
    let alike: [Int32]
    /// For each need how many more characters are missing, or may follow if they are limited; then
    /// for each kind need the kinds seen, then for each character group the number of characters
    /// seen; ``met`` for what is met.
    fileprivate let missing: [Int]
  }

  private static let met = -1
  /// Stands for an entry that is not known yet, and for a character of which there are enough.
  private static let (unknown, refused): (Int32, Int32) = (-1, -2)

  init(
    _ constraints: Constraints, _ characterGroups: AutomatonCharacterGroups,
    mergesAlike: Bool = true
  ) {
    self.mergesAlike = mergesAlike
    self.constraints = constraints
    self.characterGroups = characterGroups
    _ = number(
      of: constraints.needs.map(\.counted) + constraints.kindNeeds.map { _ in 0 }
        + (constraints.distinct > 0 ? characterGroups.sets.map { _ in 0 } : []))
  }

  /// The entry after a character, or nil if there are enough of its kind; `isNew` if it is none of
  /// those before it.
  mutating func advance(_ entry: Int, by characterGroup: Int, isNew: Bool) -> Int? {
    let isNew = isNew && entries[entry].used != nil
    let known = isNew ? entries[entry].nextNew[characterGroup] : entries[entry].next[characterGroup]
    if known != Self.unknown { return known == Self.refused ? nil : Int(known) }
    let next = next(after: entry, characterGroup, isNew: isNew)
    let value = next.map { Int32($0) } ?? Self.refused
    if isNew {
      entries[entry].nextNew[characterGroup] = value
    } else {
      entries[entry].next[characterGroup] = value
    }
    return next
  }

  private mutating func next(after entry: Int, _ characterGroup: Int, isNew: Bool) -> Int? {
    var missing = entries[entry].missing
    for (index, need) in constraints.needs.enumerated() where contains(need.set, characterGroup) {
      if missing[index] == 0, need.maximum < .max { return nil }
      missing[index] = max(0, missing[index] - 1)
    }
    for (index, need) in constraints.kindNeeds.enumerated() {
      let place = constraints.needs.count + index
      guard missing[place] != Self.met else { continue }
      if let kind = need.sets.firstIndex(where: { contains($0, characterGroup) }) {
        missing[place] |= 1 << kind
      }
      if missing[place].nonzeroBitCount >= need.minimum { missing[place] = Self.met }
    }
    if isNew {
      let counted = (constraints.needs.count + constraints.kindNeeds.count)..<missing.count
      missing[counted.lowerBound + characterGroup] += 1
      if missing[counted].reduce(0, +) >= constraints.distinct {
        for place in counted { missing[place] = Self.met }
      }
    }
    return number(of: missing)
  }

  private mutating func number(of missing: [Int]) -> Int {
    if let number = numbers[missing] { return number }
    let needs = constraints.needs.count
    let counted = missing[(needs + constraints.kindNeeds.count)...]
    let used = counted.first ?? Self.met == Self.met ? nil : Array(counted)
    let keys = characterGroups.sets.indices.map { difference(of: $0, from: missing) }
    var firsts: [[Int]: Int32] = [:]
    for isUsed in used == nil ? [true] : [true, false] {
      for (characterGroup, key) in keys.enumerated()
      where (used?[characterGroup] ?? 1 > 0) == isUsed {
        firsts[key] = firsts[key] ?? Int32(characterGroup)
      }
    }
    let unknown = characterGroups.sets.map { _ in Self.unknown }
    entries.append(
      Entry(
        isMet: missing.indices.allSatisfy { index in
          index < needs
            ? constraints.needs[index].isMet(missing[index]) : missing[index] == Self.met
        },
        next: unknown, nextNew: unknown,
        used: used,
        alike: mergesAlike ? keys.map { firsts[$0] ?? 0 } : keys.indices.map { Int32($0) },
        missing: missing))
    numbers[missing] = entries.count - 1
    return entries.count - 1
  }

  /// The change that a character of a character group makes; equal for equivalent character groups.
  private func difference(of characterGroup: Int, from missing: [Int]) -> [Int] {
    var key = [
      characterGroups.kinds[characterGroup],
      characterGroups.steps[characterGroup] == nil ? -1 : characterGroup,
      contains(constraints.ends.last, characterGroup) ? 1 : 0,
    ]
    for (index, need) in constraints.needs.enumerated() {
      let counts = missing[index] > 0 || need.maximum < .max
      key.append(counts && contains(need.set, characterGroup) ? 1 : 0)
    }
    for (index, need) in constraints.kindNeeds.enumerated() {
      let seen = missing[constraints.needs.count + index]
      let kind = need.sets.firstIndex { contains($0, characterGroup) } ?? -1
      key.append(seen == Self.met || kind >= 0 && seen >> kind & 1 != 0 ? -1 : kind)
    }
    return key
  }

  private func contains(_ set: CodePointSet, _ characterGroup: Int) -> Bool {
    characterGroups.sets[characterGroup].isSubset(of: set)
  }
}

extension Constraints.Need {
  /// What ``ProgressTable`` counts down: the characters that may follow if they are limited, else
  /// those that are missing.
  fileprivate var counted: Int { maximum < .max ? maximum : minimum }

  /// Whether there are enough characters when the count is down to this.
  fileprivate func isMet(_ left: Int) -> Bool { left <= counted - minimum }
}
