import Caches
import Diagnostics
import FoundationEssentials
package import PasswordPolicies
package import PasswordSpaces
import Reporting
package import Requests

/// Answers questions about keyspaces, and caches the latest policies.
///
///     let answerer = KeyspaceAnswerer(PolicySettings())
///     try answerer.answer(rules: "minlength: 2; allowed: digit;", lengths: 2...2).count  // "100"
package final class KeyspaceAnswerer: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): scratch of one lane; no other uses it at the same time.
  private let settings: PolicySettings
  private let policy: Policy?
  private let alphabet: ComparisonAlphabet
  /// The latest policies; questions tend to repeat a policy line after line.
  private var known = RecentValues<String, Keyspace>(most: 64)

  /// Makes an answerer with a policy for all questions, or without.
  ///
  /// By default it counts all strings that a policy permits.
  package init(
    _ settings: PolicySettings, _ policy: Policy? = nil, alphabet: ComparisonAlphabet? = nil
  ) {
    self.settings = settings
    self.policy = policy
    self.alphabet = alphabet ?? .policy
  }

  /// The number of passwords.
  package struct Answer: Hashable, Sendable {
    /// The exact number, in decimal digits.
    package let count: String
    /// Its base-2 logarithm; nil for a count of 0.
    package let log2: Double?
    /// Rules left out because they cannot be counted.
    package let uncounted: [String]
  }

  /// Counts the permitted passwords of some lengths; nil rules stand for the answerer's own policy.
  ///
  /// - Throws: ``Refusal`` if the rules are invalid or cannot be counted.
  package func answer(
    rules: String?, lengths: ClosedRange<Int>
  ) throws(Refusal) -> Answer {
    let rules = rules ?? ""
    var keyspace = try keyspace(of: rules)
    do throws(KeyspaceProblem) {
      let count = try keyspace.total(lengths: lengths)
      known.keep(keyspace, for: rules)
      return Answer(
        count: count.decimal, log2: count.bits, uncounted: keyspace.uncounted.map(\.text))
    } catch {
      throw Refusal(message: error.message)
    }
  }

  private func keyspace(of rules: String) throws(Refusal) -> Keyspace {
    if let keyspace = known.value(for: rules) { return keyspace }
    let policy = try policyNamed(or: rules)
    do throws(KeyspaceProblem) {
      return try Keyspace(policy, repertoire: alphabet.repertoire)
    } catch {
      throw Refusal(message: error.message)
    }
  }

  private func policyNamed(or rules: String) throws(Refusal) -> Policy {
    if let policy { return policy }
    let reading = settings.read(Array(rules.utf8), file: "rules")
    if let problem = reading.problems.first(where: \.isError) {
      throw Refusal(message: problem.message)
    }
    guard let policy = reading.policies.first, reading.policies.count == 1 else {
      throw Refusal(message: "expected one policy in 'rules'")
    }
    return policy
  }
}

/// A question about a keyspace: a JSON object on one line.
package struct KeyspaceQuestion: Hashable, Sendable {
  /// The policy's text.
  package let rules: String
  /// The lengths to count.
  package let lengths: ClosedRange<Int>

  private struct Members: Decodable {
    let rules: String?
    let length: Int?
    let from: Int?
    let to: Int?
  }

  /// Reads a line.
  ///
  /// - Throws: ``Refusal`` if it asks for nothing that can be counted.
  package init(_ line: ArraySlice<UInt8>) throws(Refusal) {
    guard let question = try? JSONDecoder().decode(Members.self, from: Data(line)),
      let rules = question.rules,
      let from = question.length ?? question.from, let to = question.length ?? question.to
    else {
      throw Refusal(
        message: "expected an object with 'rules' and 'length', or 'from' and 'to'")
    }
    guard from >= 0, from <= to else {
      throw Refusal(message: "lengths go from 0 up, not from \(from) to \(to)")
    }
    self.rules = rules
    lengths = from...to
  }
}

extension KeyspaceAnswerer.Answer {
  /// The answer as one line of JSON.
  package var line: [UInt8] { jsonText(KeyspaceLine(answer: self)) }
}

private struct KeyspaceLine: Encodable {
  let answer: KeyspaceAnswerer.Answer

  enum CodingKeys: String, CodingKey { case count, log2, uncounted }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(answer.count, forKey: .count)
    // Written as null explicitly; a synthesised encoding would omit it.
    try members.encode(answer.log2, forKey: .log2)
    if !answer.uncounted.isEmpty { try members.encode(answer.uncounted, forKey: .uncounted) }
  }
}
