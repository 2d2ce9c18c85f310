import Auditing
package import Diagnostics
import Directories
package import Metrics
import Passwords
import Tallies

/// What changed between two states of a directory, which were read with one potfile, so that a
/// longer attack does not look like a decline.
///
/// Accounts are the same if their dump and relative identifier are, or their names without one.
package struct DirectoryChanges: Sendable {
  /// The counts, in the columns of a report's table.
  package let histograms: [Histogram]
  /// The rows of the accounts file, each with what became of its finding.
  package let rows: [String]

  /// Compares the accounts that count on either side, by findings of the same settings.
  package init(from old: AuditFindings, to new: AuditFindings) {
    let kinds = new.kindsOfFindings
    let places = Dictionary(uniqueKeysWithValues: kinds.enumerated().map { ($1, $0) })
    let isOneFile = old.read.inputs.count == 1 && new.read.inputs.count == 1
    let (before, after) = (old.side(isOneFile), new.side(isOneFile))
    var accounts: [UInt64] = [0, 0, 0, 0]
    var findings = Array(repeating: [UInt64](repeating: 0, count: 5), count: kinds.count)
    var balance: [UInt64] = [0, 0, 0]
    var rows: [(name: [[UInt8]], place: Int, text: String)] = []
    for key in Set(before.keys).union(after.keys) {
      let (had, has) = (before[key], after[key])
      let (hadKinds, hasKinds) = (Set(had.kinds), Set(has.kinds))
      accounts[had == nil ? 2 : has == nil ? 3 : had?.hash == has?.hash ? 0 : 1] += 1
      if had != nil, has != nil {
        let (less, more) = (hadKinds.count, hasKinds.count)
        balance[more < less ? 0 : more == less ? 1 : 2] += 1
      }
      let change = { (kind: FindingKind) in
        !hasKinds.contains(kind)
          ? has == nil ? 2 : 1 : hadKinds.contains(kind) ? 0 : had == nil ? 4 : 3
      }
      for kind in hadKinds.union(hasKinds) {
        if let place = places[kind] { findings[place][change(kind)] += 1 }
      }
      let gone = (had?.rows ?? []).filter { !hasKinds.contains($0.kind) }
      let now = (has?.rows ?? []).map { ($0, $0.cells) }
      for (row, cells) in now + gone.map({ ($0, $0.withoutNumber) }) {
        let text = (cells + [Self.findingChanges[change(row.kind)]]).joined(separator: ",")
        rows.append((row.name, places[row.kind] ?? 0, text))
      }
    }
    let all = accounts.reduce(0, +)
    histograms =
      [Self.histogram("change", accounts, Self.accountChanges, of: all)]
      + zip(kinds, findings).filter { $1.contains { $0 > 0 } }.map { kind, counts in
        Self.histogram(
          "change_\(kind.name)", counts, Self.findingChanges, of: all,
          policy: kind.policy.isEmpty ? nil : kind.policy)
      }
      + [
        Self.histogram(
          "change_balance", balance, ["better", "same", "worse"], of: balance.reduce(0, +))
      ]
    self.rows = rows.sorted { one, other in
      one.name != other.name
        ? NamedRow.precedes(one.name, other.name)
        : (one.place, one.text) < (other.place, other.text)
    }.map(\.text)
  }

  private static let accountChanges = ["same-password", "new-password", "arrived", "gone"]
  private static let findingChanges = ["stays", "fixed", "left", "new", "arrived"]

  private static func histogram(
    _ metric: String, _ counts: [UInt64], _ names: [String], of total: UInt64,
    policy: String? = nil
  ) -> Histogram {
    Histogram(
      policy: policy, Metric(name: metric, isOfPolicy: policy != nil), unit: .accounts,
      total: total, .named(zip(names, counts)))
  }
}

/// What makes accounts of two sides the same.
private struct AccountKey: Hashable {
  let file: String
  let identifier: UInt32?
  /// The folded domain and name; empty with an identifier, since accounts are renamed.
  let name: [[UInt8]]
}

/// An account of one side.
private struct SideAccount {
  let hash: NTHash?
  /// Its rows in the accounts file.
  let rows: [NamedRow]
}

extension SideAccount? {
  /// The kinds of findings about the account; none without one.
  fileprivate var kinds: [FindingKind] { self?.rows.map(\.kind) ?? [] }
}

extension AuditFindings {
  /// The kinds of findings, in the order of reports.
  fileprivate var kindsOfFindings: [FindingKind] {
    AccountFinding.allCases.map { FindingKind(name: $0.rawValue) }
      + ["before-policy", "violates"].flatMap { name in
        (directory?.named?.policies ?? []).map { FindingKind(name: name, policy: $0.name) }
      }
  }

  /// The accounts that count.
  fileprivate func side(_ isOneFile: Bool) -> [AccountKey: SideAccount] {
    guard let named = directory?.named else { return [:] }
    let accounts = named.directory.accounts
    let rows = Dictionary(grouping: named.namedRows, by: \.account)
    var side: [AccountKey: SideAccount] = [:]
    for (number, file) in accounts.files.enumerated() {
      let name = isOneFile ? "" : listName(read.inputs[number].name)
      for account in file.accounts where accounts.facts[account].counts {
        let identifier = accounts.identifier(of: account)
        let names = [accounts.domain(of: account), Array(accounts.name(of: account))]
        let row = accounts.rows[account]
        side[
          AccountKey(
            file: name, identifier: identifier,
            name: identifier == nil ? names.map(FoldedName.of) : [])] =
          SideAccount(
            hash: row == HashRows.none ? nil : accounts.hashes.hash(of: row),
            rows: (rows[account] ?? []).filter { $0.kind.name != "machine-default" })
      }
    }
    return side
  }
}

extension AuditSettings {
  /// Reads the lists as dumps whose accounts are compared by their findings.
  package func comparingAccounts() throws(Problem) -> AuditSettings {
    try directory?.refuse([
      "--by": directory?.strata.isEmpty == false,
      "--accounts-reasons": directory?.namesReasons == true,
    ])
    var settings = self
    settings.directory?.namesAccounts = true
    // Findings need no strength but that of policies.
    settings.estimate = .none
    return settings
  }
}
