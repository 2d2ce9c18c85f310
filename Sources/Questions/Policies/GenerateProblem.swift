package import Diagnostics
package import PasswordPolicies
package import PasswordSpaces
import Requests

/// The reason why no password is generated.
package enum GenerateProblem: Diagnosable {
  /// One policy is needed, not this many.
  case severalPolicies(Int)
  /// No string of these lengths over this alphabet complies with the policy.
  case impossible(Policy, LengthRange, ComparisonAlphabet)
  /// Lists or scores refuse so many passwords in a row that none is expected to pass.
  case allRefused

  package var location: Location? {
    if case .impossible(let policy, _, _) = self { policy.location } else { nil }
  }

  package var found: String {
    switch self {
    case .severalPolicies(let count): "\(count) policies"
    case .impossible(let policy, let range, _):
      policy.unsatisfiable.map { "no password can comply: \($0)" }
        ?? "no password of \(range.lower) to \(range.upper) characters can comply"
    case .allRefused:
      "\(GenerateSieve.mostTries) passwords in a row were refused by a list, a score, or for a line end"
    }
  }

  package var expected: String? {
    if case .severalPolicies = self { "one" } else { nil }
  }

  package var remedy: String? {
    switch self {
    case .severalPolicies: "Name one policy with --rules or --preset, and --only for a site."
    case .impossible(let policy, _, .ascii) where policy.unsatisfiable == nil:
      "Only strings of printable ASCII were tried; --alphabet unicode takes all that the policy "
        + "permits. 'audit keyspace' tells the lengths."
    case .impossible: "See 'audit keyspace' for the lengths that the policy permits."
    case .allRefused: "Choose a longer length, or lift 'min-score'."
    }
  }
}
