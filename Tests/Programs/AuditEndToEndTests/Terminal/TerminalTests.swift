import Foundation
import TestSupport
import Testing

/// A program at a terminal, with a simulated user.
private final class TypedAt {
  let process: Process
  private let master: Int32
  private let slave: Int32
  /// Contains the outputs of standard output and standard error.
  private let directory: TemporaryDirectory

  init(_ arguments: [String], in directory: TemporaryDirectory) throws {
    master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var (number, isLocked): (UInt32, Int32) = (0, 0)
    // SAFETY: the pointers live for the calls. The requests are TIOCSPTLCK and TIOCGPTN of Linux.
    _ = unsafe ioctl(master, 0x4004_5431, &isLocked)
    _ = unsafe ioctl(master, 0x8004_5430, &number)
    slave = unsafe open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    try #require(master >= 0 && slave >= 0)
    self.directory = directory
    process = Program.start(arguments, in: directory)
    process.standardInput = FileHandle(fileDescriptor: slave)
    process.standardOutput = FileHandle(forWritingAtPath: try directory.file(".out", ""))
    process.standardError = FileHandle(forWritingAtPath: try directory.file(".err", ""))
    try process.run()
  }

  deinit {
    close(master)
    close(slave)
  }

  var output: String { directory.text(".out") ?? "" }
  var errors: String { directory.text(".err") ?? "" }

  /// Whether the terminal shows typed text.
  var echoes: Bool {
    var settings = termios()
    // SAFETY: the pointer lives for the call.
    unsafe tcgetattr(slave, &settings)
    return settings.c_lflag & tcflag_t(ECHO) != 0
  }

  func type(_ text: String) throws {
    try FileHandle(fileDescriptor: master).write(contentsOf: Data(text.utf8))
  }

  /// The terminal's output so far, which must not be empty.
  var shown: String {
    String(decoding: FileHandle(fileDescriptor: master).availableData, as: UTF8.self)
  }
}

@Suite struct TerminalTests {
  @Test(
    .needsTerminal,
    arguments: [
      (["score"], "Password (Ctrl-D ends): ", "0\t"),
      (
        ["check", "--preset", "basic8", "--no-blocklist"], "Password (Ctrl-D ends): ", "minlength\n"
      ),
      (
        ["check", "--preset", "basic8", "--format", "jsonl"],
        "Object with 'password' (Ctrl-D ends): ", "{\"error\""
      ),
    ])
  func `a terminal is prompted for a password, which is not shown`(
    arguments: [String], question: String, answer: String
  ) throws {
    let directory = try TemporaryDirectory()
    let program = try TypedAt(arguments, in: directory)
    #expect(wait { program.errors == question && !program.echoes })
    try program.type("Xq7\n")
    // The answer comes before the next question.
    #expect(wait { program.errors == question + question })
    #expect(program.output.hasPrefix(answer))
    #expect(program.shown == "\r\n")
    try program.type("\u{4}")
    program.process.waitUntilExit()
    #expect(program.echoes)
    #expect(!program.output.contains("Xq7") && !program.errors.contains("Xq7"))
  }

  @Test(.needsTerminal, arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal leaves the terminal as it was`(signal: Int32) throws {
    let program = try TypedAt(["score"], in: TemporaryDirectory())
    #expect(wait { !program.echoes })
    kill(program.process.processIdentifier, signal)
    program.process.waitUntilExit()
    #expect(program.process.terminationReason == .uncaughtSignal)
    #expect(program.echoes)
  }

  @Test func `a pipe is not prompted`() throws {
    let run = try TemporaryDirectory().audit("score", input: "abc\n".utf8)
    #expect(run.errors.isEmpty)
  }

  @Test func `no help states a default twice, and wrong usage begins as every error`() throws {
    let directory = try TemporaryDirectory()
    let commands = [
      ["run"], ["sweep"], ["check"], ["score"], ["filter"], ["keyspace"], ["generate"], ["scan"],
      ["report"], ["merge"], ["rules", "print"], ["rules", "lint"], ["blocklist", "build"],
      ["model", "build"], ["model", "info"],
    ]
    for command in commands {
      let help = try directory.audit(["help"] + command).output
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(help.contains("USAGE: audit"))
      #expect(help.firstMatch(of: #/\(default[^)]*\)\.? \(default/#) == nil, "\(command)")
      let wrong = try directory.audit(command + ["--nonsense"], code: 64)
      #expect(wrong.errors.hasPrefix("error: "))
    }
  }
}
