import Foundation
import Testing

/// `swift test --filter NameTests` runs the tests of the file of this name.
@Suite struct SuiteTests {
  /// The names of the types at the top level that contain tests; an empty one for tests outside.
  private static func suites(in text: String) -> [String] {
    var (names, current): ([String], String) = ([], "")
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if line.hasPrefix("}") { current = "" }
      if !line.hasPrefix(" "), let index = words.firstIndex(where: { types.contains($0) }) {
        current = String(words[(index + 1)...].first ?? "").filter { $0 != ":" }
      }
      if words.first?.hasPrefix("@Test") == true, names.last != current { names.append(current) }
    }
    return names
  }

  private static let types: Set<Substring> = ["struct", "class", "enum", "actor", "extension"]

  @Test func `each file of tests has one suite, with the file's name`() throws {
    var found = 0
    for (path, text) in try Repository.testSources() {
      let suites = Self.suites(in: text)
      if suites.isEmpty { continue }
      found += 1
      let name = URL(filePath: path).deletingPathExtension().lastPathComponent
      #expect(suites == [name] && name.hasSuffix("Tests"), "\(path) has \(suites)")
    }
    #expect(found > 170)
  }

  @Test func `suites are recognised in texts`() {
    #expect(Self.suites(in: "@Suite struct A {\n  @Test func a() {}\n}\n") == ["A"])
    #expect(Self.suites(in: "private struct B: C {\n  @Test(arguments: [1])\n}") == ["B"])
    #expect(Self.suites(in: "struct A {\n  @Test\n}\n@Test func a() {}\n") == ["A", ""])
    #expect(Self.suites(in: "struct A {\n  @Test\n}\nextension B {\n  @Test\n}") == ["A", "B"])
    #expect(Self.suites(in: "struct A {\n  /// @Test\n}\n").isEmpty)
  }
}
