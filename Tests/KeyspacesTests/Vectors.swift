import Diagnostics
import Foundation
import PasswordRules

/// Files of vectors beside the checkout; tests that need one are skipped where it is missing.
enum Vectors {
  static var areThere: Bool { FileManager.default.fileExists(atPath: folder.path) }

  private static var folder: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "shared/data")
  }

  /// The objects of a file with one a line.
  static func rows<Row: Decodable>(of file: String, as type: Row.Type) throws -> [Row] {
    try Data(contentsOf: folder.appending(path: file)).split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Row.self, from: $0)
    }
  }

  struct Keyspace: Decodable {
    let rules: String
    let length: Int
    let count: String
    let log2: Double?
  }

  struct Cumulative: Decodable {
    let rules: String
    let from: Int
    let to: Int
    let count: String
    let log2: Double?
  }

  struct BitsLost: Decodable {
    let rules: String
    let length: Int
    let lost: Double
    let rows: [Row]

    struct Row: Decodable {
      let rule: String
      let alone: Double
      let last: Double
      let shapley: Double
    }
  }

  /// The rules strings of real sites, in the order of their domains.
  static func realPolicies() throws -> [Policy] {
    struct Entry: Decodable {
      let rules: String
      enum CodingKeys: String, CodingKey { case rules = "password-rules" }
    }
    let file = folder.appending(path: "password-rules/apple-password-rules.json")
    return try JSONDecoder().decode([String: Entry].self, from: try Data(contentsOf: file))
      .sorted { $0.key < $1.key }.map { policy($0.value.rules) }
  }
}

/// Reads a policy that must be clean.
func policy(_ rules: String) -> Policy {
  let reading = PolicyReading(policyFile: Array(rules.utf8), file: "test.policy")
  guard let policy = reading.policies.first, !reading.hasErrors else {
    preconditionFailure("'\(rules)': \(reading.problems.map(\.message))")
  }
  return policy
}

/// Whether two numbers agree within a relative error of 10⁻⁹, or absolute near 0.
func agree(_ a: Double?, _ b: Double?) -> Bool {
  guard let a, let b else { return a == nil && b == nil }
  return abs(a - b) <= 1e-9 * max(1e-3, abs(a), abs(b))
}
