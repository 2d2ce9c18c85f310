import Diagnostics
import PasswordPolicies
import PolicyLab
import TestSupport
import Testing

/// Every policy that the controls can show: presets, and the classes that are hard to write.
private let texts: [String] =
  Preset.all.map(\.text) + [
    "", "minlength: 8; required: lower; required: upper; required: digit; required: special;",
    "required: [-abc]]; allowed: [-~!];", "allowed: unicode; max-consecutive: 2;",
    "required: lower, upper; required: lower; minlength: 6; minlength: 9;",
    "min-classes: 3 unicode; allowed: unicode; max-repeating: 3; max-sequential: 4;",
    "at-least: 2 digit, special; max-class-run: 4; context: \"acme\"; blocklist: default fold;",
    "[named one]\nminlength: 12; allowed: upper;\n",
  ]

/// Those of them that controls can change: policies of one alternative.
private let changeable = texts.filter { draft($0).policy?.alternatives.count == 1 }

@Suite struct ControlsTests {
  @Test func `controls cannot change a policy of several alternatives`() throws {
    let fixed = texts.filter { !changeable.contains($0) }
    try #require(!fixed.isEmpty && changeable.count > fixed.count)
    for text in fixed {
      #expect(
        draft(text).policy != nil && draft(text).text(changedBy: Controls(FormFields())) == nil)
    }
  }

  @Test(arguments: changeable)
  func `controls with the current values change nothing`(text: String) throws {
    let before = draft(text)
    let policy = try #require(before.policy)
    let after = draft(try #require(before.text(changedBy: Controls(policy.alternatives[0]))))
    #expect(after.policy?.canonicalKey == policy.canonicalKey)
    #expect(after.policy?.name == policy.name)
  }

  @Test(.firstFailureOnly, arguments: changeable, seeds(2, of: 300))
  func `controls show the values that they set`(text: String, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let before = draft(text)
    let policy = try #require(before.policy)
    var wanted = Controls(policy.alternatives[0])
    func number(_ range: ClosedRange<Int>) -> Int? {
      Bool.random(using: &random) ? nil : Int.random(in: range, using: &random)
    }
    if Bool.random(using: &random) { wanted.numbers["least"] = number(1...20) }
    if Bool.random(using: &random) { wanted.numbers["most"] = number(20...99) }
    if Bool.random(using: &random) { wanted.numbers["kinds"] = number(1...4) }
    if Bool.random(using: &random) { wanted.numbers["run"] = number(1...5) }
    if Bool.random(using: &random) { wanted.numbers["max-sequential"] = number(1...5) }
    if Bool.random(using: &random) { wanted.numbers["min-score"] = number(1...4) }
    if Bool.random(using: &random) { wanted.numbers["max-class-run"] = number(1...9) }
    if Bool.random(using: &random) { wanted.numbers["at-most-digit"] = number(0...3) }
    if Bool.random(using: &random) { wanted.isListed.toggle() }
    for kind in Controls.Kind.allCases where Bool.random(using: &random) {
      wanted.needs.formSymmetricDifference([kind])
    }
    wanted.may = Controls.Alphabet.allCases.randomElement(using: &random) ?? .ascii

    let text = try #require(before.text(changedBy: wanted))
    let after = draft(text)
    #expect(!after.problems.contains { $0.severity == .error }, "seed \(seed): \(text)")
    let alternative = try #require(after.policy?.alternatives.first, "seed \(seed): \(text)")
    var shown = Controls(alternative)
    // A policy that names no class permits all of ASCII, as one does that names all of ASCII.
    if wanted.may == .named { shown.may = .named }
    #expect(shown == wanted, "seed \(seed): \(text)")
    let old = policy.alternatives[0]
    func others(_ rules: PasswordRules) -> [PasswordRules.Rule] {
      let kept = ["at-least", "at-most", "exactly", "between", "first", "last", "context"]
      return rules.others.filter {
        kept.contains($0.keyword) && ($0.keyword != "at-most" || $0.characters != .digit)
      }
    }
    #expect(others(alternative) == others(old), "seed \(seed): \(text)")
    for kept in old.required
    where !Controls.Kind.allCases.map(\.characters).contains(kept) {
      #expect(alternative.required.contains(kept), "seed \(seed): \(text)")
    }
  }

  @Test func `a form's fields are read, and nonsense is ignored`() {
    let controls = Controls(
      FormFields(
        "least=8&most=zzz&need=lower&need=what&kinds=9&may=unicode&list=1&min-score=0&run=%202%20")
    )
    var expected = Controls(FormFields())
    expected.numbers["least"] = 8
    expected.needs = [.lower]
    expected.may = .unicode
    expected.isListed = true
    expected.numbers["run"] = 2
    #expect(controls == expected)
  }

  @Test func `numbers at the ends of their ranges are read, beyond them ignored`() {
    func read(_ fields: String) -> [Int?] {
      let controls = Controls(FormFields(fields))
      return [
        controls.numbers["least"], controls.numbers["most"], controls.numbers["run"],
        controls.numbers["max-sequential"], controls.numbers["kinds"],
        controls.numbers["min-score"],
      ]
    }
    #expect(
      read("least=1&most=2&run=3&max-sequential=4&kinds=1&min-score=1") == [1, 2, 3, 4, 1, 1])
    #expect(
      read("least=9999&most=9998&run=9997&max-sequential=9996&kinds=4&min-score=4")
        == [9999, 9998, 9997, 9996, 4, 4])
    #expect(
      read("least=10000&most=10000&run=10000&max-sequential=10000&kinds=5&min-score=5")
        == [nil, nil, nil, nil, nil, nil])
    #expect(
      read("least=0&most=0&run=0&max-sequential=0&kinds=0&min-score=0") == [
        nil, nil, nil, nil, nil, nil,
      ])
  }

  @Test func `controls show each rule in its own field`() throws {
    let text = """
      minlength: 5; maxlength: 60; max-repeating: 3; max-consecutive: 2; max-sequential: 4; \
      min-classes: 2; min-score: 1; required: digit; allowed: unicode; blocklist: default; \
      at-most: 3 [-_]; at-most: 2 digit; max-class-run: 9;
      """
    let controls = Controls(try #require(draft(text).policy).alternatives[0])
    var expected = Controls(FormFields())
    expected.needs = [.digit]
    expected.numbers = [
      "least": 5, "most": 60, "run": 3, "max-sequential": 4, "kinds": 2, "min-score": 1,
      "at-most-digit": 2, "max-class-run": 9,
    ]
    (expected.may, expected.isListed) = (.unicode, true)
    #expect(controls == expected)
    let older = Controls(try #require(draft("max-consecutive: 2;").policy).alternatives[0])
    #expect(older.numbers["run"] == 2 && older.may == .ascii)
  }

  /// The rules after a change of the classes that must occur.
  private func rules(
    _ text: String, needing needs: Set<Controls.Kind>
  ) throws -> PasswordRules {
    let before = draft(text)
    var controls = Controls(try #require(before.policy).alternatives[0])
    controls.needs = needs
    let after = try #require(before.text(changedBy: controls))
    return try #require(draft(after).policy).alternatives[0]
  }

  @Test func `a class that is ticked is permitted, one that is unticked is not`() throws {
    let ticked = try rules("required: lower;", needing: [.lower, .digit])
    #expect(ticked.required == [.lower, .digit])
    #expect(ticked.permitted == .lower.union(.digit))
    let unticked = try rules("required: lower; required: digit;", needing: [.digit])
    #expect(unticked.required == [.digit] && unticked.permitted == .digit)
    // What another class requires stays permitted.
    let shared = try rules("required: [abc]; required: lower;", needing: [])
    #expect(shared.required.count == 1 && shared.permitted == shared.required[0])
    let all = try rules("required: lower; allowed: unicode;", needing: [.upper])
    #expect(all.required == [.upper] && all.permitted == .unicode)
  }
}
