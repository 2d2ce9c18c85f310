import Diagnostics
import PasswordPolicies
import PolicySources
import Requests
import Synchronization
import TestSupport
import Testing

/// Policies from the files in which other systems keep them.
@Suite struct SystemPoliciesTests {
  /// Reads a file; returns its policies as text, nil if it is refused, and the messages.
  private static func load(
    _ name: String, _ text: String, _ change: (inout PolicySettings) -> Void = { _ in }
  ) throws -> (policies: [String]?, messages: [String]) {
    let directory = try TemporaryDirectory()
    return load(path: try directory.file(name, text), change, without: directory.path + "/")
  }

  private static func load(
    path: String, _ change: (inout PolicySettings) -> Void = { _ in }, without prefix: String = ""
  ) -> (policies: [String]?, messages: [String]) {
    let told = Mutex<[String]>([])
    var settings = PolicySettings(files: [path])
    change(&settings)
    let policies = try? settings.load { problem in
      told.withLock { $0.append(problem.message.replacing(prefix, with: "")) }
    }
    return (policies.map { $0.map { $0.text() } }, told.withLock { $0 })
  }

  @Test func `pwquality.conf is a policy file`() throws {
    let found = try Self.load(
      "pwquality.conf", "# site\nminlen = 12\ndcredit = -1\ndictcheck = 0\n")
    #expect(
      found.policies == ["[pwquality]\nrequired: digit; allowed: unicode; minlength: 12;\n"])
    #expect(
      found.messages == [
        "pwquality.conf: note: read as libpwquality reads it: 1 alternative",
        "pwquality.conf:1:1: note: not judged, so that the system refuses more: palindromes: "
          + "palindromes, ignoring case, which libpwquality always refuses",
        "pwquality.conf:1:1: note: not judged, so that the system refuses more: usercheck: the "
          + "user's name of four characters or more, forwards and backwards; the nearest rule is "
          + "'context: username substring'",
        "pwquality.conf:1:1: note: exact in printable ASCII only: libpwquality: lengths count bytes "
          + "of UTF-8; every byte beyond ASCII is one more 'other' character",
      ])
  }

  @Test func `a text that looks like none is read as the kind that is said`() throws {
    let alone = try Self.load("site.txt", "digits\n")
    #expect(alone.policies == nil)
    let said = try Self.load("site.txt", "digits\n") { $0.kind = .keycloak }
    #expect(said.messages.first == "site.txt: note: read as Keycloak reads it: 1 alternative")
    #expect(said.policies == ["[site]\nrequired: digit; allowed: unicode;\n"])
    // What looks like our own language is not read as that.
    let own = try Self.load("own.txt", "minlength: 8;\n") { $0.kind = .passwdqc }
    #expect(own.policies == nil && own.messages.contains { $0.contains("error: ") })
  }

  @Test func `what cannot be said is an error, and a warning if one reads leniently`() throws {
    let text = "minlen = 12\nminlenght = 14\n"
    let strict = try Self.load("pwquality.conf", text)
    #expect(strict.policies == nil)
    #expect(
      strict.messages.filter { $0.contains("error") } == [
        "pwquality.conf:2:1: error: 'minlenght' is no setting of libpwquality; did you mean "
          + "'minlen'? libpwquality stops reading here and keeps what came before",
        "pwquality.conf: error: a policy of which no rule says one part\n"
          + "  With --lenient the policy is read without it, and accepts more.",
      ])
    let lenient = try Self.load("pwquality.conf", text) { $0.isLenient = true }
    #expect(lenient.policies == ["[pwquality]\nallowed: unicode; minlength: 12;\n"])
    #expect(
      lenient.messages.contains { $0.hasPrefix("pwquality.conf:2:1: warning: 'minlenght' is no ") })
  }

  @Test func `realms are policies with their names, of which --only chooses`() throws {
    let text = #"""
      [{"realm": "staff", "enabled": true, "passwordPolicy": "length(12) and digits(2)"},
       {"realm": "guests", "enabled": true, "passwordPolicy": "length(8)"}]
      """#
    let all = try Self.load("realms.json", text)
    #expect(
      all.policies == [
        "[staff]\nallowed: unicode; minlength: 12;\nat-least: 2 digit;\n",
        "[guests]\nallowed: unicode; minlength: 8;\n",
      ])
    let one = try Self.load("realms.json", text) { $0.domains = ["guests"] }
    #expect(one.policies == ["[guests]\nallowed: unicode; minlength: 8;\n"])
    let none = try Self.load("realms.json", text) { $0.domains = ["guest"] }
    #expect(none.policies == nil)
    #expect(
      none.messages == [
        "realms.json: error: no rules for 'guest' (did you mean 'guests'?)\n"
          + "  Without --only every policy of the file is used."
      ])
  }

  @Test func `an expression is a policy without a file`() {
    let found = Self.load(path: #"^(?=.*[a-z])(?=.*\d)[!-~]{8,}$"#)
    #expect(
      found.policies == [
        "[rules]\nrequired: lower; required: digit; "
          + "allowed: upper, lower, digit, [-!\"#$%&'()*+,./:;<=>?@[\\^_`{|}~]]; minlength: 8;\n"
      ])
    #expect(
      found.messages == [
        "note: the value of --rules is no file, and is read as a policy",
        "<rules>: note: read as a regular expression: 1 alternative",
      ])
  }

  @Test func `a file of UTF-16 with a mark is read`() throws {
    let text =
      "[Unicode]\r\n[System Access]\r\nMinimumPasswordLength = 9\r\nPasswordComplexity = 0\r\n"
    let bytes = ([0xFEFF] + text.utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let directory = try TemporaryDirectory()
    let found = Self.load(path: try directory.file("GptTmpl.inf", bytes))
    #expect(found.policies == ["[GptTmpl]\nallowed: unicode; minlength: 9; maxlength: 256;\n"])
  }

  @Test func `a list of passwords and a faulty policy are answered as before`() throws {
    let list = try Self.load("list.txt", "hunter2\nhunter3\nhunter4\n")
    #expect(list.policies == nil)
    #expect(list.messages.count == 1)
    #expect(list.messages[0].hasPrefix("list.txt: error: a file that names no rule"))
    let faulty = try Self.load("a.policy", "minlength: 8; requird: digit;\n")
    #expect(faulty.policies == nil)
    #expect(faulty.messages[0].hasPrefix("a.policy:1:15: error: "))
    let json = try Self.load("a.json", #"{"a": 1}"#)
    #expect(json.messages[0].hasPrefix("a.json: error: JSON that holds no password rules"))
  }
}
