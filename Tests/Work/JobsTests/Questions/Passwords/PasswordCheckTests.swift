import Auditing
import Jobs
import PasswordPolicies
import PasswordStrength
import Passwords
import Reports
import TestSupport
import Testing

@Suite struct PasswordCheckTests {
  private let strength = StrengthSettings(referenceYear: 2026)

  private func check(_ listener: Listener = Listener()) -> PasswordCheck {
    PasswordCheck(eachByOwn: PolicySettings(), .off, strength, tell: listener.tell)
  }

  /// The answers to objects with members, each by its own policy.
  private func own(
    _ objects: String..., listener: Listener = Listener()
  ) throws -> (lines: [String], areAnswered: Bool) {
    let questions = check(listener).questions
    let found = try objects.map { try answers(questions, to: $0) }
    return (found.flatMap(\.lines), found.allSatisfy(\.areAnswered))
  }

  @Test func `each password is judged by its own policy`() throws {
    // The second time, the policy is known.
    let found = try answers(
      check().questions, to: #"{"policy": "minlength: 8;", "password": "abc"}"#,
      #"{"policy": "minlength: 3;", "password": "abc"}"#,
      #"{"policy": "minlength: 8;", "password": "abcdefgh"}"#)
    #expect(
      found.lines == [#"{"violated":["minlength"]}"#, #"{"violated":[]}"#, #"{"violated":[]}"#])
    #expect(found.areAnswered)
  }

  @Test func `a faulty policy is refused, every time with its first fault`() throws {
    let line = #"{"policy": "minlength: x;", "password": "abc"}"#
    let found = try answers(check().questions, to: line, line)
    #expect(found.lines.count == 2 && !found.areAnswered)
    #expect(found.lines.allSatisfy { $0.hasPrefix(#"{"error":"policy:1:"#) })
  }

  @Test func `a policy whose list cannot be read is refused, and the list's problem told`() throws {
    let listener = Listener()
    let directory = try TemporaryDirectory()
    let policy = #"blocklist: \"\#(directory.path)/none.txt\";"#
    let found = try own(#"{"policy": "\#(policy)", "password": "abc"}"#, listener: listener)
    #expect(found.lines == [#"{"error":"a list that the policy names cannot be read"}"#])
    #expect(listener.told.count == 1)
  }

  @Test func `the user of a password counts, if it is a string`() throws {
    let policy = #""policy": "context: username;", "password": "meadowlark""#
    let found = try own(
      #"{\#(policy), "user": "meadowlark"}"#, #"{\#(policy), "user": "otter"}"#,
      #"{\#(policy), "user": null}"#, #"{\#(policy), "user": 3}"#)
    #expect(
      found.lines == [
        #"{"violated":["username"]}"#, #"{"violated":[]}"#, #"{"violated":[]}"#,
        #"{"error":"expected 'user' to be a string"}"#,
      ])
  }

  @Test(arguments: [
    "", "[]", "null", #"{"password": "abc""#, #"{"password": "abc", "policy": ""} x"#,
    #"{"password": 3, "policy": "", "tags": [1, {"a": true}]}"#,
  ])
  func `a line that is no object, or lacks a member, is refused`(text: String) throws {
    let found = try own(text)
    #expect(found.lines == [#"{"error":"expected an object with 'policy' and 'password'"}"#])
    #expect(!found.areAnswered)
  }

  @Test(arguments: [OutputFormat.text, .csv, .jsonl, .json, .markdown])
  func `passwords are checked by several policies, in each form`(form: OutputFormat) throws {
    let policies = try policies(
      "[a]\nminlength: 4; required: digit; allowed: unicode;\n[b]\nminlength: 3;")
    let check = try PasswordCheck(policies, .off, strength, form: form) { _ in }
    let isObject = form == .jsonl
    #expect(check.columns == ["a", "b"])
    #expect(!check.hasRefused)
    let found = try answers(
      check.questions, to: isObject ? #"{"password":"abc"}"# : "abc",
      isObject ? #"{"password":"abc1"}"# : "abc1")
    let expected =
      switch form {
      case .text, .html: ["minlength,required: digit\tcompliant", "compliant\tcompliant"]
      case .markdown:
        ["| minlength,required: digit | compliant |", "| compliant | compliant |"]
      case .csv: ["minlength required[0],compliant", "compliant,compliant"]
      case .jsonl:
        [
          #"{"violated":{"a":["minlength","required[0]"],"b":[]}}"#,
          #"{"violated":{"a":[],"b":[]}}"#,
        ]
      case .json:
        [
          #"[{"violated":{"a":["minlength","required[0]"],"b":[]}},"#,
          #"{"violated":{"a":[],"b":[]}}]"#,
        ]
      }
    #expect(found.lines == expected)
    #expect(check.hasRefused)
    try check.checkUnchanged()
  }

  @Test(arguments: [(OutputFormat.text, "over-long\tover-long"), (.csv, "over-long,over-long")])
  func `a line that is too long has a verdict in the column of each policy`(
    form: OutputFormat, answer: String
  ) throws {
    let policies = try policies("[a]\nminlength: 4;\n[b]\nminlength: 3;")
    let check = try PasswordCheck(policies, .off, strength, form: form) { _ in }
    let found = try answers(check.questions, to: String(repeating: "x", count: 70_000))
    #expect(found.lines == [answer] && !found.areAnswered)
  }

  @Test func `a person reads words, and rules that have numbers as the policy writes them`() throws
  {
    let policies = try policies(
      "[a]\nminlength: 4; required: digit; allowed: unicode; or minlength: 9; required: upper, [-];\n[b]\nminlength: 1;"
    )
    let check = try PasswordCheck(policies, .off, strength, form: .text, isLookedAt: true) { _ in }
    let lines = try answers(check.questions, to: "abc", "abc1").lines
    #expect(
      lines == [
        "refused by 1: minlength: 4, 1: required: digit\taccepted", "accepted\taccepted",
      ])
    let both = try JobsTests.policies(
      "required: digit; minlength: 4; required: upper; allowed: unicode;")
    let questions = try PasswordCheck(both, .off, strength, form: .text) { _ in }.questions
    let rules = try answers(questions, to: "abc").lines
    #expect(rules == ["minlength,required: digit,required: upper"])
  }

  @Test func `one policy has a list of rules, and a password that complies is no refusal`() throws {
    for (password, violated) in [("abc", #"["minlength"]"#), ("abcd", "[]")] {
      let check = try PasswordCheck(
        policies("minlength: 4;"), .off, strength, form: .jsonl
      ) { _ in }
      #expect(
        try answers(check.questions, to: #"{"password":"\#(password)"}"#).lines
          == [#"{"violated":\#(violated)}"#])
      #expect(check.hasRefused == (violated != "[]"))
    }
    let (known, unknown) = (check(), check())
    _ = try answers(known.questions, to: #"{"policy": "minlength: 4;", "password": "abcd"}"#)
    _ = try answers(unknown.questions, to: #"{"policy": "minlength: 4;", "password": "abc"}"#)
    #expect(!known.hasRefused && unknown.hasRefused)
  }

  @Test(arguments: [
    (#"{"password": "meadowlark", "user": "meadowlark"}"#, #"{"violated":["username"]}"#, false),
    (#"{"password": "meadowlark", "user": null}"#, #"{"violated":[]}"#, true),
    (#"{"password": "meadowlark"}"#, #"{"violated":[]}"#, true),
    (
      #"{"password": "meadowlark", "user": 3}"#, #"{"error":"expected 'user' to be a string"}"#,
      true
    ),
    (#"{"user": "a"}"#, #"{"error":"expected an object with 'password'"}"#, true),
    (
      #"{"password": "\uD83D", "user": ""}"#,
      #"{"error":"\\uD83D is half a surrogate pair, and no character"}"#, true
    ),
  ])
  func `rules on users' names are told to be idle where no object names a user`(
    line: String, answer: String, isTold: Bool
  ) throws {
    for (form, tells) in [(OutputFormat.jsonl, isTold), (.text, false)]
    where tells || form == .jsonl {
      let listener = Listener()
      let check = try PasswordCheck(
        policies("context: username;"), .off, strength, form: form, tell: listener.tell)
      let found = try answers(check.questions, to: line)
      if form == .jsonl {
        #expect(found.lines == [answer] && found.areAnswered == !answer.contains("error"))
      }
      check.tellOfMissingUsers()
      #expect((listener.told.count == 1) == tells, "\(listener.told)")
    }
  }

  @Test(arguments: [
    (#"\uD83D\uDE00"#, nil), (#"\uD83D"#, #"\\uD83D"#), (#"\uDE00"#, #"\\uDE00"#),
    (#"a\uD83Db\uDE00"#, #"\\uD83D"#), (#"\uD83D\n"#, #"\\uD83D"#),
    (#"\\\uD83D\uDE00"#, nil), (#"\\uD83D"#, nil), (#"\u00e9\uDE00"#, #"\\uDE00"#),
    (#"\uD83D\uD83D\uDE00"#, #"\\uD83D"#),
  ])
  func `half a surrogate pair is named`(text: String, half: String?) throws {
    let line = #"{"policy": "minlength: 1;", "password": "\#(text)"}"#
    let found = try answers(check().questions, to: line)
    #expect(found.areAnswered == (half == nil), "\(found.lines)")
    if let half {
      #expect(
        found.lines == [#"{"error":"\#(half) is half a surrogate pair, and no character"}"#])
    }
  }

  @Test func `a trial tells the rules that a password breaks, and its level`() throws {
    let policies = try policies(
      "[a]\nminlength: 9; required: digit; allowed: unicode;\n[b]\nminlength: 3;")
    let lists = try BlocklistSettings.off.load(for: policies, names: []) { _ in }
    let trial = try PasswordTrial(policies, lists, strength)
    for (password, level, broken) in [
      ("abc", MeterLevel.weak, [["minlength: 9", "required: digit"], []]),
      ("Mxadow7!q", .strong, [[], []]),
      ("ab", .weak, [["minlength: 9", "required: digit"], ["minlength: 3"]]),
    ] {
      let found = trial.judgement(of: Array(password.utf8))
      #expect(found.level == level, "\(password)")
      #expect(found.broken.map { $0.map(\.text) } == broken)
    }
  }
}
