import Foundation
import PasswordPolicies
import PolicySources
import TestSupport
import Testing

@Suite struct HostileExpressionTests {
  @Test(arguments: [
    ("(", ")", 50_000), ("(?:", ")", 50_000), ("(?=", ")", 20_000), ("[", "]", 50_000),
    ("(a|", ")", 50_000), ("(?!.*", ")+", 20_000),
  ])
  func `a text of many nested groups is refused at the first code point beyond the limit`(
    opening: String, closing: String, count: Int
  ) {
    let text =
      String(repeating: opening, count: count) + String(repeating: closing, count: count)
    let reading = ExpressionReader.read(text)
    #expect(reading.outcome() == .refused)
    #expect(reading.policies.isEmpty)
    #expect(reading.remarks.map(\.place) == [.text(line: 1, column: 4097)])
    #expect(reading.remarks.map(\.part.unicodeScalars.count) == [1])
    #expect(reading.remarks.map(\.text) == ["an expression of more than 4,096 characters"])
  }

  @Test func `100 groups within each other are read, and the next one is refused`() {
    func nested(_ count: Int, _ opening: String) -> SourceReading {
      ExpressionReader.read(
        "^" + String(repeating: opening, count: count) + "a"
          + String(repeating: ")", count: count) + "$")
    }
    for opening in ["(", "(?:"] {
      #expect(
        nested(100, opening).policies.map(\.text) == ["allowed: [a]; minlength: 1; maxlength: 1;"])
      let reading = nested(101, opening)
      #expect(reading.policies.isEmpty)
      #expect(
        reading.remarks.map { "\($0.place) \($0.part) \($0.text)" } == [
          "1:\(2 + 100 * opening.count) ( groups nested more than 100 deep"
        ])
    }
    #expect(nested(100, "(?=").outcome() == .exact)
    #expect(nested(101, "(?=").outcome() == .refused)
  }

  @Test func `classes side by side are not nested`() {
    let many = String(repeating: "[a]", count: 120)
    let reading = ExpressionReader.read("[\(many)]{8,}", .full, .html)
    #expect(reading.policies.map(\.text) == ["allowed: [a]; minlength: 8;"])
    #expect(reading.remarks == [])
  }

  @Test func `4,096 code points are read`() {
    let reading = ExpressionReader.read("^" + String(repeating: "\u{1F600}", count: 4094) + "$")
    #expect(reading.remarks.map(\.part) == ["class"])
    #expect(
      ExpressionReader.read("^" + String(repeating: ".", count: 4094) + "$").policies.map(\.text)
        == ["allowed: unicode; minlength: 4094; maxlength: 4094;"])
  }

  @Test(arguments: [
    ("^.{99999999999999999999999999,}$", "allowed: unicode; minlength: 9223372036854775807;"),
    (
      "^.{8,99999999999999999999}$",
      "allowed: unicode; minlength: 8; maxlength: 9223372036854775807;"
    ),
    (
      "^(?:.{9999999999}){9999999999}$",
      "allowed: unicode; minlength: 9223372036854775807; maxlength: 9223372036854775807;"
    ),
    (
      "^.{9223372036854775807}.{9223372036854775807}$",
      "allowed: unicode; minlength: 9223372036854775807; maxlength: 9223372036854775807;"
    ),
    (
      "^(?=(?:.*\\d){9223372036854775807}).+$",
      "allowed: unicode; minlength: 1; at-least: 9223372036854775807 digit;"
    ),
    ("^(?!.{9223372036854775807})", "allowed: unicode; maxlength: 9223372036854775806;"),
  ])
  func `counts beyond every number mean the largest one`(expression: String, text: String) throws {
    let reading = ExpressionReader.read(expression)
    #expect(reading.policies.map(\.text) == [text])
    _ = try policy(of: text)
  }

  /// Expressions on which engines that backtrack, or readers that multiply out, take years.
  static let catastrophes: [String] = [
    "^(a+)+$", "^(a*)*b$", "^(?:a|a)*$", "^(?:a|aa)+$", "^(.*a){20}$", "^(\\w+\\s?)*$", "(x+x+)+y",
    "^" + String(repeating: "(a|bc)", count: 600) + "$",
    "^" + String(repeating: "(?:ab)?", count: 500) + "$",
    "^" + String(repeating: "(?=.*a|.*b)", count: 350) + "$",
    "^" + String(repeating: "(?!.*a.*b|.*c)", count: 250) + ".*$",
    String(repeating: ".*(?=.*a)", count: 450),
    "^" + String(repeating: "(?=a?b?c?d?(?=.))", count: 220),
    String(repeating: "(?:", count: 99) + "a" + String(repeating: ")?", count: 99),
    String(repeating: "(?:b", count: 99) + "a" + String(repeating: ")?", count: 99),
    String(repeating: "(?:ab|c(?:", count: 49) + "a" + String(repeating: "))+", count: 49),
    "^" + String(repeating: "(?:(?:a{2}b){2}c){16}", count: 180) + "$",
    "^" + String(repeating: "a{2}b{3,}", count: 440) + "$",
    "^" + String(repeating: "a?.*", count: 1000) + "$",
    "^" + (0..<900).map { "[\\u{\(String(0x4E00 + $0, radix: 16))}]" }.joined().prefix(4000) + "$",
    "^(?:"
      + (0..<200).map { "(?=.*\(Character(UnicodeScalar(UInt16(0x4E00 + $0)) ?? "a"))" }
      .joined(separator: ")|") + ")).*$",
    "^"
      + (0..<500).map { "(?=.*\(Character(UnicodeScalar(UInt16(0x4E00 + $0)) ?? "a")))" }.joined(),
    "^(" + (0..<1300).map { _ in "a|bc" }.joined(separator: "|").prefix(4000) + ")$",
    "^" + String(repeating: "(.)\\1", count: 800) + "$",
    "^(?!" + String(repeating: "(?:.*a|.*b)", count: 350) + ").*$",
    "[" + (0..<2000).map { "\(Character(UnicodeScalar(UInt16(0x100 + 2 * $0)) ?? "a"))" }.joined()
      + "]",
    String(repeating: "[^a]*a", count: 680), String(repeating: "{", count: 4096),
    String(repeating: "a{1", count: 1300), String(repeating: "\\p{", count: 1300),
    "^" + String(repeating: "(?:(?:(?:", count: 33) + "a|bc"
      + String(repeating: "){2}|d)|ef)", count: 33),
    "^" + String(repeating: "(?:(?!x)", count: 90) + "." + String(repeating: ")+", count: 90) + "$",
    "^" + String(repeating: "(?:(?=a|bc)|(?!d.*e))", count: 180),
    "^" + String(repeating: "(?=", count: 99) + "a" + String(repeating: ")", count: 99),
    "^" + String(repeating: "(?:ab|(?=.*", count: 49) + "a" + String(repeating: ")", count: 98),
  ]

  @Test func `expressions that explode elsewhere are read in bounded time and on a small stack`()
    async throws
  {
    let readings = await withCheckedContinuation { continuation in
      let thread = Thread {
        continuation.resume(
          returning: Self.catastrophes.map { expression in
            let start = ContinuousClock.now
            let reading = ExpressionReader.read(expression)
            return (reading, ContinuousClock.now - start)
          })
      }
      thread.stackSize = holdsMutants ? 1 << 28 : 1 << 20
      thread.start()
    }
    for (expression, (reading, duration)) in zip(Self.catastrophes, readings) {
      // Half a second at most in debug; engines that backtrack take longer than the test can wait.
      #expect(duration < .seconds(60), "\(expression.prefix(40))")
      #expect(reading.outcome() == .refused || reading.remarks.isEmpty)
      for written in reading.policies { _ = try policy(of: written.text) }
    }
  }

  @Test func `bidirectional text is a character like others`() throws {
    let reading = ExpressionReader.read("^[\u{202E}a-z\u{2066}]{8,}$")
    #expect(reading.outcome() == .ascii)
    #expect(reading.policies.map(\.text) == ["allowed: lower; minlength: 8;"])
    let refused = ExpressionReader.read("^\u{202E}[a-z]{2,}\u{2066}(")
    #expect(
      refused.remarks.map { "\($0.place) \($0.text)" } == [
        "1:13 a parenthesis that is never closed"
      ])
  }

  @Test func `short expressions with any bit flipped are read or refused at a place`() throws {
    let rows = try ExpressionVectors.file.rows(as: ExpressionVectors.Row.self)
    let short = Set(rows.map { "\($0.mode) \($0.text)" }.filter { $0.utf8.count <= 36 }).sorted()
    #expect(short.count > 50)
    for (number, line) in short.enumerated() {
      let words = line.split(separator: " ", maxSplits: 1)
      let bytes = Array(words[1].utf8)
      for (index, byte) in bytes.enumerated() {
        // Every bit of every byte, over the expressions.
        for bit in [(number + index) % 8, (number + index + 3) % 8, (number + index + 6) % 8] {
          var changed = bytes
          changed[index] = byte ^ (1 << UInt8(bit))
          let text = String(decoding: changed, as: UTF8.self)
          let reading = ExpressionVectors.reading(of: text, mode: String(words[0]))
          for written in reading.policies { _ = try policy(of: written.text) }
          #expect(!reading.policies.isEmpty || reading.outcome() == .refused)
          for remark in reading.remarks {
            guard case .text(line: 1, column: let column) = remark.place else {
              Issue.record("\(text): \(remark)")
              continue
            }
            #expect(1...(text.unicodeScalars.count + 2) ~= column, "\(text): \(remark)")
          }
        }
      }
    }
  }
}
