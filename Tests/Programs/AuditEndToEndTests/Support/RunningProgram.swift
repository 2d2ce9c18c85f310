import Foundation
import TestSupport

/// The program while it runs: its standard input stays open, and what it prints goes to `.stdout` and
/// `.stderr` in its directory.
struct RunningProgram {
  let process: Process
  private let stdin = Pipe()

  /// Starts it, and writes to its standard input.
  init(
    _ arguments: [String], in directory: TemporaryDirectory, environment: [String: String] = [:],
    writing text: some Sequence<UInt8> = []
  ) throws {
    process = Program.start(arguments, in: directory)
    process.environment?.merge(environment) { $1 }
    process.standardInput = stdin
    process.standardOutput = FileHandle(forWritingAtPath: try directory.file(".stdout", ""))
    process.standardError = FileHandle(forWritingAtPath: try directory.file(".stderr", ""))
    try process.run()
    try write(text)
  }

  /// Writes to its standard input.
  func write(_ text: some Sequence<UInt8>) throws {
    try stdin.fileHandleForWriting.write(contentsOf: Data(text))
  }

  /// Waits until it has emptied its standard input, and a moment longer.
  func hasRead() -> Bool {
    defer { usleep(200_000) }
    return wait { unreadByteCount(stdin.fileHandleForWriting.fileDescriptor) == 0 }
  }

  /// Sends it signals, if any, before its standard input ends, and waits for its end.
  func end(by signals: Int32...) {
    for signal in signals { kill(process.processIdentifier, signal) }
    if !signals.isEmpty { process.waitUntilExit() }
    try? stdin.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Whether a signal ended it.
  var isKilled: Bool { process.terminationReason == .uncaughtSignal }

  /// Its exit code, or the signal that ended it.
  var status: Int32 { process.terminationStatus }
}
