import Auditing
import Diagnostics
import Files
import Foundation
import Intake
@_spi(Internal) import Passwords
import TestSupport
import Testing

/// Lines that passed a filter, out of as many lines.
private func passing(_ lines: String...) -> FilteredLines {
  var filtered = FilteredLines()
  filtered.text = Concealed(bytes: Array(lines.map { $0 + "\n" }.joined().utf8))
  filtered.keptCount = UInt64(lines.count)
  for _ in lines { filtered.lines.count(.ascii, entries: 1) }
  return filtered
}

/// The permissions of a file.
private func permissions(of path: String) throws -> Int? {
  try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}

@Suite struct FilterSinkTests {
  @Test func `a file appears when it is complete, readable for its owner alone`() throws {
    let directory = try TemporaryDirectory()
    let stop = StopFlag()
    var sink = try FilterSink(
      "\(directory.path)/kept.txt", standardOutput: -1, force: false, raising: stop)
    sink.take(passing("one", "two"))
    sink.take(passing("three"))
    #expect(directory.text("kept.txt") == nil)
    let lines = sink.lines
    let (keptCount, isClosed) = try sink.finish()
    #expect(directory.text("kept.txt") == "one\ntwo\nthree\n")
    #expect(lines.audited == 3)
    #expect(keptCount == 3)
    #expect(!isClosed)
    #expect(!stop.isRaised)
    #expect(try permissions(of: "\(directory.path)/kept.txt") == 0o600)
  }

  @Test(arguments: [false, true])
  func `a file that gets the name meanwhile is replaced only by force`(force: Bool) throws {
    let directory = try TemporaryDirectory()
    var sink = try FilterSink(
      "\(directory.path)/kept.txt", standardOutput: -1, force: force, raising: StopFlag())
    sink.take(passing("one"))
    _ = try directory.file("kept.txt", "precious")
    if force {
      _ = try sink.finish()
    } else {
      #expect(throws: Problem.existingFile("\(directory.path)/kept.txt")) { try sink.finish() }
    }
    #expect(directory.text("kept.txt") == (force ? "one\n" : "precious"))
    #expect(directory.names() == ["kept.txt"])
  }

  @Test(arguments: [nil, "-"])
  func `without a file the lines go to the descriptor of the front end`(path: String?) throws {
    let directory = try TemporaryDirectory()
    let output = try FileHandle(
      forWritingTo: URL(filePath: try directory.file("output.txt", "before\n")))
    try output.seekToEnd()
    var sink = try FilterSink(
      path, standardOutput: output.fileDescriptor, force: false, raising: StopFlag())
    sink.take(passing("one", "two"))
    _ = try sink.finish()
    #expect(directory.text("output.txt") == "before\none\ntwo\n")
    #expect(throws: Problem.unwritable("<stdout>", SystemError(code: EBADF))) {
      _ = try FilterSink(path, standardOutput: -1, force: false, raising: StopFlag())
    }
  }

  @Test func `a discarded file leaves nothing`() throws {
    let directory = try TemporaryDirectory()
    var sink = try FilterSink(
      "\(directory.path)/kept.txt", standardOutput: -1, force: false, raising: StopFlag())
    sink.take(passing("one"))
    sink.discard()
    #expect(directory.names() == [])
  }

  @Test func `an existing file is kept without force, and replaced with it`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("kept.txt", "old\n")
    #expect(throws: Problem.existingFile(path)) {
      _ = try FilterSink(path, standardOutput: -1, force: false, raising: StopFlag())
    }
    #expect(directory.text("kept.txt") == "old\n")
    var sink = try FilterSink(
      path, standardOutput: -1, force: true, raising: StopFlag())
    sink.take(passing("new"))
    #expect(directory.text("kept.txt") == "old\n")
    _ = try sink.finish()
    #expect(directory.text("kept.txt") == "new\n")
  }

  @Test func `a failed write stops the reading, and leaves no file`() throws {
    let directory = try TemporaryDirectory()
    let stop = StopFlag()
    var sink = try FilterSink(
      "\(directory.path)/kept.txt", standardOutput: -1, force: false, raising: stop)
    var lost = passing("one")
    lost.isLost = true
    sink.take(lost)
    #expect(stop.isRaised)
    #expect(thrownCode { _ = try sink.finish() } == "unwritable-output")
    #expect(directory.names() == [])
  }

  @Test(.needsFullDevice) func `a full disk stops the reading`() throws {
    let fullStop = StopFlag()
    var full = try FilterSink(
      "/dev/full", standardOutput: -1, force: false, raising: fullStop)
    full.take(passing("one"))
    #expect(fullStop.isRaised)
    #expect(thrownCode { _ = try full.finish() } == "unwritable-output")
  }
}
