import Diagnostics
import Directories
import Reports

// Rows of tables that say less than they should.
extension DirectoryProblem {
  private static func place(_ name: String, _ line: Int) -> Location {
    Location(file: name, Location.Position(line: line, column: 1))
  }

  /// Words that should be states of accounts.
  static func unreadStates(_ name: String, _ states: UnreadStates) -> DirectoryProblem {
    let words = states.words.map { "'\(escaped(String(decoding: $0.prefix(40), as: UTF8.self)))'" }
    return DirectoryProblem(
      place(name, states.lines.line),
      "state of \(counted(states.lines.count, "account")) unknown: \(words.joined(separator: ", ")); this is "
        + "the first, and they count like enabled ones",
      expected: "True or False, Enabled or Disabled, or userAccountControl",
      "Replace these words, or leave the accounts that may not sign in out with --exclude.")
  }

  /// Rows that have another number of cells than the header.
  static func otherRows(
    _ name: String, _ rows: FirstAndCount, width: Int
  ) -> DirectoryProblem {
    DirectoryProblem(
      place(name, rows.line),
      "\(counted(rows.count, "row")) \(rows.count == 1 ? "has" : "have") more cells than the header, or fewer, "
        + "and \(rows.count == 1 ? "was" : "were") skipped; this is the first",
      expected: "\(counted(width, "cell")) in each row",
      "A cell that holds the separator must be in quotes: export the table anew.")
  }

  /// A header that stands again, as in files that were joined.
  static func headersAgain(_ name: String, _ count: Int) -> DirectoryProblem {
    DirectoryProblem(
      Location(file: name),
      "\(counted(count, "row")) \(count == 1 ? "is" : "are") the header once again", nil, .lines,
      .note)
  }
}
