import Foundation
import TestSupport

extension Program {
  /// Runs a bash script, in which `$audit` is the program.
  static func shell(
    _ script: String, in directory: TemporaryDirectory, input: [UInt8] = []
  ) throws -> Run {
    let process = start([], in: directory)
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", script]
    process.environment?["audit"] = url.path
    process.standardInput = FileHandle(forReadingAtPath: try directory.file(".stdin", input))
    process.standardOutput = FileHandle(forWritingAtPath: try directory.file(".stdout", ""))
    process.standardError = FileHandle(forWritingAtPath: try directory.file(".stderr", ""))
    try process.run()
    process.waitUntilExit()
    return Run(
      output: directory.text(".stdout") ?? "", errors: directory.text(".stderr") ?? "",
      code: process.terminationStatus)
  }

  /// Waits until a running program has emptied a pipe, and a moment longer.
  static func hasRead(_ pipe: Pipe) -> Bool {
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    defer { usleep(200_000) }
    return wait(until: { unreadByteCount(descriptor) == 0 })
  }
}
