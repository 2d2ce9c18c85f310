package import PasswordPolicies
package import PasswordSpaces
import Requests

/// The lengths for which a policy's passwords are counted or generated.
package struct LengthSettings: Hashable, Sendable {
  /// The least length; nil for the policy's.
  package var from: Int?
  /// The greatest length; nil for the policy's.
  package var to: Int?
  /// The greatest length if the policy sets none.
  package var horizon: Int

  /// The usual value of ``horizon``.
  package static let usualHorizon = LengthRange.defaultHorizon
  /// The greatest length that can be counted.
  package static let longest = KeyspaceCounter.longest

  /// Chooses lengths; by default those of each policy.
  package init(from: Int? = nil, to: Int? = nil, horizon: Int = usualHorizon) {
    self.from = from
    self.to = to
    self.horizon = horizon
  }

  /// Whether an end is chosen.
  package var isChosen: Bool { from != nil || to != nil }

  /// The lengths to examine for a policy.
  package func range(for policy: Policy) -> LengthRange {
    LengthRange(policy, horizon: horizon, from: from, to: to)
  }
}
