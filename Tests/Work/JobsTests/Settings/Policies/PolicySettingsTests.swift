import Diagnostics
import Jobs
import PasswordPolicies
import TestSupport
import Testing

@Suite struct PolicySettingsTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `policies come from files and presets, each under a name of its own`() throws {
    let first = try directory.file("a/site.policy", "minlength: 8;\n")
    let second = try directory.file("b/site.policy", "minlength: 9;\n")
    let settings = PolicySettings(files: [first, second], presets: ["nist-63b-4"])
    #expect(try settings.load { _ in }.map(\.name) == ["site", "site-2", "nist-63b-4"])
  }

  @Test func `policies of Apple's file of sites are in the order of the sites' names`() throws {
    let file = try directory.file(
      "sites.json",
      #"{"b.example": {"password-rules": "minlength: 8;"}, "#
        + #""a.example": {"password-rules": "maxlength: 8;"}}"#)
    let policies = try PolicySettings(files: [file]).load { _ in }
    #expect(policies.map(\.name) == ["a.example", "b.example"])
  }

  @Test func `a broken file of sites is reported once`() throws {
    let broken = try directory.file("broken.json", #"{"a.example": "#)
    #expect(refusal(of: PolicySettings(files: [broken])).count == 1)
  }

  @Test(arguments: [1, 2, 11, 12, 13, 40])
  func `many workers read the same policies as one worker`(count: Int) throws {
    let sites = (0..<count).map {
      #""site\#($0).example": {"password-rules": "minlength: \#($0 + 1); required: [aé];"}"#
    }
    let file = try directory.file("rules.json", "{\(sites.joined(separator: ", "))}")
    let (one, many) = (Listener(), Listener())
    let policies = try PolicySettings(files: [file]).load(tell: one.tell)
    let settings = PolicySettings(files: [file])
    #expect(try settings.load(threads: 3, tell: many.tell) == policies)
    #expect(policies.count == count)
    #expect(many.told == one.told)
  }

  @Test func `the current standard is the policy if none is named`() throws {
    #expect(!PolicySettings().isGiven)
    #expect(try PolicySettings().load { _ in }.map(\.name) == PolicySettings.defaultPresets)
  }

  @Test func `every problem of every file is reported before the load fails`() throws {
    let bad = try directory.file("bad.policy", "minlength: x;\n")
    let settings = PolicySettings(
      files: [directory.path + "/none", bad], presets: ["nist-63b-5"])
    #expect(refusal(of: settings).count == 2)
    #expect(!refusal(of: PolicySettings(files: [bad])).isEmpty)
  }

  @Test func `a policy may be typed instead of a file, which is reported`() throws {
    let listener = Listener()
    let typed = PolicySettings(files: [
      "minlength: 12; allowed: unicode; or minlength: 8; required: digit; allowed: unicode;",
      "maxlength: 4", String(repeating: "allowed: digit; ", count: 400),
    ])
    let policies = try typed.load(tell: listener.tell)
    #expect(
      policies.map(\.name) == [
        "minlength: 12; allowed: unicode; or min…", "maxlength: 4",
        "allowed: digit; allowed: digit; allowed…",
      ])
    #expect(policies.map(\.alternatives.count) == [2, 1, 1])
    #expect(
      listener.told
        == [String](
          repeating: "note: the value of --rules is no file, and is read as a policy", count: 3))
  }

  @Test func `typed policies that begin alike have names of their own`() throws {
    let text = "required: upper; required: lower; required: digit;"
    let policies = try PolicySettings(files: [text, text + " minlength: 9;"]).load { _ in }
    let name = "required: upper; required: lower; requi…"
    #expect(policies.map(\.name) == [name, "\(name)-2"])
  }

  @Test func `problems of a typed policy are reported with their places`() throws {
    let typed = PolicySettings(files: ["minlength: 8; required: digits;"])
    #expect(
      refusal(of: typed).last == """
        <rules>:1:25: error: unknown class 'digits'; expected a class name or '[…]'
          Did you mean 'digit'?
        """)
  }

  @Test func `a typed policy and a file are read strictly, or as Apple's parser reads them`() throws
  {
    let text = "minlength: 8; required: digits; foo: 1; allowed: unicode;"
    let file = try directory.file("a.policy", text)
    for path in [text, file] {
      #expect(!refusal(of: PolicySettings(files: [path])).isEmpty)
      let policies = try PolicySettings(files: [path], isLenient: true).load { _ in }
      #expect(policies.map { $0.line(.minified) } == ["allowed: ascii-printable;"], "\(path)")
    }
  }

  @Test(arguments: ["gone.policy", "minlength.txt", "C:policies.txt", "/none/minlength"])
  func `a missing path is no policy`(path: String) {
    let told = refusal(of: PolicySettings(files: [path]))
    #expect(told.count == 1 && told[0].contains("cannot read the policy file"))
  }

  @Test func `a file named like a policy is read as the file`() throws {
    let file = try directory.file("minlength: 8;", "maxlength: 4;")
    #expect(
      try PolicySettings(files: [file]).load { _ in }.first?.ruleIDs == ["maxlength", "allowed"])
  }

  @Test func `policies of one name are numbered from the second on, past names that are taken`()
    throws
  {
    let named = try ["a", "b", "a", "a-2", "a", "b", "a"].map {
      try #require(policies("[\($0)]\nminlength: 8;").first)
    }
    #expect(
      PolicySettings.uniquelyNamed(named).map(\.name) == [
        "a", "b", "a-3", "a-2", "a-4", "b-2", "a-5",
      ])
  }
}
