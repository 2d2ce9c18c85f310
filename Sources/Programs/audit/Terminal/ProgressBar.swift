import ArgumentParser
import Auditing
import Diagnostics
import Dispatch
import Jobs
import Reports
import Workers

/// Draws the progress of a run on standard error, ten times a second, if that is a terminal.
///
/// It draws by a helper of its own: those of the run audit.
final class ProgressBar: ProgressDisplay {
  /// Without a helper if nothing is drawn.
  private var workers = WorkerPool.alone
  private let stop = DispatchSemaphore(value: 0)
  private let drawing = DispatchGroup()

  /// Starts drawing, unless standard error is not a terminal, or the system grants no thread.
  func begin(_ progress: AuditProgress) {
    guard Terminal.isTerminal(2), Terminal.columns(2) != nil else { return }
    workers = WorkerPool(width: 2)
    if workers.width == 1 { return }
    let start = ContinuousClock.now
    drawing.enter()
    workers.offer { [stop, drawing] in
      var pause = 0.2
      while stop.wait(timeout: .now() + pause) == .timedOut {
        let columns = Terminal.columns(2) ?? 80
        let line = Self.line(progress, since: start, columns: columns)
        try? Terminal.writeAll(Array("\r\u{1B}[2K\(line)".utf8), to: 2)
        pause = 0.1
      }
      drawing.leave()
    }
  }

  /// Stops and clears the line.
  func end() {
    if workers.width == 1 { return }
    stop.signal()
    drawing.wait()
    try? Terminal.writeAll(Array("\r\u{1B}[2K".utf8), to: 2)
  }

  /// One line of text that fits the terminal.
  ///
  ///       42 %  ████████▌           5,041,213 passwords  12.1 M/s  0:01 left
  private static func line(
    _ progress: AuditProgress, since start: ContinuousClock.Instant, columns: Int
  ) -> String {
    let elapsed = (ContinuousClock.now - start) / .seconds(1)
    let passwords = progress.passwordCount
    let rate = elapsed > 0 ? Double(passwords) / elapsed : 0
    var text = "\(grouped(passwords)) passwords  \(scaled(rate))/s"
    let read = progress.byteCount
    guard let total = progress.totalByteCount, total > 0 else {
      return String("  \(scaled(Double(read)))B read  \(text)".prefix(columns - 1))
    }
    let done = min(1, Double(read) / Double(total))
    if done > 0 {
      let left = Int((elapsed / done - elapsed).rounded(.up))
      let seconds = left % 60
      text += "  \(left / 60):\(seconds < 10 ? "0" : "")\(seconds) left"
    }
    let room = max(0, min(30, columns - text.count - 12))
    let filled = Int((done * Double(room)).rounded())
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: room - filled)
    let share = String(Int((done * 100).rounded(.down)))
    let number = String(repeating: " ", count: max(0, 4 - share.count)) + share
    return String("\(number) %  \(bar)  \(text)".prefix(columns - 1))
  }

  private static func scaled(_ value: Double) -> String {
    let units = [(1e9, "G"), (1e6, "M"), (1e3, "k")]
    guard let (size, unit) = units.first(where: { value >= $0.0 }) else {
      return "\(Int(value)) "
    }
    let tenths = Int(value / size * 10)
    return "\(tenths / 10).\(tenths % 10) \(unit)"
  }
}

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

/// The options for what a long command prints besides its answer.
struct ProgressOptions: ParsableArguments {
  @Flag(name: [.customLong("quiet"), .customShort("q")], help: "Print nothing but problems.")
  var isQuiet = false

  @Flag(name: .customLong("no-progress"), help: "Draw no progress bar.")
  var isHidden = false

  /// What may be drawn on a terminal.
  var bar: ProgressBar? { isQuiet || isHidden ? nil : ProgressBar() }
}
