import Findings

/// The composition of a list's passwords.
struct CompositionOverview: Sendable {
  /// Passwords by their kinds of character, the commonest first; twelve at most.
  let charsets: [(name: String, part: Part)]
  /// Passwords by the pattern that determines their guesses, the commonest first; empty without
  /// scores.
  let patterns: [(name: String, part: Part)]

  init(_ findings: Findings) {
    let list = findings.list
    let sets = list.charsets.indices.dropFirst().map { mask in
      let kinds = ListFindings.kindNames.indices.filter { mask >> $0 & 1 != 0 }
      let name = kinds.map { ListFindings.kindNames[$0] }.joined(separator: "+")
      return (name: name, count: list.charsets[mask])
    }
    let patterns = zip(findings.patternNames, list.patterns).map { (name: $0, count: $1) }
    charsets = Self.ranked(sets, of: findings.entries)
    self.patterns = Self.ranked(patterns, of: findings.entries)
  }

  private static func ranked(
    _ counts: [(name: String, count: UInt64)], of entries: UInt64
  ) -> [(name: String, part: Part)] {
    counts.enumerated().filter { $0.element.count > 0 }
      .sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }.prefix(12)
      .map { ($0.element.name, Part($0.element.count, of: entries)) }
  }
}
