package import PasswordPolicies

/// The lengths for which a policy's passwords are counted, and where the limits come from.
package struct LengthRange: Hashable, Sendable {
  /// The least length; at least 1, since empty passwords are not counted.
  package let lower: Int
  /// The greatest length; below ``lower`` if no length is permitted.
  package let upper: Int
  /// The origin of ``lower``.
  package let lowerFrom: Origin
  /// The origin of ``upper``.
  package let upperFrom: Origin

  /// Where a limit comes from.
  package enum Origin: String, Hashable, Sendable {
    /// The policy sets it.
    case policy
    /// It is 1, since the policy sets none.
    case `default`
    /// A limit for counting, since the policy sets none or one that cannot be reached.
    case horizon
    /// The user chose it.
    case option
  }

  /// The greatest length counted if a policy sets none: NIST SP 800-63B demands that verifiers
  /// permit at least this length.
  package static let defaultHorizon = 64

  /// The lengths that a policy permits, up to the horizon, or beyond it if the policy's needs take
  /// more characters.
  ///
  /// Given limits replace the policy's.
  package init(
    _ policy: Policy, horizon: Int = defaultHorizon, from: Int? = nil, to: Int? = nil
  ) {
    let bounds = policy.lengthBounds
    let reach = policy.reach
    let needed = policy.constraints.map(\.fewest).max() ?? 0
    lower = from ?? max(1, bounds.minimum ?? 1)
    lowerFrom = from != nil ? .option : bounds.minimum != nil ? .policy : .default
    if let to {
      (upper, upperFrom) = (to, .option)
    } else if let maximum = bounds.maximum, maximum <= reach {
      (upper, upperFrom) = (maximum, .policy)
    } else {
      (upper, upperFrom) = (min(max(horizon, lower, needed), max(reach, lower)), .horizon)
    }
  }

  /// Whether the user chose a limit.
  package var isChosen: Bool { lowerFrom == .option || upperFrom == .option }

  /// The lengths; nil if there are none.
  package var lengths: ClosedRange<Int>? { lower <= upper ? lower...upper : nil }
}

extension Policy {
  /// The loosest limits on length of all alternatives; nil if an alternative has no limit.
  package var lengthBounds: (minimum: Int?, maximum: Int?) {
    let lower = alternatives.map(\.minLength)
    let upper = alternatives.map(\.maxLength)
    return (
      lower.contains(nil) ? nil : lower.compactMap(\.self).min(),
      upper.contains(nil) ? nil : upper.compactMap(\.self).max()
    )
  }

  /// The length of the longest strings that can be counted.
  var reach: Int {
    let isLinked = constraints.contains { $0.limits.sequence != nil || $0.limits.limitsKinds }
    return isLinked ? KeyspaceCounter.longestLinked : KeyspaceCounter.longest
  }
}
