import PasswordPolicies
import PolicySources
import TestSupport
import Testing

/// What is said of expressions that are wrong, that engines read differently, or that no rule says.
@Suite struct ExpressionRefusalTests {
  private static let expressions: [String] = [
    // Groups and quantifiers
    "(", ")", "a)", "(a", "(?:a", "(?=a", "(?<a>b)", "(?a)", "(?i)a", "(?i:a)", "(?>a)", "(?#a)",
    "(?P<a>b)",
    "*", "+a", "?", "a**", "a*+", "a++", "a?+", "a{2}{3}", "a{2,1}", "a{,3}", "a{3", "a{x}", "{",
    "}", "a}",
    "a{2}+", "a{9999999999}", "^*", "$+", "\\b+", "(?=a)*", "(?!a){2}", "(?<=a)+", "|", "a||b",
    "()", "(?:)*",
    "a{0}", "a{0,0}", "(a|)", "^^a$$", "a$b", "a^b", "^a\\Z", "\\Aa\\z", "a{1,2}?", "a*?",
    "(?<!a)b",
    // Classes
    "[", "]", "[]", "[]a]", "[^]", "[a", "[z-a]", "[a-\\d]", "[\\d-a]", "[a-]", "[-a]", "[^a-]",
    "[\\]", "[[a]",
    "[[a]]", "[a[b]c]", "[a&&b]", "[a--b]", "[[a-z]&&[aeiou]]", "[[a-z]--[aeiou]]", "[a&&&b]",
    "[a&&b--c]",
    "[a--b&&c]", "[ab&&c]", "[\\q{ab|c}]", "[^\\q{ab}]", "[\\q{ab|c}&&\\q{c}]", "[(]", "[{]",
    "[a|b]", "[&&]",
    "[!!a]", "[\\b]", "[\\B]", "[[:alpha:]]", "[\\p{L}]", "[\\w-z]", "[a-c-e]", "[\\x41-\\x5A]",
    "[\\u{41}]",
    "[^\\w\\W]", "[.]", "[\\.]", "[\\-]", "[\\!]", "[é-ü]", "[A-z]", "[ -~]", "[!-/]",
    String(repeating: "[", count: 12) + "a" + String(repeating: "]", count: 12),
    String(repeating: "[", count: 40) + "a" + String(repeating: "]", count: 40),
    // Escapes
    "\\", "a\\", "\\x", "\\x4", "\\x41", "\\u", "\\u00", "\\u0041", "\\u{110000}", "\\u{41}",
    "\\uD83D\\uDE00",
    "\\c", "\\cA", "\\0", "\\01", "\\1", "(a)\\1", "(a)\\2", "\\k<a>", "(?<a>b)\\k<a>", "\\p",
    "\\pL",
    "\\p{L}", "\\P{L}", "\\p{Lu}", "\\p{Foo}", "\\p{Script=Greek}", "\\a", "\\e", "\\h", "\\R",
    "\\X", "\\Q.\\E",
    "\\-", "\\_", "\\é", "\\/", "\\ ", "\\t", "\\n", "\\s", "\\S", "\\d\\D", "\\b", "\\B", "\\G",
    "\\N",
    // What no rule says
    "^ab$", "^[a-z]\\d$", "^(?=.*ab).*$", "^(?=a|b).*$", "^(?!.*(.)(.)\\2\\1).*$",
    "^(?=(?:\\d\\D)*$).*$",
    "^(?!.*password).*$", "^(?!.*(?:ab|cd)).*$", "^.*(?=.{8,})(?=.*\\d).*$", "^(?=.{8,}", "^.{8,}",
    ".{8,16}",
    "^(?=.*[A-Z])(?=.*[0-9]).{8,}\\n$", "^(?=.*\\d)(?=.*[a-z])\\w{4,}.$", "^\\S{8,}$",
    "^\\p{L}{8,}$",
  ]

  @Test func `what is said of each, in each dialect, stands recorded`() throws {
    var recorded = RecordedText()
    let dialects: [(String, ExpressionDialect)] = [
      ("JavaScript", .javaScript), ("HTML", .html), ("Java", .java), (".NET", .dotNet),
    ]
    for expression in Self.expressions {
      var lines: [String] = []
      for (name, dialect) in dialects {
        let reading = ExpressionReader.read(expression, .search, dialect)
        let said = (["\(reading.outcome())"] + reading.policies.map(\.text)).joined(separator: " ")
        let remarks = reading.remarks.map {
          "  \($0.kind.rawValue) \($0.place) \($0.part.prefix(60)): \($0.text)"
        }
        let all = ([said] + remarks).joined(separator: "\n")
        // Told once where dialects agree.
        if let place = lines.firstIndex(where: { $0.hasSuffix(": \(all)") }) {
          lines[place] = "\(name), \(lines[place])"
        } else {
          lines.append("\(name): \(all)")
        }
      }
      recorded.add(String(expression.prefix(60)), lines.joined(separator: "\n"))
    }
    try recorded.expect(in: "expressions")
  }
}
