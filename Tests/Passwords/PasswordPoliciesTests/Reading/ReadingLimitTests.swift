import Diagnostics
import PasswordPolicies
import Testing

/// Numbers at the ends of their ranges, and where rules and alternatives stand.
@Suite struct ReadingLimitTests {
  private static let numbers: [(text: String, problem: String?)] = [
    ("minlength: 4096", nil), ("minlength: 4095", nil),
    (
      "minlength: 4097",
      "p:1:12: warning: the number 4097 as the value of 'minlength'; expected at most 4096"
    ),
    (
      "minlength: 9223372036854775806",
      "p:1:12: warning: the number 9223372036854775806 as the value of 'minlength'; "
        + "expected at most 4096"
    ),
    (
      "minlength: 9223372036854775808",
      "p:1:12: warning: the number 2^63 or more as the value of 'minlength'; expected at most 4096"
    ),
    ("max-class-run: 1", nil),
    ("max-class-run: 0", "p:1:16: warning: 0 as the value of 'max-class-run', which has no effect"),
    ("min-classes: 1", nil), ("min-classes: 4", nil),
    ("min-classes: 5", "p:1:14: error: 5 as the value of 'min-classes'; expected 1 to 4"),
    ("min-classes: 5 unicode; allowed: unicode", nil),
    (
      "min-classes: 6 unicode; allowed: unicode",
      "p:1:14: error: 6 as the value of 'min-classes'; expected 1 to 5"
    ),
    ("min-score: 0", nil), ("min-score: 1", nil), ("min-score: 4", nil),
    ("min-score: 5", "p:1:12: error: 5 as the value of 'min-score'; expected 0 to 4"),
    ("blocklist: \"x\" substring 2", nil), ("blocklist: \"x\" substring 64", nil),
    (
      "blocklist: \"x\" substring 1",
      "p:1:26: error: 1 as the value of 'substring'; expected 2 to 64"
    ),
    (
      "blocklist: \"x\" substring 65",
      "p:1:26: error: 65 as the value of 'substring'; expected 2 to 64"
    ),
    ("context: \"abc\" substring", nil), ("context: \"éü漢\" substring", nil),
    (
      "context: \"éü\" substring",
      "p:1:10: error: a word of 2 characters to be found inside passwords; expected at least 3\n"
        + "  Without 'substring' a word of any length is compared with the whole password."
    ),
    (
      "context: \"é\" substring",
      "p:1:10: error: a word of 1 character to be found inside passwords; expected at least 3\n"
        + "  Without 'substring' a word of any length is compared with the whole password."
    ),
    ("at-least: 1 digit", nil),
    ("at-least: 0 digit", "p:1:11: warning: 0 as the value of 'at-least', which has no effect"),
    ("at-most: 0 digit", nil), ("exactly: 0 digit", nil), ("between: 0, 0 digit", nil),
    ("between: 2, 2 digit", nil),
    (
      "between: 3, 1 digit, [x]",
      "p:1:10: error: 3, 1 as the numbers of 'between'; expected the least number and the most\n"
        + "  Write 'between: 1, 3 digit, [x]'."
    ),
    (
      "between: 3 digit",
      "p:1:10: error: 3 as the number of 'between'; expected the least number and the most\n"
        + "  Write two numbers, as in 'between: 1, 3 digit'; for just 3 write 'exactly: 3 digit'."
    ),
    (
      "at-most: 1, 3 digit",
      "p:1:10: error: 1, 3 as the numbers of 'at-most'; expected one number\n"
        + "  Write 'between: 1, 3 digit' for a number of characters from the one to the other."
    ),
    (
      "at-most: digit",
      "p:1:10: error: 'digit' as the value of 'at-most'; expected a whole number\n"
        + "  Write it as in 'at-most: 2 digit'."
    ),
    (
      "between: digit",
      "p:1:10: error: 'digit' as the value of 'between'; expected a whole number\n"
        + "  Write it as in 'between: 1, 3 digit'."
    ),
    (
      "at-most: 4097 digit",
      "p:1:10: warning: the number 4097 as the value of 'at-most'; expected at most 4096"
    ),
  ]

  @Test(arguments: numbers)
  func `a number is refused from the first one on beyond its range`(
    text: String, problem: String?
  ) {
    #expect(messages("\(text);") == (problem.map { [$0] } ?? []))
  }

