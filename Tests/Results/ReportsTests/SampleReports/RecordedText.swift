import Foundation
import TestSupport
import Testing

/// A text that stands in a file of `Tests/Vectors/report`, as people saw it last.
///
/// `AUDIT_WRITE_TEXTS=1 swift test --filter ReportsTests` writes it anew; read what changed before you commit it.
struct RecordedText {
  private var parts: [String] = []

  /// Adds a part under a title.
  mutating func add(_ title: String, _ text: String) {
    parts.append("=== \(title)\n\(text)\(text.hasSuffix("\n") ? "" : "\n")")
  }

  /// Compares the parts with those of a file, one by one.
  func expect(in name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let file = VectorFile("report/\(name).txt")
    if ProcessInfo.processInfo.environment["AUDIT_WRITE_TEXTS"] != nil {
      try Data(parts.joined().utf8).write(to: file.url)
    }
    let known = String(decoding: try file.bytes, as: UTF8.self)
    let found = known.split(separator: /^===[ ]/.anchorsMatchLineEndings()).map { "=== " + $0 }
    try #require(found.count == parts.count, "\(name)", sourceLocation: sourceLocation)
    for (part, known) in zip(parts, found) {
      #expect(part == known, "\(name)", sourceLocation: sourceLocation)
    }
  }
}

extension PageTree {
  /// What an element says and draws, a line for each piece: rows of tables by their cells, pieces of drawings by their
  /// places.
  var outline: String { outline(drawing: true) }

  /// What an element says, without what its figures draw.
  var words: String { outline(drawing: false) }

  private func outline(drawing draws: Bool) -> String {
    var (lines, drawn) = ([String](), [String]())
    func end() {
      // A line holds a dozen pieces of a drawing.
      for start in stride(from: 0, to: drawn.count, by: 12) {
        lines.append(drawn[start...].prefix(12).joined(separator: "; "))
      }
      drawn = []
    }
    func add(_ element: PageTree) {
      let isDrawn = ["path", "line", "rect", "circle", "text"].contains(element.name)
      if !isDrawn { end() }
      switch element.name {
      case "style", "script": return
      case _ where isDrawn && !draws: return
      case "tr": lines.append(element.cells.joined(separator: " | "))
      case "p", "li", "h1", "h2", "h3", "h4", "caption", "figcaption", "summary", "dt", "dd",
        "title", "desc",
        "text", "path", "line", "rect", "circle":
        let shape = [
          "x", "y", "x1", "x2", "y1", "y2", "d", "fill", "stroke", "stroke-width",
          "stroke-dasharray", "font-size",
          "text-anchor", "transform", "r", "width", "height",
        ]
        .compactMap { name in element.attributes[name].map { "\(name)=\($0)" } }
        let text = element.text.trimmingCharacters(in: .whitespacesAndNewlines)
        let line = ([element.name] + shape + (text.isEmpty ? [] : [text])).joined(separator: " ")
        if isDrawn { drawn.append(line) } else { lines.append(line) }
      default:
        let text = element.content.map(\.ownText).joined().trimmingCharacters(
          in: .whitespacesAndNewlines)
        if text.isEmpty {
          for child in element.content { add(child) }
        } else {
          lines.append("\(element.name) \(element.attributes["href"] ?? "") \(element.text)")
        }
      }
    }
    add(self)
    end()
    return lines.joined(separator: "\n") + "\n"
  }
}
