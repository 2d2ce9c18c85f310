package import PasswordRules

/// The lengths that a policy's passwords are counted over, and where its ends come from.
package struct LengthRange: Hashable, Sendable {
  /// The least length; at least 1, since nobody has an empty password.
  package let lower: Int
  /// The greatest; below ``lower`` where no length is permitted.
  package let upper: Int
  /// Where ``lower`` comes from.
  package let lowerFrom: Origin
  /// Where ``upper`` comes from.
  package let upperFrom: Origin

  /// Where an end comes from.
  package enum Origin: String, Hashable, Sendable {
    /// The policy says so.
    case policy
    /// 1, since the policy says nothing.
    case `default`
    /// The policy says nothing, or more than can be counted, and counting has to end somewhere.
    case horizon
    /// It was asked for.
    case option
  }

  /// How far is counted where a policy sets no end: the length that NIST SP 800-63B asks verifiers to
  /// permit at least.
  package static let defaultHorizon = 64

  /// The lengths that a policy permits, cut off at the horizon, or where the policy's own needs go
  /// beyond it; ends that are given take the place of the policy's.
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

  /// Whether an end was asked for.
  package var isChosen: Bool { lowerFrom == .option || upperFrom == .option }

  /// The lengths; nil where there are none.
  package var lengths: ClosedRange<Int>? { lower <= upper ? lower...upper : nil }
}

extension Policy {
  /// The loosest limits on length of any alternative; nil where one has none.
  var lengthBounds: (minimum: Int?, maximum: Int?) {
    let lower = alternatives.map(\.rules.minLength)
    let upper = alternatives.map(\.rules.maxLength)
    return (
      lower.contains(nil) ? nil : lower.compactMap(\.self).min(),
      upper.contains(nil) ? nil : upper.compactMap(\.self).max()
    )
  }

  /// The longest strings that can be counted.
  var reach: Int {
    let isLinked = constraints.contains { $0.limits.sequence != nil || $0.limits.classRun != nil }
    return isLinked ? KeyspaceCounter.longestLinked : KeyspaceCounter.longest
  }
}

extension Constraints {
  /// As many characters as the needs take if no character serves two; at most the longest counted.
  var fewest: Int {
    let counts = needs.map(\.minimum) + kindNeeds.map(\.minimum)
    return counts.reduce(0) { min(KeyspaceCounter.longest, $0 + min($1, KeyspaceCounter.longest)) }
  }
}