  @Test(arguments: [63, 64, 65])
  func `64 rules are read and matched, 65 are not`(count: Int) throws {
    // The alternatives' rules count together.
    let some = Array(repeating: "required: digit;", count: count - 31).joined(separator: " ")
    let rest = Array(repeating: "required: digit;", count: 31).joined(separator: " ")
    let text = "allowed: unicode; \(some)\nor\nallowed: unicode; \(rest)"
    let reading = PolicyReading(policyFile: Array(text.utf8), file: "p")
    let policy = try #require(reading.policies.first)
    #expect(policy.rules.count == count)
    #expect(
      reading.problems.map(\.message)
        == (count < 65 ? [] : ["p:1:1: error: 65 rules in one policy; expected at most 64"]))
    if count < 65 { #expect(try verdict(of: policy, on: "a").count == 31) }
  }

  @Test func `each rule is found at its own line, and a repeated one at its first`() throws {
    let text = """
      minlength: 8; minlength: 9;
      maxlength: 90;
      required: [ab]; required: [c];
      allowed: unicode;
      max-consecutive: 4; max-repeating: 4; max-sequential: 4;
      min-classes: 2;
      at-least: 2 digit; at-least: 1 upper;
      max-class-run: 5;
      blocklist: "a";
        blocklist: "b"; blocklist: "a"; blocklist: "c";
      context: "abc";
      context: username;
      min-score: 2;
      """
    let places: [RuleID: String] = [
      "minlength": "1:1", "maxlength": "2:1", "required[0]": "3:1", "required[1]": "3:17",
      "max-consecutive": "5:1", "max-repeating": "5:21", "max-sequential": "5:39",
      "min-classes": "6:1", "at-least[0]": "7:1", "at-least[1]": "7:20", "max-class-run": "8:1",
      "blocklist[0]": "9:1", "blocklist[1]": "10:3", "blocklist[2]": "10:35",
      "context": "11:1", "username": "11:1", "min-score": "13:1",
    ]
    let policy = try firstPolicy(ofFile: text, named: "p")
    #expect(Set(policy.ruleIDs) == Set(places.keys))
    for (id, place) in places { #expect("\(policy.location(of: id))" == "p:\(place)", "\(id)") }
    #expect("\(policy.location(of: "allowed"))" == "p:4:1")
    #expect("\(policy.location(of: nil))" == "p:1:1")
    #expect("\(policy.location(of: "or[0]"))" == "p:1:1")
    // A line that adds no rule leaves its number to the next.
    let empty = try firstPolicy(
      ofFile:
        "required: ; at-least: 0 digit; required: digit; at-least: 2 digit; allowed: unicode;",
      named: "p")
    #expect("\(empty.location(of: "required[0]"))" == "p:1:32")
    #expect("\(empty.location(of: "at-least[0]"))" == "p:1:49")
    let one = try firstPolicy(ofFile: "\nblocklist: \"a\"; allowed: unicode;", named: "p")
    #expect("\(one.location(of: "blocklist"))" == "p:2:1")
  }

  @Test func `rules of sections and alternatives are found at theirs`() throws {
    let text = """
      [one]
      minlength: 8;
      or
        minlength: 9; allowed: unicode;
      or
      maxlength: 70;
      [two]
      minlength: 3;
      """
    let read = try policies(ofFile: text, named: "p")
    #expect(read.map(\.name) == ["one", "two"])
    #expect(read.map { "\($0.location)" } == ["p:1:1", "p:7:1"])
    let ids: [RuleID] = ["or[0].minlength", "or[1].minlength", "or[1].allowed", "or[2].maxlength"]
    #expect(ids.map { "\(read[0].location(of: $0))" } == ["p:2:1", "p:4:3", "p:4:17", "p:6:1"])
    #expect(
      (0...2).map { "\(read[0].location(of: .alternative($0)))" } == ["p:2:1", "p:4:3", "p:6:1"])
    #expect("\(read[1].location(of: "minlength"))" == "p:8:1")
    // What a section lacks is not looked for in another one.
    #expect("\(read[1].location(of: "or[1].minlength"))" == "p:7:1")
  }

  @Test func `a repeated name is told with the line of the one before`() {
    let text = "[a]\nminlength: 1;\n[b]\nminlength: 2;\n[a]\nminlength: 3;\n[a]\nminlength: 4;"
    #expect(
      messages(text) == [
        "p:5:1: error: policy 'a' again, after line 1\n  Give it a name of its own.",
        "p:7:1: error: policy 'a' again, after line 5\n  Give it a name of its own.",
      ])
  }

  @Test(arguments: [
    (9, 81, true), (9, 82, false), (0, 1, false), (1, 9, true), (1, 10, false), (0, 0, true),
  ])
  func `a text is plausible from one line in ten on that names a rule`(
    rules: Int, others: Int, isPlausible: Bool
  ) {
    let text =
      String(repeating: "minlength: 8;\n", count: rules)
      + String(repeating: "hunter2\n", count: others)
    #expect(PolicyReading.isPlausible(Array(text.utf8)) == isPlausible)
  }
}
