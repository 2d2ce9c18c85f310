import Diagnostics
import PasswordRules

/// The policy of a rules string that reads strictly without error.
func policy(
  _ text: String, maxConsecutive: PasswordRules.MaxConsecutiveReading = .repeats
) throws -> Policy {
  Policy(
    name: "policy", try PasswordRules(parsing: text), location: Location(file: "policy"),
    maxConsecutive: maxConsecutive)
}

/// The policies of a policy file that reads without error.
func policies(
  ofFile text: String, named file: String = "rules.txt",
  maxConsecutive: PasswordRules.MaxConsecutiveReading = .repeats
) throws -> [Policy] {
  let reading = PolicyReading(
    policyFile: Array(text.utf8), file: file, maxConsecutive: maxConsecutive)
  if reading.hasErrors { throw UnexpectedProblems(messages: reading.problems.map(\.message)) }
  return reading.policies
}

struct UnexpectedProblems: Error {
  let messages: [String]
}
