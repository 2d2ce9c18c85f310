import Diagnostics
import PasswordPolicies
import Passwords
import Testing

@Suite struct PolicyFileTests {
  @Test func `a plain rules string is a policy file, named after it`() throws {
    let policies = try policies(
      ofFile: "minlength: 8; required: digit\n", named: "lists/my.bank.txt")
    #expect(policies.map(\.name) == ["my.bank"])
    #expect(policies.map(\.ruleIDs) == [["minlength", "required[0]", "allowed"]])
  }

  @Test func `sections, comments, alternatives and our own rules are read`() throws {
    let text = """
      # what we ask of staff
      [staff]
      minlength: 15; allowed: unicode
      or
      minlength: 8; allowed: unicode;
        # indented comment
      min-classes: 3 unicode; at-least: 2 digit, special; at-least: 1 [-]];
      max-class-run: 4; blocklist: default; blocklist: "lists/own \\"x\\".txt" fold ;
      context: "acme", "widget"; context: "acme"; min-score: 3

      [guests]
      required:
      [ab]
      ,
      [cd];
      """
    let policies = try policies(ofFile: text, named: "conf/policy.txt")
    #expect(policies.map(\.name) == ["staff", "guests"])
    #expect(
      policies[0].rules.map { "\($0.id) = \($0.text)" } == [
        "or[0].minlength = minlength: 15", "or[1].minlength = minlength: 8",
        "or[1].min-classes = min-classes: 3 unicode",
        "or[1].at-least[0] = at-least: 2 digit, special", "or[1].at-least[1] = at-least: 1 [-]]",
        "or[1].max-class-run = max-class-run: 4",
        "or[1].blocklist[0] = blocklist: default exact",
        #"or[1].blocklist[1] = blocklist: "lists/own \"x\".txt" fold"#,
        #"or[1].context = context: "acme", "widget""#, "or[1].min-score = min-score: 3",
      ])
    #expect(policies[1].rules.map(\.text) == ["required: [abcd]", "allowed: [abcd]"])
    guard case .blocklist(let source, .fold) = policies[0].lists[1] else {
      Issue.record("expected the second blocklist")
      return
    }
    #expect(source.path == "conf/lists/own \"x\".txt")
    #expect(
      policies.map(\.location.description) == ["conf/policy.txt:2:1", "conf/policy.txt:11:1"])
  }

  @Test(arguments: [
    (
      "min-clases: 3;",
      "p:1:1: error: unknown rule 'min-clases'\n  Did you mean 'min-classes'?"
    ),
    (
      "minlength: 8; # no\nmaxlength: 9",
      "p:1:15: error: '#'; expected a rule\n  A comment stands on lines of its own, in a policy file."
    ),
    ("[a\nminlength: 8\n", "p:1:1: error: '[' where a rule or a section should start"),
    ("or\nminlength: 8", "p:1:1: error: an alternative without rules"),
    ("minlength: 8\nor\n", "p:3:1: error: an alternative without rules"),
    ("[a]", "p:1:1: warning: policy 'a' has no rules"),
    ("# nothing\n", "p:1:1: warning: policy 'p' has no rules"),
    ("minlength: 8\nmaxlength: 9", "p:2:1: error: 'maxlength' where a rule should have ended"),
    (
      "min-classes: 2; min-classes: 3 unicode",
      "p:1:30: error: 'min-classes' again, counting other kinds"
    ),
    (
      "blocklist: words.txt",
      "p:1:12: error: 'words' as the value of 'blocklist'; expected a text in double quotes"
    ),
    ("blocklist: \"\"", "p:1:12: error: an empty text as the value of 'blocklist'"),
    ("blocklist: \"a\" lee", "p:1:16: error: unknown word 'lee' in 'blocklist'"),
    (
      "blocklist: default leet part 4",
      "p:1:25: error: unknown word 'part' in 'blocklist'; expected 'substring'"
    ),
    (
      "blocklist: default substring",
      "p:1:29: error: the end of the text as the value of 'substring'"
    ),
    ("blocklist: default entra-like exact", "p:1:31: error: 'exact' where a rule"),
    (
      "context: usernames",
      "p:1:10: error: 'usernames' as the value of 'context'; expected a text in double quotes or "
        + "'username'\n  Write a word in double quotes, or the word username for the name of the "
        + "password's user."
    ),
    (
      "context: \"a\", ;",
      "p:1:15: error: ';' as the value of 'context'; expected a text in double quotes or 'username'"
    ),
    (
      "context: username part;",
      "p:1:19: error: unknown word 'part' in 'context'; expected 'substring'"
    ),
    ("context: username \"a\"", "p:1:19: error: '\"' where a rule should have ended"),
    (
      "context: username substring 4",
      "p:1:29: error: '4' where a rule should have ended"
    ),
    (
      "context: username\nminlength: 8",
      "p:2:1: error: 'minlength' where a rule should have ended; expected ';'"
    ),
    ("context: username\nor\ncontext: username substring", ""),
    ("context: \"a\nminlength: 8", "p:1:10: error: a '\"' that is never closed"),
    ("allowed: [abc;\nrequired: [def];", "p:1:15: warning: a line that ends within a class"),
    ("\u{FEFF}minlenght: 8", "p:1:1: error: unknown rule 'minlenght'"),
    ("minlength: 8;\r\n\r\nfoo: 1\r\n", "p:3:1: error: unknown rule 'foo'"),
  ])
  func `each problem of a policy file is reported with its place`(text: String, start: String) {
    let reading = PolicyReading(policyFile: Array(text.utf8), file: "p")
    let messages = reading.problems.map(\.description).joined(separator: "\n")
    #expect(messages.hasPrefix(start))
    #expect(messages.isEmpty == start.isEmpty)
  }

  @Test func `a missing text has a code of one word`() {
    for key in ["blocklist", "context"] {
      let reading = PolicyReading(policyFile: Array("\(key): x;".utf8), file: "p")
      #expect(reading.problems.map(\.code) == ["expected-string"])
    }
  }

  @Test func `UTF-16 is named`() {
    let reading = PolicyReading(policyFile: [0xFF, 0xFE, 0x61, 0x00], file: "p")
    #expect(reading.problems.map(\.code) == ["not-utf-8"])
  }
}
