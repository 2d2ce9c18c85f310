import Foundation
import TestSupport
import Testing

@Suite struct ClausesCommandTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.file("site.policy", "minlength: 11; allowed: lower, digit; required: digit;")
    try directory.file("good.policy", "minlength: 12; required: lower, upper; required: digit;")
  }

  @discardableResult
  private func clauses(_ arguments: String..., code: Int32? = 0) throws -> Program.Run {
    try directory.audit(["rules", "clauses", "--standard", "pci-4.0.1"] + arguments, code: code)
  }

  @Test func `the exit code says whether a binding clause is broken`() throws {
    try clauses("--rules", "good.policy")
    let broken = try clauses("--rules", "site.policy", code: 1)
    #expect(broken.output.contains("accepts '") && broken.output.contains("minlength: 11"))
    try clauses("--rules", "site.policy", "--fail-on", "never")
    try clauses("--rules", "site.policy", "--fail-on", "later", code: 64)
    // Advice counts on request.
    let advised = ["rules", "clauses", "--standard", "nist-63b-4-mfa", "--rules"]
    try directory.file(
      "ascii.policy", "minlength: 8; allowed: ascii-printable; blocklist: default;")
    try directory.audit(advised + ["ascii.policy"])
    try directory.audit(advised + ["ascii.policy", "--fail-on", "should"], code: 1)
  }

  @Test func `a waived clause stays in the table and does not count`() throws {
    let one = try clauses("--rules", "site.policy", "--waive", "pci-4.0.1:length", code: 1)
    #expect(one.output.contains("broken, waived"))
    let both = try clauses(
      "--rules", "site.policy", "--waive", "pci-4.0.1:length", "--waive",
      "pci-4.0.1:letters-digits", "--format", "json")
    #expect(both.output.contains(#""waived":true"#) && both.output.contains(#""broken""#))
    #expect(one.output.contains("[length]") && one.output.contains("waived: length\n"))
    let idle = try clauses("--rules", "good.policy", "--waive", "pci-4.0.1:length", code: 1)
    #expect(idle.errors.contains("warning: --waive pci-4.0.1:length waives nothing"))
    // One of several policies needs it.
    try clauses(
      "--rules", "good.policy", "--rules", "site.policy", "--waive", "pci-4.0.1:length", "--waive",
      "pci-4.0.1:letters-digits")
    try clauses(
      "--rules", "good.policy", "--waive", "pci-4.0.1:length", "--fail-on", "never")
    let unknown = try clauses("--rules", "good.policy", "--waive", "pci-4.0.1:lenght", code: 64)
    #expect(unknown.errors.contains("Did you mean 'length'?"))
    let unasked = try clauses("--rules", "good.policy", "--waive", "bsi:quality", code: 64)
    #expect(unasked.errors.contains("Add --standard bsi."))
    let malformed = try clauses("--rules", "good.policy", "--waive", "length", code: 64)
    #expect(malformed.errors.contains("--waive STANDARD:CLAUSE"))
    for text in ["", ",", "pci-4.0.1:length,", ",pci-4.0.1:length"] {
      let empty = try clauses("--rules", "site.policy", "--waive", text, code: 64)
      #expect(empty.errors.contains("--waive STANDARD:CLAUSE"), "\(text)")
    }
    let several = try clauses(
      "--rules", "site.policy", "--waive", "pci-4.0.1:length,pci-4.0.1:letters-digits")
    #expect(several.output.contains("waived: length, letters-digits\n"))
  }

  @Test func `a required clause fails where nothing shows that it is met`() throws {
    let realm =
      #"{"bruteForceProtected": true, "failureFactor": 6, "permanentLockout": true, "passwordPolicy": "#
    try directory.file("locks.json", realm + #""length(12) and digits(1) and upperCase(1)"}"#)
    try directory.file(
      "silent.json", #"{"passwordPolicy": "length(12) and digits(1) and upperCase(1)"}"#)
    try clauses("--rules", "locks.json", "--require", "pci-4.0.1:lockout")
    try clauses("--rules", "silent.json")
    let gone = try clauses("--rules", "silent.json", "--require", "pci-4.0.1:lockout", code: 1)
    #expect(
      gone.errors.contains(
        "silent.json: warning: --require pci-4.0.1:lockout is not-visible, not met: this file does "
          + "not say"))
    try clauses(
      "--rules", "locks.json", "--rules", "silent.json", "--require", "pci-4.0.1:lockout", code: 1)
    try clauses("--rules", "silent.json", "--require", "pci-4.0.1:lock", code: 64)
    try clauses("--require", "pci-4.0.1:lockout", code: 64)
  }

  @Test func `all standards have a row each`() throws {
    let all = try directory.audit("rules clauses --standard all --rules site.policy", code: 1)
    #expect(all.output.contains("\npci-4.0.1 ") && all.output.contains(" [length] at least 15"))
    #expect(all.output.contains(" kept in part: "))
    #expect(all.output.split(separator: "\n").count == 29)
    let table = try directory.audit(
      "rules clauses --standard all --rules site.policy --format csv", code: 1)
    #expect(table.output.split(separator: "\n").count == 25)
    let whole = try directory.audit(
      "rules clauses --standard all --verbose --rules site.policy --format csv", code: 1)
    #expect(whole.output.split(separator: "\n").count == 301)
  }

  @Test func `wrong input is answered with what is meant`() throws {
    let unknown = try directory.audit("rules clauses --standard nist-63b-5", code: 64)
    #expect(unknown.errors.contains("Did you mean 'nist-63b-4'?"))
    let none = try directory.audit("rules clauses --rules site.policy", code: 64)
    #expect(none.errors.contains("No standard. Name one"))
    try directory.file("bad.policy", "minlenght: 8;")
    let bad = try clauses("--rules", "site.policy", "--rules", "bad.policy", code: 2)
    #expect(bad.output.isEmpty)
    let listed = try directory.audit("rules standards")
    #expect(listed.output.contains("nist-63b-4") && listed.output.contains("NIS2"))
  }

  @Test func `a witness keeps clear of the policy's list`() throws {
    try directory.file("digits.policy", "minlength: 6; allowed: digit; blocklist: default;")
    let run = try clauses("--rules", "digits.policy", "--format", "json", code: 1)
    let document = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let result = try #require((document?["results"] as? [[String: Any]])?.first)
    let clauses = try #require(result["clauses"] as? [[String: Any]])
    let password = try #require(clauses.first?["password"] as? String)
    let check = try directory.audit(
      ["check", "--rules", "digits.policy", "--fail"], input: (password + "\n").utf8)
    #expect(check.output.contains("compliant"))
  }
}
