import Auditing
import Diagnostics
import Foundation
import Jobs
import Metrics
import PasswordPolicies
import Passwords

// The smallest front end: audits a list by one policy, and prints the share that complies.
//
//     swift run share 'minlength: 8; required: digit; allowed: ascii-printable;' leaked.txt.gz
//     // 0.4217
//
// It imports modules only. All it adds is where words come from and where they go.

/// Tells a problem on standard error; the modules print nothing themselves.
@Sendable func tell(_ problem: Problem) {
  FileHandle.standardError.write(Data((problem.message + "\n").utf8))
}

/// The policies that a text holds, or nil if it has errors, which are reported.
func policies(in text: String) -> [Policy]? {
  let reading = PolicySettings().read(Array(text.utf8), file: "<argument>")
  for problem in reading.problems { tell(problem.problem) }
  return reading.hasErrors ? nil : reading.policies
}

/// Audits lists, and says how that ended.
func share(of lists: [String], complyingWith rules: String) throws -> Outcome {
  guard let policies = policies(in: rules) else { return .impossible }
  var settings = AuditSettings(
    JudgingSettings(policies: policies, lists: ListSettings(names: lists)))
  // Only what the policy asks for: no strength, and no blocklist but those that it names.
  settings.estimate = .none
  settings.blocklists = .off
  settings.threads = ProcessInfo.processInfo.activeProcessorCount

  let found = try settings.prepare(tell: tell).run()
  let findings = found.findings
  for policy in findings.policies where findings.entries > 0 {
    let share = Double(policy.compliant) / Double(findings.entries)
    print((share * 10_000).rounded() / 10_000)
  }
  return found.shortfalls.outcome
}

let arguments = CommandLine.arguments.dropFirst()
guard let rules = arguments.first, arguments.count > 1 else {
  print("usage: share RULES LIST…")
  exit(64)
}
do {
  switch try share(of: Array(arguments.dropFirst()), complyingWith: rules) {
  case .done: exit(0)
  case .incomplete: exit(1)
  case .impossible: exit(2)
  }
} catch let error as any Diagnosable {
  tell(error.problem)
} catch is ProblemsTold {
  // Nothing to add.
}
exit(2)
