package import Metrics

/// The composition of a list's passwords.
package struct CompositionOverview: Sendable {
  /// Passwords by their kinds of character, the commonest first; twelve at most.
  package let charsets: [(name: String, part: Part)]
  /// Passwords by the pattern that determines their guesses, the commonest first; empty without
  /// scores.
  package let patterns: [(name: String, part: Part)]

  package init(_ findings: Findings) {
    func ranked(_ metric: Metric) -> [(name: String, part: Part)] {
      let bins = metric.histogram(of: .list(findings))?.bins ?? []
      return bins.filter { $0.count > 0 && $0.name != "none" }
        .sorted { ($1.count, $0.order) < ($0.count, $1.order) }.prefix(12)
        .map { ($0.name, Part($0.count, of: findings.entries)) }
    }
    charsets = ranked(.charset)
    patterns = ranked(.pattern)
  }
}
