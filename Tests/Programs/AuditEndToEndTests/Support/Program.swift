import Foundation
import TestSupport
import Testing

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

  fileprivate static func url(of name: String) -> URL {
    if name == "audit", let path = ProcessInfo.processInfo.environment["AUDIT_PROGRAM"] {
      return URL(fileURLWithPath: path)
    }
    return built.appendingPathComponent(name)
  }

  /// The directory where the package manager builds programs and tests.
  private static let built = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

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

extension TemporaryDirectory {
  /// Runs the program in it to its end, with these bytes on standard input; expects an exit code, or
  /// any where that is nil.
  @discardableResult
  func audit(
    _ arguments: [String], of program: String = "audit", input: some Sequence<UInt8> = [UInt8](),
    code: Int32? = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Program.Run {
    let process = Program.start(arguments, in: self)
    process.executableURL = Program.url(of: program)
    let stdin = Pipe()
    process.standardInput = stdin
    return try ended(process, code, sourceLocation) {
      // It may end without reading everything, which closes the pipe.
      signal(SIGPIPE, SIG_IGN)
      try? stdin.fileHandleForWriting.write(contentsOf: Data(input))
      try? stdin.fileHandleForWriting.close()
    }
  }

  /// The same with arguments as one types them, with spaces between, which none of them contains.
  @discardableResult
  func audit(
    _ words: String, of program: String = "audit", input: some Sequence<UInt8> = [UInt8](),
    code: Int32? = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Program.Run {
    try audit(
      words.split(separator: " ").map(String.init), of: program, input: input, code: code,
      sourceLocation: sourceLocation)
  }

  /// Runs a bash script in it, in which `$audit` is the program; expects an exit code, or any where
  /// that is nil.
  @discardableResult
  func shell(
    _ script: String, input: some Sequence<UInt8> = [UInt8](), code: Int32? = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Program.Run {
    let process = Program.start(["-c", script], in: self)
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.environment?["audit"] = Program.url.path
    process.standardInput = FileHandle(forReadingAtPath: try file(".stdin", input))
    return try ended(process, code, sourceLocation)
  }

  /// Starts a process, waits for its end, and expects its exit code.
  private func ended(
    _ process: Process, _ code: Int32?, _ sourceLocation: SourceLocation,
    whileRunning body: () -> Void = {}
  ) throws -> Program.Run {
    process.standardOutput = FileHandle(forWritingAtPath: try file(".stdout", ""))
    process.standardError = FileHandle(forWritingAtPath: try file(".stderr", ""))
    try process.run()
    body()
    process.waitUntilExit()
    let run = Program.Run(
      output: text(".stdout") ?? "", errors: text(".stderr") ?? "",
      code: process.terminationStatus)
    if let code {
      let words = process.arguments?.joined(separator: " ") ?? ""
      #expect(run.code == code, "\(words)\n\(run.errors)", sourceLocation: sourceLocation)
    }
    return run
  }

  /// Expects a table to have rows that begin so; a whole row does.
  func expectRows(
    _ rows: [String], in file: String = "out/audit.csv",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let lines = self.rows(file)
    for row in rows where !lines.contains(where: { $0.hasPrefix(row) }) {
      Issue.record("\(file) has no row '\(row)'", sourceLocation: sourceLocation)
    }
  }

  /// Expects two directories in it to hold the same files, several of them.
  func expectSameFiles(
    _ first: String, _ second: String, _ comment: Comment = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let names = names(in: first)
    #expect(
      names.count > 1 && names == self.names(in: second), comment, sourceLocation: sourceLocation)
    for name in names {
      let isSame = text("\(first)/\(name)") == text("\(second)/\(name)")
      #expect(isSame, "\(name) \(comment)", sourceLocation: sourceLocation)
    }
  }

  /// The cells of a table, none of which has quotes, row by row; no row where there is no such file.
  func cells(_ file: String = "out/audit.csv") -> [[String]] {
    rows(file).map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
  }

  /// The lines of a table; none where there is no such file.
  func rows(_ file: String = "out/audit.csv") -> [Substring] {
    (text(file) ?? "").split(separator: "\n")
  }
}

/// Text whose lines were wrapped, as one line with single spaces.
func unwrapped(_ text: String) -> String {
  text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}
