import Foundation
import TestSupport
import Testing

/// What reports and commands say of policies that other systems keep.
@Suite struct SystemPolicyRunTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.file("pwquality.conf", "minlen = 10\nocredit = -1\n")
    try directory.file("list.txt", "correct-horse\nshort\nd\u{E9}j\u{E0}-vu-encore\n")
  }

  @Test func `a report says by how much the system may differ`() throws {
    let run = try directory.audit("--rules pwquality.conf --strength none --no-blocklist list.txt")
    #expect(
      run.output.contains(
        """

          pwquality: the system refuses more: palindromes, dictcheck, usercheck
          pwquality: exact in printable ASCII only, so at most 1 of 3 passwords can
            differ

        """))
    let page = directory.text("Reports/list/report.html") ?? ""
    let row = page.components(separatedBy: "<tr id=\"p1\">").dropFirst().first?
      .components(separatedBy: "</th>").first
    // In the policy's own row, and in full where it comes from.
    #expect(
      row?.hasSuffix(
        "</code><span class=\"rem\">the system refuses more: palindromes, dictcheck, usercheck</span>"
          + "<span class=\"rem\">exact in printable ASCII only, so at most 1 of 3 passwords can differ</span>"
      )
        == true, "\(row ?? "no row")")
    #expect(page.components(separatedBy: "the system refuses more").count >= 3)
    let manifest = directory.text("Reports/list/audit.json") ?? ""
    struct Manifest: Decodable {
      struct Policy: Decodable {
        struct Remark: Decodable { let kind, part, place, text: String }
        let kind, outcome, rules: String
        let remarks: [Remark]
      }
      let policies: [Policy]
    }
    let policy = try #require(
      try JSONDecoder().decode(Manifest.self, from: Data(manifest.utf8)).policies.first)
    #expect(policy.kind == "pwquality" && policy.outcome == "bound")
    #expect(
      policy.rules
        == "required: unicode except upper, lower, digit; allowed: unicode; minlength: 10;")
    #expect(
      policy.remarks.map { "\($0.kind) \($0.place) \($0.part)" } == [
        "not-judged 1:1 palindromes", "not-judged 1:1 dictcheck", "not-judged 1:1 usercheck",
        "ascii 1:1 libpwquality",
      ])
  }

  @Test func `a keyspace is at most so large`() throws {
    let run = try directory.audit("keyspace --verbose --rules pwquality.conf")
    #expect(run.output.contains("floor     at most "))
    #expect(run.output.contains("in all    at most "))
    #expect(run.output.contains("\nthe system refuses more: palindromes, dictcheck, usercheck\n"))
    #expect(run.output.contains("\nAt most: "))
    let own = try directory.audit(["keyspace", "--rules", "minlength: 10; allowed: unicode;"])
    #expect(!own.output.contains("at most"))
  }

  @Test func `printed forms`() throws {
    func printed(_ arguments: String..., code: Int32? = 0) throws -> Program.Run {
      try directory.audit(["rules", "print"] + arguments, code: code)
    }
    let whole = try printed("--rules", "pwquality.conf")
    #expect(whole.output.hasPrefix("# pwquality, bound\n# not judged, so that the system refuses"))
    #expect(
      whole.output.hasSuffix(
        "\n[pwquality]\nrequired: unicode except upper, lower, digit; allowed: unicode; "
          + "minlength: 10;\n"))
    let expression = try printed("--form", "regex", "--rules", "pwquality.conf")
    #expect(expression.output == "^(?=[0-9A-Za-z]*[^0-9A-Za-z])[\\s\\S]{10,}$\n")
    let refused = try printed(
      "--form", "regex", "--rules", "blocklist: default; minlength: 8;", code: 2)
    #expect(refused.output.isEmpty)
    #expect(
      refused.errors.contains("no expression says 'blocklist: default exact', which needs a list"))
    let html = try printed("--form", "html", "--rules", "pwquality.conf")
    #expect(
      html.output
        == "minlength=\"10\" passwordrules=\"required: special; allowed: unicode; minlength: 10;\"\n"
    )
    let object = try printed("--format", "jsonl", "--rules", "minlength: 8; allowed: unicode;")
    #expect(
      object.output
        == #"{"kind":"rules","name":"minlength: 8; allowed: unicode","outcome":"exact","remarks":[],"text":"allowed: unicode; minlength: 8;"}"#
        + "\n")
    let unsaid = try printed("--format", "jsonl", "--rules", #"^\d{2,}[a-z]+$"#, code: 2)
    #expect(
      unsaid.output.hasPrefix(
        #"{"kind":"regex","name":null,"outcome":"refused","remarks":[{"kind":"cannot","#))
    _ = try printed("--lines", "--rules", "pwquality.conf", code: 64)
  }
}
