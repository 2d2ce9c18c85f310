import Diagnostics
import Foundation
import PasswordPolicies
import TestSupport

/// Rows of the reference files on keyspaces.
enum Vectors {
  static let keyspaces = VectorFile("search-space/keyspace-vectors.jsonl")
  static let cumulative = VectorFile("search-space/keyspace-cumulative-vectors.jsonl")
  static let bitsLost = VectorFile("search-space/bits-lost-vectors.jsonl")

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

  /// The policies of real sites, in the order of their domains.
  static func realPolicies() throws -> [Policy] { try realRules().map { policy($0) } }

  /// The rules strings of real sites, in the order of their domains.
  static func realRules() throws -> [String] { try VectorFile.sites().map(\.rules) }
}

/// Reads a policy that must have no problems.
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
