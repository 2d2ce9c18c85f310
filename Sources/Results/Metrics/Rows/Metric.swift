import PasswordPolicies
package import PasswordSpaces

/// One metric of `audit.csv`: its name, the passwords that it counts, and how its bins are made.
///
/// ``all`` is the one list of metrics. Tables, file names, comparisons and the documentation read it,
/// so a new metric is a new entry there.
package struct Metric: Sendable {
  /// The name in the column `metric`.
  package let name: String
  /// The passwords that it is about.
  package let scope: Scope
  /// The units in which it is counted.
  package let units: [Histogram.Unit]
  /// Whether its bins add up to its total.
  package let isPartition: Bool
  /// The meaning of its bins, for the documentation.
  package let words: String
  private let source: Source
  private let base: Base

  /// The passwords that a metric is about.
  package enum Scope: String, Hashable, Sendable, CaseIterable {
    /// All passwords, without a policy.
    case list
    /// All passwords, under a policy.
    case policy
    /// The passwords that comply with a policy.
    case survivors
    /// All passwords, and again those that comply with each policy.
    case both
  }

  /// The total of a metric that has shares.
  enum Base: Hashable, Sendable {
    /// The passwords of its scope.
    case passwords
    /// The passwords that comply with the policy.
    case compliant
    /// The sum of its bins.
    case bins
    /// The sum of the bins of another metric.
    case metric(String)
  }

  /// How bins are made; nil if the run did not count them.
  enum Source: Sendable {
    /// From everything about the list.
    case list(@Sendable (Findings) -> [Histogram.Bin]?)
    /// From everything about a policy.
    case policy(@Sendable (PolicyFindings, FindingsBase) -> [Histogram.Bin]?)
    /// From counts of passwords: all of the list, or the compliant ones.
    case passwords(@Sendable (PasswordCounts, FindingsBase) -> [Histogram.Bin]?)
    /// From the metrics of guessing.
    case guessing(@Sendable (PolicyGuessing) -> [Histogram.Bin]?)
    /// From a policy's keyspace.
    case space(@Sendable (PolicyKeyspace) -> [Histogram.Bin]?)
  }

  /// What a histogram can be made of.
  package enum Subject {
    case list(Findings)
    case policy(PolicyFindings, FindingsBase)
    case guessing(PolicyGuessing)
    case space(PolicyKeyspace)
  }

  /// Describes a metric.
  init(
    _ name: String, _ scope: Scope, units: [Histogram.Unit] = [.entries, .distinct],
    isPartition: Bool = true, of base: Base = .passwords, _ words: String, _ source: Source
  ) {
    self.name = name
    self.scope = scope
    self.units = units
    self.isPartition = isPartition
    self.base = base
    self.words = words
    self.source = source
  }

  /// The same metric of the passwords that comply with a policy.
  package var ofSurvivors: Metric {
    Metric(
      Self.survivorsPrefix + name, .survivors, units: units, isPartition: isPartition, of: base,
      "`\(name)` of the passwords that comply", source)
  }

  /// What the names of metrics begin with that are about the passwords that comply.
  private static let survivorsPrefix = "survivors_"

  /// A metric that another version of the program wrote; only its name and its scope are known.
  private init(unknown name: String, isOfPolicy: Bool) {
    let scope: Scope =
      !isOfPolicy ? .list : name.hasPrefix(Self.survivorsPrefix) ? .survivors : .policy
    self.init(name, scope, isPartition: false, "", .list { _ in nil })
  }

  private static let named = Dictionary(
    (all + ofAccounts).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// The metric with a name in a table.
  package init(name: String, isOfPolicy: Bool) {
    self = Self.named[name] ?? Metric(unknown: name, isOfPolicy: isOfPolicy)
  }

  /// All metrics of a subject that was counted.
  package static func histograms(of subject: Subject) -> [Histogram] {
    all.compactMap { $0.histogram(of: subject) }
  }

  /// The histogram of a subject; nil if this is no metric of it, or was not counted.
  package func histogram(of subject: Subject) -> Histogram? {
    let (policy, bins, passwords): (String?, [Histogram.Bin]?, UInt64)
    switch (source, subject) {
    case (.list(let make), .list(let findings)) where scope == .list:
      (policy, bins, passwords) = (nil, make(findings), findings.entries)
    case (.passwords(let make), .list(let findings)) where scope == .list:
      (policy, bins, passwords) = (
        nil, make(findings.list.passwords, FindingsBase(findings)), findings.entries
      )
    case (.passwords(let make), .policy(let found, let base)) where scope == .survivors:
      (policy, bins, passwords) = (found.name, make(found.passwords, base), found.compliant)
    case (.policy(let make), .policy(let found, let base)) where scope == .policy:
      (policy, bins) = (found.name, make(found, base))
      passwords = self.base == .compliant ? found.compliant : found.entries(of: base.entries)
    case (.guessing(let make), .guessing(let found))
    where scope == .both || (scope == .list) == (found.policy == nil):
      policy = found.policy
      bins = make(found)
      passwords =
        unit == .distinct ? found.metrics.distinct : UInt64(clamping: found.metrics.total)
    case (.space(let make), .space(let keyspace)) where scope == .policy:
      (policy, bins, passwords) = (keyspace.policy.name, make(keyspace), 0)
    default: return nil
    }
    return bins.map { bins in
      Histogram(
        policy: policy, self, unit: unit,
        total: total(passwords, adding: bins), bins)
    }
  }

  /// The base of shares of some bins about a number of passwords; 0 without shares.
  package func total(_ passwords: UInt64, adding bins: [Histogram.Bin]) -> UInt64 {
    guard unit.hasShares else { return 0 }
    return base == .bins ? bins.reduce(0) { $0 &+ $1.count } : passwords
  }

  /// Whether the total of such bins is known: a folded tally does not tell all of them.
  func isTotalKnown(adding bins: [Histogram.Bin]) -> Bool {
    base != .bins || !bins.contains(where: \.isHidden)
  }

  /// The metric whose bins add up to its total; nil unless that is another one.
  package var metricOfTotal: Metric? {
    if case .metric(let name) = base { return Metric(name: name, isOfPolicy: false) }
    return nil
  }

  /// Whether its total is the passwords that comply with the policy.
  package var isOfCompliant: Bool { scope == .survivors || base == .compliant }

  /// Its first unit; those that also count distinct passwords count entries first.
  package var unit: Histogram.Unit { units.first ?? .entries }
}

extension Metric: Hashable {
  /// Metrics are the same if their names are.
  package static func == (a: Metric, b: Metric) -> Bool { a.name == b.name }

  /// Hashes the name.
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Metric {
  /// The table of all metrics in `Documentation/report.md`, as lines.
  package static var documentation: [String] {
    ["| metric | about | unit | parts of a whole | counts |", "|---|---|---|---|---|"]
      + all.map { metric in
        let units = metric.units.map(\.rawValue).joined(separator: ", ")
        let (scope, parts) = (metric.scope.rawValue, metric.isPartition ? "yes" : "no")
        return "| `\(metric.name)` | \(scope) | \(units) | \(parts) | \(metric.words) |"
      }
  }
}
