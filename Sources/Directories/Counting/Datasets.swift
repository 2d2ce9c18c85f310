/// A part of a directory that is counted beside the whole.
package struct Dataset: Sendable {
  /// Its label in reports, such as `domain: corp.example`.
  package let label: String
  /// Its accounts, ascending.
  package let members: [Int]
  /// The number of strata that were joined into it; 0 for others.
  package let joined: Int
}

extension Accounts {
  /// The strata by domain, sorted by label; those with fewer counting accounts than `floor` are
  /// joined.
  package func strataByDomain(floor: Int) -> [Dataset] {
    let labels = domainNames.map { $0.isEmpty ? Array("(none)".utf8) : FoldedName.of($0) }
    return strata("domain", floor: floor) { labels[Int(domains[$0])] }
  }

  /// The strata by labels of another file, sorted; those with fewer counting accounts than `floor`
  /// are joined.
  package func strata(by labels: AccountLabels, floor: Int) -> [Dataset] {
    strata(labels.family, floor: floor) { labels.label(of: $0) }
  }

  /// The strata of a label that each account has.
  private func strata(
    _ family: String, floor: Int, label: (Int) -> [UInt8]
  ) -> [Dataset] {
    var members: [[UInt8]: [Int]] = [:]
    for account in 0..<count { members[label(account), default: []].append(account) }
    let sizes = members.map { label, accounts in
      (label: label, accounts: accounts.count { facts[$0].counts })
    }
    let (shown, joined) = Strata.joined(sizes, floor: floor)
    var datasets = shown.map { label in
      Dataset(
        label: "\(family): \(FoldedName.text(label))", members: members[label] ?? [], joined: 0)
    }
    if !joined.isEmpty {
      datasets.append(
        Dataset(
          label: "\(family): (joined)", members: joined.flatMap { members[$0] ?? [] }.sorted(),
          joined: joined.count))
    }
    return datasets
  }
}
