import Diagnostics
import Glibc

/// Passwords typed at a terminal: asked for on standard error, and not shown while they are typed.
///
/// The terminal is as it was after ``finish()``, and when a signal ends the program.
struct HiddenInput {
  /// What the terminal was set to, for the signal handler; nil while nothing is hidden.
  ///
  // SAFETY: written before the handlers are set and after they are reset, by the one thread that reads
  // standard input; the handler only reads it.
  private nonisolated(unsafe) static var original: termios?

  /// The signals that end a program.
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  private let question: String

  /// Hides what is typed; nil where standard input is no terminal.
  init?(asking question: String) {
    guard Terminal.isTerminal(0) else { return nil }
    self.question = question
    Self.hide()
  }

  /// Shows what is typed again.
  func finish() {
    unsafe Self.show()
    for number in Self.signals { signal(number, SIG_DFL) }
  }

  /// Asks for the next password.
  func ask() { try? Terminal.writeAll(Array(question.utf8), to: 2) }

  /// Ends the last line, on which nothing was typed.
  func end() { try? Terminal.writeAll([10], to: 2) }

  private static func hide() {
    var settings = termios()
    // SAFETY: the pointers live for the calls.
    guard unsafe tcgetattr(0, &settings) == 0 else { return }
    unsafe original = settings
    // The line feed that ends a password is shown, so that the answer stands in a line of its own.
    settings.c_lflag = settings.c_lflag & ~tcflag_t(ECHO) | tcflag_t(ECHONL)
    _ = unsafe tcsetattr(0, TCSAFLUSH, &settings)
    for number in signals {
      signal(number) { number in
        // SAFETY: tcsetattr, signal and raise may be used in a handler.
        unsafe HiddenInput.show()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  @unsafe private static func show() {
    guard var settings = unsafe original else { return }
    _ = unsafe tcsetattr(0, TCSANOW, &settings)
  }
}
