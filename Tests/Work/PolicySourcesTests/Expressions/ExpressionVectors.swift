import Diagnostics
import PasswordPolicies
@_spi(Internal) import Passwords
import PolicySources
import TestSupport

/// What the reference makes of a text.
struct Answer: Decodable, Sendable {
  let outcome: String
  let policies: [Written]
  let remarks: [Said]

  struct Written: Decodable, Sendable {
    let name: String?
    let text: String
  }

  struct Said: Decodable, Sendable {
    let kind: String
    let part: String
    let place: String
  }
}

/// The reference answers on expressions, and their rows.
enum ExpressionVectors {
  static let file = VectorFile("policies-elsewhere/expressions.jsonl")

  struct Row: Decodable {
    let id: String
    let mode: String
    let text: String
    let outcome: String
    let policies: [Answer.Written]
    let remarks: [Answer.Said]
    let next: Answer?
    /// The sites of a study that have the expression.
    let sites: [String]?
    let passwords: [String]?
    /// `1` for each password that the expression matches, else `0`.
    let matches: String?

    /// The answer in our language as it is now; without `next` it is that of before, too.
    var answer: Answer { next ?? Answer(outcome: outcome, policies: policies, remarks: remarks) }
  }

  /// What the reader makes of an expression in a mode of the file.
  static func reading(of text: String, mode: String) -> SourceReading {
    switch mode {
    case "html": ExpressionReader.read(text, .full, .html)
    case "java": ExpressionReader.read(text, .full, .java)
    case "full": ExpressionReader.read(text, .full, .javaScript)
    default: ExpressionReader.read(text)
    }
  }
}

/// The policy of a text in our language, which must have no error.
func policy(of text: String) throws -> Policy {
  let reading = PolicyReading(policyFile: Array(text.utf8), file: "policy")
  guard !reading.hasErrors, reading.policies.count == 1, let policy = reading.policies.first else {
    throw UnreadPolicy(text: text, messages: reading.problems.map(\.message))
  }
  return policy
}

struct UnreadPolicy: Error {
  let text: String
  let messages: [String]
}

/// Judges passwords by the program's own matcher.
struct Judge {
  private let policy: Policy
  private let schema: Schema
  private let matcher: PolicyMatcher
  private let profiler: Profiler

  init(_ policy: Policy) throws {
    var demand = policy.demand
    demand.lists = policy.lists.count
    self.policy = policy
    schema = try Schema(for: demand)
    profiler = Profiler(schema)
    matcher = try PolicyMatcher(policy, schema: schema) {
      policy.lists.firstIndex(of: $0).map { 1 << UInt32($0) }
    }
  }

  /// Whether a password complies.
  ///
  /// Of lists, only words that must not occur are known, and those compare case of ASCII only.
  func accepts(_ password: String) -> Bool {
    var profile = profiler.profile(of: password.utf8.span)
    let folded = password.lowercased()
    for (index, list) in policy.lists.enumerated() {
      guard case .contextParts(let words) = list else { continue }
      if words.contains(where: { folded.contains($0.lowercased()) }) {
        profile.lists |= 1 << UInt32(index)
      }
    }
    return matcher.verdict(on: profile).isCompliant
  }
}
