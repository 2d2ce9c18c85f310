import Foundation
import Testing

/// The sizes that a reader can hold: of files, and of what makes a value.
@Suite struct SizeTests {
  /// The most lines of a file, and the most values that one initializer takes: more have a name of
  /// their own.
  private static let (mostLines, mostParameters) = (400, 7)

  /// Each source of the house with its text.
  private func sources() throws -> [(name: String, text: String)] {
    let root = Repository.root.appending(path: "Sources")
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    return try (files.map { $0.compactMap { $0 as? URL } } ?? [])
      .filter { $0.pathExtension == "swift" }
      .map { (name: $0.lastPathComponent, text: try String(contentsOf: $0, encoding: .utf8)) }
  }

  /// The number of parameters of each initializer that a text declares.
  private func parameters(in text: String) -> [Int] {
    text.matches(of: /(?m)^ *(?:[a-z@]+(?:\([a-z]+\))? )*init[?]?(?:<[^>(]*>)?\(/).compactMap {
      match in
      var (depth, commas, isEmpty) = (1, 0, true)
      for character in text[match.range.upperBound...] {
        switch character {
        case "(", "[", "{": depth += 1
        case ")", "]", "}": depth -= 1
        case "," where depth == 1: commas += 1
        default: isEmpty = isEmpty && character.isWhitespace
        }
        if depth == 0 { break }
      }
      return isEmpty ? 0 : commas + 1
    }
  }

  @Test func `files and initializers are short enough to read`() throws {
    let sources = try sources()
    #expect(sources.count > 500)
    for (name, text) in sources {
      #expect(
        text.split(separator: "\n", omittingEmptySubsequences: false).count - 1 <= Self.mostLines,
        "\(name)")
      let most = parameters(in: text).max() ?? 0
      #expect(most <= Self.mostParameters, "an initializer of \(name)")
    }
    #expect(sources.flatMap { parameters(in: $0.text) }.count > 500)
  }

  @Test func `parameters are counted, with closures and tuples among them`() {
    #expect(parameters(in: "  init(_ a: (Int, Int), b: [Int: Int] = [1: 2, 3: 4]) {") == [2])
    #expect(parameters(in: "  package init() {}\n  self.init(a, b, c)") == [0])
    #expect(parameters(in: "  private init?<T>(a: T, b: (T, T) -> Int,\n    c: Int) {") == [3])
  }
}
