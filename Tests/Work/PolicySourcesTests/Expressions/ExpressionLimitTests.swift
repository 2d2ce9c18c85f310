import PasswordPolicies
import PolicySources
import TestSupport
import Testing

/// Expressions with upper limits on the number of characters of a class.
@Suite struct ExpressionLimitTests {
  /// A class, all but it, and the text of both.
  private static let classes: [(one: NaiveExpression, others: NaiveExpression)] = [
    (.one(#"\d"#) { "1" == $0 }, .one(#"\D"#) { "1" != $0 }),
    (.one("[0-9]") { "1" == $0 }, .one("[^0-9]") { "1" != $0 }),
    (.one("[a-z]") { "a" == $0 }, .one("[^a-z]") { "a" != $0 }),
    (.one("[A-Za-z]") { "aA".contains($0) }, .one("[^A-Za-z]") { !"aA".contains($0) }),
  ]

  private static let any = NaiveExpression.one(".") { _ in true }

  /// One way to write a limit; half of them as look-aheads.
  private static func form(
    _ number: Int, _ random: inout SeededGenerator
  ) -> (expression: NaiveExpression, isLook: Bool) {
    let (one, others) = classes.randomElement(using: &random) ?? classes[0]
    let least = [0, 0, 1, 2].randomElement(using: &random) ?? 0
    let most = least + Int.random(in: least == 0 ? 1...3 : 0...2, using: &random)
    let gap = NaiveExpression.repeated(others, 0, nil, Bool.random(using: &random) ? "" : "?")
    let all = NaiveExpression.repeated(any, 0, nil, "")
    func times(_ parts: [NaiveExpression], _ least: Int, _ most: Int?) -> NaiveExpression {
      .repeated(.sequence(parts), least, most, "")
    }
    func ahead(_ parts: [NaiveExpression], not isNegative: Bool = false) -> NaiveExpression {
      .look(.sequence(parts), isNegative: isNegative)
    }
    let spelled = (0...most).flatMap { _ in [all, one] }
    let optional = (0..<most).flatMap { _ in [NaiveExpression.repeated(one, 0, 1, ""), gap] }
    switch number {
    case 0: return (ahead([times([gap, one], least, most), gap, .end]), true)
    case 1: return (ahead([times([all, one], most + 1, most + 1)], not: true), true)
    case 2: return (ahead(spelled, not: true), true)
    case 3: return (ahead([times([gap, one], most + 1, nil)], not: true), true)
    case 4: return (ahead([gap, times([one, gap], least, most), .end]), true)
    case 5: return (ahead([times([gap, one, gap], most + 1, most + 1)], not: true), true)
    case 6:
      return (
        ahead([.repeated(any, 0, nil, ""), times([one, all], most + 1, nil)], not: true), true
      )
    case 7: return (.sequence([gap, times([one, gap], least, most)]), false)
    case 8: return (.sequence([times([gap, one], least, most), gap]), false)
    case 9: return (.sequence([gap] + optional), false)
    case 10: return (times([gap, one], least, most), false)
    case 11: return (times([one, gap], least, most), false)
    case 12:
      return (
        .choice((least...most).map { .sequence([gap] + (0..<$0).flatMap { _ in [one, gap] }) }),
        false
      )
    case 13:
      return (.sequence([times([gap, one], least, most), times([gap, one], 1, 1), gap]), false)
    case 14: return (.sequence([.repeated(one, least, most, ""), gap]), false)
    case 15: return (.sequence([gap, times([one, gap], least, nil)]), false)
    case 16: return (.sequence([times([gap, one], least, nil), gap]), false)
    case 17: return (.sequence([gap, times([one, gap], most, most), one, gap]), false)
    case 18: return (ahead([gap, times([gap, one, gap], least, nil), .end]), true)
    default: return (.sequence([gap, .repeated(one, 0, most, ""), gap]), false)
    }
  }

  /// Every string of up to five of a few characters.
  private static let passwords: [String] = {
    var (all, last) = ([""], [""])
    for _ in 0..<5 {
      last = last.flatMap { start in "a1A-".map { start + String($0) } }
      all += last
    }
    return all.filter { !$0.isEmpty }
  }()

  @Test(.firstFailureOnly)
  func `each is converted to what it matches, or refused by name`() throws {
    var random = SeededGenerator(seed: 58)
    var (converted, refused): (Set<String>, Set<String>) = ([], [])
    while converted.count + refused.count < 300 {
      let (form, isLook) = Self.form((converted.count + refused.count) % 20, &random)
      var parts = [NaiveExpression.start, form]
      if isLook {
        if Bool.random(using: &random) {
          parts.append(Self.form(Int.random(in: 0...6, using: &random), &random).0)
        }
        parts.append(.repeated(Self.any, Int.random(in: 0...3, using: &random), nil, ""))
      }
      let expression = NaiveExpression.sequence(parts + [.end])
      let text = expression.text
      if converted.contains(text) || refused.contains(text) { continue }
      let reading = ExpressionReader.read(text)
      guard reading.outcome() != .refused, let written = reading.policies.first else {
        let reasons = reading.remarks.filter { $0.kind == .cannot }
        try #require(reasons.contains { !$0.part.isEmpty && !$0.text.isEmpty }, "\(text)")
        refused.insert(text)
        continue
      }
      converted.insert(text)
      let judge = try Judge(policy(of: written.text))
      for password in Self.passwords {
        try #require(
          judge.accepts(password) == expression.occurs(in: password),
          "\(text) on '\(password)' is not \(written.text)")
      }
    }
    // What is refused limits characters in a row or at a place.
    #expect(converted.count > 230, "\(refused)")
  }

  @Test func `a repeated repetition is one where its lengths are a range`() throws {
    let ends: [Int?] = [0, 1, 2, 3, nil]
    var read = 0
    for (least, most) in (0...3).flatMap({ least in ends.map { (least, $0) } })
    where most ?? .max >= least {
      for (fewest, limit) in (0...3).flatMap({ fewest in ends.map { (fewest, $0) } })
      where limit ?? .max >= fewest {
        let one = NaiveExpression.one("[ab]") { "ab".contains($0) }
        let expression = NaiveExpression.sequence([
          .start, .repeated(.sequence([.repeated(one, least, most, "")]), fewest, limit, ""), .end,
        ])
        // No password is empty.
        let lengths = (1...20).filter {
          expression.occurs(in: String(repeating: "a", count: $0))
        }
        let isRange = zip(lengths, lengths.dropFirst()).allSatisfy { $0 + 1 == $1 }
        let reading = ExpressionReader.read(expression.text)
        if !isRange {
          #expect(reading.outcome() == .refused, "\(expression.text)")
        } else if reading.outcome() != .refused {
          let rules = try #require(reading.policies.first?.alternatives.first)
          let (shortest, longest) = (rules.minLength ?? 0, rules.maxLength)
          read += 1
          if lengths.isEmpty {
            #expect(shortest > longest ?? .max, "\(expression.text)")
          } else {
            #expect(max(shortest, 1) == lengths.first, "\(expression.text)")
            #expect(longest == (lengths.last == 20 ? nil : lengths.last), "\(expression.text)")
          }
        }
      }
    }
    #expect(read == 158)
  }

  @Test(arguments: [
    (#"^(?=(?:\D*\d){0,2}\D*$).{8,}$"#, "allowed: unicode; minlength: 8; at-most: 2 digit;"),
    (#"^(?!(?:.*\d){3}).{8,}$"#, "allowed: unicode; minlength: 8; at-most: 2 digit;"),
    (#"^(?!.*\d.*\d.*\d).{8,}$"#, "allowed: unicode; minlength: 8; at-most: 2 digit;"),
    (#"^(?=.*\d)(?!.*\d.*\d).+$"#, "allowed: unicode; minlength: 1; exactly: 1 digit;"),
    (#"^\D*\d\D*$"#, "allowed: unicode; exactly: 1 digit;"),
    (#"^\D*\d?\D*\d?\D*$"#, "allowed: unicode; at-most: 2 digit;"),
    (
      #"^(?=(?:[^a-z]*[a-z]){1,3}[^a-z]*$)[a-z0-9]{4,}$"#,
      "allowed: lower, digit; minlength: 4; between: 1, 3 lower;"
    ),
    (
      #"^(?!.*[^a-z0-9].*[^a-z0-9])[\x20-\x7e]+$"#,
      "allowed: ascii-printable; minlength: 1; at-most: 1 upper, special;"
    ),
    (#"^(?!(?:.*\d){9})[\da-f]{4,8}$"#, "allowed: digit, [abcdef]; minlength: 4; maxlength: 8;"),
    (#"^(?!(?:.*\d){6})\d+$"#, "allowed: digit; minlength: 1; maxlength: 5;"),
  ])
  func `limits are written as rules`(expression: String, rules: String) {
    #expect(ExpressionReader.read(expression).policies.map(\.text) == [rules])
  }
}
