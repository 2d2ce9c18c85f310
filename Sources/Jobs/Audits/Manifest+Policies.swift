import Blocklists
import Diagnostics
import Overview
import PasswordPolicies
import Passwords
import Requests
import Tallies

extension Manifest.Policy {
  /// Records how a policy was understood.
  init(_ policy: Policy) {
    let source: Source =
      switch policy.origin {
      case .file: .file(policy.location.file)
      case .site(let site, let file): .site(site, file: file)
      case .preset(let id): .preset(id)
      case .typed: .typed
      }
    self.init(name: policy.name, source: source, rules: policy.line())
  }
}

extension LoadedBlocklists {
  /// The lists' entries in the manifest; `idle` is what ``idleShares(_:)`` gives.
  func manifest(lookups: UInt64, idle: [[String: Double]]) -> [Manifest.Blocklist] {
    zip(entries, idle).map { entry, idle in
      let list = entry.list
      return Manifest.Blocklist(
        name: entry.isBuiltIn ? .builtIn : .given(entry.label),
        comparison: list.comparison.rawValue, conforms: list.comparison.conforms,
        values: list.valueCount, sha256: entry.sha256, checksum: entry.checksum,
        sources: entry.recorded.origins,
        expectedFalseHits: list.expectedFalseHits(lookups: lookups), idle: idle)
    }
  }

  /// The share of values of each list that never refuse anything, by policy.
  func idleShares(_ policies: [Policy]) -> [[String: Double]] {
    set.blocklists.map { list in
      let shares = policies.compactMap { policy in
        list.idleShare(policy).map { (policy.name, $0) }
      }
      return Dictionary(shares, uniquingKeysWith: { first, _ in first })
    }
  }
}
