import Jobs
import Questions
import TestSupport
import Testing

/// Blocklists without a value, which answer nothing.
@Suite struct EmptyBlocklistTests {
  @Test(arguments: ["", "\n\n"])
  func `a list without a value is neither compiled nor asked`(text: String) throws {
    let directory = try TemporaryDirectory()
    let empty = try directory.file("empty.txt", text)
    let listener = Listener()
    #expect {
      try ListAnswerer(opening: empty, as: .text, tell: listener.tell)
    } throws: {
      "\($0)".contains("NoUsableValue") || listener.told.contains { $0.contains(wanted) }
    }
    #expect(throws: (any Error).self) {
      try CompilationSettings().compile(
        [empty], to: directory.path + "/out", show: { _ in }, tell: listener.tell)
    }
    #expect(!directory.names().contains("out"))
  }

  private let wanted = "blocklist without a value"
}
