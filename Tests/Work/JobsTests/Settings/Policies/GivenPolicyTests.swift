import Diagnostics
import Jobs
import PasswordPolicies
import TestSupport
import Testing

/// What is told of settings whose policies are refused.
func refusal(of settings: PolicySettings) -> [String] {
  let listener = Listener()
  #expect(throws: ProblemsTold.self) { try settings.load(tell: listener.tell) }
  return listener.told
}

/// What people give to `--rules` that is neither a file nor a policy.
@Suite struct GivenPolicyTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test(arguments: [
    #"passwordrules="minlength: 8; allowed: unicode;""#,
    #""password-rules": "minlength: 8; allowed: unicode;""#,
    "<textarea passwordrules = \"minlength: 8;\n allowed: unicode;\">",
  ])
  func `a pasted attribute is read as the policy in it`(text: String) throws {
    let listener = Listener()
    let policies = try PolicySettings(files: [text]).load(tell: listener.tell)
    #expect(policies.map { $0.line(.minified) } == ["allowed: unicode; minlength: 8;"])
    #expect(
      listener.told == [
        "note: the value of --rules is no file; the text of its attribute is read as a policy"
      ])
  }

  @Test(arguments: [
    "at least 10 characters, upper, lower", "minimum 8, one digit", "upper,lower",
    "10 characters",
  ])
  func `words are answered with an example of a policy`(text: String) {
    #expect(
      refusal(of: PolicySettings(files: [text])) == [
        """
        error: no file is called '\(text)', and no policy is written like this; expected a file, or \
        rules such as 'minlength: 10; required: upper; required: lower; allowed: unicode;'
          'audit rules new --length 10 --require upper,lower' prints a policy.
        """
      ])
  }

  @Test(arguments: ["my policy.txt", "a/b c", "strong"])
  func `a name of a file is no words`(text: String) {
    #expect(
      refusal(of: PolicySettings(files: [text])).first?.contains("cannot read the policy") == true)
  }

  @Test(arguments: [
    ("minlength: 8;  allowed: unicode;", "minlength: 8; allowed: unicode"),
    ("minlength: 8;\nallowed: [a/];", "minlength: 8; allowed: (a_)"),
    (
      "required: upper; required: lower; allowed: unicode;",
      "required: upper; required: lower; allow…"
    ),
    ("[mine]\nminlength: 8;", "mine"), ("^.{8,}$", "^.{8,}$"), ("minlen = 12", "minlen = 12"),
    (#"passwordrules="minlength: 9; maxlength: 20;""#, "minlength: 9; maxlength: 20"),
    ("minlength: 8; allowed: \u{202E}unicode;", nil),
  ])
  func `a typed policy is called after its text`(text: String, name: String?) throws {
    let settings = PolicySettings(files: [text, "maxlength: 9;"])
    guard let name else {
      #expect(!refusal(of: settings).isEmpty)
      return
    }
    let policies = try settings.load { _ in }
    #expect(policies.map(\.name) == [name, "maxlength: 9"])
  }

  @Test(arguments: [39, 40, 41]) func `a name has at most 40 characters`(length: Int) throws {
    let rest = String(repeating: "a", count: length - "allowed: ()".count)
    let name = try #require(
      try PolicySettings(files: ["allowed: [\(rest)];"]).load { _ in }.first?.name)
    #expect(name == (length > 40 ? "allowed: (\(rest.dropLast(1))…" : "allowed: (\(rest))"))
    #expect(name.count == min(length, 40))
  }

  @Test func `entities in a pasted attribute are replaced`() throws {
    let text = #"passwordrules="minlength: 8; required: [&quot;&amp;&lt;]; allowed: unicode;""#
    let policies = try PolicySettings(files: [text]).load { _ in }
    #expect(policies.first?.line(.minified).hasPrefix(#"required: ["&<];"#) == true)
  }

  @Test(arguments: [
    "https://example.com/p.txt", "http://example.com/?a=minlength:8;required:digit",
  ])
  func `an address is answered with how to download it`(address: String) {
    #expect(
      refusal(of: PolicySettings(files: [address])) == [
        """
        \(address): error: an address of the web; --rules reads files and downloads nothing
          Download it first: curl -fsSLo policy.txt \(address.shellWord). Then say --rules policy.txt.
        """
      ])
  }

  @Test(arguments: [
    #"[{"a.example": {"password-rules": "minlength: 8;"}}]"#, "[\n  {\n", "[[1]]", #"["a", "b"]"#,
  ])
  func `a JSON list is no policy`(text: String) throws {
    let file = try directory.file("list.json", text)
    #expect(
      refusal(of: PolicySettings(files: [file])) == [
        """
        \(file): error: JSON that holds no password rules; expected {"example.com": \
        {"password-rules": "minlength: 8;"}, …}
          Check that the file is whole, or give a policy file.
        """
      ])
  }

  @Test func `a section's name in quotes is no JSON`() throws {
    let file = try directory.file("list.policy", "[\"ours\"]\nminlength: 8;\n")
    #expect(try PolicySettings(files: [file]).load { _ in }.map(\.name) == ["\"ours\""])
  }

  @Test func `every unknown site is named, with the nearest`() throws {
    let file = try directory.file(
      "q.json",
      #"{"amazon.example": {"password-rules": "minlength: 8;"}, "b.test": {"password-rules": ""}}"#)
    #expect(
      refusal(
        of: PolicySettings(files: [file], domains: ["amazom.example", "b.test", "zzzzzzzzzz"])) == [
          """
          \(file): error: no rules for 'amazom.example' (did you mean 'amazon.example'?), 'zzzzzzzzzz'
            Without --only every policy of the file is used.
          """
        ])
    let many = PolicySettings(files: [file], domains: (0..<30).map { "\($0).\($0).\($0)" })
    #expect(refusal(of: many).first?.contains("'19.19.19' and 10 more sites\n") == true)
  }

  @Test func `the first problems of policies are told, and the others counted`() throws {
    let warnings = (0..<200).map { "[s\($0)]\nminlength: 0; allowed: unicode;\n" }.joined()
    let file = try directory.file("many.policy", warnings + "[x]\nfoo: 1;\n")
    let told = refusal(of: PolicySettings(files: [file]))
    #expect(told.count == 22)
    #expect(told[20].hasPrefix("\(file):402:1: error: unknown rule 'foo'\n"))
    #expect(
      told[21] == """
        warning: 180 more warnings of policies
          List them: audit rules lint --verbose --rules FILE
        """)
  }
}
