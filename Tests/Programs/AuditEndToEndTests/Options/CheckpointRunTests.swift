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
  "--preset", "nist-63b-4", "--strength", "none", "--threads", "2", "--dataset", "d",
  "--checkpoint", "run.checkpoint", "--checkpoint-every", "0", "--output", "out",
]

@Suite struct CheckpointRunTests {
  @Test(arguments: few(1, of: [SIGKILL, SIGINT]))
  func `a run that was ended resumes with the same result`(signal: Int32) throws {
    let directory = try TemporaryDirectory()
    let text = list(seed: 5)
    try directory.file("list.txt", text)
    try directory.audit(
      "--preset nist-63b-4 --strength none --dataset d --output plain list.txt")

    // A list that never ends: the run is stopped in the middle of it.
    let program = try RunningProgram(options + ["-"], in: directory, writing: text[..<4_000_000])
    try #require(wait { directory.names().contains("run.checkpoint") }, "no checkpoint was written")
    program.end(by: signal)
    #expect(directory.names().contains("run.checkpoint"))

    let again = try directory.audit(options + ["-"], input: text)
    #expect(again.errors.contains("run.checkpoint: note: resuming after"))
    #expect(directory.text("out/audit.csv") == directory.text("plain/audit.csv"))
    #expect(!directory.names().contains("run.checkpoint"))
  }

  @Test func `a stopped run prints the command that resumes it`() throws {
    let directory = try TemporaryDirectory()
    let program = try RunningProgram(
      options + ["--dataset", "it's mine", "-q", "-"], in: directory,
      writing: list(seed: 6)[..<4_000_000])
    try #require(wait { directory.names().contains("run.checkpoint") }, "no checkpoint was written")
    program.end(by: SIGINT)
    #expect(program.status == 1)
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
    try directory.file("list.txt", text)
    let scan = [
      "scan", "--force", "--strength", "none", "--threads", "2", "-o", "x.tally", "--no-progress",
    ]
    let checkpoints = ["--checkpoint", "c", "--checkpoint-every", "0"]
    let program = try RunningProgram(
      scan + checkpoints + ["-"], in: directory, writing: text[..<4_000_000])
    try #require(wait { directory.names().contains("c") }, "no checkpoint was written")
    program.end(by: signal)
    // The counts so far are a tally by themselves, which states that it is incomplete.
    let info = try directory.audit("tally info c")
    #expect(info.output.contains("a checkpoint after "), "\(info.output)\(info.errors)")

    let again = try directory.audit(scan + checkpoints + ["-"], input: text)
    #expect(again.errors.contains("c: note: resuming after"))
    #expect(!directory.names().contains("c"))
    let taken = try directory.bytes("x.tally")
    try directory.audit(scan + ["-"], input: text)
    #expect(try directory.bytes("x.tally") == taken)

    // A finished scan leaves no checkpoint to continue from.
    let finished = try directory.audit(
      scan + ["--checkpoint", "x.tally", "-"], input: text, code: 2)
    #expect(finished.errors.contains("x.tally: error: the file is no checkpoint"))
  }

  @Test func `a checkpoint of another run, or no checkpoint at all, is refused`() throws {
    let directory = try TemporaryDirectory()
    try directory.file("list.txt", "password\n")
    try directory.file("run.checkpoint", "password\n")
    let foreign = try directory.audit(options + ["list.txt"], code: 2)
    #expect(foreign.errors.contains("run.checkpoint: error: the file is no checkpoint"))
    #expect(directory.text("run.checkpoint") == "password\n")
  }
}
