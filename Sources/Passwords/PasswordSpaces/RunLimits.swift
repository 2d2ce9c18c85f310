import Passwords

/// The longest permitted runs, sequences and stretches of kinds; nil for no limit.
package struct RunLimits: Hashable, Sendable {
  /// Runs of one character.
  package var run: Int?
  /// Sequences through a–z, A–Z or 0–9, up or down.
  package var sequence: Int?
  /// Stretches of each of the ``kinds``.
  package var classRuns = [Int?](repeating: nil, count: Self.kinds.count)

  /// Whether the stretches of some kind are limited.
  var limitsKinds: Bool { classRuns.contains { $0 != nil } }

  /// Limits the stretches of the kinds that are among some characters.
  mutating func limitStretches(of characters: CodePointSet, to most: Int) {
    for (index, kind) in Self.kinds.enumerated() where kind.isSubset(of: characters) {
      classRuns[index] = min(classRuns[index] ?? most, most)
    }
  }

  /// Keeps the stricter of each pair of limits.
  mutating func formIntersection(_ other: RunLimits) {
    run = other.run.map { min($0, run ?? $0) } ?? run
    sequence = other.sequence.map { min($0, sequence ?? $0) } ?? sequence
    classRuns = zip(classRuns, other.classRuns).map { mine, other in
      other.map { min($0, mine ?? $0) } ?? mine
    }
  }

  /// Drops limits that no string over this alphabet, up to this length, can break.
  mutating func dropIdle(in alphabet: CodePointSet, longest: Int?) {
    let longestChain = Self.chains(of: alphabet).map(\.count).max() ?? 0
    if let sequence, sequence >= min(longestChain, longest ?? .max) { self.sequence = nil }
    if let run, run >= longest ?? .max { self.run = nil }
    for (index, kind) in Self.kinds.enumerated()
    where classRuns[index] ?? .max >= longest ?? .max || kind.intersection(alphabet).isEmpty {
      classRuns[index] = nil
    }
  }

  /// The stretches of characters that a sequence can step through: within a–z, A–Z and 0–9,
  /// maximal, at least two characters long.
  static func chains(of alphabet: CodePointSet) -> [ClosedRange<UInt32>] {
    var chains: [ClosedRange<UInt32>] = []
    for family in [CodePointSet.digit, .upper, .lower] {
      var members = alphabet.ascii & family.ascii
      while members != 0 {
        let first = members.trailingZeroBitCount
        let count = (~(members >> UInt128(first))).trailingZeroBitCount
        if count > 1 { chains.append(UInt32(first)...UInt32(first + count - 1)) }
        members &= ~(((1 << UInt128(count)) - 1) << UInt128(first))
      }
    }
    return chains
  }

  /// The kinds that ``classRuns`` distinguishes: lowercase, uppercase, digit, special, and none of
  /// these.
  static let kinds: [CodePointSet] = {
    let named: [CodePointSet] = [.lower, .upper, .digit, .special]
    return named + [named.reduce(.unicode) { $0.subtracting($1) }]
  }()
}
