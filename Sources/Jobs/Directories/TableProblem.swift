package import Diagnostics
import Overview

/// A problem of a file that names accounts: a table, a group, a file of labels.
enum TableProblem: Diagnosable {
  case noUsers(name: String, header: [String])
  case notTwoColumns(name: String, line: Int)
  case unclearDates(name: String, column: String)
  case unreadDates(name: String, FirstAndCount)
  case openQuote(name: String, line: Int)
  case noneFound(name: String, noun: String, count: Int)
  case missing(name: String, noun: String, Int, of: Int)
  case severalFit(name: String, noun: String, FirstAndCount)

  var severity: Severity {
    switch self {
    case .missing, .severalFit(_, "row", _): .note
    default: .error
    }
  }

  var location: Location? {
    switch self {
    case .noUsers(let name, _), .unclearDates(let name, _), .noneFound(let name, _, _),
      .missing(let name, _, _, _):
      Location(file: name)
    case .notTwoColumns(let name, let line), .openQuote(let name, let line):
      place(name, UInt64(line))
    case .unreadDates(let name, let lines), .severalFit(let name, _, let lines):
      place(name, UInt64(lines.line))
    }
  }

  var found: String {
    switch self {
    case .noUsers(_, let header):
      "no column with account names among "
        + header.prefix(8).map { "'\($0)'" }.joined(separator: ", ")
        + (header.count > 8 ? ", …" : "")
    case .notTwoColumns: "not two cells"
    case .unclearDates(_, let column): "nothing in column \(column) tells day from month"
    case .unreadDates(_, let lines):
      "\(counted(lines.count, "date")) cannot be read; this is the first"
    case .openQuote: "a quote that nothing closes"
    case .noneFound(_, let noun, 0): "no \(noun)s of accounts"
    case .noneFound(_, let noun, let count): "none of \(counted(count, noun)) is in a dump"
    case .missing(_, let noun, let missing, let all):
      "\(grouped(missing)) of \(counted(all, noun)) \(missing == 1 ? "is" : "are") in no dump "
        + "(groups, other domains)"
    case .severalFit(_, let noun, let lines):
      "\(counted(lines.count, noun)) \(lines.count == 1 ? "fits" : "fit") several accounts and "
        + "\(lines.count == 1 ? "was" : "were") not counted"
    }
  }

  var expected: String? {
    switch self {
    case .noUsers: "SamAccountName or UserPrincipalName"
    case .notTwoColumns: "account and label"
    case .noneFound(_, "name", _): "names of accounts, one a line"
    case .noneFound: "accounts of the dumps"
    default: nil
    }
  }

  var remedy: String? {
    switch self {
    case .unclearDates: "Say --date-order dmy or mdy."
    case .unreadDates: "Did a spreadsheet shorten them? Export again."
    case .severalFit:
      "Write DOMAIN\\user, or give the domain of each dump with --domain, in order."
    default: nil
    }
  }
}

/// A problem of `--by`, which is wrong usage if there is no such column.
package enum StrataProblem: Diagnosable {
  case unknown(String, columns: [String], nearest: String?)
  case ambiguous(String)
  case tooMany(option: String, count: Int, minCell: Int)

  package var location: Location? { nil }

  package var found: String {
    switch self {
    case .unknown(let name, let columns, _):
      "--by \(name): "
        + (columns.isEmpty
          ? "no file, and no --attributes with such a column" : "neither a column nor a file")
    case .ambiguous(let name): "--by \(name): a column and a file"
    case .tooMany(let option, let count, let minCell):
      "--by \(option): \(grouped(count)) strata of \(counted(minCell, "account")) or more"
    }
  }

  package var expected: String? {
    switch self {
    case .unknown(_, let columns, _):
      columns.isEmpty ? nil : "one of " + columns.map { "'\($0)'" }.joined(separator: ", ")
    case .ambiguous: nil
    case .tooMany: "at most \(grouped(DirectorySettings.mostDatasets))"
    }
  }

  package var remedy: String? {
    switch self {
    case .unknown(_, _, let nearest): nearest.map { "Did you mean '\($0)'?" }
    case .ambiguous(let name): "Say --by column:\(name) or --by file:\(name)."
    case .tooMany: "Raise --min-cell, or choose a coarser column."
    }
  }

  /// Whether the command line is wrong.
  package var isUsage: Bool {
    switch self {
    case .unknown, .ambiguous: true
    case .tooMany: false
    }
  }
}
