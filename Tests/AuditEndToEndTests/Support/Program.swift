import Foundation
import TestSupport

/// The built program, run like a user runs it: the one that `AUDIT_PROGRAM` names, or else the one
/// beside the test binary, where the package manager builds it.
struct Program {
  static let url = url(of: "audit")

  /// The result of a run.
  struct Run {
    let output: String
    let errors: String
    let code: Int32
  }

  private static func url(of name: String) -> URL {
    if name == "audit", let path = ProcessInfo.processInfo.environment["AUDIT_PROGRAM"] {
      return URL(fileURLWithPath: path)
    }
    return built.appendingPathComponent(name)
  }

  /// The directory where the package manager builds programs and tests.
  private static let built = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  /// Runs it to its end in a directory, with these bytes on standard input.
  static func run(
    _ arguments: [String], of program: String = "audit", in directory: TemporaryDirectory,
    input: [UInt8] = []
  ) throws -> Run {
    let process = start(arguments, in: directory)
    process.executableURL = url(of: program)
    let stdin = Pipe()
    process.standardInput = stdin
    let output = try directory.file(".stdout", "")
    let errors = try directory.file(".stderr", "")
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle(forWritingAtPath: errors)
    try process.run()
    // It may end without reading everything, which closes the pipe.
    signal(SIGPIPE, SIG_IGN)
    try? stdin.fileHandleForWriting.write(contentsOf: Data(input))
    try? stdin.fileHandleForWriting.close()
    process.waitUntilExit()
    return Run(
      output: directory.text(".stdout") ?? "", errors: directory.text(".stderr") ?? "",
      code: process.terminationStatus)
  }

  /// Prepares a run without starting it.
  static func start(_ arguments: [String], in directory: TemporaryDirectory) -> Process {
    // A shell ignores it for what it runs in the background, and programs inherit that.
    signal(SIGINT, SIG_DFL)
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: directory.path)
    process.environment = [
      // The directory of `audit-lab`, for `audit lab`.
      "PATH": "/usr/bin:/bin:\(built.path)", "SWIFT_BACKTRACE": "enable=no",
      // For the address sanitizer: memory still in use at the end has not leaked.
      "ASAN_OPTIONS": "detect_leaks=0",
    ]
    return process
  }
}
