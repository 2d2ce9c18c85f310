import Diagnostics
import Jobs
import Reports
import TestSupport
import Testing

@Suite struct CompilationSettingsTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private var output: String { directory.path + "/compiled" }

  /// Whether the compiled list holds each of some passwords, as 0 or 1.
  private func listed(_ passwords: String) throws -> [Substring] {
    var answerer = try ListAnswerer(opening: output, as: .csv) { _ in }
    let rows = answerer.answers(to: Array(passwords.utf8)).split(separator: "\n")
    return rows.map { $0.split(separator: ",")[1] }
  }

  @Test(arguments: CompilationSettings.Comparison.allCases)
  func `a file is compiled, and compares as it was asked to`(
    comparison: CompilationSettings.Comparison
  ) throws {
    let list = try directory.file("leak.txt", "meadow\nlark\n")
    let settings = CompilationSettings(comparison: comparison, directory: directory.path)
    #expect(try settings.compile([list], to: output, show: { _ in }, tell: { _ in }))
    let expected: [Substring] =
      switch comparison {
      case .exact: ["1", "0", "0"]
      case .fold: ["1", "1", "0"]
      case .leet: ["1", "1", "1"]
      }
    #expect(try listed("meadow\nMEADOW\nm3adow\n") == expected)
  }

  @Test func `only the first values that comply are kept, and the file says so`() throws {
    let list = try directory.file("leak.txt", "otter\nmeadow\nlark\nheather\nbracken\n")
    let settings = CompilationSettings(
      policies: try policies("[long]\nminlength: 6;\nblocklist: default;"), first: 2,
      directory: directory.path)
    #expect(try settings.compile([list], to: output, show: { _ in }, tell: { _ in }))
    let account = try BlocklistInfo(opening: output).text()
    #expect(account.contains("values accepted by long"))
    #expect(account.contains("the first 2 of them"))
    #expect(try listed("otter\nmeadow\nheather\nbracken\n") == ["0", "1", "1", "0"])
  }

  @Test func `a file that gets the name meanwhile is kept`() throws {
    let list = try directory.file("leak.txt", "meadow\nlark\n")
    let settings = CompilationSettings(directory: directory.path)
    #expect(
      problem {
        try settings.compile([list], to: output) { _ in
          _ = try? directory.file("compiled", "precious")
        } tell: { _ in
        }
      }?.found
        == "cannot write: a file that is not a compiled blocklist is in the way")
    #expect(directory.text("compiled") == "precious")
    #expect(directory.names() == ["compiled", "leak.txt"])
  }

  @Test(arguments: ["", "\n\n"])
  func `a list without a value is neither compiled nor asked`(text: String) throws {
    let empty = try directory.file("empty.txt", text)
    let listener = Listener()
    let thrown = problem { try ListAnswerer(opening: empty, as: .text, tell: listener.tell) }
    #expect(
      thrown?.code == "no-usable-value"
        || listener.told.contains { $0.contains("blocklist without a value") })
    #expect(throws: (any Error).self) {
      try CompilationSettings().compile([empty], to: output, show: { _ in }, tell: listener.tell)
    }
    #expect(!directory.names().contains("compiled"))
  }

  @Test func `a missing list ends the work, and its problem is told`() throws {
    let listener = Listener()
    #expect(throws: ProblemsTold.self) {
      try CompilationSettings(directory: directory.path).compile(
        ["\(directory.path)/none"], to: output, show: { _ in },
        tell: listener.tell)
    }
    #expect(listener.told.count == 1)
  }
}
