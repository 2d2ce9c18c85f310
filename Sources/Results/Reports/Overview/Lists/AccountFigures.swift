package import Metrics

/// The figures that people are told of the accounts of a dataset: everything that figures and sentences
/// show, read off the histograms in one place.
package struct AccountFigures: Sendable {
  /// Counting accounts.
  package let accounts: UInt64
  /// Those with a blank password, with one that was cracked, found without its hash, or not found,
  /// and those without a hash.
  package let blank, cracked, unproven, uncracked, withoutHash: UInt64
  /// Users that are enabled, disabled, of unknown state, or left out.
  let enabled, disabled, ofUnknownState, excluded: UInt64
  /// Accounts of machines and of the system.
  let machines, system: UInt64
  /// Lines of dumps that give an account a second hash.
  let conflictingLines: UInt64
  /// Those with a hash that is not blank, and those of them that share it.
  package let hashed, shared: UInt64
  /// Those with the commonest password, and with the ten commonest; nil of merged tallies.
  package let commonest, tenCommonest: UInt64?
  /// Accounts that share with one outside; nil of the whole.
  package let across: UInt64?
  /// Those whose uncracked password is on a blocklist, or is their user's own name.
  let listedUncracked, namedUncracked: UInt64
  /// Those with history, and those who made their password from the last one by a step; nil if
  /// history was not read.
  let history: (accounts: UInt64, stepping: UInt64)?
  /// Accounts by how many have their password, and by the age of it.
  let sharing, ages: [Bin]
  /// For each policy the accounts for which it is in force, and the shares of them that are in breach
  /// for certain, and that may be.
  package let policies: [Breach]
  /// The same of all policies that say for whom they are in force; nil without any.
  package let inForce: Breach?
  /// Accounts with each finding.
  package let findings: [(name: String, accounts: UInt64)]

  /// The accounts for which a policy is in force, and the shares of them that are in breach for
  /// certain, and that may be.
  package struct Breach: Sendable {
    package let name: String
    package let accounts: UInt64
    package let least, most: Double
    /// The same by when the password was set; nil of a policy without a day.
    let times: Times?
  }

  /// Accounts by when their password was set.
  struct Times {
    let after, before, unknown: Verdicts
  }

  /// Accounts by whether their password complies.
  struct Verdicts {
    let violating, open, compliant: UInt64
  }

  /// Accounts with one property.
  struct Bin {
    /// The property in words.
    let name: String
    let accounts: UInt64
    /// The ages in days; nil if it is no age, or an unknown one.
    var days: ClosedRange<Int>?
    /// How many different passwords they have; nil if that is not counted.
    var passwords: UInt64?
    /// Members of groups among them who share their password beyond the group; nil without groups.
    var beyond: UInt64?

    /// Whether the age is known, if it is one.
    var isKnown: Bool { name != "unknown" }
  }

  /// What stands for a dataset's breaches: the policies in force, or the first policy.
  package var headline: Breach? { inForce ?? policies.first }

  /// The share of accounts whose password was cracked.
  package var crackedShare: Double { share(cracked, of: accounts) }

  /// Those with a password that is older than two years.
  var olderThanTwoYears: UInt64 {
    ages.reduce(0) { $1.days.map { $0.lowerBound > 730 } == true ? $0 + $1.accounts : $0 }
  }

  /// Reads the figures off the histograms of a dataset; nil if there are none of accounts.
  package init?(_ histograms: [Histogram]) {
    if histograms.isEmpty { return nil }
    func find(_ metric: String, of policy: String? = nil) -> Histogram? {
      histograms.first { $0.metric.name == metric && (policy == nil || $0.policy == policy) }
    }
    func count(_ bin: String, _ metric: String) -> UInt64 { find(metric)?.count(of: bin) ?? 0 }
    func bins(_ metric: String) -> [Histogram.Bin] { find(metric)?.bins ?? [] }
    accounts = find("account_password")?.total ?? 0
    blank = count("blank", "account_password")
    cracked = count("cracked", "account_password")
    unproven = count("unproven", "account_password")
    uncracked = count("uncracked", "account_password")
    withoutHash = count("no-hash", "account_password")
    enabled = count("enabled", "account_state")
    disabled = count("disabled", "account_state")
    ofUnknownState = count("unknown", "account_state")
    excluded = count("excluded", "account_state")
    (machines, system) = (count("machine", "account_kind"), count("system", "account_kind"))
    conflictingLines = count("conflicting", "dump_lines")
    hashed = find("shared")?.total ?? 0
    shared = hashed - count("1", "shared")
    commonest = find("commonest")?.count(of: "1")
    tenCommonest = find("commonest")?.count(of: "10")
    across = find("shared_across")?.count(of: "across")
    listedUncracked = count("uncracked", "listed")
    namedUncracked = count("uncracked", "user_name_hash")
    let steps = bins("history_step").map(\.count)
    history = steps.isEmpty ? nil : (steps.reduce(0, +), steps.prefix(2).reduce(0, +))
    let (passwords, beyond) = (bins("shared_passwords"), bins("shared_groups"))
    sharing = bins("shared").enumerated().map { number, bin in
      Bin(
        name: bin.name, accounts: bin.count, passwords: passwords[number].count,
        beyond: beyond.isEmpty ? nil : beyond[number].count)
    }
    ages = bins("age").map { bin in
      let ends = bin.name.split(separator: "-").compactMap { Int($0) }
      let first = bin.name.last == "+" ? Int(bin.name.dropLast()) : nil
      return Bin(
        name: bin.name, accounts: bin.count,
        days: ends.count == 2 ? ends[0]...ends[1] : first.map { $0...Int.max })
    }
    let breaches = histograms.filter { $0.metric.name == "account_compliance" }.map { histogram in
      let violating = histogram.count(of: "violating") ?? 0
      let open = histogram.count(of: "open") ?? 0
      let times = find("since", of: histogram.policy ?? "").map { since in
        func verdicts(_ time: String) -> Verdicts {
          func count(_ verdict: String) -> UInt64 { since.count(of: "\(time)-\(verdict)") ?? 0 }
          return Verdicts(
            violating: count("violating"), open: count("open"), compliant: count("compliant"))
        }
        return Times(
          after: verdicts("after"), before: verdicts("before"), unknown: verdicts("unknown"))
      }
      return Breach(
        name: histogram.policy ?? "", accounts: histogram.total,
        least: share(violating, of: histogram.total),
        most: share(violating + open, of: histogram.total), times: times)
    }
    inForce = breaches.first { $0.name == Metric.inForce }
    policies = breaches.filter { $0.name != Metric.inForce }
    findings = bins("finding").map { ($0.name, $0.count) }
  }
}
