import PasswordPolicies
import TestSupport
import Testing

@Suite struct DescriptorTests {
  @Test(
    arguments: [
      (
        [.minLength(8), .required(.digit), .allowed("]-x")],
        "required: digit; allowed: [-x]]; minlength: 8;"
      ),
      ([], ""), ([.allowed(.asciiPrintable)], ""), ([.allowed(.unicode)], "allowed: unicode;"),
      ([.required("]")], "required: []];"), ([.required("-")], "required: [-];"),
      ([.required("[]")], "required: [[]];"), ([.required("")], "required: [];"),
      ([.required(.digit), .allowed(.lower, .digit)], "required: digit; allowed: lower;"),
      (
        [.required(.digit), .allowed(.asciiPrintable)],
        "required: digit; allowed: ascii-printable;"
      ),
      (
        [.maxLength(20), .minLength(3), .maxSequential(4), .maxRepeating(5), .maxConsecutive(6)],
        "max-consecutive: 6; max-repeating: 5; max-sequential: 4; minlength: 3; maxlength: 20;"
      ),
      ([.required(.upper, .lower, "zZ_ !")], "required: upper, lower, [ !_];"),
      ([.required("abcdefghijklmnopqrstuvwxyz")], "required: lower;"),
      (
        [.required(.asciiPrintable), .allowed(.unicode)],
        "allowed: unicode; required: ascii-printable;"
      ),
    ] as [(PasswordRules, String)])
  func `rules print in normal order, '-' first and ']' last`(rules: PasswordRules, text: String) {
    #expect(rules.descriptor == text)
  }

  @Test(.firstFailureOnly, arguments: seeds(50, of: 1000))
  func `a class prints its kinds by name, and the rest in order`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let kinds: [(name: String, members: [Character])] = [
      ("upper", Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")),
      ("lower", Array("abcdefghijklmnopqrstuvwxyz")),
      ("digit", Array("0123456789")), ("special", Array(##" !"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"##)),
    ]
    var (names, members, rest) = ([String](), "", "")
    for kind in kinds {
      let some = kind.members.filter { _ in UInt64.random(in: 0..<4, using: &random) > seed % 4 }
      let isWhole = Bool.random(using: &random)
      members += String(isWhole ? kind.members : some)
      if isWhole || some.count == kind.members.count {
        names.append(kind.name)
      } else {
        rest += String(some)
      }
    }
    let moved = rest.filter { $0 != "-" && $0 != "]" }
    let inside = (rest.contains("-") ? "-" : "") + moved + (rest.contains("]") ? "]" : "")
    if !rest.isEmpty || names.isEmpty { names.append("[\(inside)]") }
    let printed = names.count == 4 && rest.isEmpty ? ["ascii-printable"] : names
    let characters = try #require(PasswordRules.CharacterClass(members))
    #expect(characters.description == printed.joined(separator: ", "))
  }

  @Test func `the attribute is escaped for HTML`() {
    let rules: PasswordRules = [.required("\"'<>&a")]
    #expect(rules.descriptor == "required: [a\"&'<>];")
    #expect(rules.htmlAttribute == "passwordrules=\"required: [a&quot;&amp;&#39;&lt;&gt;];\"")
  }

  @Test(.firstFailureOnly, arguments: [1, 2, 3] as [UInt64])
  func `random rules read back as the same rules`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let rules = PasswordRules.random(using: &generator)
      for (keyword, number) in [
        ("minlength", rules.minLength), ("maxlength", rules.maxLength),
        ("max-consecutive", rules.maxConsecutive), ("max-repeating", rules.maxRepeating),
        ("max-sequential", rules.maxSequential),
      ] {
        let rule = rules.rules.first { $0.keyword == keyword }
        #expect(number.map(String.init) == rule?.value, "seed \(seed): \(rules)")
      }
      for text in [rules.descriptor, rules.descriptor(inFull: true)] {
        #expect(ReferenceReading(of: Array(text.utf8)).rules == rules, "seed \(seed): \(text)")
        let large = rules.apples(inFull: true).filter {
          [
            .required(.unicode), .required(.asciiPrintable), .allowed(.unicode),
            .allowed(.asciiPrintable),
          ]
          .contains($0)
        }
        let classes = Set(large.map { $0.description.hasSuffix("unicode") })
        if classes.count < 2 {
          #expect(try PasswordRules(parsing: text) == rules, "seed \(seed): \(text)")
        } else {
          #expect(throws: PasswordRules.ParseError.self) { try PasswordRules(parsing: text) }
        }
      }
    }
  }

  @Test(arguments: [Vectors.parser, Vectors.parserNext])
  func `the rules read from every vector print as text that reads back`(file: VectorFile) throws {
    for row in few(400, of: try file.rows(as: Vectors.ParserRow.self)) {
      let reading = ReferenceReading(of: Array(row.input.utf8))
      for text in [reading.rules.descriptor, reading.rules.descriptor(inFull: true)] {
        let again = ReferenceReading(of: Array(text.utf8))
        try #require(again.outcome == .clean, "\(row.id)")
        try #require(again.rules == reading.rules, "\(row.id)")
        let clashes = again.problems.contains { $0.code == "printable-beside-unicode" }
        if !clashes { try #require(PasswordRules(parsing: text) == reading.rules, "\(row.id)") }
      }
    }
  }
}

extension PasswordRules {
  /// Random rules of every kind, with small numbers.
  static func random(using generator: inout SeededGenerator) -> PasswordRules {
    let rules = (0..<Int.random(in: 0...6, using: &generator)).map { _ -> Rule in
      let number = Int.random(in: 0...20, using: &generator)
      switch Int.random(in: 0...8, using: &generator) {
      case 0...2: return .required(.random(using: &generator))
      case 3: return .allowed(.random(using: &generator))
      case 4: return .minLength(number)
      case 5: return .maxLength(number)
      case 6: return .maxConsecutive(number)
      case 7: return .maxRepeating(number)
      default: return .maxSequential(number)
      }
    }
    return PasswordRules(rules)
  }
}

extension PasswordRules.CharacterClass {
  /// Some named classes and some characters.
  static func random(using generator: inout SeededGenerator) -> Self {
    var result: Self = ""
    for named in [Self.upper, .lower, .digit, .special]
    where Int.random(in: 0...4, using: &generator) == 0 {
      result = result.union(named)
    }
    if Int.random(in: 0...14, using: &generator) == 0 { return .unicode }
    if Int.random(in: 0...14, using: &generator) == 0 { return .asciiPrintable }
    for _ in 0..<Int.random(in: 0...5, using: &generator) {
      let byte = UInt8.random(in: 0x20...0x7E, using: &generator)
      // `-`, `[` and `]` more often than the others, since they are written in their own ways.
      let character =
        [byte, byte, UInt8(ascii: "-"), UInt8(ascii: "]"), UInt8(ascii: "[")]
        .randomElement(using: &generator) ?? byte
      result = result.union(Self(String(Unicode.Scalar(character))) ?? result)
    }
    return result
  }
}
