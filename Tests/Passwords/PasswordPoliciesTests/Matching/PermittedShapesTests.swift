import PasswordPolicies
@_spi(Internal) import Passwords
import TestSupport
import Testing

@Suite struct PermittedShapesTests {
  private func shape(_ password: String) throws -> PackedShape {
    let shape = PackedShape(of: password.utf8Span.span)
    return try #require(shape)
  }

  private func leaves(_ rules: String, _ password: String) throws -> Bool {
    PermittedShapes(try policies(ofFile: rules)).contains(try shape(password))
  }

  @Test(arguments: [
    ("minlength: 4", "abc", "abcd"),
    ("allowed: unicode; minlength: 2", "é", "éé"),
    ("maxlength: 4; allowed: unicode", "abcde", "abcd"),
    ("required: upper; allowed: lower", "abc", "aBc"),
    ("required: [abc]; allowed: unicode", "ABC1!é", "ABz"),
    ("allowed: lower, [-]", "ab1", "ab!"),
    ("allowed: ascii-printable", "abé", "ab "),
    ("min-classes: 3", "abC", "ab1C"),
    ("min-classes: 3 unicode; allowed: unicode", "aa", "aéA"),
    ("min-classes: 2; allowed: unicode", "é1", "éa1"),
    ("at-least: 2 digit", "abc1", "1abc1"),
    ("at-least: 2 lower, [7]", "aBC", "aB1"),
    ("at-most: 2 digit", "a123", "a12b"), ("at-most: 0 digit", "a1", "ab"),
    ("at-most: 1 lower, [7]", "ab7", "a777"), ("exactly: 2 digit", "a1", "a12"),
    ("between: 1, 2 digit, special", "1-1", "1-"),
    ("max-class-run: 2", "abc1", "ab1cd"),
    ("max-class-run: 2; allowed: unicode", "é漢é", "é1漢"),
    ("minlength: 5; or; required: digit; allowed: lower", "abcd", "abc1"),
  ])
  func `a shape is left out where no password of it complies`(
    rules: String, refused: String, left: String
  ) throws {
    let text = rules.replacing("; or; ", with: ";\nor\n") + ";"
    #expect(try !leaves(text, refused))
    #expect(try leaves(text, left))
  }

  @Test func `rules that a shape does not decide refuse none`() throws {
    for rules in [
      "max-consecutive: 1;", "max-repeating: 2;", "max-sequential: 2;", "blocklist: default fold;",
      "context: \"winter\";", "min-score: 4;",
    ] {
      #expect(try leaves(rules, "aaaa"), "\(rules)")
    }
  }

  @Test func `what one of several policies leaves is left`() throws {
    let both = try policies(ofFile: "[a]\nminlength: 8;\n[b]\nrequired: digit; allowed: lower;\n")
    try #require(both.count == 2)
    #expect(PermittedShapes(both).contains(try shape("abc1")))
    #expect(PermittedShapes(both).contains(try shape("abcdefgH")))
    #expect(!PermittedShapes(both).contains(try shape("abcdefg")))
    #expect(!PermittedShapes([Policy]()).contains(try shape("abcdefg")))
  }

  @Test func `shapes of passwords that comply are left`() throws {
    var complying = 0
    var refusing = 0
    for seed in UInt64(0)..<120 {
      var generator = SeededGenerator(seed: seed)
      let naive = NaivePolicy.random(using: &generator)
      let permitted = PermittedShapes(try policies(ofFile: naive.text))
      for _ in 0..<40 {
        let password = NaivePolicy.randomPassword(using: &generator)
        let isLeft = permitted.contains(try shape(password))
        if !isLeft { refusing += 1 }
        guard naive.verdict(on: password, sequencesCount: false).isEmpty else { continue }
        complying += 1
        try #require(isLeft, "seed \(seed): \(naive.text) leaves '\(password)'")
      }
    }
    #expect(complying > 200 && refusing > 1000, "\(complying), \(refusing)")
  }
}
