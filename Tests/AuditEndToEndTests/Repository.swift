import Foundation

/// The files of this repository, for tests of documents.
enum Repository {
  /// Its directory.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The paths of all pages, without what is built.
  static var pages: [String] {
    let all = FileManager.default.enumerator(
      at: root, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
    let prefix = root.standardizedFileURL.path + "/"
    return (all?.compactMap { $0 as? URL } ?? []).map(\.standardizedFileURL.path)
      .filter { $0.hasSuffix(".md") }.map { String($0.dropFirst(prefix.count)) }.sorted()
  }
}
