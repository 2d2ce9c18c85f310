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

extension Drawing {
  /// An entry of a legend: a box, or without a fill a line across bars.
  typealias Key = (fill: Fill?, words: String)
  /// A label of an axis, whose ends are 0 and 1.
  typealias Tick = (place: Double, label: String)

  /// Boxes of a legend with their words, in as many lines as they need.
  mutating func legend(_ keys: [Key], left: Double, y: Double) {
    for (key, place) in zip(keys, Self.places(of: keys, from: left, to: width - 4)) {
      let y = y + 18 * Double(place.line)
      if let fill = key.fill {
        bar(x: place.x, y: y - 10, width: 12, height: 12, fill)
      } else {
        line(place.x + 6, y - 13, place.x + 6, y + 4, .ink, width: 2)
      }
      text(key.words, x: place.x + 17, y: y, Style(size: 12, colour: .muted))
    }
  }

  /// The lines that a legend takes.
  static func legendLines(_ keys: [Key], from left: Double, to right: Double) -> Int {
    places(of: keys, from: left, to: right).last.map { $0.line + 1 } ?? 0
  }

  private static func places(
    of keys: [Key], from left: Double, to right: Double
  ) -> [(x: Double, line: Int)] {
    var (x, line) = (left, 0)
    return keys.map { key in
      let width = 17 + textWidth(key.words, size: 12)
      if x > left, x + width > right { (x, line) = (left, line + 1) }
      defer { x += width + 18 }
      return (x, line)
    }
  }

  /// An axis below a picture.
  mutating func axis(
    _ ticks: [Tick], from left: Double, to right: Double, y: Double, in layout: Layout
  ) {
    line(left, y, right, y, .grid)
    for tick in ticks {
      let x = left + (right - left) * tick.place
      line(x, y, x, y + 4, .grid)
    }
    for tick in ticks {
      // At the edges of a phone's picture labels stand inwards.
      let x = left + (right - left) * tick.place
      let half = textWidth(tick.label, size: 11) / 2
      let anchor: Style.Anchor = x < half ? .start : x > width - half ? .end : .middle
      text(tick.label, x: x, y: y + 17, Style(size: 11, colour: .muted, anchor: anchor))
    }
  }

  /// Quarters from 0 to 100 per cent.
  static let percents: [Tick] = (0...4).map { (Double($0) / 4, "\($0 * 25) %") }
}

/// What figures say of intervals, which only folded tallies have.
enum Interval {
  /// The legend's entry; none if all shares are exact.
  static func legend(_ parts: some Sequence<Part>) -> [Drawing.Key] {
    parts.allSatisfy(\.isExact) ? [] : [(.hatch, "between the ends")]
  }

  /// The addition to a caption; empty if all shares are exact.
  static func caption(_ parts: some Sequence<Part>) -> String {
    parts.allSatisfy(\.isExact)
      ? "" : " Bars are solid to the least that a share may be, and hatched to the most."
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
