import Diagnostics
import Metrics
import Requests

/// Fewer passwords comply than `--fail-under` asks for.
struct ThresholdMissed: Diagnosable {
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
