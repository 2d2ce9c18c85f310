package import Foundation

/// A file of reference answers: one that the repository holds, or one that developers keep beside
/// it.
///
/// Files that hold no leaked password are committed in `Tests/Vectors`; a test that reads one fails
/// where the file is missing. The rest is in `../shared/data`; a test that reads it carries
/// `.enabled(if: VectorFile.areShared, "needs ../shared/data")`, and `.ci/run` names what it skips.
package struct VectorFile: Sendable, CustomStringConvertible {
  /// Where the file lies.
  package let url: URL

  /// Names a committed file by its path in `Tests/Vectors`.
  package init(_ path: String) { url = Repository.root.appending(path: "Tests/Vectors/\(path)") }

  /// Names a file by its path in `../shared/data`.
  package init(shared path: String) { url = Self.sharedFolder.appending(path: path) }

  /// Names a file anywhere.
  package init(path: String) { url = URL(filePath: path) }

  /// Whether `../shared/data` is there.
  package static var areShared: Bool { FileManager.default.fileExists(atPath: sharedFolder.path) }

  /// The whole file.
  package var bytes: Data { get throws { try Data(contentsOf: url) } }

  /// Decodes each line of the file as one JSON object.
  ///
  /// - Throws: what `Foundation` says of a missing file or a malformed row, or ``Empty``.
  package func rows<Row: Decodable>(
    as type: Row.Type, by decoder: JSONDecoder = JSONDecoder()
  ) throws -> [Row] {
    let rows = try bytes.split(separator: UInt8(ascii: "\n")).map {
      try decoder.decode(Row.self, from: $0)
    }
    if rows.isEmpty { throw Empty(path: url.path) }
    return rows
  }

  /// The rules of 434 real sites, in the order of their domains.
  package static func sites() throws -> [(domain: String, rules: String)] {
    let file = VectorFile("password-rules/apple-password-rules.json")
    return try JSONDecoder().decode([String: [String: String]].self, from: file.bytes)
      .sorted { $0.key < $1.key }.map { (domain: $0.key, rules: $0.value["password-rules"] ?? "") }
  }

  /// A file of vectors without a row: a loop over it would pass.
  package struct Empty: Error {
    /// Where it lies.
    package let path: String
  }

  package var description: String { url.lastPathComponent }

  private static let sharedFolder = Repository.root.deletingLastPathComponent()
    .appending(path: "shared/data")
}
