import Conformance
import Diagnostics
import Jobs
import PasswordPolicies
import PolicySources
import TestSupport
import Testing

/// Policies from the files in which other systems keep them.
@Suite struct SystemPoliciesTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Reads a file; returns its policies as text, nil if it is refused, and the messages.
  private func load(
    _ name: String, _ text: String, as kind: SourceKind? = nil, isLenient: Bool = false,
    domains: [String] = []
  ) throws -> (policies: [String]?, messages: [String]) {
    let file = try directory.file(name, text)
    return load(
      PolicySettings(files: [file], domains: domains, isLenient: isLenient, kind: kind))
  }

  private func load(_ settings: PolicySettings) -> (policies: [String]?, messages: [String]) {
    let listener = Listener()
    let policies = try? settings.load(tell: listener.tell)
    return (
      policies?.map { $0.text() },
      listener.told.map { $0.replacing(directory.path + "/", with: "") }
    )
  }

  @Test func `pwquality.conf is a policy file`() throws {
    let found = try load(
      "pwquality.conf", "# site\nminlen = 12\ndcredit = -1\ndictcheck = 0\n")
    #expect(
      found.policies == ["[pwquality]\nrequired: digit; allowed: unicode; minlength: 12;\n"])
    #expect(
      found.messages == [
        "pwquality.conf: note: read as libpwquality reads it: 1 alternative; not judged, so that the "
          + "system refuses more: palindromes, usercheck; exact in printable ASCII only: libpwquality\n"
          + "  'audit rules print' with the same policy explains each part."
      ])
  }

  @Test func `a text that looks like none is read as the kind that is said`() throws {
    let alone = try load("site.txt", "digits\n")
    #expect(alone.policies == nil)
    let said = try load("site.txt", "digits\n", as: .keycloak)
    #expect(
      said.messages == [
        "site.txt: note: read as Keycloak reads it: 1 alternative; exact in printable ASCII only: "
          + "Keycloak\n  'audit rules print' with the same policy explains each part."
      ])
    #expect(said.policies == ["[site]\nrequired: digit; allowed: unicode;\n"])
    // What looks like our own language is not read as that.
    let own = try load("own.txt", "minlength: 8;\n", as: .passwdqc)
    #expect(own.policies == nil && own.messages.contains { $0.contains("error: ") })
  }

  @Test func `what cannot be said is an error, and a warning if one reads leniently`() throws {
    let text = "minlen = 12\nminlenght = 14\n"
    let strict = try load("pwquality.conf", text)
    #expect(strict.policies == nil)
    #expect(
      strict.messages.filter { $0.contains("error") } == [
        "pwquality.conf:2:1: error: 'minlenght' is no setting of libpwquality; did you mean "
          + "'minlen'? libpwquality stops reading here and keeps what came before",
        "pwquality.conf: error: a policy with a part that no rule can express\n"
          + "  With --lenient the policy is read without it, and accepts more.",
      ])
    let lenient = try load("pwquality.conf", text, isLenient: true)
    #expect(lenient.policies == ["[pwquality]\nallowed: unicode; minlength: 12;\n"])
    #expect(
      lenient.messages.contains { $0.hasPrefix("pwquality.conf:2:1: warning: 'minlenght' is no ") })
  }

  @Test(arguments: [19, 20, 21, 40])
  func `the first twenty parts that cannot be said are told, and how many more`(count: Int) throws {
    let parts = (1...count).map { "strange\($0)(1)" }.joined(separator: " and ")
    let found = try load("realm.txt", "length(8) and \(parts)", as: .keycloak)
    let told = found.messages.filter { $0.contains("error: ") }
    let numbers = told.compactMap { $0.firstMatch(of: #/strange(\d+)/#).flatMap { Int($0.1) } }
    #expect(numbers == Array(1...min(count, 20)))
    #expect(
      told.contains { $0.contains("\(count - 20) more") } == (count > 20), "\(told.suffix(2))")
  }

  @Test func `realms are policies with their names, of which --only chooses`() throws {
    let text = #"""
      [{"realm": "staff", "enabled": true, "passwordPolicy": "length(12) and digits(2)"},
       {"realm": "guests", "enabled": true, "passwordPolicy": "length(8)"}]
      """#
    let all = try load("realms.json", text)
    #expect(
      all.policies == [
        "[staff]\nallowed: unicode; minlength: 12;\nat-least: 2 digit;\n",
        "[guests]\nallowed: unicode; minlength: 8;\n",
      ])
    let one = try load("realms.json", text, domains: ["guests"])
    #expect(one.policies == ["[guests]\nallowed: unicode; minlength: 8;\n"])
    let none = try load("realms.json", text, domains: ["guest"])
    #expect(none.policies == nil)
    #expect(
      none.messages == [
        "realms.json: error: no rules for 'guest' (did you mean 'guests'?)\n"
          + "  Without --only every policy of the file is used."
      ])
  }

  @Test func `an expression is a policy without a file`() {
    let found = load(PolicySettings(files: [#"^(?=.*[a-z])(?=.*\d)[!-~]{8,}$"#]))
    #expect(
      found.policies == [
        "[^(?=.*(a-z))(?=.*\\d)(!-~){8,}$]\nrequired: lower; required: digit; "
          + "allowed: upper, lower, digit, [-!\"#$%&'()*+,./:;<=>?@[\\^_`{|}~]]; minlength: 8;\n"
      ])
    #expect(
      found.messages == [
        "note: the value of --rules is no file, and is read as a policy",
        "<rules>: note: read as a regular expression: 1 alternative",
      ])
  }

  @Test
  func `an expression that cannot be read has no alternatives, and no rest to read leniently`()
    throws
  {
    for isLenient in [false, true] {
      let found = try load("site.regex", "(?=x\n", isLenient: isLenient)
      #expect(found.policies == nil)
      #expect(
        found.messages == [
          "site.regex: note: read as a regular expression",
          "site.regex:1:1: \(isLenient ? "warning" : "error"): '(': a parenthesis that is never closed",
          "site.regex: error: a policy with a part that no rule can express\n"
            + "  Nothing else of it is a policy.",
        ])
    }
    let nested =
      String(repeating: "(", count: 100_000) + "a" + String(repeating: ")", count: 100_000)
    let said = try load("nested.txt", nested, as: .expression)
    #expect(said.messages.contains { $0.hasSuffix("an expression of more than 4,096 characters") })
  }

  @Test(arguments: [
    ("(a)", true), ("ab|cd", true), ("s3cret!?*", false), ("key = value", false),
    ("(unclosed", false), ("(a)\n(b)", false), (String(repeating: "(", count: 9000), false),
  ])
  func `what may be an expression, and nothing else, is told how to say so`(
    text: String, mayBe: Bool
  ) throws {
    let told = try load("unsaid.txt", text).messages
    #expect(told.count == 1 && told[0].hasPrefix("unsaid.txt: error: a file that names no rule"))
    #expect(told[0].contains("--read-as regex") == mayBe, "\(told)")
  }

  @Test func `a form has rules that it does not enforce, and says so`() throws {
    let form = #"<input type="password" passwordrules="minlength: 10; allowed: unicode;">"#
    for found in [load(PolicySettings(files: [form])), try load("form.html", form)] {
      #expect(found.policies?.first?.hasSuffix("]\nallowed: unicode; minlength: 10;\n") == true)
      #expect(
        found.messages.contains {
          $0.contains("not enforced, so that the system accepts more: passwordrules")
        })
    }
    let policy = try PolicySettings(files: [form]).load { _ in }.first
    #expect(policy?.source?.outcome == .wider)
    #expect(policy?.source?.differences == ["accepts more: passwordrules"])
    #expect(policy?.source?.comments.contains("the form accepts more\n") == true)
  }

  @Test(arguments: [
    (#"pattern="[0-9]{4}" passwordrules="minlength: 8; required: lower;""#, "'pattern'"),
    (
      #"maxlength="6" minlength=2 passwordrules="minlength: 8; allowed: unicode;""#,
      "'minlength', 'maxlength'"
    ),
    (#"pattern="[0-9]{4}" maxlength=3"#, nil),
    (#"passwordrules="minlength: 9; maxlength: 8;""#, nil),
  ])
  func `a hint that contradicts its form is told as such`(attributes: String, own: String?) throws {
    let found = try load("form.html", "<input type=password \(attributes)>")
    let hint = "the hint 'passwordrules' contradicts \(own ?? ""), which the form enforces"
    #expect(found.messages.contains { $0.contains(hint) } == (own != nil), "\(found.messages)")
    #expect(found.messages.contains { $0.contains("no password can meet") })
  }

  @Test func `a file of UTF-16 with a mark is read`() throws {
    let text =
      "[Unicode]\r\n[System Access]\r\nMinimumPasswordLength = 9\r\nPasswordComplexity = 0\r\n"
    let bytes = ([0xFEFF] + text.utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let found = load(PolicySettings(files: [try directory.file("GptTmpl.inf", bytes)]))
    #expect(found.policies == ["[GptTmpl]\nallowed: unicode; minlength: 9; maxlength: 256;\n"])
  }

  @Test func `a list of passwords and a faulty policy are answered as before`() throws {
    let list = try load("list.txt", "hunter2\nhunter3\nhunter4\n")
    #expect(list.policies == nil)
    #expect(list.messages.count == 1)
    #expect(list.messages[0].hasPrefix("list.txt: error: a file that names no rule"))
    let faulty = try load("a.policy", "minlength: 8; requird: digit;\n")
    #expect(faulty.policies == nil)
    #expect(faulty.messages[0].hasPrefix("a.policy:1:15: error: "))
    let json = try load("a.json", #"{"a": 1}"#)
    #expect(json.messages[0].hasPrefix("a.json: error: JSON that holds no password rules"))
  }

  @Test func `a policy knows its source, and comments say what it does not`() throws {
    let file = try directory.file(
      "pwquality.conf", "minlen = 12\nretry = 3\ndictcheck = 0\nusercheck = 0\n")
    let policy = try #require(try PolicySettings(files: [file]).load { _ in }.first)
    #expect(policy.source?.kind == .pwquality && policy.source?.outcome == .bound)
    #expect(
      policy.source?.comments == """
        # pwquality, bound
        # not judged, so that the system refuses more: palindromes: palindromes, ignoring case, which \
        libpwquality always refuses
        # exact in printable ASCII only: libpwquality: lengths count bytes of UTF-8; every byte beyond \
        ASCII is one more 'other' character
        # not about the text: retry: how often one may try

        """)
    #expect(policy.location.description == file)
    let read = PolicyReading(
      policyFile: Array(((policy.source?.comments ?? "") + policy.text()).utf8), file: "a.policy")
    #expect(read.problems.isEmpty && read.policies.map(\.canonicalKey) == [policy.canonicalKey])
  }

  @Test func `each of several policies has its own remarks and those of the whole text`() throws {
    let file = try directory.file(
      "fgpp.json",
      #"""
      [{"Name": "Admins", "MinPasswordLength": 15, "ComplexityEnabled": true},
       {"Name": "Service", "MinPasswordLength": 25, "ComplexityEnabled": false}]
      """#)
    let policies = try PolicySettings(files: [file]).load { _ in }
    #expect(policies.map(\.name) == ["Admins", "Service"])
    #expect(policies.map(\.source?.outcome) == [.bound, .ascii])
    #expect(
      policies.map { $0.source?.remarks.map { "\($0.place) \($0.part)" } } == [
        ["/0/ComplexityEnabled account and display name", "/0/MinPasswordLength Active Directory"],
        ["/1/MinPasswordLength Active Directory"],
      ])
  }

  @Test func `a likely slip is a fault of the policy`() throws {
    let settings = PolicySettings(files: ["^[A-z]{8,}$"])
    let readings = try settings.read { _ in }
    #expect(
      readings.flatMap { $0.lint() }.map(\.message) == [
        "<rules>:1:3: warning: 'A-z': the range A-z includes 6 other symbols"
      ])
    let found = load(PolicySettings(files: ["^[A-z]{8,}$"]))
    #expect(
      found.messages.contains("<rules>:1:3: warning: 'A-z': the range A-z includes 6 other symbols")
    )
  }

  @Test func `a list that is not judged is not shown to be missing`() throws {
    let text = "minlen = 15\n"
    let file = try directory.file("pwquality.conf", text)
    let policy = try #require(try PolicySettings(files: [file]).load { _ in }.first)
    let standard = try #require(Standard.named("nist-63b-4"))
    var judge = ConformanceJudge(policy)
    let verdict = judge.conformance(to: standard)
    #expect(verdict.broken == ["3.1.1.2 (4)"])
    #expect(
      verdict.lint.compactMap(\.finding).map { $0.message.replacing(file, with: "f") } == [
        "f: warning: policy 'pwquality': lengths count bytes there, which no setting changes, against NIST SP "
          + "800-63B-4, 3.1.1.2 (4); expected a length counts code points",
        "f: note: policy 'pwquality': not shown: the system refuses more: dictcheck, for NIST SP "
          + "800-63B-4, 3.1.1.2; expected compared with a list of common, expected or compromised "
          + "passwords",
        "f: note: policy 'pwquality': not shown: how the system compares: dictcheck, for NIST SP "
          + "800-63B-4, 3.1.1.2; expected the list is compared with the whole password, not with parts",
      ])
    // The same policy in our language has none.
    var own = policy
    own.source = nil
    var other = ConformanceJudge(own)
    #expect(other.conformance(to: standard).broken == ["3.1.1.2"])
  }

  @Test func `an empty name names the option`() {
    #expect(
      load(PolicySettings(files: [""])).messages == [
        "error: --rules is given an empty name\n"
          + "  Name a policy file, or leave --rules out; is a variable of the shell empty?"
      ])
  }

  @Test(arguments: [
    "/etc/security/pwqual.*", "policies/pw[a-z]+", "pw[0-9]+.conf", "[a-z]*.policy",
  ])
  func `a pattern that no file fits is no expression`(pattern: String) {
    let found = load(PolicySettings(files: [pattern]))
    #expect(found.policies == nil)
    #expect(found.messages.count == 1 && found.messages[0].contains("error: "))
    #expect(!found.messages[0].contains("read as"))
  }

  @Test(arguments: ["^[a-z/]{8,}$", "/^[a-z]{8,}$/i", "(?=.*[a-z/]).{8,}", "^[a-z.txt]{8,}$"])
  func `an expression may have a slash`(expression: String) {
    #expect(load(PolicySettings(files: [expression])).policies?.count == 1)
  }

  @Test func `what no content tells is read as the kind that is said`() {
    let found = load(PolicySettings(files: [#"\d"#], kind: .expression))
    #expect(found.policies?.count == 1, "\(found.messages)")
  }

  @Test func `a pasted text becomes our language`() throws {
    let pasted = try #require(PastedPolicy("^(?=.*\\d).{8,}$"))
    #expect(pasted.text == "required: digit; allowed: unicode; minlength: 8;")
    #expect(pasted.source == PolicySource(kind: .expression, outcome: .exact, remarks: []))
    let file = try #require(PastedPolicy("minlen = 9\ndcredit = -1\n"))
    #expect(file.text == "required: digit; allowed: unicode; minlength: 9;")
    #expect(file.source.notJudged == ["palindromes", "dictcheck", "usercheck"])
    for text in ["minlength: 8;", "hunter2", "", "^(?=.*ab)", String(repeating: "a", count: 5000)] {
      #expect(PastedPolicy(text)?.text == nil, "\(text)")
    }
  }
}
