import PasswordPolicies
import TestSupport
import Testing

/// `audit rules new`: its output is a policy.
@Suite struct RulesNewTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `the policy is printed, read and demands each class`() throws {
    let new = try directory.audit(
      "rules new --length 10 --require upper,lower,digit,special --blocklist default")
    #expect(
      new.output == """
        minlength: 10; required: upper; required: lower; required: digit; required: special; \
        allowed: unicode;
        blocklist: default exact;

        """)
    #expect(new.errors.isEmpty)
    try directory.file("new.policy", new.output)
    let lint = try directory.audit("rules lint --rules new.policy").output
    #expect(lint.hasSuffix("\n1 policy: no faults in the text\n"))
    let passwords = [
      "Xq7!wvbnPk", "xq7!wvbnpk", "XQ7!WVBNPK", "Xqz!wvbnPk", "Xq7zwvbnPk", "Xq7!wvbnP",
    ]
    let checked = try directory.audit(
      ["check", "--rules", "new.policy"], input: passwords.joined(separator: "\n").utf8)
    #expect(
      checked.output.split(separator: "\n").map { $0.contains("required: ") } == [
        false, true, true, true, true, false,
      ])
    #expect(checked.output.hasPrefix("compliant\n") && checked.output.hasSuffix("minlength\n"))
  }

  @Test func `all options make a policy that reads back`() throws {
    let new = try directory.audit([
      "rules", "new", "--length", "8-64", "--require", "upper,digit", "--require-classes", "3",
      "--allow", "ascii-printable", "--max-repeat", "2", "--min-score", "2", "--blocklist",
      "default",
      "--blocklist", #"a "b" \c.txt"#,
    ])
    #expect(
      new.output == #"""
        minlength: 8; maxlength: 64; max-repeating: 2; required: upper; required: digit; \#
        allowed: ascii-printable;
        min-classes: 3; min-score: 2; blocklist: default exact; blocklist: "a \"b\" \\c.txt" exact;

        """#)
    let read = PolicyReading(policyFile: Array(new.output.utf8), file: "new")
    #expect(read.problems.isEmpty && read.policies.first?.ruleIDs.count == 10)
  }

  @Test(arguments: [
    ("rules new", "error: Nothing is asked for. Say what, as in 'audit rules new --length 10"),
    ("rules new --require uppercase", "Did you mean 'upper'?"),
    ("rules new --require upper,digits", "not 'digits'. Did you mean 'digit'?"),
    ("rules new --require upper,Numbers", "not 'Numbers'. Did you mean 'digit'?"),
    ("rules new --require upper lower", "'lower' follows no option."),
    ("rules new --length ten", "Expected a number such as 8, or a range such as 8-15"),
    ("rules new --length 0", "--length takes lengths from 1 to 4096."),
    ("rules new --require-classes 5", "Expected a number from 1 to 4, not '5'."),
    ("rules new --min-score 7", "Expected a number from 0 to 4, not '7'."),
    ("rules new --blocklist none --blocklist default", "--blocklist takes none alone"),
  ])
  func `a wrong option is answered`(command: String, message: String) throws {
    let run = try directory.audit(command.split(separator: " ").map(String.init), code: 64)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test func `a policy that nobody can keep is printed with a warning`() throws {
    let run = try directory.audit("rules new --length 2-3 --require upper,lower,digit,special")
    #expect(run.errors.contains("warning: no password can meet the policy"))
    #expect(run.output.hasPrefix("minlength: 2; maxlength: 3;"))
  }
}
