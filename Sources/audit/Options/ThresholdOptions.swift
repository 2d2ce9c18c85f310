import ArgumentParser
import Diagnostics
import Findings
import Preparing

/// The option for the share of passwords that must comply.
struct ThresholdOptions: ParsableArguments {
  @Option(
    name: .customLong("fail-under"),
    help: ArgumentHelp(
      "Exit with 1 unless this share of the passwords complies with every policy, such as 50%.",
      valueName: "percent"),
    transform: typed(Quantity.percent))
  var percent: Double?

  /// Reports every policy with which too few passwords comply.
  ///
  /// - Returns: Whether there is one.
  func isMissed(by findings: Findings) -> Bool {
    guard let percent else { return false }
    let missed = findings.policies.filter {
      Double($0.compliant) * 100 < percent * Double(findings.entries)
    }
    for policy in missed {
      Terminal.tell(ThresholdMissed(policy: policy, entries: findings.entries, percent: percent))
    }
    return !missed.isEmpty
  }
}

/// Fewer passwords comply than `--fail-under` asks for.
private struct ThresholdMissed: Diagnosable {
  let policy: PolicyFindings
  let entries: UInt64
  let percent: Double

  var location: Location? { nil }
  var found: String {
    "\(policy.compliant) of \(entries) passwords comply with '\(policy.name)'"
  }
  var expected: String? { "at least \(percent) %" }
  var remedy: String? { nil }
}
