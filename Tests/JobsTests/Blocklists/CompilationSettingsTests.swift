import Diagnostics
import Jobs
import Questions
import Requests
import TestSupport
import Testing

@Suite struct CompilationSettingsTests {
  @Test(arguments: CompilationSettings.Comparison.allCases)
  func `a file is compiled, and compares as it was asked to`(
    comparison: CompilationSettings.Comparison
  ) throws {
    let directory = try TemporaryDirectory()
    let list = try directory.file("leak.txt", "meadow\nlark\n")
    let output = "\(directory.path)/compiled"
    let settings = CompilationSettings(comparison: comparison, directory: directory.path)
    #expect(try settings.compile([list], to: output, show: { _ in }, tell: { _ in }))
    let answerer = try ListAnswerer(opening: output) { _ in }
    let found = ["meadow", "MEADOW", "m3adow"].map { answerer.answer(Array($0.utf8)[...]).isListed }
    let expected =
      switch comparison {
      case .exact: [true, false, false]
      case .fold: [true, true, false]
      case .leet: [true, true, true]
      }
    #expect(found == expected)
  }

  @Test func `only the first values that comply are kept, and the file says so`() throws {
    let directory = try TemporaryDirectory()
    let list = try directory.file("leak.txt", "otter\nmeadow\nlark\nheather\nbracken\n")
    let output = "\(directory.path)/compiled"
    let settings = CompilationSettings(
      policies: try policies("[long]\nminlength: 6;\nblocklist: default;"), first: 2,
      directory: directory.path)
    #expect(try settings.compile([list], to: output, show: { _ in }, tell: { _ in }))
    let account = try BlocklistInfo(opening: output).text()
    #expect(account.contains("values that comply with long"))
    #expect(account.contains("the first 2 of them"))
    let answerer = try ListAnswerer(opening: output) { _ in }
    let found = ["otter", "meadow", "heather", "bracken"].map {
      answerer.answer(Array($0.utf8)[...]).isListed
    }
    #expect(found == [false, true, true, false])
  }

  @Test func `a file that gets the name meanwhile is kept`() throws {
    let directory = try TemporaryDirectory()
    let list = try directory.file("leak.txt", "meadow\nlark\n")
    let settings = CompilationSettings(directory: directory.path)
    #expect {
      try settings.compile([list], to: "\(directory.path)/compiled") { _ in
        _ = try? directory.file("compiled", "precious")
      } tell: { _ in
      }
    } throws: {
      ($0 as? any Diagnosable)?.found
        == "a file that is not a compiled blocklist is in the way"
    }
    #expect(directory.text("compiled") == "precious")
    #expect(directory.names() == ["compiled", "leak.txt"])
  }

  @Test func `a missing list ends the work, and its problem is told`() throws {
    let directory = try TemporaryDirectory()
    let listener = Listener()
    #expect(throws: ProblemsTold.self) {
      try CompilationSettings(directory: directory.path).compile(
        ["\(directory.path)/none"], to: "\(directory.path)/out", show: { _ in },
        tell: listener.tell)
    }
    #expect(listener.told.count == 1)
  }
}
