import Foundation
import TestSupport
import Testing

/// Enough lines for some dozen chunks.
private func list(seed: UInt64) -> [UInt8] {
  var random = SeededGenerator(seed: seed)
  var text: [UInt8] = []
  for _ in 0..<600_000 {
    text += "Pw\(UInt32.random(in: 0...(.max), using: &random))\n".utf8
  }
  return text
}

private let options = [
  "--preset", "nist-63b-4", "--strength", "none", "--lanes", "2", "--dataset", "d",
  "--checkpoint", "run.checkpoint", "--checkpoint-every", "0", "--output", "out",
]

@Suite struct CheckpointRunTests {
  @Test(arguments: few(1, of: [SIGKILL, SIGINT]))
  func `a run that was ended resumes with the same result`(signal: Int32) throws {
    let directory = try TemporaryDirectory()
    let text = list(seed: 5)
    _ = try directory.file("list.txt", text)
    let plain = try Program.run(
      [
        "--preset", "nist-63b-4", "--strength", "none", "--dataset", "d", "--output", "plain",
        "list.txt",
      ], in: directory)
    #expect(plain.code == 0, "\(plain.errors)")

    // A list that never ends: the run is stopped in the middle of it.
    let process = Program.start(options + ["-"], in: directory)
    let stdin = Pipe()
    process.standardInput = stdin
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    try stdin.fileHandleForWriting.write(contentsOf: Data(text[..<4_000_000]))
    try #require(wait { directory.names().contains("run.checkpoint") }, "no checkpoint was written")
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    try? stdin.fileHandleForWriting.close()
    #expect(directory.names().contains("run.checkpoint"))

    let again = try Program.run(options + ["-"], in: directory, input: text)
    #expect(again.code == 0, "\(again.errors)")
    #expect(again.errors.contains("run.checkpoint: note: resuming after"))
    #expect(directory.text("out/audit.csv") == directory.text("plain/audit.csv"))
    #expect(!directory.names().contains("run.checkpoint"))
  }

  @Test func `a stopped run prints the command that resumes it`() throws {
    let directory = try TemporaryDirectory()
    let process = Program.start(
      options + ["--dataset", "it's mine", "-q", "-"], in: directory)
    let stdin = Pipe()
    process.standardInput = stdin
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle(forWritingAtPath: try directory.file(".stderr", ""))
    try process.run()
    try stdin.fileHandleForWriting.write(contentsOf: Data(list(seed: 6)[..<4_000_000]))
    try #require(wait { directory.names().contains("run.checkpoint") }, "no checkpoint was written")
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    try? stdin.fileHandleForWriting.close()
    #expect(process.terminationStatus == 1)
    let lines = (directory.text(".stderr") ?? "").split(separator: "\n")
    let words = options.joined(separator: " ")
    #expect(lines.last == "\(Program.url.path) \(words) --dataset 'it'\\''s mine' -q -")
    #expect(
      lines.dropLast().last == "stopped; to resume from the checkpoint, pipe the same list into:")
  }

  @Test(arguments: few(1, of: [SIGINT, SIGKILL]))
  func `a scan that was ended resumes with the same tally`(signal: Int32) throws {
    let directory = try TemporaryDirectory()
    let text = list(seed: 6)
    _ = try directory.file("list.txt", text)
    let scan = ["scan", "--strength", "none", "--lanes", "2", "-o", "x.tally", "--no-progress"]
    let checkpoints = ["--checkpoint", "c", "--checkpoint-every", "0"]
    let process = Program.start(scan + checkpoints + ["-"], in: directory)
    let stdin = Pipe()
    process.standardInput = stdin
    process.standardError = FileHandle.nullDevice
    try process.run()
    try stdin.fileHandleForWriting.write(contentsOf: Data(text[..<4_000_000]))
    try #require(wait { directory.names().contains("c") }, "no checkpoint was written")
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    try? stdin.fileHandleForWriting.close()
    // The counts so far are a tally by themselves, which states that it is incomplete.
    let info = try Program.run(["tally", "info", "c"], in: directory)
    #expect(info.output.contains("a checkpoint after "), "\(info.output)\(info.errors)")

    let again = try Program.run(scan + checkpoints + ["-"], in: directory, input: text)
    #expect(again.code == 0, "\(again.errors)")
    #expect(again.errors.contains("c: note: resuming after"))
    #expect(!directory.names().contains("c"))
    let taken = try Data(contentsOf: URL(filePath: directory.path + "/x.tally"))
    let plain = try Program.run(scan + ["-"], in: directory, input: text)
    #expect(plain.code == 0)
    #expect(try Data(contentsOf: URL(filePath: directory.path + "/x.tally")) == taken)

    // A finished scan leaves no checkpoint to continue from.
    let finished = try Program.run(
      scan + ["--checkpoint", "x.tally", "-"], in: directory, input: text)
    #expect(finished.code == 2)
    #expect(finished.errors.contains("x.tally: error: the file is no checkpoint"))
  }

  @Test func `a checkpoint of another run, or no checkpoint at all, is refused`() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("list.txt", "password\n")
    _ = try directory.file("run.checkpoint", "password\n")
    let foreign = try Program.run(options + ["list.txt"], in: directory)
    #expect(foreign.code == 2)
    #expect(foreign.errors.contains("run.checkpoint: error: the file is no checkpoint"))
    #expect(directory.text("run.checkpoint") == "password\n")
  }
}
