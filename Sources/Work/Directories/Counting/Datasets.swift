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
    strata("domain", floor: floor, of: domainNames.map(FoldedName.of), domains)
  }

  /// The strata by labels of another file, sorted; those with fewer counting accounts than `floor`
  /// are joined.
  package func strata(by labels: AccountLabels, floor: Int) -> [Dataset] {
    strata(labels.family, floor: floor, of: labels.labels, labels.numbers)
  }

  /// The strata of a label that each account has by its number; an empty one is none.
  private func strata(
    _ family: String, floor: Int, of labels: [[UInt8]], _ numbers: [UInt32]
  ) -> [Dataset] {
    let labels = labels.map { $0.isEmpty ? Array("(none)".utf8) : $0 }
    var numbered = Array(repeating: [Int](), count: labels.count)
    for account in 0..<count { numbered[Int(numbers[account])].append(account) }
    // Different spellings may be one label.
    let members = Dictionary(zip(labels, numbered).filter { !$1.isEmpty }) { ($0 + $1).sorted() }
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
