import Foundation
import TestSupport
import Testing

/// `swift test --filter NameTests` runs the tests of the file of this name.
@Suite struct SuiteTests {
  /// The names of the types at the top level that contain tests, after the keyword if they lack the
  /// attribute; an empty name for tests outside.
  private static func suites(in text: String) -> [String] {
    var (names, current, isMarked): ([String], String, Bool) = ([], "", false)
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if line.hasPrefix("}") { (current, isMarked) = ("", false) }
      if line.hasPrefix("@Suite") { isMarked = true }
      if !line.hasPrefix(" "), let index = words.firstIndex(where: { types.contains($0) }) {
        current = String(words[(index + 1)...].first ?? "").filter { $0 != ":" }
        if !isMarked { current = "\(words[index]) \(current)" }
      }
      if words.first?.hasPrefix("@Test") == true, names.last != current { names.append(current) }
    }
    return names
  }

  private static let types: Set<Substring> = ["struct", "class", "enum", "actor", "extension"]

  @Test func `each file of tests has one suite, marked as such, with the file's name`() throws {
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
    #expect(Self.suites(in: "@Suite(.serialized)\nstruct A {\n  @Test func a() {}\n}\n") == ["A"])
    #expect(Self.suites(in: "@Suite private struct B: C {\n  @Test(arguments: [1])\n}") == ["B"])
    #expect(Self.suites(in: "@Suite struct A {\n  @Test\n}\n@Test func a() {}\n") == ["A", ""])
    #expect(Self.suites(in: "struct A {\n  @Test\n}\n") == ["struct A"])
    #expect(
      Self.suites(in: "@Suite struct A {\n  @Test\n}\nextension B {\n  @Test\n}")
        == ["A", "extension B"])
    #expect(Self.suites(in: "struct A {\n  /// @Test\n}\n").isEmpty)
  }
}
