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
    /// For each atom, the first atom that is equivalent from here on.
    let alike: [Int32]
    /// For each need the number of missing characters, then for each kind need the kinds seen, or
    /// ``met``.
    fileprivate let missing: [Int]
  }

  private static let met = -1

  init(_ constraints: Constraints, _ atoms: AutomatonAtoms) {
    self.constraints = constraints
    self.atoms = atoms
    _ = number(of: constraints.needs.map(\.minimum) + constraints.kindNeeds.map { _ in 0 })
  }

  /// The entry after a character.
  mutating func advance(_ entry: Int, by atom: Int) -> Int {
    if entries[entry].next[atom] >= 0 { return Int(entries[entry].next[atom]) }
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
    let next = number(of: missing)
    entries[entry].next[atom] = Int32(next)
    return next
  }

  private mutating func number(of missing: [Int]) -> Int {
    if let number = numbers[missing] { return number }
    let needs = constraints.needs.count
    var firsts: [[Int]: Int32] = [:]
    let alike = atoms.sets.indices.map { atom in
      let key = difference(of: atom, from: missing)
      if let first = firsts[key] { return first }
      firsts[key] = Int32(atom)
      return Int32(atom)
    }
    entries.append(
      Entry(
        isMet: missing.indices.allSatisfy { missing[$0] == ($0 < needs ? 0 : Self.met) },
        next: atoms.sets.map { _ in -1 }, alike: alike, missing: missing))
    numbers[missing] = entries.count - 1
    return entries.count - 1
  }

  /// The change that a character of an atom makes; equal for equivalent atoms.
  private func difference(of atom: Int, from missing: [Int]) -> [Int] {
    var key = [atoms.kinds[atom], atoms.steps[atom] == nil ? -1 : atom]
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
