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
}
