package import Diagnostics
import Directories
import Files
import Reporting

/// The one file that names accounts: a row for each finding of each account, for its owner only.
///
/// Holds no password, hash or rule. Accounts that share a password have the same number, which
/// counts up in the order of the rows.
package struct AccountsFile: ~Copyable {
  private var file: ProvisionalFile
  private let replaces: Bool

  /// Opens the file before the long run.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - directory: The directory of the report, below which it may not be; nil without a report.
  ///   - replaces: Whether a file of this name is replaced.
  /// - Throws: ``AccountsFileProblem``.
  package init(
    _ path: String, outside directory: String?, replacing replaces: Bool
  ) throws(AccountsFileProblem) {
    if path == "-" { throw .standardOutput }
    if let directory, Self.isBelow(path, directory) {
      throw .belowReport(path: path, directory: directory)
    }
    do throws(SystemError) {
      if !replaces, try FileKind(of: path) != .nothing { throw SystemError(code: 17) }
      file = try ProvisionalFile(path, for: .owner)
    } catch {
      throw .unwritable(path: path, error)
    }
    self.replaces = replaces
  }

  /// Whether a file lies in a directory or below it, after links and `..`.
  private static func isBelow(_ path: String, _ directory: String) -> Bool {
    guard let file = try? FilePath(path), let parent = try? FilePath(directory) else {
      return false
    }
    let (place, report) = (file.directory.resolved.text, parent.resolved.text)
    return place == report || place.hasPrefix(report.hasSuffix("/") ? report : report + "/")
  }

  /// Writes the rows and gives the file its name.
  ///
  /// - Throws: ``AccountsFileProblem``.
  package mutating func publish(
    _ rows: [String], withReasons: Bool
  ) throws(AccountsFileProblem) {
    let header =
      "domain,user,rid,state,set,finding,policy,group,size" + (withReasons ? ",reasons" : "")
    do throws(SystemError) {
      try file.write(Array((([header] + rows).joined(separator: "\n") + "\n").utf8))
      try file.publish(replacing: replaces ? .anything : .nothing)
    } catch {
      throw .unwritable(path: file.path, error)
    }
  }
}

/// Why the file of accounts cannot be written.
package enum AccountsFileProblem: Diagnosable {
  case standardOutput
  case belowReport(path: String, directory: String)
  case unwritable(path: String, SystemError)

  package var location: Location? {
    switch self {
    case .standardOutput: nil
    case .belowReport(let path, _), .unwritable(let path, _): Location(file: path)
    }
  }

  package var found: String {
    switch self {
    case .standardOutput: "--accounts names people, and does not go to standard output"
    case .belowReport(_, let directory):
      "--accounts names people, and '\(directory)' is the directory of the report"
    case .unwritable(_, let error): "cannot be written: \(error)"
    }
  }

  package var expected: String? {
    if case .belowReport = self { "a file outside" } else { nil }
  }

  package var remedy: String? {
    switch self {
    case .standardOutput: "Name a file that only you may read: --accounts accounts.csv."
    case .belowReport: "Reports are passed on; name a file in another directory."
    case .unwritable(_, let error):
      error.code == 17 ? "Name another file, or replace it with --force." : nil
    }
  }
}

extension NamedDirectory {
  /// The rows of the file, in the order of domain, user and dump.
  package var rows: [String] {
    let accounts = directory.accounts
    let keys = (0..<accounts.count).filter { isNamed($0) }.map { account in
      (
        domain: FoldedName.of(accounts.domain(of: account)),
        user: FoldedName.of(Array(accounts.name(of: account))), account: account
      )
    }
    let sorted = keys.sorted { one, other in
      if one.domain != other.domain { return one.domain.lexicographicallyPrecedes(other.domain) }
      if one.user != other.user { return one.user.lexicographicallyPrecedes(other.user) }
      return one.account < other.account
    }
    var numbers: [UInt32: Int] = [:]
    return sorted.flatMap { rows(of: $0.account, &numbers) }
  }

  /// Whether an account has a place in the file.
  private func isNamed(_ account: Int) -> Bool {
    directory.accounts.facts[account].counts || directory.hasMachineDefault(account)
  }

  private func rows(of account: Int, _ numbers: inout [UInt32: Int]) -> [String] {
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
      if finding.name == "shared" {
        let row = accounts.rows[account]
        let number = numbers[row] ?? numbers.count + 1
        numbers[row] = number
        group = String(number)
      }
      let size = finding.isOfSeveral ? String(directory.size(of: account)) : ""
      let what = [finding.name, csvCell(finding.policy), group, size]
      let reasons = namesReasons ? [finding.reasons.joined(separator: " ")] : []
      return (who + what + reasons).joined(separator: ",")
    }
  }

  /// The findings about an account, in order.
  func findings(of account: Int) -> [NamedFinding] {
    if directory.hasMachineDefault(account) { return [NamedFinding(name: "machine-default")] }
    var found: [NamedFinding] = []
    for finding in directory.findings(of: account) {
      switch finding {
      case .shared: found.append(NamedFinding(name: finding.rawValue, isOfSeveral: true))
      case .sharedAcross:
        found += directory.groupsAcross(account).map {
          NamedFinding(name: finding.rawValue, group: $0, isOfSeveral: true)
        }
      default: found.append(NamedFinding(name: finding.rawValue))
      }
    }
    let judgement = judgement(of: account)
    for policy in policies {
      if let day = policy.day, directory.accounts.time(of: account, since: day) == .before {
        found.append(NamedFinding(name: "before-policy", policy: policy.name))
      }
      if policy.complies(judgement) == false {
        found.append(
          NamedFinding(
            name: "violates", policy: policy.name, reasons: policy.rules(brokenBy: judgement)))
      }
    }
    return found
  }
}

/// A finding about one account.
struct NamedFinding {
  let name: String
  /// The name of the policy; empty if it is of none.
  var policy = ""
  /// The group with someone outside who has the same password.
  var group: String?
  /// Whether other accounts have the same password.
  var isOfSeveral = false
  /// The rules that the password breaks.
  var reasons: [String] = []
}
