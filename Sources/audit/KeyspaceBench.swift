import Diagnostics
import Foundation
import Keyspaces
import PasswordRules

/// Answers questions about keyspaces, one JSON object a line.
final class KeyspaceBench: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): scratch of one lane; no other has it at the same time.
  private let options: PolicyOptions
  private let policy: Policy?
  /// Those met last; questions tend to repeat a policy line after line.
  private var known: [String: Keyspaces.Keyspace] = [:]

  /// Starts with a policy that all questions are about, or none.
  init(_ options: PolicyOptions, _ policy: Policy?) {
    self.options = options
    self.policy = policy
  }

  private struct Question: Decodable {
    let rules: String?
    let length: Int?
    let from: Int?
    let to: Int?
  }

  /// The answer to a line.
  func answer(_ line: ArraySlice<UInt8>) throws(KeyspaceRefusal) -> [UInt8] {
    guard let question = try? JSONDecoder().decode(Question.self, from: Data(line)),
      policy != nil || question.rules != nil,
      let from = question.length ?? question.from, let to = question.length ?? question.to
    else {
      let rules = policy == nil ? "'rules' and " : ""
      throw KeyspaceRefusal(message: "expected an object with \(rules)'length', or 'from' and 'to'")
    }
    guard from >= 0, from <= to else {
      throw KeyspaceRefusal(message: "lengths go from 0 up, not from \(from) to \(to)")
    }
    let rules = question.rules ?? ""
    var keyspace = try keyspace(of: rules)
    do throws(KeyspaceProblem) {
      let count = try keyspace.total(lengths: from...to)
      remember(keyspace, for: rules)
      return JSONLine.text(
        KeyspaceLine(count: String(count), log2: count.bits, uncounted: keyspace.uncounted))
    } catch {
      throw KeyspaceRefusal(message: error.message)
    }
  }

  private func remember(_ keyspace: Keyspaces.Keyspace, for rules: String) {
    if known.count >= 64, known[rules] == nil { known.removeAll() }
    known[rules] = keyspace
  }

  private func keyspace(of rules: String) throws(KeyspaceRefusal) -> Keyspaces.Keyspace {
    if let keyspace = known[rules] { return keyspace }
    let policy = try policyNamed(or: rules)
    do throws(KeyspaceProblem) { return try Keyspaces.Keyspace(policy) } catch {
      throw KeyspaceRefusal(message: error.message)
    }
  }

  private func policyNamed(or rules: String) throws(KeyspaceRefusal) -> Policy {
    if let policy { return policy }
    let reading = options.read(Array(rules.utf8), file: "rules")
    if let problem = reading.problems.first(where: \.isError) {
      throw KeyspaceRefusal(message: problem.message)
    }
    guard let policy = reading.policies.first, reading.policies.count == 1 else {
      throw KeyspaceRefusal(message: "expected one policy in 'rules'")
    }
    return policy
  }
}

/// Why a line gets no answer.
struct KeyspaceRefusal: Error {
  let message: String
}

/// The answer to one question, as JSON.
private struct KeyspaceLine: Encodable {
  let count: String
  let log2: Double?
  let uncounted: [String]

  enum CodingKeys: String, CodingKey { case count, log2, uncounted }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(count, forKey: .count)
    // Spelled out as null, which a synthesised encoding would leave out.
    try members.encode(log2, forKey: .log2)
    if !uncounted.isEmpty { try members.encode(uncounted, forKey: .uncounted) }
  }
}
