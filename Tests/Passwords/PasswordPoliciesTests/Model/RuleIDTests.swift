import PasswordPolicies
import TestSupport
import Testing

@Suite struct RuleIDTests {
  @Test(
    arguments: [
      ("minlength", nil, "minlength", nil), ("required[0]", nil, "required", 0),
      ("or[1].allowed", 1, "allowed", nil), ("or[0].at-least[12]", 0, "at-least", 12),
      ("or[1]", nil, "or", 1),
      // No number as it is written here, so a part of the name.
      ("required[01]", nil, "required[01]", nil), ("required[-1]", nil, "required[-1]", nil),
      ("required[]", nil, "required[]", nil), ("required[99999999999999999999]", nil, nil, nil),
      ("[1]", nil, "[1]", nil), ("and[1].allowed", nil, "and[1].allowed", nil),
      ("or[01].allowed", nil, "or[01].allowed", nil), ("", nil, "", nil), ("or[1].", 1, "", nil),
    ] as [(String, Int?, String?, Int?)])
  func `a text has one reading, and every reading that text`(
    text: String, alternative: Int?, name: String?, index: Int?
  ) {
    let id = RuleID(text)
    #expect(id.alternative == alternative && id.name == name ?? text && id.index == index)
    #expect(id.text == text && "\(id)" == text)
    #expect(id == RuleID(name ?? text, index, ofAlternative: alternative))
    #expect(id.isNumbered == (alternative != nil || index != nil))
  }

  @Test func `the ids of a policy are those of its texts`() throws {
    let texts = [
      "minlength: 8; required: lower; required: [abc]; at-least: 2 digit; at-least: 2 upper;",
      "blocklist: default; blocklist: \"words.txt\" fold; context: \"acme\", username;",
    ]
    let one = try firstPolicy(ofFile: texts[0])
    #expect(
      one.ruleIDs.map(\.text) == [
        "minlength", "required[0]", "required[1]", "allowed", "at-least[0]", "at-least[1]",
      ])
    let two = try firstPolicy(ofFile: texts.joined(separator: "\nor\n"))
    #expect(two.ruleIDs.prefix(2).map(\.text) == ["or[0].minlength", "or[0].required[0]"])
    #expect(
      two.ruleIDs.suffix(4).map(\.text) == [
        "or[1].blocklist[0]", "or[1].blocklist[1]", "or[1].context", "or[1].username",
      ])
    for id in two.ruleIDs { #expect(RuleID(id.text) == id) }
  }

  @Test func `a rule has the id of the one that bounds the same number, or the next id`() throws {
    let rules = try firstPolicy(ofFile: "minlength: 8; at-least: 2 digit; at-least: 2 upper;")
      .alternatives[0]
    for (rule, id) in [
      (.atLeast(5, .digit), "at-least[0]"), (.atLeast(5, .upper), "at-least[1]"),
      (.atLeast(5, .lower), "at-least[2]"), (.atMost(5, .digit), "at-most[0]"),
      (.minLength(9), "minlength"),
    ] as [(PasswordRules.Rule, String)] {
      #expect(rules.id(like: rule).text == id)
    }
  }
}
