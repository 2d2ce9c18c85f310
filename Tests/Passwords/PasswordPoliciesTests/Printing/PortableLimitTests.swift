import PasswordPolicies
import Testing

/// What Apple's language keeps of each rule, at its limits, and which alternative is written.
@Suite struct PortableLimitTests {
  private static let parts: [(text: String, descriptor: String, losses: [String])] = [
    ("at-least: 1 digit", "required: digit; allowed: ascii-printable;", []),
    ("at-most: 2 digit", "", ["'at-most: 2 digit' cannot be expressed in Apple's language."]),
    (
      "exactly: 1 digit", "required: digit; allowed: ascii-printable;",
      ["Of 'exactly: 1 digit' only 'required: digit' can be expressed in Apple's language."]
    ),
    (
      "at-least: 2 digit", "required: digit; allowed: ascii-printable;",
      ["Of 'at-least: 2 digit' only 'required: digit' can be expressed in Apple's language."]
    ),
    (
      "at-least: 3 digit; at-least: 2 lower",
      "required: digit; required: lower; allowed: ascii-printable;",
      [
        "Of 'at-least: 3 digit' only 'required: digit' can be expressed in Apple's language.",
        "Of 'at-least: 2 lower' only 'required: lower' can be expressed in Apple's language.",
      ]
    ),
    (
      "allowed: [ab12]; at-least: 2 digit", "required: [12]; allowed: [ab];",
      ["Of 'at-least: 2 digit' only 'required: [12]' can be expressed in Apple's language."]
    ),
    (
      "allowed: lower; at-least: 1 digit", "allowed: lower;",
      ["'at-least: 1 digit' cannot be expressed in Apple's language."]
    ),
    (
      "allowed: unicode; at-least: 1 ascii-printable", "allowed: unicode;",
      ["'at-least: 1 ascii-printable' cannot be expressed in Apple's language."]
    ),
    ("allowed: lower, digit; min-classes: 2", "required: lower; required: digit;", []),
    (
      "allowed: lower, digit; min-classes: 1", "allowed: lower, digit;",
      ["'min-classes: 1' cannot be expressed in Apple's language."]
    ),
    (
      "min-classes: 4",
      "required: upper; required: lower; required: digit; required: special;", []
    ),
    (
      "at-least: 2 digit, special; at-least: 1 [ab]",
      "required: digit, special; required: [ab]; allowed: ascii-printable;",
      [
        "Of 'at-least: 2 digit, special' only 'required: digit, special' can be expressed in "
          + "Apple's language."
      ]
    ),
    ("min-classes: 3", "", ["'min-classes: 3' cannot be expressed in Apple's language."]),
    (
      "min-classes: 5 unicode; allowed: unicode", "allowed: unicode;",
      ["'min-classes: 5 unicode' cannot be expressed in Apple's language."]
    ),
    (
      "minlength: 8; required: lower; max-consecutive: 2",
      "required: lower; max-consecutive: 2; minlength: 8;", []
    ),
    (
      "blocklist: default; max-repeating: 3", "max-repeating: 3;",
      [
        "Because of 'max-repeating: 3' readers from before September 2026 throw the whole text "
          + "away.",
        "'blocklist: default exact' cannot be expressed in Apple's language.",
      ]
    ),
    (
      #"context: username, "a"; context: username substring"#, "",
      [
        #"'context: "a"' cannot be expressed in Apple's language."#,
        "'context: username' cannot be expressed in Apple's language.",
        "'context: username substring' cannot be expressed in Apple's language.",
      ]
    ),
    (
      "minlength: 15\nor\nminlength: 8; min-score: 3", "minlength: 15;",
      ["Alternative or[1] cannot be expressed: Apple's language has no 'or' between policies."]
    ),
    (
      "max-sequential: 2", "max-sequential: 2;",
      [
        "Because of 'max-sequential: 2' readers from before September 2026 throw the whole text "
          + "away."
      ]
    ),
    ("min-score: 1", "", ["'min-score: 1' cannot be expressed in Apple's language."]),
    (
      "max-class-run: 2; minlength: 3; maxlength: 9", "minlength: 3; maxlength: 9;",
      ["'max-class-run: 2' cannot be expressed in Apple's language."]
    ),
  ]

  @Test(arguments: parts)
  func `a rule is written as far as the language goes`(
    text: String, descriptor: String, losses: [String]
  ) throws {
    let portable = try firstPolicy(ofFile: text + ";").portable
    #expect(portable.rules.descriptor == descriptor)
    #expect(portable.losses.map(\.sentence) == losses)
    #expect(portable.alternative == 0)
  }

  /// The rules that an alternative loses, by the lengths that name it; and the one written.
  @Test(arguments: [
    ([0, 0], 0), ([1, 1], 0), ([1, 0], 1), ([0, 1], 0), ([2, 1, 1], 1), ([1, 2, 0], 2),
    ([2, 2, 2], 0), ([1, 0, 0], 1), ([0, 1, 0], 0),
  ])
  func `of alternatives the first that loses least is written, and all others are lost`(
    lost: [Int], written: Int
  ) throws {
    let rules = ["max-class-run: 4;", "min-score: 2;"]
    let text = lost.enumerated().map { index, count in
      "minlength: \(8 + index); " + rules.prefix(count).joined(separator: " ")
    }.joined(separator: "\nor\n")
    let portable = try firstPolicy(ofFile: text).portable
    #expect(portable.alternative == written)
    #expect(portable.rules.descriptor == "minlength: \(8 + written);")
    let own = portable.losses.dropLast(lost.count - 1)
    #expect(own.count == lost[written])
    for loss in own {
      guard case .rule(let id, text: _) = loss else {
        Issue.record("\(loss)")
        continue
      }
      #expect(id.alternative == written)
    }
    #expect(
      Array(portable.losses.suffix(lost.count - 1))
        == lost.indices.filter { $0 != written }.map { .alternative($0) })
  }
}
