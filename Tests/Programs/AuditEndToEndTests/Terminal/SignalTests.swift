import Foundation
import TestSupport
import Testing

/// Signals at every stage: the first one requests a stop and leaves a complete report of the lines
/// read, the second one ends the program at once, and no crash corrupts memory.
@Suite struct SignalTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.file(
      "site.policy", "minlength: 8; required: digit; allowed: ascii-printable;")
  }

  private static let options = [
    "--rules", "site.policy", "--no-blocklist", "--strength", "none", "-o", "out",
  ]

  /// Whether a table is complete: it has its first line and its last byte, and its counts add up.
  private func isWhole(_ table: String) -> Bool {
    let rows = table.split(separator: "\n").map { $0.split(separator: ",") }
    func count(_ metric: String, _ bucket: String) -> Int {
      let row = rows.first { $0.contains { $0 == metric } && $0.contains { $0 == bucket } }
      return row.flatMap { Int($0[$0.count - 2]) } ?? -1
    }
    return table.hasPrefix("dataset,policy,metric,") && table.hasSuffix("\n")
      && count("compliance", "compliant") + count("compliance", "violating")
        == count("entries", "audited")
  }

  @Test(arguments: [SIGINT, SIGTERM], [0, 3, 10, 20, 40, 80, 160, 320])
  func `a file with its final name is whole, whenever a signal comes`(
    number: Int32, milliseconds: Int
  ) throws {
    try directory.file("list.txt", String(repeating: "Password1\nshort\n", count: 200_000))
    let program = try RunningProgram(Self.options + ["list.txt"], in: directory)
    usleep(UInt32(milliseconds) * 1_000)
    program.end(by: number)
    let isKilled = program.isKilled && program.status == number
    #expect(isKilled || [0, 1].contains(program.status))
    if let table = directory.text("out/audit.csv") { #expect(isWhole(table)) }
    if let manifest = directory.text("out/audit.json") {
      let object = try JSONSerialization.jsonObject(with: Data(manifest.utf8))
      #expect(object is [String: Any])
    }
    if !isKilled {
      #expect(
        directory.names(in: "out") == [
          "audit.csv", "audit.json", "datapackage.json", "report.html", "results.csv", "rules.csv",
        ])
    }
  }

  /// Whether a process has a handler for SIGINT and SIGTERM.
  private static func isListening(_ process: Int32) -> Bool {
    let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let caught = status?.firstMatch(of: #/SigCgt:\s*([0-9a-f]+)/#).flatMap {
      UInt64($0.1, radix: 16)
    }
    return [SIGINT, SIGTERM].allSatisfy { (caught ?? 0) >> UInt64($0 - 1) & 1 != 0 }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a second signal ends the program at once`(number: Int32) throws {
    // Each takes a millisecond or more to score: the passwords in work at the first signal keep the
    // program busy for longer than the second signal needs.
    var random = SeededGenerator(seed: 1)
    let lines = (0..<2_000).map { _ in
      String((0..<520).map { _ in "rewqasdf".randomElement(using: &random) ?? "r" }) + "\n"
    }
    // Enough that even on a busy machine the run does not end before the signals come.
    try directory.file("list.txt", String(repeating: lines.joined(), count: 8))
    let options = ["--rules", "site.policy", "--no-blocklist"]
    for arguments in [
      ["run", "-o", "out"] + options, ["filter", "--min-score", "1", "-o", "kept"] + options,
    ] {
      let program = try RunningProgram(arguments + ["list.txt"], in: directory)
      #expect(
        wait {
          (directory.names() + directory.names(in: "out")).contains { $0.contains(".partial-") }
        })
      // On a busy machine, it sets its handlers late.
      #expect(wait { Self.isListening(program.process.processIdentifier) })
      usleep(200_000)
      program.end(by: SIGSTOP, number == SIGINT ? SIGTERM : SIGINT, number, SIGCONT)
      #expect(!program.isKilled)
      #expect([128 + SIGINT, 128 + SIGTERM].contains(program.status))
      #expect(directory.names(in: "out").allSatisfy { $0.contains(".partial-") })
      #expect(!directory.names().contains("kept"))
      try? FileManager.default.removeItem(atPath: directory.path + "/out")
    }
  }

  @Test(arguments: [SIGINT, SIGTERM], ["policy", "list", "blocklist"])
  func `a FIFO without a writer does not delay a signal`(number: Int32, place: String) throws {
    try directory.file("list.txt", "Passw0rd\n")
    try directory.shell("mkfifo pipe")
    let arguments =
      switch place {
      case "policy": ["--rules", "pipe", "--no-blocklist", "list.txt"]
      case "list": Self.options + ["list.txt", "pipe"]
      default: ["--rules", "site.policy", "--blocklist", "pipe", "--strength", "none", "list.txt"]
      }
    let program = try RunningProgram(arguments, in: directory)
    // A list is opened after the earlier ones have been read, when the handlers are set.
    let files = "/proc/\(program.process.processIdentifier)/fd"
    if place == "list" {
      #expect(
        wait {
          let names = (try? FileManager.default.contentsOfDirectory(atPath: files)) ?? []
          return names.contains {
            let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(files)/\($0)")
            return path?.hasSuffix("/pipe") == true
          }
        })
    }
    usleep(500_000)
    #expect(program.process.isRunning)
    program.end(by: number)
    if place == "list" {
      #expect(!program.isKilled && program.status == 1)
      #expect(directory.text("out/audit.csv")?.contains(",entries,audited,0,entries,1,") == true)
      #expect(directory.text(".stderr")?.contains("pipe: warning: stopped at byte 0") == true)
    } else {
      #expect(program.isKilled)
      #expect(!directory.names().contains("out"))
    }
  }

  @Test func `a report that no reader takes can be interrupted`() throws {
    // A table that no pipe holds, and that nobody reads.
    let sections = (0..<400).map { "[policy-\($0)]\nminlength: \($0 % 60 + 1);\n" }.joined()
    try directory.file("many.policy", sections)
    try directory.file("list.txt", "Passw0rd\n")
    let process = Program.start(
      ["--rules", "many.policy", "--no-blocklist", "--strength", "none", "--format", "csv", "-o"]
        + ["out", "list.txt"], in: directory)
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let descriptor = output.fileHandleForReading.fileDescriptor
    #expect(wait { unreadByteCount(descriptor) > 60_000 })
    #expect(
      directory.names(in: "out") == [
        "audit.csv", "audit.json", "datapackage.json", "report.html", "results.csv", "rules.csv",
      ])
    #expect(process.isRunning)
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    try output.fileHandleForReading.close()
  }

  @Test(arguments: few(2, of: [SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGQUIT]))
  func `a crash shows no memory and leaves no core`(number: Int32) throws {
    let canary = String(repeating: "Xq7Plugh-canary\n", count: 5_000)
    for arguments in [["run"] + Self.options + ["-"], ["check", "--rules", "site.policy"]] {
      let program = try RunningProgram(
        arguments, in: directory,
        environment: ["SWIFT_BACKTRACE": "enable=yes,output-to=stderr,color=no"],
        writing: canary.utf8)
      #expect(program.hasRead())
      let path = "/proc/\(program.process.processIdentifier)/limits"
      let limits = FileManager.default.contents(atPath: path) ?? Data()
      let core = String(decoding: limits, as: UTF8.self).split(separator: "\n")
        .first { $0.hasPrefix("Max core file size") }
      let sizes = core?.split(separator: " ").compactMap { Int($0) } ?? []
      #expect(sizes.count == 2 && sizes.allSatisfy { $0 <= 1 }, "\(core ?? "no limits")")
      program.end(by: number)
      #expect(program.isKilled && program.status == number)
      #expect(!directory.names().contains { $0.hasPrefix("core") })
      #expect(directory.text(".stderr") == "")
      #expect(directory.text(".stdout")?.contains("Xq7Plugh") == false)
    }
  }
}
