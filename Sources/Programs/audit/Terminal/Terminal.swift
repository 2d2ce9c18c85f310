import Auditing
import Diagnostics
import Files
import Glibc
import Workers

/// The only writer to standard output and standard error, with the facts about the terminal.
enum Terminal {
  /// Whether a descriptor is a terminal.
  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The width of the terminal in columns; nil if the descriptor is not a terminal.
  static func columns(_ descriptor: Int32) -> Int? {
    var size = winsize()
    // SAFETY: the pointer lives for the call, and TIOCGWINSZ writes a `winsize`.
    guard isTerminal(descriptor), unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0,
      size.ws_col > 0
    else { return nil }
    return Int(size.ws_col)
  }

  /// The columns of text on standard output.
  static var width: Int { columns(1) ?? 80 }

  /// Whether standard output supports colour: a terminal, and no `NO_COLOR`.
  static var hasColour: Bool {
    isTerminal(1) && environment("NO_COLOR") == nil && environment("TERM") != "dumb"
  }

  /// Writes to standard output.
  ///
  /// - Returns: Whether it still has a reader; a closed pipe is no error.
  /// - Throws: ``Problem`` if the system refuses.
  @discardableResult
  static func write(_ bytes: [UInt8]) throws(Problem) -> Bool {
    do { try writeAll(bytes, to: 1) } catch {
      if error.code == EPIPE { return false }
      throw .unwritable("<stdout>", error)
    }
    return true
  }

  /// Writes text to standard output.
  static func write(_ text: String) throws(Problem) { try write(Array(text.utf8)) }

  /// Prints a line to the user, on standard error.
  ///
  /// Ignores errors, since there is no other place to report them.
  static func tell(_ text: String) { try? writeAll(Array((text + "\n").utf8), to: 2) }

  /// What was reported, and what may be.
  private struct Messages {
    var hasNotes = true
    var byteCount = 0
    var leftOut = 0
  }

  private static let messages = Locked(Messages())

  /// The most bytes of problems that a command reports; the others are counted.
  private static let mostBytes = 49_152
  /// The longest line of a message; more is cut from its middle.
  private static let longestLine = 5000

  /// Leaves out notes from now on.
  static func leaveOutNotes() { messages.withLock { $0.hasNotes = false } }

  /// Reports a problem to the user, or counts it if very many were reported.
  static func tell(_ problem: Problem) {
    let message = clipped(problem.message)
    let isShown = messages.withLock { messages in
      if problem.severity == .note, !messages.hasNotes { return false }
      if messages.byteCount + message.utf8.count > mostBytes {
        messages.leftOut += 1
        return false
      }
      messages.byteCount += message.utf8.count + 1
      return true
    }
    if isShown { tell(message) }
  }

  /// Reports the problem that ends a command, however many were reported before.
  static func tellLast(_ problem: Problem) { tell(clipped(problem.message)) }

  /// Says how many problems were counted only.
  static func tellOfRest() {
    let count = messages.withLock { messages in
      defer { messages.leftOut = 0 }
      return messages.leftOut
    }
    if count > 0 {
      tell("warning: \(count) more message\(count == 1 ? " is" : "s are") not shown")
    }
  }

  /// A message whose very long lines lack their middle.
  static func clipped(_ message: String) -> String {
    if message.utf8.count <= longestLine { return message }
    return message.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.utf8.count <= longestLine
        ? String(line) : "\(line.prefix(longestLine / 8)) … \(line.suffix(longestLine / 20))"
    }.joined(separator: "\n")
  }

  /// Writes all bytes, in as many calls as needed.
  static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      // SAFETY: the buffer outlives the call and `written` is within it.
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(
          descriptor, $0.baseAddress.map { unsafe $0 + written }, $0.count - written)
      }
      if count > 0 {
        written += count
      } else if count < 0 {
        try waitUntilReady(descriptor, for: POLLOUT)
      }
    }
  }
}

/// Outside text of several lines, escaped for printing; keeps its line feeds.
func escapedLines(_ text: String) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false).map { escaped($0) }
    .joined(separator: "\n")
}
