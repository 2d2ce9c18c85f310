import Diagnostics
import PasswordPolicies
import TestSupport
import Testing

/// What is said of a text, and of which place in it.
@Suite struct MessageTests {
  private static let faults: [(text: String, problems: [String])] = [
    ("minlength 8;", ["1:11 expected-value"]), ("minlength: ;", ["1:1 no-value"]),
    ("minlength:  x;", ["1:13 expected-integer"]), ("minlength: -1;", ["1:12 expected-integer"]),
    ("minlength: 8 ; 5", ["1:13 expected-integer", "1:16 expected-property"]),
    ("minlength: 8; allowed: lower;\nrequired: [a", ["2:11 class-unterminated"]),
    ("minlength: 9;\nallowed: ascii-printable, unicode;", ["2:10 printable-beside-unicode"]),
    ("allowed: lower;\nrequired: [a-z];", ["2:13 misplaced-dash"]),
    (
      "allowed: lower; required: [é\nb];",
      ["1:28 ignored-characters", "1:29 line-break-in-class"]
    ),
    ("allowed: lower; required: [a\r\nb];", ["1:30 line-break-in-class"]),
    ("allowed: lower; required: [&lt;];", ["1:28 entity"]),
    // What stands in brackets or quotes ends no rule; one that is open ends with its line.
    ("minlength: x [;] \";\";\nmaxlength: y;", ["1:12 expected-integer", "2:12 expected-integer"]),
    ("minlength: x [\n, [;];\nmaxlength: y;", ["1:12 expected-integer", "3:12 expected-integer"]),
    ("required: [];", ["1:11 empty-class"]), ("required: [a]b];", ["1:13 misplaced-bracket"]),
    ("minlength: 0; maxlength: 9999;", ["1:12 zero", "1:26 huge-number"]),
    ("minlength: 99999999999999999999;", ["1:12 huge-number"]),
    ("maxlength: 4096;", []), ("maxlength: 4097;", ["1:12 huge-number"]),
    ("minlength: 9; maxlength: 3;", ["1:1 unsatisfiable"]),
    ("minlength: 8; minlength: 9;", ["1:26 repeated-rule"]),
    ("max-consecutive: 2 é;", ["1:20 expected-semicolon"]),
    ("minlengt: 8;", ["1:1 unknown-property"]), ("required: lowr;", ["1:11 unknown-class"]),
    ("allowed: lower upper;", ["1:16 junk-after-value"]),
    ("minlength: 8; minlength", ["1:24 eof-after-name"]),
    ("minlength: 8;;", ["1:14 expected-property"]),
    ("\u{A0}minlength: 8;", ["1:1 expected-property"]),
  ]

  @Test(arguments: faults)
  func `problems of a file and of a string of rules`(text: String, problems: [String]) {
    let file = PolicyReading(policyFile: Array(text.utf8), file: "p")
    let string = PolicyReading(rulesString: Array(text.utf8), name: "n", file: "p")
    for reading in [file, string] {
      #expect(reading.problems.map { "\($0.line):\($0.column) \($0.code)" } == problems)
    }
    #expect(file.policies.map(\.name) == ["p"] && string.policies.map(\.name) == ["n"])
  }

  @Test(arguments: faults)
  func `below a header, lenient reading finds the same a line further down`(
    text: String, problems _: [String]
  ) {
    func found(_ text: String) -> [String] {
      PolicyReading(policyFile: Array(text.utf8), file: "p", .lenient).problems
        .filter { $0.code != "unsatisfiable" }.map {
          "\($0.line):\($0.column) \($0.found) \($0.remedy ?? "")"
        }
    }
    let below = found("[p]\n\(text)")
    #expect(!below.contains { $0.hasPrefix("1:") })
    let above = below.map { "\((Int($0.prefix { $0 != ":" }) ?? 0) - 1)\($0.drop { $0 != ":" })" }
    #expect(above == found(text))
  }

  @Test func `the remedy of an unknown rule names just the rules that may stand there`() throws {
    let bytes = Array("xyzxyz: 1;".utf8)
    for reading in [
      PolicyReading(policyFile: bytes, file: "p"),
      PolicyReading(rulesString: bytes, name: "", file: "p"),
    ] {
      let remedy = try #require(reading.problems.first?.remedy)
      let isFile = remedy.contains("or between alternatives")
      #expect(isFile == (reading.policies.first?.name == "p"))
      for keyword in Keyword.allCases {
        let isNamed = remedy.replacing(".", with: ",").contains(" \(keyword.rawValue),")
        #expect(
          isNamed
            == (isFile
              || PasswordRules.problems(in: "\(keyword.rawValue): 1;").allSatisfy {
                $0.code != "unknown-property"
              }))
      }
    }
  }

  @Test func `what stands at a place is named`() {
    for (text, words) in [
      ("minlength: 8 ;", "error: space after the number of 'minlength'"),
      ("minlength 8;", "error: '8' after 'minlength'"), ("\u{A0};", "error: U+00A0"),
      ("max-consecutive: 2 é;", "error: 'é' where a rule"),
      ("required: lower upper;", "error: 'upper' after a class"),
    ] {
      let problems = PolicyReading(policyFile: Array(text.utf8), file: "p").problems
      #expect(problems.contains { $0.message.contains(words) }, "\(text)")
    }
  }

  @Test func `a number is quoted up to forty characters, and a class in part is not empty`() {
    let number = "8" + String(repeating: "x", count: 60)
    #expect(messages("minlength: \(number);").first?.contains("'\(number.prefix(40))' as") == true)
    #expect(messages("allowed: unicode; required: lowr except [a];").count == 1)
    #expect(messages("allowed: unicode; required: [a] except [a];").count == 1)
  }

  @Test(arguments: [
    ("given", "x/p.policy", "given"), (nil, "x/p.policy", "p"), (nil, "a/.b", ".b"),
    (nil, "a.b/c", "c"), (nil, "a/b.c.d", "b.c"), (nil, "p.", "p"),
  ])
  func `a file has the name that is given, or its own`(name: String?, file: String, found: String) {
    let reading = PolicyReading(policyFile: Array("minlength: 8;".utf8), file: file, name: name)
    #expect(reading.policies.map(\.name) == [found])
  }

  @Test func `rules are described in one line, Apple's first, which reads back`() throws {
    let between = PasswordRules.Rule.between(1...3, .lower.union("-_"))
    #expect(between.textWithoutCommas == "between: 1 to 3 lower or [-_]")
    for text in [
      "minlength: 8;", "at-least: 2 digit;",
      "required: lower; max-consecutive: 2; minlength: 8; at-least: 2 digit; min-score: 2;",
    ] {
      let rules = try firstPolicy(ofFile: text).alternatives[0]
      #expect(rules.description == text)
      #expect(try firstPolicy(ofFile: rules.description).alternatives[0] == rules)
      #expect(rules.rules.allSatisfy { $0.textWithoutCommas == $0.description })
    }
  }
}
