import Reports
import TestSupport
import Testing

private func written(_ write: (inout MarkupWriter) -> Void) -> String {
  var writer = MarkupWriter()
  write(&writer)
  return String(decoding: writer.bytes, as: UTF8.self)
}

private func written(_ markup: Markup) -> String { written { $0.write(markup) } }

@Suite struct MarkupTests {
  @Test func `text and attributes are escaped alike`() {
    let text = "<b class=\"x\">&'"
    let safe = "&lt;b class=&quot;x&quot;&gt;&amp;&#39;"
    #expect(
      written(.element(.span, [.init(.ariaLabel, text)], [.text(text)]))
        == "<span aria-label=\"\(safe)\">\(safe)</span>")
  }

  @Test func `controls and bidirectional marks are made visible`() {
    #expect(written(.text("a\u{202E}b\u{7}\n")) == "a\\u{202e}b\\u{7}\\u{a}")
  }

  @Test(.firstFailureOnly, arguments: seeds(20, of: 400))
  func `text is escaped as if character by character`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let alphabet = Array("abc XYZ 0189 .,;[]{}~\u{7F}\u{1}&<>\"'é…")
    let text = (0..<Int.random(in: 0...24, using: &random)).map { _ in
      alphabet.randomElement(using: &random) ?? "x"
    }
    let naive = text.map { character -> String in
      switch character {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      case "\u{7F}": "\\u{7f}"
      case "\u{1}": "\\u{1}"
      default: String(character)
      }
    }
    #expect(written(.text(String(text))) == naive.joined())
  }

  @Test func `markup that was written earlier is the same as its pieces`() {
    let cells = ["a < b", "12", ""]
    var row = MarkupWriter()
    row.write(.tr, [.init(.id, "r&1")]) { row in
      for cell in cells { row.write(.td, [.init(.class, "w")], cell) }
    }
    let pieces = Markup.element(
      .tr, [.init(.id, "r&1")],
      cells.map { .element(.td, [.init(.class, "w")], [.text($0)]) })
    #expect(
      written(.element(.tbody, [], [.written(row)])) == written(.element(.tbody, [], [pieces])))
  }

  @Test func `only elements that HTML knows as empty have no end tag`() {
    #expect(written(.element(.td, [], [])) == "<td></td>")
    #expect(written(.element(.rect, [.init(.x, 1)], [])) == "<rect x=\"1\"/>")
  }

  @Test(arguments: [
    (0, "0"), (12, "12"), (0.5, "0.5"), (0.05, "0.05"), (-3.25, "-3.25"), (1.006, "1.01"),
    (-0.004, "0"), (2.999, "3"),
  ])
  func `coordinates have two decimals at most`(number: Double, text: String) {
    #expect(coordinate(number) == text)
  }

  @Test(arguments: [
    ("", 3, ""), ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("äöüß", 4, "äöüß"), ("äöüße", 4, "äöü…"),
    ("e\u{301}e\u{301}", 2, "e\u{301}e\u{301}"), ("a\r\nb", 3, "a\r\nb"), ("abc", 0, "…"),
  ])
  func `text is clipped to a number of characters, not bytes`(
    text: String, most: Int, short: String
  ) {
    #expect(clipped(text, to: most) == short)
  }

  @Test func `clipped text fits its room and says that it is clipped`() {
    let text = "required: one of a very long class of characters"
    let short = clipped(text, to: 120, size: 12)
    #expect(short.hasSuffix("…") && textWidth(short, size: 12) <= 120)
    #expect(clipped("short", to: 120, size: 12) == "short")
    #expect(clipped("a\u{202E}b", to: 400, size: 12) == "a\\u{202e}b")
  }
}
