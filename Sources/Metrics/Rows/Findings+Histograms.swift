import PasswordPolicies
import Passwords

extension Findings {
  /// Makes all histograms: of entries, first the list's, then each policy's; then of distinct
  /// passwords if they were counted.
  ///
  /// Bins of closed vocabularies are included even if empty, and so are all lengths up to the
  /// longest.
  ///
  /// - Complexity: O(policies × (verdicts × rules²)); with distinct passwords, all signatures are
  ///   judged again, so keep the result.
  package func histograms() -> [Histogram] {
    // Equal policies share theirs, apart from the name.
    let base = FindingsBase(self)
    let ofPolicies = map(judgements) { Metric.histograms(of: .policy($0, base)) }
    let entries =
      Metric.histograms(of: .list(self))
      + named.flatMap { name, index in ofPolicies[index].map { $0.named(name) } }
    let distinct =
      ofDistinctPasswords?.histograms().filter { $0.metric.units.contains(.distinct) } ?? []
    return entries + distinct.map { $0.counting(.distinct) }
  }
}

extension GuessingFindings {
  /// The main numbers as histograms, for the whole list first, then for each policy.
  package var histograms: [Histogram] {
    ([whole] + policies).flatMap { Metric.histograms(of: .guessing($0)) }
  }
}

extension [Histogram.Bin] {
  /// Lengths or numbers of kinds; only accounts without a password have 0.
  static func characters(_ counts: [UInt64]) -> [Histogram.Bin] {
    .numbered(counts, from: counts.first ?? 0 > 0 ? 0 : 1)
  }

  /// Counts by rule.
  static func rules(_ policy: PolicyFindings, _ counts: [UInt64]) -> [Histogram.Bin] {
    .named(zip(policy.rules, counts).map { ($0.id.text, $1) })
  }

  /// Counts by the lists that the run was asked to compare with; nil without any.
  static func lists(
    _ base: FindingsBase, _ counts: [UInt64], none: UInt64? = nil
  ) -> [Histogram.Bin]? {
    let lists = base.lists.map { ($0.name, counts[$0.bit]) }
    return lists.isEmpty
      ? nil : .named(lists + (none.map { [("none", $0)] } ?? []))
  }

  /// Bits in millionths; those that are negative or undefined are 0, and those that are nil missing.
  static func microbits(_ bits: [(name: String, bits: Double?)]) -> [Histogram.Bin] {
    .named(
      bits.compactMap { name, bits in
        bits.map { (name, UInt64(exactly: (Swift.max($0, 0) * 1e6).rounded()) ?? 0) }
      })
  }
}
