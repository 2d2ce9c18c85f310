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
  /// - Returns: The number of rows.
  /// - Throws: ``AccountsFileProblem``.
  @discardableResult
  package mutating func publish(_ named: NamedDirectory) throws(AccountsFileProblem) -> Int {
    let rows = named.rows
    let header = "domain,user,rid,state,set,finding,policy,group,size"
    do throws(SystemError) {
      try file.write(Array((([header] + rows).joined(separator: "\n") + "\n").utf8))
      try file.publish(replacing: replaces ? .anything : .nothing)
    } catch {
      throw .unwritable(path: file.path, error)
    }
    return rows.count
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
  /// The rows, in the order of domain, user and file.
  fileprivate var rows: [String] {
    let accounts = directory.accounts
    let shown = (0..<accounts.count).filter {
      accounts.facts[$0].counts || directory.hasMachineDefault($0)
    }
    let keys = shown.map { account in
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
    ].joined(separator: ",")
    if directory.hasMachineDefault(account) { return [who + ",machine-default,,,"] }
    let size = String(accounts.rows[account] < HashRows.blank ? directory.size(of: account) : 0)
    var rows: [String] = []
    for finding in directory.findings(of: account) {
      switch finding {
      case .shared:
        let row = accounts.rows[account]
        let number = numbers[row] ?? numbers.count + 1
        numbers[row] = number
        rows.append(who + ",shared,,\(number),\(size)")
      case .sharedAcross:
        for group in directory.groupsAcross(account) {
          rows.append(who + ",shared-across,,\(csvCell(group)),\(size)")
        }
      default: rows.append(who + ",\(finding.rawValue),,,")
      }
    }
    return rows + violated(by: account).map { who + ",violates,\(csvCell($0)),," }
  }
}
