import Diagnostics
import PasswordPolicies
@_spi(Internal) import Passwords
import Testing

/// The policy of a rules string, which must have no error in strict reading.
func policy(
  _ text: String, maxConsecutive: PasswordRules.MaxConsecutiveReading = .repeats
) throws -> Policy {
  Policy(
    name: "policy", try PasswordRules(parsing: text), location: Location(file: "policy"),
    maxConsecutive: maxConsecutive)
}

/// The policies of a policy file, which must have no error.
func policies(
  ofFile text: String, named file: String = "rules.txt",
  maxConsecutive: PasswordRules.MaxConsecutiveReading = .repeats
) throws -> [Policy] {
  let reading = PolicyReading(
    policyFile: Array(text.utf8), file: file, maxConsecutive: maxConsecutive)
  if reading.hasErrors { throw UnexpectedProblems(messages: reading.problems.map(\.message)) }
  return reading.policies
}

/// The policy of a policy file, which must have no error, or the first one.
func firstPolicy(
  ofFile text: String, named file: String = "rules.txt",
  maxConsecutive: PasswordRules.MaxConsecutiveReading = .repeats
) throws -> Policy {
  try #require(try policies(ofFile: text, named: file, maxConsecutive: maxConsecutive).first)
}

/// What is read of a policy file named "p".
func reading(_ text: String) -> PolicyReading {
  PolicyReading(policyFile: Array(text.utf8), file: "p")
}

/// The messages of its problems.
func messages(_ text: String) -> [String] { reading(text).problems.map(\.message) }

struct UnexpectedProblems: Error {
  let messages: [String]
}

/// The ids of the rules that a password breaks, judged by its signature; no list holds it.
func verdict(of policy: Policy, on password: String) throws -> [String] {
  var demand = policy.demand
  demand.lists = policy.lists.count
  let schema = try Schema(for: demand)
  let matcher = try PolicyMatcher(policy, schema: schema) {
    policy.lists.firstIndex(of: $0).map { 1 << UInt32($0) }
  }
  let signature = schema.signature(of: Profiler(schema).profile(of: password.utf8.span))
  return matcher.verdict(on: schema.profile(of: signature)).indices.map { matcher.ruleIDs[$0].text }
}
