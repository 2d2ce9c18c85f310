package import Foundation

/// The files of this repository, for tests of documents and sources.
package enum Repository {
  /// Its directory.
  package static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The paths of all pages, without what is built.
  package static var pages: [String] {
    let all = FileManager.default.enumerator(
      at: root, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
    let prefix = root.standardizedFileURL.path + "/"
    return (all?.compactMap { $0 as? URL } ?? []).map(\.standardizedFileURL.path)
      .filter { $0.hasSuffix(".md") }.map { String($0.dropFirst(prefix.count)) }.sorted()
  }

  /// The sources of all tests, by their paths under `Tests`.
  package static func testSources() throws -> [(path: String, text: String)] {
    try sources(below: "Tests")
  }

  /// The Swift sources below a directory, by their paths there.
  package static func sources(below directory: String) throws -> [(path: String, text: String)] {
    let directory = root.appending(path: directory)
    let paths = FileManager.default.enumerator(atPath: directory.path)?
      .compactMap { $0 as? String }
    return try (paths ?? []).filter { $0.hasSuffix(".swift") }.sorted().map {
      ($0, try String(contentsOf: directory.appending(path: $0), encoding: .utf8))
    }
  }
}
