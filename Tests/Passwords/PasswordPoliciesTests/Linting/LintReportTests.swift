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

  private func report(_ standards: [Standard]) -> LintReport {
    LintReport([PolicyReading(policyFile: Array(text.utf8), file: "p")], standards: standards)
  }

  @Test func `findings stand at their rule's own line`() {
    let places = report([]).faults.map { "\($0.place) \($0.code)" }
    #expect(
      places == [
        "p:4:1 implied-rule", "p:5:3 implied-rule", "p:6:20 implied-rule",
        "p:10:1 implied-alternative",
      ])
    let broken = report([.nist4]).verdicts.flatMap { $0.clauses.compactMap(\.finding) }
    #expect(
      broken.map { "\($0.place) \($0.found)" } == [
        "p:3:1 policy 'first': 8 characters are accepted, against NIST SP 800-63B-4, 3.1.1.2 (1)",
        "p:4:1 policy 'first': there is 'required: digit', 'required: digit', "
          + "'at-least: 2 digit', 'at-least: 2 digit', against NIST SP 800-63B-4, 3.1.1.2 (5)",
        "p:2:1 policy 'first': there is no blocklist, against NIST SP 800-63B-4, 3.1.1.2",
        "p:11:1 policy 'second': there is 'max-repeating: 3', against NIST SP 800-63B-4, "
          + "3.1.1.2 (5)",
      ])
  }

  @Test func `each policy has a verdict by each requested standard`() {
    let report = report([.asvs5L1, .pci, .asvs5L1])
    #expect(report.standards.map(\.id) == ["asvs-5-l1", "pci-4.0.1"])
    #expect(
      report.verdicts.map { "\($0.policy.name) \($0.standard.id) \($0.isPassed) \($0.broken)" } == [
        #"first asvs-5-l1 false ["6.2.4", "6.2.5"]"#, #"first pci-4.0.1 false ["8.3.6"]"#,
        #"second asvs-5-l1 false ["6.2.5"]"#, #"second pci-4.0.1 false ["8.3.6"]"#,
      ])
  }

  @Test func `breaches of standards that were not requested are no faults`() {
    let clean = reading("minlength: 8; required: digit; allowed: unicode;")
    #expect(LintReport([clean], standards: []).isClean)
    #expect(!LintReport([clean], standards: [.nist4]).isClean)
    // Clauses that are only advice do not count.
    let advised = reading("minlength: 15; maxlength: 60; blocklist: default;")
    #expect(LintReport([advised], standards: [.nist4]).isClean)
    let broken = PolicyReading(policyFile: Array("minlength: x;".utf8), file: "p")
    let report = LintReport([broken, clean], standards: [.pci])
    #expect(report.faults.map(\.code) == ["expected-integer"] && report.verdicts.count == 1)
  }

  @Test(arguments: [
    ("minlength: 8; required: digit;", "digits", "digit"),
    (
      "[a]\nrequired: lower, upper; required: [-9_];\nor\nrequired: digit;",
      "upper-case letters, lower-case letters and the characters '-9_'", "upper, lower, [-9_]"
    ),
    (
      "required: special; required: digit; required: lower;",
      "lower-case letters, digits and special characters", "lower, digit, special"
    ),
  ])
  func `an 'allowed' that is only implied gets one warning`(
    text: String, words: String, classes: String
  ) {
    let problems = PolicyReading(policyFile: Array(text.utf8), file: "p").problems
    #expect(problems.count == 1)
    #expect(
      problems.first?.message.drop { $0 != "w" } == """
        warning: without 'allowed' only \(words) are permitted
          Write 'allowed: ascii-printable;' if you meant more, 'allowed: \(classes);' if not.
        """)
    #expect(problems.first?.code == "implied-allowed")
  }

  @Test(arguments: [
    "minlength: 8;", "required: digit; allowed: digit;", "required: ascii-printable;",
    "required: lower; required: upper; required: digit; required: special;", "required: unicode;",
    "allowed: digit;", "required: [é]; minlength: 3;", "",
  ])
  func `an 'allowed' that is stated or redundant gets no warning`(text: String) {
    let problems = PolicyReading(policyFile: Array(text.utf8), file: "p").problems
    #expect(!problems.contains { $0.code == "implied-allowed" })
    #expect(PasswordRules.problems(in: "required: digit").isEmpty)
  }
}
