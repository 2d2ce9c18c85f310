import Passwords

/// The remaining needs of a string, as numbered states.
struct ProgressTable {
  private let constraints: Constraints
  private let atoms: AutomatonAtoms
  private var numbers: [[Int]: Int] = [:]
  private(set) var entries: [Entry] = []

  /// A state of the needs.
  struct Entry {
    /// Whether all needs are met.
    let isMet: Bool
    /// For each atom, the entry after a character of the atom.
    fileprivate(set) var next: [Int32]
    /// The same after a character that is none of those before it; only while these are counted.
    fileprivate(set) var nextNew: [Int32]
    /// How many characters of each atom have occurred; nil once there are enough different ones.
    let used: [Int]?
    /// For each atom, the first atom that is equivalent from here on; one that has occurred, if any
    /// has and that counts.
    let alike: [Int32]
    /// For each need the number of missing characters, then for each kind need the kinds seen, then
    /// for each atom the number of characters seen; ``met`` for what is met.
    fileprivate let missing: [Int]
  }

  private static let met = -1

  init(_ constraints: Constraints, _ atoms: AutomatonAtoms) {
    self.constraints = constraints
    self.atoms = atoms
    _ = number(
      of: constraints.needs.map(\.minimum) + constraints.kindNeeds.map { _ in 0 }
        + (constraints.distinct > 0 ? atoms.sets.map { _ in 0 } : []))
  }

  /// The entry after a character; `isNew` if it is none of those before it.
  mutating func advance(_ entry: Int, by atom: Int, isNew: Bool) -> Int {
    let isNew = isNew && entries[entry].used != nil
    let known = isNew ? entries[entry].nextNew[atom] : entries[entry].next[atom]
    if known >= 0 { return Int(known) }
    var missing = entries[entry].missing
    for (index, need) in constraints.needs.enumerated() where contains(need.set, atom) {
      missing[index] = max(0, missing[index] - 1)
    }
    for (index, need) in constraints.kindNeeds.enumerated() {
      let place = constraints.needs.count + index
      guard missing[place] != Self.met else { continue }
      if let kind = need.sets.firstIndex(where: { contains($0, atom) }) {
        missing[place] |= 1 << kind
      }
      if missing[place].nonzeroBitCount >= need.minimum { missing[place] = Self.met }
    }
    if isNew {
      let counted = (constraints.needs.count + constraints.kindNeeds.count)..<missing.count
      missing[counted.lowerBound + atom] += 1
      if missing[counted].reduce(0, +) >= constraints.distinct {
        for place in counted { missing[place] = Self.met }
      }
    }
    let next = number(of: missing)
    if isNew {
      entries[entry].nextNew[atom] = Int32(next)
    } else {
      entries[entry].next[atom] = Int32(next)
    }
    return next
  }

  private mutating func number(of missing: [Int]) -> Int {
    if let number = numbers[missing] { return number }
    let needs = constraints.needs.count
    let counted = missing[(needs + constraints.kindNeeds.count)...]
    let used = counted.first ?? Self.met == Self.met ? nil : Array(counted)
    let keys = atoms.sets.indices.map { difference(of: $0, from: missing) }
    var firsts: [[Int]: Int32] = [:]
    for isUsed in used == nil ? [true] : [true, false] {
      for (atom, key) in keys.enumerated() where (used?[atom] ?? 1 > 0) == isUsed {
        firsts[key] = firsts[key] ?? Int32(atom)
      }
    }
    let unknown = atoms.sets.map { _ in Int32(-1) }
    entries.append(
      Entry(
        isMet: missing.indices.allSatisfy { missing[$0] == ($0 < needs ? 0 : Self.met) },
        next: unknown, nextNew: unknown,
        used: used, alike: keys.map { firsts[$0] ?? 0 },
        missing: missing))
    numbers[missing] = entries.count - 1
    return entries.count - 1
  }

  /// The change that a character of an atom makes; equal for equivalent atoms.
  private func difference(of atom: Int, from missing: [Int]) -> [Int] {
    var key = [
      atoms.kinds[atom], atoms.steps[atom] == nil ? -1 : atom,
      contains(constraints.ends.last, atom) ? 1 : 0,
    ]
    for (index, need) in constraints.needs.enumerated() {
      key.append(missing[index] > 0 && contains(need.set, atom) ? 1 : 0)
    }
    for (index, need) in constraints.kindNeeds.enumerated() {
      let seen = missing[constraints.needs.count + index]
      let kind = need.sets.firstIndex { contains($0, atom) } ?? -1
      key.append(seen == Self.met || kind >= 0 && seen >> kind & 1 != 0 ? -1 : kind)
    }
    return key
  }

  private func contains(_ set: CodePointSet, _ atom: Int) -> Bool {
    atoms.sets[atom].isSubset(of: set)
  }
}
