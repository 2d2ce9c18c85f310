/// Something to tell the user: where it is, what was found, what was expected, what to do.
///
/// Cases of error enums carry data; the sentences are made here, in one place, from four answers.
///
///     bank.policy:7:11: error: minimum length 20; expected at most the maximum, 16
///       Lower 'minlength' or raise 'maxlength'.
package protocol Diagnosable: Error, Sendable {
  /// Where it was found; nil where there is no place to name.
  var location: Location? { get }
  /// What was found, starting in lower case, the user's words in quotes.
  var found: String { get }
  /// What was expected instead; nil where that goes without saying.
  var expected: String? { get }
  /// What to do about it, as a whole sentence; nil where nothing can be done.
  var remedy: String? { get }
  /// How bad it is.
  var severity: Severity { get }
}

extension Diagnosable {
  package var severity: Severity { .error }

  /// The whole message: `place: severity: found; expected …`, then the remedy on a line of its own.
  ///
  /// Untrusted text in it is escaped (see ``escaped(_:)``). No final line feed.
  package var message: String {
    var line = location.map { "\($0): " } ?? ""
    line += "\(severity.rawValue): \(escaped(found))"
    if let expected { line += "; expected \(escaped(expected))" }
    if let remedy { line += "\n  \(escaped(remedy))" }
    return line
  }
}

/// How bad a problem is.
package enum Severity: String, Hashable, Sendable {
  /// The work cannot be done, or not all of it.
  case error
  /// The work is done; the user may have meant something else.
  case warning
  /// Worth knowing.
  case note
}

/// A place in a file: a line and column in text, a byte offset in binary input, or the file itself.
package struct Location: Hashable, Sendable, CustomStringConvertible {
  /// The file's name as the user gave it; `<stdin>` for standard input.
  package let file: String
  /// The line and column, 1-based, the column in code points.
  package let position: Position?

  /// A line and a column in it.
  package struct Position: Hashable, Sendable {
    /// From 1.
    package let line: Int
    /// From 1, in code points.
    package let column: Int
    /// Names a place in a text.
    package init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  /// Names a file, or a place in it.
  package init(file: String, _ position: Position? = nil) {
    self.file = file
    self.position = position
  }

  /// `file` or `file:line:column`, escaped for a terminal.
  package var description: String {
    position.map { "\(escaped(file)):\($0.line):\($0.column)" } ?? escaped(file)
  }
}
