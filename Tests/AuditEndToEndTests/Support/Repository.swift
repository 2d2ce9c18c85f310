import Foundation

/// The files of this repository, for tests of documents.
enum Repository {
  /// Its directory.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The paths of all pages, without what is built.
  static var pages: [String] {
    let all = FileManager.default.enumerator(
      at: root, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
    let prefix = root.standardizedFileURL.path + "/"
    return (all?.compactMap { $0 as? URL } ?? []).map(\.standardizedFileURL.path)
      .filter { $0.hasSuffix(".md") }.map { String($0.dropFirst(prefix.count)) }.sorted()
  }

  /// The sources of all tests, by their paths under `Tests`.
  static func testSources() throws -> [(path: String, text: String)] {
    let tests = root.appending(path: "Tests")
    let paths = FileManager.default.enumerator(atPath: tests.path)?.compactMap { $0 as? String }
    return try (paths ?? []).filter { $0.hasSuffix(".swift") }.sorted().map {
      ($0, try String(contentsOf: tests.appending(path: $0), encoding: .utf8))
    }
  }
}
