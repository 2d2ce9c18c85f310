import Diagnostics
import Files
import Glibc
import Intake
import Jobs
import Passwords

/// Reads lines from standard input as they arrive.
enum StandardInput {
  /// Bytes requested at a time.
  private static let blockSize = 262_144

  /// Bytes kept of a longer line: enough to show that it is over-long, even if the last one is a
  /// CR.
  private static let keptBytes = Schema.longestLine + 2

  /// Calls `body` with blocks of whole lines, each ending in LF, as soon as they arrive, until it
  /// returns false.
  ///
  /// The last line gets an LF if it lacks one. A line longer than `Schema.longestLine` is cut to a
  /// few bytes more than that, however long it is. A byte order mark is no part of the first line.
  /// If there is no LF at all, or none in the first 64 KiB, a CR ends each line.
  ///
  /// - Parameters:
  ///   - question: The prompt before each line at a terminal, where typed text is not shown; nil
  ///     for no prompt.
  ///   - body: Takes a block; false ends the reading.
  /// - Throws: ``Problem`` if the system refuses to read.
  static func forEachBlock(
    asking question: String? = nil, _ body: ([UInt8]) -> Bool
  ) throws(Problem) {
    let hidden = question.flatMap(HiddenInput.init(asking:))
    defer { hidden?.finish() }
    // An unfinished line, cut to `keptBytes`, and the bytes read after it.
    var block: [UInt8] = []
    var ends = StreamEnds()
    while true {
      var start = block.count
      hidden?.ask()
      if try take(&block) == 0 { break }
      start -= try ends.examine(&block, from: start, isFull: block.count >= keptBytes)
      if start == keptBytes {
        block.removeSubrange(start..<(block[start...].firstIndex(of: 10) ?? block.count))
      }
      guard let end = block[start...].lastIndex(of: 10) else {
        block.removeLast(max(0, block.count - keptBytes))
        continue
      }
      let rest = Array(block[(end + 1)...].prefix(keptBytes))
      block.removeSubrange((end + 1)...)
      if !body(block) { return }
      block = rest
    }
    if block.isEmpty { return }
    _ = try ends.examine(&block, from: block.count, isFull: true)
    _ = body(block.last == 10 ? block : block + [10])
  }

  /// Appends available bytes, at least one; 0 at the end.
  private static func take(_ block: inout [UInt8]) throws(Problem) -> Int {
    let filled = block.count
    block.append(contentsOf: repeatElement(0, count: blockSize))
    while true {
      // SAFETY: `blockSize` bytes follow the `filled` ones, and the pointer lives for the call.
      let count = unsafe block.withUnsafeMutableBytes {
        unsafe Glibc.read(0, $0.baseAddress.map { unsafe $0 + filled }, blockSize)
      }
      guard count >= 0 else {
        do { try waitUntilReady(0, for: POLLIN) } catch { throw .unreadableInput(error) }
        continue
      }
      block.removeLast(blockSize - count)
      return count
    }
  }
}

/// The encoding and the line ends of a stream, by its first bytes.
private struct StreamEnds {
  /// Whether lines were seen, so that the encoding is known.
  private var isKnown = false
  /// Whether a CR ends each line.
  private var areCR = false

  /// Examines the bytes that arrived last, and removes what is no part of a line.
  ///
  /// - Parameters:
  ///   - block: The bytes of unfinished lines, and those that arrived.
  ///   - start: The offset of these bytes in the block.
  ///   - isFull: Whether an LF that has not come yet is too late.
  /// - Returns: How many bytes before the offset were removed.
  /// - Throws: ``Problem`` for text in UTF-16 or UTF-32.
  mutating func examine(
    _ block: inout [UInt8], from start: Int, isFull: Bool
  ) throws(Problem) -> Int {
    var (start, removed) = (start, 0)
    if !isKnown {
      let hasLF = block.contains(10)
      guard hasLF || isFull else { return 0 }
      isKnown = true
      if let wide = WideEncoding(of: block) { throw .wideInput(wide) }
      if block.starts(with: [0xEF, 0xBB, 0xBF]) {
        block.removeFirst(3)
        removed = min(start, 3)
      }
      areCR = !hasLF && block.dropLast().contains(13)
      if areCR { Terminal.tell(.linesEndInCR) }
      start = 0
    }
    if areCR { for index in start..<block.count where block[index] == 13 { block[index] = 10 } }
    return removed
  }
}

extension Problem {
  /// The lines of standard input end in CR alone.
  fileprivate static var linesEndInCR: Problem {
    Problem(
      "input-of-cr", in: "<stdin>", "the lines end in CR alone, without LF, and are read so", .note)
  }

  /// The system refuses to read standard input.
  static func unreadableInput(_ fault: SystemError) -> Problem {
    Problem(
      "unreadable-input", in: "<stdin>", "cannot read: \(fault)",
      remedy: "Pipe the lines in, as in 'audit check --rules policy.txt < list.txt'.")
  }

  /// Standard input is in an encoding that is not read there.
  fileprivate static func wideInput(_ encoding: WideEncoding) -> Problem {
    Problem(
      "wide-input", in: "<stdin>", "text is \(encoding == .utf32 ? "UTF-32" : "UTF-16")",
      expected: "UTF-8",
      remedy:
        "Turn it into UTF-8 before: iconv -f \(encoding.rawValue) -t UTF-8 FILE > utf8.txt")
  }
}

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

  private static func hide() {
    var settings = termios()
    // SAFETY: the pointers live for the calls.
    guard unsafe tcgetattr(0, &settings) == 0 else { return }
    unsafe original = settings
    // The line feed after a password is still shown, so that the answer gets its own line.
    settings.c_lflag = settings.c_lflag & ~tcflag_t(ECHO) | tcflag_t(ECHONL)
    // Before anything is hidden, since a signal may come right after.
    for number in signals {
      signal(number) { number in
        // SAFETY: tcsetattr, signal and raise may be used in a handler.
        unsafe HiddenInput.show()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    _ = unsafe tcsetattr(0, TCSAFLUSH, &settings)
  }

  @unsafe private static func show() {
    guard var settings = unsafe original else { return }
    _ = unsafe tcsetattr(0, TCSANOW, &settings)
  }
}
