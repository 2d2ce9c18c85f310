import Conformance
import Diagnostics
import PasswordPolicies
import Testing

@Suite struct LintReportTests {
  private let text = """
    # a comment
    [first]
    minlength: 8; allowed: unicode;
    required: digit;
      required: digit;
    at-least: 2 digit; at-least: 2 digit;
    [second]
    minlength: 15; allowed: unicode; blocklist: default;
    or
    minlength: 20; allowed: unicode;
    max-repeating: 3; blocklist: default; context: "acme";
    """

  private func standards(_ ids: String...) -> [Standard] { ids.compactMap(Standard.named) }

  private func reading(_ text: String) -> PolicyReading {
    PolicyReading(policyFile: Array(text.utf8), file: "p")
  }

  private func report(_ ids: [String]) -> LintReport {
    LintReport(
      [PolicyReading(policyFile: Array(text.utf8), file: "p")],
      standards: ids.compactMap(Standard.named))
  }

  @Test func `findings stand at their rule's own line`() {
    let places = report([]).faults.map { "\($0.place) \($0.code)" }
    #expect(
      places == [
        "p:4:1 implied-rule", "p:5:3 implied-rule", "p:6:20 implied-rule",
        "p:10:1 implied-alternative",
      ])
    let broken = report(["nist-63b-4"]).verdicts.flatMap { $0.lint.compactMap(\.finding) }
    #expect(
      broken.map { "\($0.place) \($0.found)" } == [
        "p:3:1 policy 'first': accepts 'kvazjk82', 8 characters; minlength: 8, against NIST SP "
          + "800-63B-4, 3.1.1.2 (1)",
        "p:4:1 policy 'first': refuses 'kvazjkva'; required: digit; the clause is broken by at-least: 2 digit, too, against NIST SP 800-63B-4, "
          + "3.1.1.2 (5)",
        "p:2:1 policy 'first': there is no blocklist, against NIST SP 800-63B-4, 3.1.1.2",
      ])
  }

  @Test func `each policy has a verdict by each requested standard`() {
    let report = report(["asvs-5-l1", "pci-4.0.1", "asvs-5-l1"])
    #expect(report.standards.map(\.id) == ["asvs-5-l1", "pci-4.0.1"])
    #expect(
      report.verdicts.map { "\($0.policy.name) \($0.standard.id) \($0.isPassed) \($0.broken)" } == [
        #"first asvs-5-l1 false ["6.2.4", "6.2.5"]"#, #"first pci-4.0.1 false ["8.3.6"]"#,
        #"second asvs-5-l1 true []"#, #"second pci-4.0.1 false ["8.3.6"]"#,
      ])
  }

  @Test func `breaches of standards that were not requested are no faults`() {
    let clean = reading("minlength: 8; required: digit; allowed: unicode;")
    #expect(LintReport([clean], standards: []).isClean)
    #expect(!LintReport([clean], standards: standards("nist-63b-4")).isClean)
    // Clauses that are only advice do not count.
    let advised = reading("minlength: 15; maxlength: 60; blocklist: default;")
    #expect(LintReport([advised], standards: standards("nist-63b-4")).isClean)
    let broken = PolicyReading(policyFile: Array("minlength: x;".utf8), file: "p")
    let report = LintReport([broken, clean], standards: standards("pci-4.0.1"))
    #expect(report.faults.map(\.code) == ["expected-integer"] && report.verdicts.count == 1)
  }
}
