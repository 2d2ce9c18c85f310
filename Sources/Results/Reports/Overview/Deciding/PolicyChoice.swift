/// A policy that is compared with others by what it refuses and what it leaves to guess.
package struct PolicyChoice {
  package let policy: PolicyOverview
  package let refused: Part
  package let guessed: Part
  package let error: StatedError

  package var name: String { policy.name }
}

extension ReportOverview {
  /// The policies that can be compared: with 1,000 accepted passwords or more and an estimate, and not for use
  /// beside a second factor.
  package var choices: [PolicyChoice] {
    policies.compactMap { policy in
      guard !policy.isBesideFactor, policy.isOfMany, let error = error(of: policy),
        let guessed = policy.survivors?.strength?.headline?.part
      else { return nil }
      return PolicyChoice(policy: policy, refused: policy.violating, guessed: guessed, error: error)
    }
  }
}
