package import Blocklists
package import PasswordPolicies
import Passwords
import Requests

extension Blocklist {
  /// Counts the values that never refuse anything, because the policy refuses their length anyway;
  /// nil if lengths are unknown.
  ///
  /// Values beyond the last bin count as that long. If case is folded or parts are searched, a
  /// value's length is not that of the passwords it refuses.
  package func idleCount(_ policy: Policy) -> UInt64? {
    guard comparison == .exact, lengthCounts.first == 0 else { return nil }
    var idle: UInt64 = 0
    for (length, count) in lengthCounts.enumerated() {
      let isPossible = policy.alternatives.contains { alternative in
        let rules = alternative.rules
        return length >= rules.minLength ?? 1 && length <= rules.maxLength ?? .max
      }
      // A recorded list may state any numbers; the sum of those that are read stays below 2⁶³.
      if !isPossible { idle &+= count }
    }
    return idle
  }

  /// The same as a share of all values, with six decimals.
  package func idleShare(_ policy: Policy) -> Double? {
    let total = lengthCounts.reduce(0, &+)
    guard let idle = idleCount(policy), total > 0 else { return nil }
    return (Double(idle) / Double(total) * 1e6).rounded() / 1e6
  }
}
