import Diagnostics
import Directories
import Files
import Reports

/// The one file that names accounts: a row for each finding of each account, for its owner only.
///
/// Holds no password, hash or rule. Accounts that share a password have the same number, which
/// counts up in the order of the rows.
package struct AccountsFile: ~Copyable {
  private var file: ProvisionalFile
  private let replacing: Replacing

  /// Opens the file before the long run: not below the directory of the report, and none that is read.
  ///
  /// - Throws: `Problem`.
  package init(
    _ path: String, outside directory: String?, replacing force: Bool, besides inputs: [String]
  ) throws {
    if path == "-" { throw Problem.namesOnStandardOutput }
    if let directory, Self.isBelow(path, directory) {
      throw Problem.namesBelow(directory, path)
    }
    let replacing = Replacing(isForced: force)
    try replacing.check(path, besides: inputs)
    do throws(SystemError) { file = try ProvisionalFile(path, for: .owner) } catch {
      throw Problem.unwritableAccounts(path, error)
    }
    self.replacing = replacing
  }

  /// Whether a file lies in a directory or below it, after links and `..`.
  private static func isBelow(_ path: String, _ directory: String) -> Bool {
    guard let file = try? FilePath(path), let parent = try? FilePath(directory) else {
      return false
    }
    let (place, report) = (file.directory.resolved.text, parent.resolved.text)
    return place == report || place.hasPrefix(report.hasSuffix("/") ? report : report + "/")
  }

  /// Writes the rows, with columns besides the usual ones, and gives the file its name.
  ///
  /// - Throws: `Problem`.
  package mutating func publish(_ rows: [String], _ columns: [String]) throws {
    let usual = ["domain", "user", "rid", "state", "set", "finding", "policy", "group", "size"]
    let header = (usual + columns).joined(separator: ",")
    do throws(SystemError) {
      try file.write(Array((([header] + rows).joined(separator: "\n") + "\n").utf8))
      try file.publish(replacing: replacing.replaceable)
    } catch {
      if error.isOccupied { throw replacing.problem(file.path, error) }
      throw Problem.unwritableAccounts(file.path, error)
    }
  }
}

extension NamedDirectory {
  /// The rows of the file, in the order of domain, user and dump.
  package var rows: [String] { namedRows.map { $0.cells.joined(separator: ",") } }

  /// The same with what they are about.
  var namedRows: [NamedRow] {
    let accounts = directory.accounts
    let named = (0..<accounts.count).filter { isNamed($0) }.map { account in
      let name = [accounts.domain(of: account), Array(accounts.name(of: account))]
      return (name: name.map(FoldedName.of), account: account)
    }
    let sorted = named.sorted { one, other in
      one.name == other.name
        ? one.account < other.account : NamedRow.precedes(one.name, other.name)
    }
    var numbers: [UInt32: Int] = [:]
    return sorted.flatMap { rows(of: $1, named: $0, &numbers) }
  }

  /// Whether an account has a place in the file.
  private func isNamed(_ account: Int) -> Bool {
    directory.accounts.facts[account].counts || directory.hasMachineDefault(account)
  }

  private func rows(
    of account: Int, named name: [[UInt8]], _ numbers: inout [UInt32: Int]
  ) -> [NamedRow] {
    let accounts = directory.accounts
    let set =
      switch accounts.date(of: account) {
      case .never: "never"
      case .day(let day): PasswordDate.text(ofDay: day)
      case nil, .unclear: ""
      }
    let who = [
      csvCell(FoldedName.text(accounts.domain(of: account))),
      csvCell(FoldedName.text(Array(accounts.name(of: account)))),
      accounts.identifier(of: account).map { String($0) } ?? "",
      "\(accounts.facts[account].state)", set,
    ]
    return findings(of: account).map { finding in
      var group = finding.group.map(csvCell) ?? ""
      if finding.kind.name == AccountFinding.shared.rawValue {
        let row = accounts.rows[account]
        let number = numbers[row] ?? numbers.count + 1
        numbers[row] = number
        group = String(number)
      }
      let size = finding.isOfSeveral ? String(directory.size(of: account)) : ""
      let what = [finding.kind.name, csvCell(finding.kind.policy), group, size]
      let reasons = namesReasons ? [finding.reasons.joined(separator: " ")] : []
      return NamedRow(name: name, account: account, kind: finding.kind, cells: who + what + reasons)
    }
  }

  /// The findings about an account, in order.
  func findings(of account: Int) -> [NamedFinding] {
    if directory.hasMachineDefault(account) {
      return [NamedFinding(kind: FindingKind(name: "machine-default"))]
    }
    var found = directory.findings(of: account).flatMap { finding in
      let groups: [String?] =
        finding == .sharedAcross ? directory.groupsAcross(account) : [nil]
      return groups.map {
        NamedFinding(
          kind: FindingKind(name: finding.rawValue), group: $0,
          isOfSeveral: finding == .shared || finding == .sharedAcross)
      }
    }
    let judgement = judgement(of: account)
    for (number, policy) in policies.enumerated() where scopes.isFor(account, number) {
      if let day = policy.day, directory.accounts.time(of: account, since: day) == .before {
        found.append(NamedFinding(kind: FindingKind(name: "before-policy", policy: policy.name)))
      }
      if policy.complies(judgement) == false {
        found.append(
          NamedFinding(
            kind: FindingKind(name: "violates", policy: policy.name),
            reasons: policy.rules(brokenBy: judgement)))
      }
    }
    return found
  }
}

/// A row of the file.
struct NamedRow {
  /// The folded domain and name.
  let name: [[UInt8]]
  let account: Int
  let kind: FindingKind
  let cells: [String]

  /// The cells without the number of those who share the password, which counts in its own file.
  var withoutNumber: [String] {
    kind.name == AccountFinding.shared.rawValue
      ? cells.enumerated().map { $0 == 7 ? "" : $1 } : cells
  }

  /// Whether a folded domain and name comes before another.
  static func precedes(_ one: [[UInt8]], _ other: [[UInt8]]) -> Bool {
    one.lexicographicallyPrecedes(other) { $0.lexicographicallyPrecedes($1) }
  }
}

/// A kind of finding, and the policy that it is of; an empty one is none.
struct FindingKind: Hashable {
  let name: String
  var policy = ""
}

/// A finding about one account.
struct NamedFinding {
  let kind: FindingKind
  /// The group with someone outside who has the same password.
  var group: String?
  /// Whether other accounts have the same password.
  var isOfSeveral = false
  /// The rules that the password breaks.
  var reasons: [String] = []
}
