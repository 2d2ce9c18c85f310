import Passwords

/// The longest permitted runs of three kinds; nil for no limit.
package struct RunLimits: Hashable, Sendable {
  /// Runs of one character.
  package var run: Int?
  /// Sequences through a–z, A–Z or 0–9, up or down.
  package var sequence: Int?
  /// Runs of one kind: lowercase, uppercase, digit, special, or none of these.
  package var classRun: Int?

  /// Keeps the stricter of each pair of limits.
  mutating func formIntersection(_ other: RunLimits) {
    run = other.run.map { min($0, run ?? $0) } ?? run
    sequence = other.sequence.map { min($0, sequence ?? $0) } ?? sequence
    classRun = other.classRun.map { min($0, classRun ?? $0) } ?? classRun
  }

  /// Drops limits that no string over this alphabet, up to this length, can break.
  mutating func dropIdle(in alphabet: CodePointSet, longest: Int?) {
    let longestChain = Self.chains(of: alphabet).map(\.count).max() ?? 0
    if let sequence, sequence >= min(longestChain, longest ?? .max) { self.sequence = nil }
    if let run, run >= longest ?? .max { self.run = nil }
    if let classRun, classRun >= longest ?? .max { self.classRun = nil }
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

  /// The kinds that ``classRun`` distinguishes; together they contain every character.
  static let kinds: [CodePointSet] = {
    let named: [CodePointSet] = [.lower, .upper, .digit, .special]
    return named + [named.reduce(.unicode) { $0.subtracting($1) }]
  }()
}
