import PasswordPolicies
import PolicyLab
import TestSupport
import Testing

/// Controls change single rules of a text: comments, order and lines stay.
@Suite struct TextPatchTests {
  /// The text after a change of the controls.
  private func changed(_ text: String, _ change: (inout Controls) -> Void) throws -> String {
    let before = draft(text)
    var controls = Controls(try #require(before.policy).alternatives[0])
    change(&controls)
    return try #require(before.text(changedBy: controls))
  }

  private static let commented = """
    # our policy
    minlength: 8;
      # classes, all of them
      required: lower; required: upper;
    maxlength:   64;
    """

  @Test func `a number takes the place of the number`() throws {
    #expect(
      try changed(Self.commented) { $0.numbers["least"] = 12 }
        == Self.commented.replacing("minlength: 8", with: "minlength: 12"))
    #expect(
      try changed("minlength: 6; maxlength: 20; minlength: 9;") { $0.numbers["least"] = 7 }
        == "minlength: 7; maxlength: 20;")
  }

  @Test(arguments: [
    ("minlength: 8; required: digit; maxlength: 64;", "minlength: 8; maxlength: 64;"),
    ("minlength: 8;  required: digit;\tmaxlength: 64;", "minlength: 8;  maxlength: 64;"),
    ("required: digit; minlength: 8;", "minlength: 8;"),
    ("minlength: 8; required: digit;", "minlength: 8;"),
    ("minlength: 8; required: digit;  \n# end", "minlength: 8;  \n# end"),
    ("minlength: 8;\n  required: digit;  \nmaxlength: 64;", "minlength: 8;\nmaxlength: 64;"),
    ("minlength: 8; required: digit", "minlength: 8;"),
    ("minlength: 8;\n\t required: digit; maxlength: 64;", "minlength: 8;\n\t maxlength: 64;"),
    ("minlength: 8; \t required: digit;\nmaxlength: 64;", "minlength: 8;\nmaxlength: 64;"),
    ("minlength: 8;\n\nrequired: digit;\n\nmaxlength: 64;", "minlength: 8;\n\n\nmaxlength: 64;"),
    ("minlength: 8;\nrequired: digit;", "minlength: 8;"),
    ("minlength: 8;\n# a\n  required: digit;\t", "minlength: 8;\n# a"),
  ])
  func `a rule goes with the space on one side of it`(before: String, after: String) throws {
    #expect(
      try changed("allowed: unicode; " + before) { $0.needs.remove(.digit) } == "allowed: unicode; "
        + after)
  }

  @Test func `a class that has a line for itself is no name of a policy`() throws {
    for text in ["required:\n[ ];\nminlength: 8;", "required:\n[a]\n;minlength: 8;"] {
      #expect(
        try changed(text) { $0.numbers["least"] = 9 }
          == text.replacing("minlength: 8", with: "minlength: 9"))
    }
    let named = "[ours]\nrequired: [ ];\nminlength: 8;\n[theirs]\nminlength: 8;"
    #expect(
      try changed(named) { $0.numbers["least"] = 9 }
        == named.replacing("8;\n[", with: "9;\n["))
  }

  @Test func `a class is added after the last one, and taken away with its space`() throws {
    #expect(
      try changed(Self.commented) { $0.needs.insert(.digit) }
        == Self.commented.replacing(
          "required: upper;", with: "required: upper; required: digit;"))
    #expect(
      try changed(Self.commented) { $0.needs.remove(.upper) }
        == Self.commented.replacing(" required: upper;", with: ""))
    #expect(
      try changed(Self.commented) { $0.needs.remove(.lower) }
        == Self.commented.replacing("required: lower; ", with: ""))
  }

  /// A name of a policy stands at the begin of a line.
  @Test func `a class that ends a line or the text is a part of its rule`() throws {
    #expect(
      try changed("minlength: 8; required: lower, [ab]") { $0.needs.insert(.digit) }
        == "minlength: 8; required: lower, [ab]; required: digit;")
    #expect(
      try changed("required: digit; required: lower, [-.]\n; minlength: 8;") {
        $0.needs.remove(.digit)
      } == "required: lower, [-.]\n; minlength: 8;")
  }

  @Test func `a rule alone on its line goes with the line`() throws {
    #expect(
      try changed(Self.commented) { $0.numbers["least"] = nil }
        == Self.commented.replacing("minlength: 8;\n", with: ""))
    #expect(
      try changed("minlength: 8;\nmaxlength: 9;") { $0.numbers["most"] = nil } == "minlength: 8;")
    #expect(try changed("minlength: 8;") { $0.numbers["least"] = nil } == "")
  }

  @Test func `a new rule stands at the end, on a line of its own where the last one does`() throws {
    #expect(
      try changed("# ours\nminlength: 8;\n  maxlength: 9\n# end") {
        $0.numbers["max-sequential"] = 3
      }
        == "# ours\nminlength: 8;\n  maxlength: 9;\n  max-sequential: 3;\n# end")
    #expect(
      try changed("minlength: 8; maxlength: 9") { $0.isListed = true }
        == "minlength: 8; maxlength: 9; blocklist: default;")
    #expect(
      try changed("# nothing yet") { $0.numbers["least"] = 3 } == "# nothing yet\nminlength: 3;")
    #expect(try changed("[a]\n# x") { $0.numbers["least"] = 3 } == "[a]\nminlength: 3;\n# x")
    #expect(try changed("") { $0.numbers["least"] = 3 } == "minlength: 3;")
  }

  @Test func `permitted characters are stated where that is needed`() throws {
    #expect(
      try changed("required: lower;\nallowed: unicode;") { $0.may = .named } == "required: lower;")
    #expect(
      try changed("required: lower; # no comment\n".replacing("# no comment", with: "")) {
        $0.may = .ascii
      } == "required: lower; allowed: ascii-printable; \n")
    #expect(
      try changed("allowed: lower, digit;\n# why\nminlength: 8;") { $0.needs.insert(.digit) }
        == "allowed: lower, digit;\n# why\nminlength: 8;\nrequired: digit;")
  }

  @Test func `brackets, quotes and names do not mislead`() throws {
    let text =
      "[ours]\nrequired: [;#\"]];\ncontext: \"a;b\";\n# [x]\nminlength: 8;\n[next]\nminlength: 3;"
    #expect(
      try changed(text) { $0.numbers["least"] = 9 }
        == text.replacing("minlength: 8", with: "minlength: 9"))
    #expect(
      try changed("required:\n[abc]\n;minlength: 4;") { $0.numbers["least"] = 5 }
        == "required:\n[abc]\n;minlength: 5;")
  }

  @Test(.firstFailureOnly, arguments: seeds(40, of: 2000))
  func `comments and rules without a control stay through many changes`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let kept = [
      "# one", "at-least: 2 digit, special;", "# two; minlength: 3;", "max-class-run: 4;",
    ]
    var lines = kept
    for rule in ["minlength: 8;", "required: lower; required: [-ab];", "max-repeating: 3;"]
    where Bool.random(using: &random) {
      lines.insert(rule, at: Int.random(in: 0...lines.count, using: &random))
    }
    var text = lines.joined(separator: "\n")
    for _ in 0..<6 {
      let policy = try #require(draft(text).policy, "seed \(seed): \(text)")
      var controls = Controls(policy.alternatives[0])
      switch Int.random(in: 0...6, using: &random) {
      case 0:
        controls.numbers["least"] =
          Bool.random(using: &random) ? nil : Int.random(in: 1...9, using: &random)
      case 1:
        controls.numbers["run"] =
          Bool.random(using: &random) ? nil : Int.random(in: 1...9, using: &random)
      case 2: controls.isListed.toggle()
      case 3: controls.numbers["kinds"] = Bool.random(using: &random) ? nil : 3
      case 4: controls.may = Controls.Alphabet.allCases.randomElement(using: &random) ?? .ascii
      case 5: controls.numbers["min-score"] = Bool.random(using: &random) ? nil : 2
      default:
        controls.needs.formSymmetricDifference(
          [Controls.Kind.allCases.randomElement(using: &random) ?? .lower])
      }
      let wanted = try #require(policy.changed(by: controls))
      text = try #require(draft(text).text(changedBy: controls))
      #expect(draft(text).policy?.canonicalKey == wanted.canonicalKey, "seed \(seed): \(text)")
      for line in kept { #expect(text.contains(line), "seed \(seed): \(text)") }
    }
  }
}
