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
    ("allowed: [\u{200E}a];", #"allowed: (\u{200e}a)"#),
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
    for (count, end) in [
      (20, "'19.19.19'"), (21, "'19.19.19' and 1 more site"), (30, "'19.19.19' and 10 more sites"),
    ] {
      let many = PolicySettings(files: [file], domains: (0..<count).map { "\($0).\($0).\($0)" })
      #expect(refusal(of: many).first?.contains("\(end)\n") == true)
    }
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

  /// What is told of a path, without remedy, and the remedy.
  private func told(_ path: String, _ change: PolicySettings? = nil) -> (
    found: String, remedy: String
  ) {
    let lines = (refusal(of: change ?? PolicySettings(files: [path])).last ?? "").split(
      separator: "\n", maxSplits: 1)
    return (
      lines.first.map { String($0).replacing(directory.path + "/", with: "") } ?? "",
      lines.dropFirst().first.map {
        String(String($0).replacing(directory.path + "/", with: "").dropFirst(2))
      } ?? ""
    )
  }

  @Test(arguments: [0, 1, 20, 21])
  func `a directory is answered with the policies in it`(count: Int) throws {
    try directory.file("dir/list.txt", "meadow\nlark\n")
    for number in 0..<count { try directory.file("dir/p\(10 + number).policy", "minlength: 8;\n") }
    let (found, remedy) = told("\(directory.path)/dir")
    #expect(found == "dir: error: a directory; --rules reads files")
    let names = (0..<min(count, 20)).map { "--rules dir/p\(10 + $0).policy" }.joined(separator: " ")
    #expect(
      remedy
        == (count == 0
          ? "No file in it is a policy. Name a policy file, and lists without an option."
          : "Name its files: \(names)" + (count > 20 ? " and so on: 21 policies" : "")))
  }

  @Test func `what is no policy file is told by what it is`() throws {
    let login = try directory.file("login.defs", "# x\nPASS_MIN_LEN\t5\nPASS_MAX_DAYS 9\n")
    #expect(told(login).found.hasPrefix("login.defs: error: login.defs is no password policy"))
    let list = try directory.file("list.txt", "meadow\nlark\n")
    #expect(told(list).found.hasPrefix("list.txt: error: "))
    #expect(told("").found == "error: --rules is given an empty name")
    #expect(told("nist-63b-4").remedy == "It is the name of a preset: --preset nist-63b-4.")
    let policy = try directory.file("own.policy", "minlength: 8;\n")
    #expect(
      told("", PolicySettings(files: [policy], domains: ["a"])).found
        == "own.policy: error: --only with a file that lists no domains; expected apple-password-rules.json"
    )
    #expect(
      told("", PolicySettings(domains: ["a b"])).found
        == "error: --only chooses among the policies of a file: --rules apple-password-rules.json --only 'a b'"
    )
    #expect(
      told("", PolicySettings(presets: ["nist-63b-5"])).remedy
        == "Did you mean 'nist-63b-4'? 'audit rules presets' lists them.")
    #expect(
      told("", PolicySettings(presets: ["zzzzzzzzzzz"])).remedy
        == "'audit rules presets' lists them.")
  }

  @Test(arguments: [1, 20, 21, 22]) func `twenty errors are told, and how many more`(count: Int)
    throws
  {
    let file = try directory.file(
      "many.policy", (0..<count).map { "[p\($0)]\nminlength: x;\n" }.joined())
    let found = refusal(of: PolicySettings(files: [file]))
    #expect(found.count == min(count, 20) + (count > 20 ? 1 : 0))
    if count > 20 {
      let rest = count - 20
      #expect(
        found.last?.hasPrefix("error: \(rest) more error\(rest == 1 ? "" : "s") of policies\n")
          == true)
    }
  }
}
