import Diagnostics
import Files
import Foundation
import Synchronization
import TestSupport
import Testing

/// A look at a file before it is read must not open a FIFO: its writer would take that for the
/// reader, write, and its text would be lost.
@Suite struct FirstLookTests {
  @Test func `a look at a FIFO leaves its writer waiting`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/fifo"
    // SAFETY: the path is valid during the call.
    #expect(unsafe mkfifo(path, 0o600) == 0)
    let isOpen = Atomic<Bool>(false)
    try withWriter(of: path, opened: { isOpen.store(true, ordering: .releasing) }) {
      // The writer needs a moment to reach the FIFO.
      Thread.sleep(forTimeInterval: 0.2)
      #expect(throws: SystemError(code: EFBIG)) { try SmallFile.bytes(of: path, atMost: 10) }
      #expect(throws: SystemError(code: EINVAL)) { _ = try ReadableFile(path).byteCount }
      Thread.sleep(forTimeInterval: 0.1)
      let wasOpen = isOpen.load(ordering: .acquiring)
      #expect(!wasOpen)
      let text = try SmallFile.bytes(of: path, .any, atMost: 10)
      #expect(text == Array("text".utf8))
    }
  }

  /// Lets another process write to a FIFO while `body` runs.
  private func withWriter(
    of path: String, opened: @escaping @Sendable () -> Void, _ body: () throws -> Void
  ) throws {
    let writer = Process()
    writer.executableURL = URL(filePath: "/bin/sh")
    writer.arguments = ["-c", "exec 3>\"$0\"; echo; printf text >&3", path]
    let output = Pipe()
    writer.standardOutput = output
    output.fileHandleForReading.readabilityHandler = {
      if !$0.availableData.isEmpty { opened() }
    }
    try writer.run()
    try body()
    writer.waitUntilExit()
    output.fileHandleForReading.readabilityHandler = nil
  }
}
