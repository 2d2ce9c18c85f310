import Diagnostics
import Metrics
import Reports

/// What every policy of an audit must keep to, so that a pipeline can stop.
package struct Gates: Hashable, Sendable {
  private let least: Double?
  private let most: Double?
  let refusesListed: Bool

  /// Sets the gates.
  ///
  /// - Parameters:
  ///   - least: The least share of the passwords that may comply, in per cent; nil for none.
  ///   - most: The largest share; nil for none.
  ///   - refusesListed: Whether no password that complies may be on a blocklist.
  package init(least: Double? = nil, most: Double? = nil, refusesListed: Bool = false) {
    self.least = least
    self.most = most
    self.refusesListed = refusesListed
  }

  /// The gates that policies miss; of a folded tally also those that it does not decide.
  func missed(by findings: Findings) -> [Problem] {
    let upper = findings.ofMost?.policies
    if refusesListed, findings.askedLists.isEmpty, !findings.policies.isEmpty {
      return [.missedGate("no blocklist was asked", expected: "one, for --fail-listed")]
    }
    return findings.policies.enumerated().flatMap { number, policy -> [Problem] in
      let entries = policy.entries(of: findings.entries)
      let most = upper?[number] ?? policy
      var missed: [Problem] = []
      func miss(_ low: UInt64, _ high: UInt64, _ words: String, _ expected: String, sure: Bool) {
        let count = low == high ? grouped(low) : "\(grouped(low)) to \(grouped(high))"
        missed.append(
          .missedGate(
            "\(count) \(words)"
              + (sure ? "" : ", which cannot be decided from a folded tally"),
            expected: expected,
            remedy: sure ? nil : "Ask the lists, or a tally that is not folded."))
      }
      func percent(_ count: UInt64) -> Double { Double(count) * 100 }
      let share =
        policy.compliant == most.compliant
        ? " (\(Part(policy.compliant, of: entries).percent))" : ""
      let of = "of \(grouped(entries)) passwords\(share) are accepted by '\(policy.name)'"
      if let least, percent(policy.compliant) < least * Double(entries) {
        miss(
          policy.compliant, most.compliant, of, "at least \(least) %",
          sure: percent(most.compliant) < least * Double(entries))
      }
      if let limit = self.most, percent(most.compliant) > limit * Double(entries) {
        miss(
          policy.compliant, most.compliant, of, "at most \(limit) %",
          sure: percent(policy.compliant) > limit * Double(entries))
      }
      if refusesListed {
        let (low, high) = (policy.listedCount, most.listedCount)
        if high > 0 {
          miss(
            low, high,
            "of \(grouped(most.compliant)) passwords accepted by '\(policy.name)' are on a blocklist",
            "none", sure: low > 0)
        }
      }
      return missed
    }
  }
}

extension PolicyFindings {
  /// The passwords that comply and are on a blocklist that the run asked.
  fileprivate var listedCount: UInt64 { compliant &- min(passwords.unlisted, compliant) }
}

extension Problem {
  /// A policy does not keep to a gate, or nothing tells.
  fileprivate static func missedGate(
    _ found: String, expected: String, remedy: String? = nil
  ) -> Problem {
    Problem("missed-gate", found, expected: expected, remedy: remedy)
  }
}
