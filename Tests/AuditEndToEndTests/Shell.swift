import Foundation
import TestSupport

extension Program {
  /// Runs a script of bash, in which `$audit` is the program.
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

  /// Waits until something holds, for a minute at most.
  static func wait(until holds: () -> Bool) -> Bool {
    for _ in 0..<6_000 {
      if holds() { return true }
      usleep(10_000)
    }
    return false
  }
}
