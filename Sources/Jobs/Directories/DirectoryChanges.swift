import Diagnostics
import Directories
package import Metrics
import Passwords
import Requests
import Tallies

/// What changed between two states of a directory, which were read with one potfile, so that a
/// longer attack does not look like a decline.
///
/// Accounts are the same if their dump and relative identifier are, or their names without one.
package struct DirectoryChanges: Sendable {
  /// The counts, in the columns of a report's table.
  package let histograms: [Histogram]

  /// Compares the accounts that count on either side.
  ///
  /// - Parameters:
  ///   - old: The findings about the earlier dumps.
  ///   - new: The findings about the later ones, of the same settings.
  package init(from old: AuditFindings, to new: AuditFindings) {
    let kinds = new.kindsOfFindings
    let isOneFile = old.read.inputs.count == 1 && new.read.inputs.count == 1
    let (before, after) = (old.side(isOneFile), new.side(isOneFile))
    let places = Dictionary(
      uniqueKeysWithValues: kinds.enumerated().map { ($1, $0) })
    var accounts: [UInt64] = [0, 0, 0, 0]
    var findings = Array(repeating: [UInt64](repeating: 0, count: 5), count: kinds.count)
    var balance: [UInt64] = [0, 0, 0]
    for (key, had) in before {
      guard let has = after[key] else {
        accounts[3] += 1
        for kind in had.findings { findings[places[kind] ?? 0][2] += 1 }
        continue
      }
      accounts[had.hash == has.hash ? 0 : 1] += 1
      for kind in had.findings.union(has.findings) {
        let change = !has.findings.contains(kind) ? 1 : had.findings.contains(kind) ? 0 : 3
        findings[places[kind] ?? 0][change] += 1
      }
      let difference = has.findings.count - had.findings.count
      balance[difference < 0 ? 0 : difference == 0 ? 1 : 2] += 1
    }
    for (key, has) in after where before[key] == nil {
      accounts[2] += 1
      for kind in has.findings { findings[places[kind] ?? 0][4] += 1 }
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

/// A kind of finding, and the policy that it is of.
private struct FindingKind: Hashable {
  let name: String
  let policy: String
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
  let findings: Set<FindingKind>
}

extension AuditFindings {
  /// The kinds of findings, in the order of reports.
  fileprivate var kindsOfFindings: [FindingKind] {
    AccountFinding.allCases.map { FindingKind(name: $0.rawValue, policy: "") }
      + ["before-policy", "violates"].flatMap { name in
        (directory?.named?.policies ?? []).map { FindingKind(name: name, policy: $0.name) }
      }
  }

  /// The accounts that count.
  fileprivate func side(_ isOneFile: Bool) -> [AccountKey: SideAccount] {
    guard let named = directory?.named else { return [:] }
    let accounts = named.directory.accounts
    var side: [AccountKey: SideAccount] = [:]
    for (number, file) in accounts.files.enumerated() {
      let name = isOneFile ? "" : listName(read.inputs[number].name)
      for account in file.accounts where accounts.facts[account].counts {
        let identifier = accounts.identifier(of: account)
        let row = accounts.rows[account]
        let names = [
          FoldedName.of(accounts.domain(of: account)),
          FoldedName.of(Array(accounts.name(of: account))),
        ]
        side[
          AccountKey(file: name, identifier: identifier, name: identifier == nil ? names : [])] =
          SideAccount(
            hash: row == HashRows.none ? nil : accounts.hashes.hash(of: row),
            findings: Set(
              named.findings(of: account).map { FindingKind(name: $0.name, policy: $0.policy) }
                .filter { $0.name != "machine-default" }))
      }
    }
    return side
  }
}

extension AuditSettings {
  /// Reads the lists as dumps whose accounts are compared by their findings.
  package mutating func compareAccounts(_ settings: DirectorySettings?) {
    directory = settings
    directory?.namesAccounts = true
    // Findings need no strength but that of policies.
    estimate = .none
  }
}
