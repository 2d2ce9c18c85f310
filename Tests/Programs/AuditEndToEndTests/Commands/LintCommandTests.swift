import Foundation
import TestSupport
import Testing

@Suite struct LintCommandTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.file(
      "two.policy",
      "[site]\nminlength: 8; required: upper; allowed: unicode;\n[long]\nminlength: 15;\n"
        + "blocklist: default;\n")
  }

  private func lint(_ arguments: String..., code: Int32? = 0) throws -> Program.Run {
    try directory.audit(["rules", "lint", "--rules", "two.policy"] + arguments, code: code)
  }

  @Test func `a policy without a fault exits with 0, even if it breaks standards`() throws {
    let run = try lint()
    #expect(
      run.output == """
        note: 1 of 2 policies refuses all that some password manager proposes; --verbose says which, and why
        2 policies: no faults in the text

        """)
    try directory.file("faulty.policy", "minlength: 0; required: digit; allowed: digit;")
    let faulty = try directory.audit("rules lint --rules faulty.policy", code: 1)
    #expect(
      faulty.output == """
        faulty.policy:1:12: warning: 0 as the value of 'minlength', which has no effect

        faulty.policy:1:32: note: policy 'faulty': refuses every password that each of Apple Passwords, Chrome, \
        Firefox, Bitwarden, Proton Pass proposes (password managers): none meets 'allowed: digit'

        1 policy: 1 fault

        """)
  }

  @Test func `a file whose settings break clauses does not just pass`() throws {
    let text =
      #""permanentLockout": true, "passwordPolicy": "length(12) and digits(1) and lowerCase(1)"}"#
    try directory.file("never.json", #"{"realm": "a", "bruteForceProtected": false, "# + text)
    try directory.file("locks.json", #"{"realm": "b", "bruteForceProtected": true, "# + text)
    func lint(_ files: String...) throws -> String {
      try directory.audit(
        ["rules", "lint", "--quiet", "--standard", "pci-4.0.1"] + files.flatMap { ["--rules", $0] }
      ).output
    }
    let one = try lint("never.json").replacing(#/\n +/#, with: " ")
    #expect(one.contains("; passes pci-4.0.1 by its text, but not by its settings\n"))
    #expect(one.contains("settings of the file break lockout, lockout-time;"))
    let both = try lint("never.json", "locks.json")
    #expect(both.contains("never   pass, but for settings\n"))
    #expect(both.contains("pci-4.0.1 2 of 2 pass by their text, 2 of them not by their settings\n"))
  }

  @Test func `requested standards make a matrix, and a breach exits with 1`() throws {
    let run = try lint("--standard", "nist-63b-4", "--standard", "pci-4.0.1", code: 1)
    #expect(
      run.output.hasPrefix(
        """
        policy  nist-63b-4           pci-4.0.1
        site    fail 3.1.1.2 (1) +2  fail 8.3.6
        long    pass                 fail 8.3.6
        fail: the first binding clause that the policy breaks, and how many more

        two.policy:2:1: warning: policy 'site': accepts 'kvazjkvA', 8 characters; minlength: 8,
        """))
    #expect(
      run.output.hasSuffix(
        " proposes; --verbose says which, and why\n2 policies: no faults in the text; nist-63b-4 1 of 2 pass; pci-4.0.1 0 of 2 pass\n"
      ))
    try directory.file("short.policy", "minlength: 8; allowed: unicode;")
    let one = try directory.audit(
      "rules lint --rules short.policy --standard nist-63b-4", code: 1)
    #expect(one.output.hasPrefix("short against NIST SP 800-63B-4: FAILS; "))
    #expect(
      one.output.contains("\n  must: at least 15 characters as the only factor (3.1.1.2 (1))"))
    #expect(one.output.contains("\n      line 1: accepts 'kvazjkva', 8 characters; minlength: 8\n"))
    try directory.file("long.policy", "minlength: 15; blocklist: default;")
    try directory.audit("rules lint --rules long.policy --standard nist-63b-4")
  }

  @Test func `a manager all of whose proposals are refused is a note, and no fault`() throws {
    try directory.file("strict.policy", "minlength: 15; allowed: upper, lower, digit, [_];")
    let run = try directory.audit("rules lint --rules strict.policy")
    #expect(
      run.output.hasPrefix(
        "strict.policy:1:16: note: policy 'strict': refuses every password that Apple Passwords proposes (password managers): "
          + "'-' is not permitted\n"))
    #expect(
      run.output.contains(
        "refuses every password that Bitwarden proposes (password managers): none meets 'minlength: 15'\n"
      ))
    #expect(
      !run.output.contains("KeePassXC")
        && run.output.hasSuffix("\n\n1 policy: no faults in the text\n"))
    let asked = try directory.audit(
      "rules lint --rules strict.policy --standard nist-63b-4 --format csv", code: 1)
    #expect(
      asked.output.contains(
        "refuses-manager,note,strict.policy,1,16,policy 'strict': refuses every password that Apple Passwords "
          + "proposes (password managers): '-' is not permitted; expected password managers to be allowed "
          + "(NIST SP 800-63B-4); 'audit rules managers' asks other generators too"))
    try directory.file("never.policy", "maxlength: 3;")
    let never = try directory.audit("rules lint --rules never.policy --format jsonl")
    #expect(
      never.output.split(separator: "\n").count == 1 && never.output.contains("each of Apple"))
  }

  @Test func `the matrix is a row a clause for programs`() throws {
    let csv = try lint("--standard", "nist-63b-4", "--format", "csv", code: nil)
    let lines = csv.output.split(separator: "\n")
    #expect(
      lines.first == "policy,standard,clause,force,verdict,code,severity,file,line,column,message")
    // The note is about Bitwarden's 14 characters.
    #expect(lines.count == 1 + 1 + 2 * 7)
    #expect(lines.count { $0.hasPrefix("long,,,,,refuses-manager,note,two.policy,4,1,") } == 1)
    #expect(
      lines.contains {
        $0.hasPrefix(
          "site,nist-63b-4,3.1.1.2 (5),must,fail,breaks-standard,warning,two.policy,2,15,")
      })
    #expect(
      lines.contains { $0.hasPrefix("long,nist-63b-4,3.1.1.2 (5),must,pass,keeps-standard,") })
    let json = try lint("--standard", "nist-63b-4", "--format", "json", code: nil)
    let entries = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
    #expect(entries?.count == 1 + 14)
    #expect(entries?.contains { $0["clause"] as? String == "3.1.1.2 (5)" } == true)
    #expect([csv.code, json.code] == [1, 1])
  }

  @Test func `an unknown standard is wrong usage`() throws {
    let run = try lint("--standard", "nist-63b-5", code: 64)
    #expect(run.errors.contains("Did you mean 'nist-63b-4'?"))
  }

  @Test(arguments: [[], ["--standard", "nist-63b-4", "--standard", "apple"]])
  func `434 policies fit some screens`(standards: [String]) throws {
    let real = VectorFile("password-rules/apple-password-rules.json").url.path
    let run = try directory.audit(["rules", "lint", "--rules", real] + standards, code: 1)
    #expect(run.output.split(separator: "\n", omittingEmptySubsequences: false).count < 100)
    #expect(run.output.contains("434 policies: "))
    let whole = try directory.audit(
      ["rules", "lint", "--verbose", "--rules", real] + standards, code: 1)
    // Few policies have faults, but --verbose prints each note, and the matrix of all.
    #expect(whole.output.split(separator: "\n").count > 434)
  }
}
