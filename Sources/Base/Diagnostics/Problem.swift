/// A problem to show to the user: its location, what was found and expected, and a remedy.
///
/// Beside the code that finds a problem stands the function that makes it, with all its words:
///
///     extension Problem {
///       static func busy(_ path: String) -> Problem {
///         Problem(
///           "busy-directory", in: path, "another run is writing there, and does not finish",
///           remedy: "Choose another place with --output, or end the other run.")
///       }
///     }
package struct Problem: Diagnosable, Hashable {
  /// The name of this kind of problem, which no other kind has; never printed.
  package let code: String
  /// The location of the problem; nil if it is unknown.
  package var location: Location?
  /// What was found; starts in lower case and quotes the user's words.
  package let found: String
  /// What was expected instead; nil if that is obvious.
  package let expected: String?
  /// The remedy, as a whole sentence; nil if there is none.
  package var remedy: String?
  /// The severity of the problem.
  package let severity: Severity
  /// Whether the command line is wrong, not what it names.
  package let isUsage: Bool

  /// Makes a problem at a place.
  package init(
    _ code: String, at location: Location?, _ found: String, expected: String? = nil,
    remedy: String? = nil, _ severity: Severity = .error, isUsage: Bool = false
  ) {
    self.code = code
    self.location = location
    self.found = found
    self.expected = expected
    self.remedy = remedy
    self.severity = severity
    self.isUsage = isUsage
  }

  /// Makes a problem of a file, or of a line of it from 1; of neither if there is no name.
  package init(
    _ code: String, in file: String? = nil, line: Int? = nil, _ found: String,
    expected: String? = nil, remedy: String? = nil, _ severity: Severity = .error,
    isUsage: Bool = false
  ) {
    let position = line.map { Location.Position(line: $0, column: 1) }
    self.init(
      code, at: file.map { Location(file: $0, position) }, found, expected: expected,
      remedy: remedy, severity, isUsage: isUsage)
  }

  package var problem: Problem { self }

  /// The same problem, of a file.
  package func of(_ file: String) -> Problem {
    var problem = self
    problem.location = Location(file: file)
    return problem
  }

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

/// An error that holds more than a message, such as what a caller decides by, and states its problem.
package protocol Diagnosable: Error, Sendable {
  /// The problem.
  var problem: Problem { get }
}

extension Diagnosable {
  /// The whole message; see ``Problem/message``.
  package var message: String { problem.message }
  /// The severity of the problem.
  package var severity: Severity { problem.severity }
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
package typealias ProblemHandler = @Sendable (Problem) -> Void

/// Preparation has failed; a ``ProblemHandler`` has already received every reason.
package struct ProblemsTold: Error, Hashable {
  /// Makes the error, which carries no data.
  package init() {}
}
