import Diagnostics

/// One line on standard error about the current work, if that is a terminal.
final class StatusLine {
  private let isOn: Bool
  private var shown = ContinuousClock.now

  init(isOn: Bool) { self.isOn = isOn && Terminal.isTerminal(2) }

  /// Replaces the text, ten times a second at most.
  func show(_ text: String) {
    guard isOn, ContinuousClock.now - shown > .milliseconds(100) else { return }
    shown = .now
    let line = escaped(String(text.prefix((Terminal.columns(2) ?? 80) - 1)))
    try? Terminal.writeAll(Array("\r\u{1B}[2K\(line)".utf8), to: 2)
  }

  /// Clears the line.
  func wipe() { if isOn { try? Terminal.writeAll(Array("\r\u{1B}[2K".utf8), to: 2) } }
}
