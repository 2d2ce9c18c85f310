package import Metrics

/// The figures that people are told of the accounts of a dataset.
package struct AccountFigures: Sendable {
  /// Counting accounts.
  package let accounts: UInt64
  /// Those with a blank password, with one that was cracked, found without its hash, or not found,
  /// and those without a hash.
  package let blank, cracked, unproven, uncracked, withoutHash: UInt64
  /// Those with a hash that is not blank, and those of them that share it.
  package let hashed, shared: UInt64
  /// Those with the commonest password; nil of merged tallies.
  package let commonest: UInt64?
  /// Accounts that share with one outside; nil of the whole.
  package let across: UInt64?
  /// For each policy the accounts for which it is in force, and the shares of them that are in breach
  /// for certain, and that may be.
  package let policies: [Breach]
  /// The same of all policies that say for whom they are in force; nil without any.
  package let inForce: Breach?
  /// Accounts with each finding.
  package let findings: [(name: String, accounts: UInt64)]
  private let histograms: [Histogram]

  /// The accounts for which a policy is in force, and the shares of them that are in breach for
  /// certain, and that may be.
  package typealias Breach = (name: String, accounts: UInt64, least: Double, most: Double)

  /// What stands for a dataset's breaches: the policies in force, or the first policy.
  package var headline: Breach? { inForce ?? policies.first }

  /// The share of accounts whose password was cracked.
  package var crackedShare: Double { share(cracked, of: accounts) }

  /// The bins of a metric, of one policy if it is of policies; none if it was not counted.
  package func bins(
    of metric: String, policy: String? = nil
  ) -> [(name: String, count: UInt64)] {
    let found = histograms.first {
      $0.metric.name == metric && (policy == nil || $0.policy == policy)
    }
    return (found?.bins ?? []).map { ($0.name, $0.count) }
  }

  /// The accounts in a bin of a metric; 0 if it was not counted.
  package func count(_ bin: String, of metric: String, policy: String? = nil) -> UInt64 {
    bins(of: metric, policy: policy).first { $0.name == bin }?.count ?? 0
  }

  /// Reads the figures off the histograms of a dataset; nil if there are none of accounts.
  package init?(_ histograms: [Histogram]) {
    if histograms.isEmpty { return nil }
    self.histograms = histograms
    let find = { (metric: String) in histograms.first { $0.metric.name == metric } }
    let password = find("account_password")
    let count = { (bin: String) in password?.count(of: bin) ?? 0 }
    accounts = password?.total ?? 0
    (blank, cracked) = (count("blank"), count("cracked"))
    (unproven, uncracked) = (count("unproven"), count("uncracked"))
    withoutHash = count("no-hash")
    let sharing = find("shared")
    hashed = sharing?.total ?? 0
    shared = hashed - (sharing?.count(of: "1") ?? 0)
    commonest = find("commonest")?.count(of: "1")
    across = find("shared_across")?.count(of: "across")
    let breaches = histograms.filter { $0.metric.name == "account_compliance" }.map {
      histogram -> Breach in
      let violating = histogram.count(of: "violating") ?? 0
      let open = histogram.count(of: "open") ?? 0
      return (
        histogram.policy ?? "", histogram.total, share(violating, of: histogram.total),
        share(violating + open, of: histogram.total)
      )
    }
    inForce = breaches.first { $0.name == Metric.inForce }
    policies = breaches.filter { $0.name != Metric.inForce }
    findings = (find("finding")?.bins ?? []).map { ($0.name, $0.count) }
  }
}
