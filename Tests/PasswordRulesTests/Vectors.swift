import Foundation

/// Files of vectors beside the checkout; tests that need one are skipped where it is missing.
enum Vectors {
  static let parser = "parser-vectors.jsonl"
  static let parserNext = "parser-vectors-next.jsonl"
  static let matcher = "matcher-vectors.jsonl"
  static let matcherSynthetic = "matcher-vectors-synthetic.jsonl"
  static let realPolicies = "apple-password-rules.json"

  static var areThere: Bool { FileManager.default.fileExists(atPath: folder.path) }

  private static var folder: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "shared/data/password-rules")
  }

  static func bytes(of file: String) throws -> Data {
    try Data(contentsOf: folder.appending(path: file))
  }

  /// The objects of a file with one a line.
  static func rows<Row: Decodable>(of file: String, as type: Row.Type) throws -> [Row] {
    try bytes(of: file).split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Row.self, from: $0)
    }
  }

  struct ParserRow: Decodable {
    let id: String
    let input: String
    let outcome: String
    let diagnostics: [String]
    let canonical: [String]
    let minified: [String]
  }

  struct MatcherRow: Decodable {
    let id: String
    let policy: String
    let password: String
    let violated: [String]
    let violatedIfSequencesCount: [String]?

    enum CodingKeys: String, CodingKey {
      case id, policy, password, violated
      case violatedIfSequencesCount = "violated_if_sequences_count"
    }
  }

  /// The rules strings of real sites by domain, in the order of their names.
  static func policies() throws -> [(domain: String, rules: String)] {
    struct Entry: Decodable {
      let rules: String
      enum CodingKeys: String, CodingKey { case rules = "password-rules" }
    }
    return try JSONDecoder().decode([String: Entry].self, from: try bytes(of: realPolicies))
      .map { ($0.key, $0.value.rules) }.sorted { $0.0 < $1.0 }
  }
}
