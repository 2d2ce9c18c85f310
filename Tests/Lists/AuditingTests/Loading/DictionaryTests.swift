import Auditing
import Diagnostics
import Passwords
import TestSupport
import Testing

/// Dictionaries: which of their lines are words, and what is said of files that are none.
@Suite struct DictionaryTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func words(
    _ texts: [String], context: [String] = [], _ listener: Listener = Listener()
  ) throws -> OwnWords {
    let files = try texts.enumerated().map { try directory.file("d\($0).txt", $1) }
    return try OwnWords(contextWords: context, files: files, tell: listener.tell)
  }

  @Test func `each word is added once, by the first file that has it`() throws {
    let listener = Listener()
    let words = try words(
      ["alpha\n\nbeta\n#gamma\nalpha\n", "beta\ndelta\nacme\n$HEX[616263]\n"], context: ["acme"],
      listener)
    #expect(words.dictionaries.map(\.name) == ["d0", "d1"])
    #expect(words.dictionaries.map(\.wordCount) == [3, 2])
    #expect(words.dictionaries.allSatisfy { $0.sha256.count == 32 })
    #expect(words.contextWords == ["acme"])
  }

  @Test func `a file without a new word is told, and one without a word is refused`() throws {
    let listener = Listener()
    let words = try words(["alpha\n", "alpha\n"], listener)
    #expect(words.warnings.count == 1 && words.warnings[0].contains("have all 1"))
    #expect(listener.told.count == 1)
    for text in ["\n\n", "", String(repeating: "8846f7eaee8fb117ad06bdd830b7586c\n", count: 50)] {
      #expect(throws: ProblemsTold.self) { try self.words([text]) }
      #expect(throws: ProblemsTold.self) { try self.words(["alpha\n", text, "beta\n"]) }
    }
    #expect(throws: ProblemsTold.self) {
      try OwnWords(contextWords: [], files: ["\(directory.path)/none"], tell: listener.tell)
    }
  }

  @Test func `lines of more bytes than a password may have are told`() throws {
    let longest = String(repeating: "a", count: Schema.longestLine)
    let listener = Listener()
    let words = try words(["\(longest)\n\(longest)b\nc\n"], listener)
    #expect(words.dictionaries.map(\.wordCount) == [2])
    #expect(listener.told.count == 1 && words.warnings.count == 1)
  }
}
