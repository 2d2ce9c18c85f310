import Foundation
import TestSupport

/// The reference files on rules, and their rows.
enum Vectors {
  static let parser = VectorFile("password-rules/parser-vectors.jsonl")
  static let parserNext = VectorFile("password-rules/parser-vectors-next.jsonl")
  /// Real policies on synthetic passwords.
  static let matcher = VectorFile("password-rules/matcher-vectors.jsonl")
  static let matcherSynthetic = VectorFile("password-rules/matcher-vectors-synthetic.jsonl")
  /// Real policies on all passwords of the reference, some of which occur in leaks.
  static let matcherShared = VectorFile(shared: "password-rules/matcher-vectors.jsonl")
  static let realPolicies = VectorFile("password-rules/apple-password-rules.json")

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

  /// The rules strings of real sites by domain, in the order of the domains.
  static func policies() throws -> [(domain: String, rules: String)] {
    struct Entry: Decodable {
      let rules: String
      enum CodingKeys: String, CodingKey { case rules = "password-rules" }
    }
    return try JSONDecoder().decode([String: Entry].self, from: try realPolicies.bytes)
      .map { ($0.key, $0.value.rules) }.sorted { $0.0 < $1.0 }
  }
}
