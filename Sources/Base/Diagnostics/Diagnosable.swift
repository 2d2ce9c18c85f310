/// A problem to show to the user: its location, what was found and expected, and a remedy.
///
/// Cases of error enums carry data; the message is composed here, in one place, from these answers.
///
///     bank.policy:7:11: error: minimum length 20; expected at most the maximum, 16
///       Lower 'minlength' or raise 'maxlength'.
package protocol Diagnosable: Error, Sendable {
  /// The location of the problem; nil if it is unknown.
  var location: Location? { get }
  /// What was found; starts in lower case and quotes the user's words.
  var found: String { get }
  /// What was expected instead; nil if that is obvious.
  var expected: String? { get }
  /// The remedy, as a whole sentence; nil if there is none.
  var remedy: String? { get }
  /// The severity of the problem.
  var severity: Severity { get }
  /// Whether the command line is wrong, not what it names.
  var isUsage: Bool { get }
}

extension Diagnosable {
  package var severity: Severity { .error }
  package var isUsage: Bool { false }

  /// The whole message: `place: severity: found; expected …`, with the remedy on a separate line.
  ///
  /// Escapes untrusted text (see ``escaped(_:)``). Has no final line feed.
  package var message: String {
    var line = location.map { "\($0): " } ?? ""
    line += "\(severity.rawValue): \(escaped(found))"
    if let expected { line += "; expected \(escaped(expected))" }
    if let remedy { line += "\n  \(escaped(remedy))" }
    return line
  }

  /// The message on one line, as reports state it.
  package var line: String { message.replacing("\n  ", with: " ") }
}

/// The severity of a problem.
package enum Severity: String, Hashable, Sendable {
  /// The work cannot be done, or not completely.
  case error
  /// The work is done, but may differ from the user's intention.
  case warning
  /// Useful information.
  case note
}

/// A place in a file: a line and column in text, a byte offset in binary input, or the file itself.
package struct Location: Hashable, Sendable, CustomStringConvertible {
  /// The file's name as the user gave it; `<stdin>` for standard input.
  package let file: String
  /// The line and column, 1-based, the column in code points.
  package let position: Position?

  /// A line and a column in a file.
  package struct Position: Hashable, Sendable {
    /// The line, from 1.
    package let line: Int
    /// The column, from 1, in code points.
    package let column: Int
    /// Makes a place in a text.
    package init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  /// Makes the location of a file, or of a place in it.
  package init(file: String, _ position: Position? = nil) {
    self.file = file
    self.position = position
  }

  /// `file` or `file:line:column`, escaped for a terminal; `<empty name>`, such as of an empty
  /// variable of the shell, for a file without one.
  package var description: String {
    if file.isEmpty { return "<empty name>" }
    return position.map { "\(escaped(file)):\($0.line):\($0.column)" } ?? escaped(file)
  }
}

/// Reports a problem as soon as it occurs.
package typealias ProblemHandler = @Sendable (any Diagnosable) -> Void

/// Preparation has failed; a ``ProblemHandler`` has already received every reason.
package struct ProblemsTold: Error, Hashable {
  /// Makes the error, which carries no data.
  package init() {}
}
