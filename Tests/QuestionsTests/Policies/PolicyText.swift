import PasswordPolicies
import Requests
import Testing

/// The policies of a text.
func policies(_ text: String) throws -> [Policy] {
  let reading = PolicySettings().read(Array(text.utf8), file: "test.policy")
  try #require(!reading.hasErrors)
  return reading.policies
}
