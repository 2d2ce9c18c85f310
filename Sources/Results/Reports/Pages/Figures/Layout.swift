import Diagnostics

/// The two layouts of a picture: 640 px wide, and 328 px for phones, with names above bars.
enum Layout: Sendable {
  case wide, phone

  var isPhone: Bool { self == .phone }
  /// The width of the box.
  var width: Double { isPhone ? 328 : 640 }

  /// A text on one line, or on two of nearly one length if it is wider than its room.
  static func lines(_ text: String, room: Double, size: Double) -> [String] {
    let words = text.split(separator: " ")
    guard textWidth(text, size: size) > room, words.count > 1 else { return [text] }
    let splits = words.indices.dropFirst().map { split in
      [words[..<split], words[split...]].map { $0.joined(separator: " ") }
    }
    return splits.min { a, b in widest(a, size) < widest(b, size) } ?? [text]
  }

  private static func widest(_ lines: [String], _ size: Double) -> Double {
    lines.map { textWidth($0, size: size) }.max() ?? 0
  }

  /// One of two numbers.
  func pick(_ wide: Double, _ phone: Double) -> Double { isPhone ? phone : wide }
}

/// Rows of horizontal bars: names stand left of them, on phones above.
struct BarRows {
  let layout: Layout
  /// The place where bars begin, and that of 100 per cent or the longest bar.
  let left, right: Double
  /// The top of the first row.
  let top: Double
  /// The height of a bar.
  let bar: Double
  /// The distance of rows.
  let step: Double
  /// The end of the picture's width that values may use.
  private var edge: Double { layout.width - 4 }

  /// Rows of bars between two places of the wide picture.
  init(
    _ layout: Layout, from left: Double, to right: Double, top: Double, bar: Double, step: Double
  ) {
    self.layout = layout
    (self.left, self.right) = layout.isPhone ? (4, 324) : (left, right)
    self.top = top
    self.bar = bar
    self.step = step + layout.pick(0, 16)
  }

  /// The width of a bar of all passwords, or of the longest bar.
  var width: Double { right - left }
  /// The top of a row's bar.
  func y(_ row: Int) -> Double { top + step * Double(row) + layout.pick(0, 16) }
  /// The lower end of all rows.
  func bottom(_ rows: Int) -> Double { top + step * Double(rows) }

  /// Writes the name of a row, and its value: behind the bar's end, on phones above it.
  func label(
    _ name: String, _ value: String, row: Int, end: Double, _ style: Drawing.Style = .muted,
    in drawing: inout Drawing
  ) {
    let y = y(row)
    if layout.isPhone {
      var own = style
      own.anchor = .end
      drawing.text(value, x: edge, y: y - 5, own)
      let taken = textWidth(value, size: style.size) * (style.isBold ? 1.1 : 1)
      drawing.text(
        name, x: left, y: y - 5, Drawing.Style(size: 12, anchor: .start),
        room: edge - left - taken - 10)
    } else {
      let base = y + bar / 2 + 4
      drawing.text(name, x: left - 10, y: base, .right, room: left - 14)
      drawing.text(value, x: end + 8, y: base, style)
    }
  }
}

extension Drawing {
  /// Boxes of a legend with their words, from the left, in as many lines as they need; returns the
  /// number of lines.
  @discardableResult
  mutating func legend(
    _ items: [(fill: Fill, words: String)], left: Double, y: Double, in layout: Layout
  ) -> Int {
    var (x, lines) = (layout.isPhone ? 4 : left, 1)
    for item in items {
      let width = 17 + textWidth(item.words, size: 12)
      if layout.isPhone, x > 4, x + width > layout.width - 2 {
        x = 4
        lines += 1
      }
      x = legend(item.fill, item.words, x: x, y: y + 18 * Double(lines - 1))
    }
    return lines
  }

  /// The lines that such a legend takes.
  static func legendLines(_ items: [String], in layout: Layout) -> Int {
    var drawing = Drawing(width: layout.width, height: 0, prefix: "")
    return drawing.legend(items.map { (Fill.tint, $0) }, left: 0, y: 0, in: layout)
  }
}

/// What figures say of intervals, which only folded tallies have.
enum Interval {
  /// The name of hatched bars in legends.
  static let words = "between the ends"
  /// What captions add.
  static let caption = " Bars are solid to the least that a share may be, and hatched to the most."

  /// The legend's entry; none if all shares are exact.
  static func legend(_ parts: some Sequence<Part>) -> [(fill: Fill, words: String)] {
    parts.allSatisfy(\.isExact) ? [] : [(.hatch, words)]
  }

  /// The addition to a caption; empty if all shares are exact.
  static func caption(_ parts: some Sequence<Part>) -> String {
    parts.allSatisfy(\.isExact) ? "" : caption
  }
}

/// The approximate width of text in a sans-serif font, for leaving room; rather too wide than too
/// narrow.
///
/// Widths are measured in DejaVu Sans, one of the widest fonts used for `system-ui`.
package func textWidth(_ text: some StringProtocol, size: Double) -> Double {
  text.unicodeScalars.reduce(0) { $0 + emWidth($1) } * size
}

private func emWidth(_ scalar: Unicode.Scalar) -> Double {
  switch scalar {
  case "i", "j", "l", "I", ".", ",", ":", ";", "'", "|", "!", " ", "(", ")", "[", "]", "/": 0.36
  case "f", "t", "r", "-": 0.42
  case "m", "w", "M", "W", "%", "@", "+", "<", "=", ">", "~": 0.9
  case "A"..."Z": 0.7
  case "\u{0}"..."\u{24F}": 0.63
  case "…", "–", "·", "⁰"..."ₜ": 0.6
  default: 1.05
  }
}

/// Text clipped to its room, with an ellipsis.
///
/// Controls and marks are escaped first, since that makes them wider.
package func clipped(_ text: String, to room: Double, size: Double) -> String {
  var (width, fits) = (0.0, "")
  let ellipsis = 0.8 * size
  let text = escaped(text.prefix(400))
  guard textWidth(text, size: size) > room else { return text }
  for character in text {
    let next = textWidth(String(character), size: size)
    if width + next + ellipsis > room { break }
    fits.append(character)
    width += next
  }
  while fits.last == " " { fits.removeLast() }
  return fits + "…"
}
