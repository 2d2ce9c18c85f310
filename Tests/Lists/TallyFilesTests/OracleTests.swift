import Diagnostics
import Foundation
import Metrics
import PasswordPolicies
import Passwords
import Tallies
import TallyFiles
import TestSupport
import Testing

private let oracle = Repository.root.appending(path: "Tests/Oracle/tally.py").path

/// What it prints, with its exit code at the end.
private func runOracle(_ arguments: String) throws -> String {
  String(decoding: try output(of: "python3 '\(oracle)' \(arguments); echo $?"), as: UTF8.self)
}

@Suite struct OracleTests {
  @Test func `an independent reader finds the same violations in the file alone`() throws {
    let directory = try TemporaryDirectory()
    let rules = "\(directory.path)/policies.txt"
    #expect(try runOracle("--write-policies \(rules)").hasSuffix("0\n"))
    let reading = PolicyReading(
      policyFile: Array(try Data(contentsOf: URL(filePath: rules))), file: "policies.txt")
    #expect(reading.problems.map(\.message) == [])
    #expect(reading.policies.count == 23)

    let recording = try sampleRecording(seed: 21, passwords: 2000)
    let tally = try directory.file("x.tally", try TallyFile.bytes(of: recording))
    var findings = try Findings(reading.policies, schema: recording.schema, lists: []) {
      policy throws(SchemaError) in try PolicyMatcher(policy, schema: recording.schema)
    }
    findings.add(recording.tally)
    var rows = ["policy,metric,bucket,unit,count"]
    for policy in findings.policies {
      rows.append("\(policy.name),compliance,compliant,entries,\(policy.compliant)")
      rows.append("\(policy.name),compliance,violating,entries,\(policy.violating)")
      for (rule, (all, only)) in zip(policy.rules, zip(policy.violation, policy.violationOnly)) {
        rows.append("\(policy.name),violation,\(rule.id),entries,\(all)")
        rows.append("\(policy.name),violation_only,\(rule.id),entries,\(only)")
      }
    }
    let table = try directory.file("audit.csv", rows.joined(separator: "\n") + "\n")
    let right = try runOracle("--compare \(table) \(tally)")
    #expect(right.hasPrefix("23 policies: ") && right.hasSuffix("\n0\n"))

    rows[1] = "policy 0,compliance,compliant,entries,\(findings.policies[0].compliant + 1)"
    let wrong = try directory.file("wrong.csv", rows.joined(separator: "\n") + "\n")
    #expect(try runOracle("--compare \(wrong) \(tally)").hasSuffix("\n1\n"))
  }
}
