import CCrypto
import EmbeddedData
package import PasswordPolicies

/// The policies by which a fold decides what its rows keep apart.
///
/// It changes how wide answers are, never whether they are right: every policy gets an interval that
/// holds the truth.
///
///     Workload.builtIn.adding(policies).digest    // "sha256:…"
package struct Workload: Sendable {
  /// How often an alternative of a policy stands for a site, and its conditions.
  package private(set) var alternatives: [(times: UInt64, conditions: [Condition])]
  /// The digest of the text of all policies.
  package private(set) var digest: String

  /// What a policy that a user adds weighs, in sites; a preset weighs as much.
  private static let timesOfAdded: UInt64 = 8

  /// Makes a workload of policies, each with its times.
  package init(_ policies: [(times: UInt64, policy: Policy)]) {
    alternatives = policies.flatMap { times, policy in
      policy.rulesOfAlternatives.map { (times, $0.flatMap(\.conditions)) }
    }
    digest = Self.digest(of: policies.map { "\($0.times) \($0.policy.line())\n" }.joined())
  }

  /// The distinct policies of real sites, the presets, and pure lengths.
  package static let builtIn: Workload = {
    let text = FoldingPolicies.text
    var workload = Workload(
      FoldingPolicies.entries.map { times, rules in
        // The tests see that all lines are policies without errors.
        let reading = PolicyReading(policyFile: Array(rules.utf8), file: "workload")
        return (times, reading.policies)
      }.flatMap { times, policies in policies.map { (times, $0) } })
    workload.digest = digest(of: text)
    return workload
  }()

  /// The same workload with some policies of a user.
  package func adding(_ policies: [Policy]) -> Workload {
    if policies.isEmpty { return self }
    let added = Workload(policies.map { (Self.timesOfAdded, $0) })
    var workload = self
    workload.alternatives += added.alternatives
    workload.digest = Self.digest(of: digest + added.digest)
    return workload
  }

  private static func digest(of text: String) -> String {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    let bytes = Array(text.utf8)
    // SAFETY: both arrays live during the call; the digest has as many bytes as are written.
    _ = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe digest.withUnsafeMutableBufferPointer {
        unsafe SHA256(bytes.baseAddress, bytes.count, $0.baseAddress)
      }
    }
    return "sha256:"
      + digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
