import PasswordPolicies
import Passwords
import Workers

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
    var ofPolicies = workers.map(judgements) { Metric.histograms(of: .policy($0, base)) }
    var ofList = Metric.histograms(of: .list(self))
    if let most = ofMost {
      let upper = workers.map(most.judgements) { Metric.histograms(of: .policy($0, base)) }
      ofPolicies = zip(ofPolicies, upper).map { zip($0, $1).map { $0.joined($1) } }
      ofList = zip(ofList, Metric.histograms(of: .list(most))).map { $0.joined($1) }
    }
    if !list.hiddenLines.isEmpty { ofList = ofList.map { $0.hiding(list.hiddenLines) } }
    let entries =
      ofList
      + named.flatMap { name, index in ofPolicies[index].map { $0.named(name) } }
    let distinct =
      ofDistinctPasswords?.histograms().filter { $0.metric.units.contains(.distinct) } ?? []
    return entries + distinct.map { $0.counting(.distinct) }
  }
}

extension Histogram {
  /// The same histogram without numbers that follow from kinds of line that are not told.
  fileprivate func hiding(_ names: Set<String>) -> Histogram {
    let hidden: Set<String>
    switch metric {
    case .lines:
      hidden = Set(bins.map(\.name).filter { LineResult.follows($0, from: names) })
    case .quality:
      let bins = ["ascii": "ascii", "utf8": "utf-8", "ill_formed": "ill-formed"]
      hidden = Set(bins.filter { names.contains($0.key) }.values)
    case .normalisation:
      hidden = names.contains("changed_by_nfc") ? ["changed", "unchanged"] : []
    default: return self
    }
    if hidden.isEmpty { return self }
    return Histogram(
      policy: policy, metric, unit: unit, total: total, mostTotal: mostTotal,
      bins.map { hidden.contains($0.name) ? $0.hidden : $0 })
  }
}

extension Array {
  /// Bins of the elements; nil without any, since then the run did not count them.
  func ifAny(_ bins: ([Element]) -> [Histogram.Bin]) -> [Histogram.Bin]? {
    isEmpty ? nil : bins(self)
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
    base.lists.map { ($0.name, counts[$0.bit]) }
      .ifAny { .named($0 + (none.map { [("none", $0)] } ?? [])) }
  }

  /// Bits in millionths; those that are negative or undefined are 0, and those that are nil missing.
  static func microbits(_ bits: [(name: String, bits: Double?)]) -> [Histogram.Bin] {
    .named(
      bits.compactMap { name, bits in
        bits.map { (name, UInt64(exactly: (Swift.max($0, 0) * 1e6).rounded()) ?? 0) }
      })
  }
}
