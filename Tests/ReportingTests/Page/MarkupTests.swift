import Reporting
import Testing

private func written(_ markup: Markup) -> String {
  var writer = MarkupWriter()
  writer.write(markup)
  return String(decoding: writer.bytes, as: UTF8.self)
}

struct MarkupTests {
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

  @Test func `clipped text fits its room and says that it is clipped`() {
    let text = "required: one of a very long class of characters"
    let short = clipped(text, to: 120, size: 12)
    #expect(short.hasSuffix("…") && textWidth(short, size: 12) <= 120)
    #expect(clipped("short", to: 120, size: 12) == "short")
    #expect(clipped("a\u{202E}b", to: 400, size: 12) == "a\\u{202e}b")
  }
}
