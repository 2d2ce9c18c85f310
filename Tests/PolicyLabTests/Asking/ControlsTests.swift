import Diagnostics
import PasswordRules
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
      #expect(draft(text).policy != nil && draft(text).text(changedBy: Controls(Fields())) == nil)
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
    if Bool.random(using: &random) { wanted.least = number(1...20) }
    if Bool.random(using: &random) { wanted.most = number(20...99) }
    if Bool.random(using: &random) { wanted.kinds = number(1...4) }
    if Bool.random(using: &random) { wanted.run = number(1...5) }
    if Bool.random(using: &random) { wanted.sequence = number(1...5) }
    if Bool.random(using: &random) { wanted.score = number(1...4) }
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
    #expect(alternative.atLeast == old.atLeast)
    #expect(alternative.contextWords == old.contextWords)
    #expect(alternative.maxClassRun == old.maxClassRun)
    for kept in old.rules.required
    where !Controls.Kind.allCases.map(\.characters).contains(kept) {
      #expect(alternative.rules.required.contains(kept), "seed \(seed): \(text)")
    }
  }

  @Test func `a form's fields are read, and nonsense is ignored`() {
    let controls = Controls(
      Fields("least=8&most=zzz&need=lower&need=what&kinds=9&may=unicode&list=1&score=0&run=%202%20")
    )
    var expected = Controls(Fields())
    expected.least = 8
    expected.needs = [.lower]
    expected.may = .unicode
    expected.isListed = true
    expected.run = 2
    #expect(controls == expected)
  }
}
