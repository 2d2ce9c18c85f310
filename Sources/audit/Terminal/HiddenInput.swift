import Glibc

/// Reads passwords at a terminal: prompts on standard error, and hides what is typed.
///
/// ``finish()`` restores the terminal, and so does a signal that ends the program.
struct HiddenInput {
  /// The terminal's original settings, for the signal handler; nil while nothing is hidden.
  ///
  // SAFETY: written before the handlers are set and after they are reset, by the only thread that
  // reads standard input; the handler only reads it.
  private nonisolated(unsafe) static var original: termios?

  /// The signals that end a program.
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  private let question: String

  /// Hides typed text; nil if standard input is not a terminal.
  init?(asking question: String) {
    guard Terminal.isTerminal(0) else { return nil }
    self.question = question
    Self.hide()
  }

  /// Shows typed text again.
  func finish() {
    unsafe Self.show()
    for number in Self.signals { signal(number, SIG_DFL) }
  }

  /// Asks for the next password.
  func ask() { try? Terminal.writeAll(Array(question.utf8), to: 2) }

  /// Ends the last line, which is empty.
  func end() { try? Terminal.writeAll([10], to: 2) }

  private static func hide() {
    var settings = termios()
    // SAFETY: the pointers live for the calls.
    guard unsafe tcgetattr(0, &settings) == 0 else { return }
    unsafe original = settings
    // The line feed after a password is still shown, so that the answer gets its own line.
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
