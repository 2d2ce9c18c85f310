import Overview
import PasswordPolicies
import Requests

/// The contents of a manifest about policies that do not depend on what lists contain.
struct PolicyRecords: Sendable {
  /// Each policy as it was understood.
  let policies: [Manifest.Policy]
  /// The idle shares of each blocklist, by policy.
  let idle: [[String: Double]]

  /// Records policies and their blocklists.
  ///
  /// - Complexity: O(policies × (rules + blocklists)).
  init(_ policies: [Policy], _ blocklists: LoadedBlocklists) {
    self.policies = policies.map { Manifest.Policy($0) }
    idle = blocklists.idleShares(policies)
  }
}
