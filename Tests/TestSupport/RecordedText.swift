import Foundation
package import Testing

/// A text that stands in a file of `Tests/Vectors/report`, as people saw it last.
///
/// Lines that follow each other as they did further up stand there once.
///
/// `AUDIT_WRITE_TEXTS=1 swift test --filter ReportsTests` writes it anew; read what changed before you commit it.
package struct RecordedText {
  package init() {}

  private var parts: [String] = []

  /// Adds a part under a title.
  package mutating func add(_ title: String, _ text: String) {
    parts.append("=== \(title)\n\(text)\(text.hasSuffix("\n") ? "" : "\n")")
  }

  /// Compares the parts with those of a file, one by one.
  package func expect(in name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let file = VectorFile("report/\(name).txt")
    let parts = condensed
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

  /// The parts, where two or more lines that follow each other further up are told by their number.
  private var condensed: [String] {
    var above: [Substring] = []
    var places: [Substring: [Int]] = [:]
    return parts.map { part in
      let lines = part.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      var told: [String] = []
      var rest = lines[...]
      while let line = rest.first {
        let lengths = (places[line] ?? []).map { place in
          zip(above[place...], rest).prefix { $0 == $1 }.count
        }
        let length = lengths.max() ?? 0
        told.append(length > 1 ? "(\(length) lines as above)" : String(line))
        rest = rest.dropFirst(max(length, 1))
      }
      for (number, line) in lines.enumerated() {
        places[line, default: []].append(above.count + number)
      }
      above += lines
      return told.map { $0 + "\n" }.joined()
    }
  }
}

extension PageTree {
  /// What an element says and draws, a line for each piece: rows of tables by their cells, pieces of drawings by their
  /// places, fields of forms by their states.
  package var outline: String { outline(drawing: true) }

  /// What an element says, without what its figures draw.
  package var words: String { outline(drawing: false) }

  private func outline(drawing draws: Bool) -> String {
    var (lines, drawn) = ([String](), [String]())
    func end() {
      // A line holds a dozen pieces of a drawing.
      for start in stride(from: 0, to: drawn.count, by: 12) {
        lines.append(drawn[start...].prefix(12).joined(separator: "; "))
      }
      drawn = []
    }
    func addFields(of element: PageTree) {
      let names = ["input", "option", "button", "textarea"]
      for field in element.content.flatMap(\.elements) where names.contains(field.name) {
        add(field)
      }
    }
    func add(_ element: PageTree) {
      let isDrawn = ["path", "line", "rect", "circle", "text"].contains(element.name)
      if !isDrawn { end() }
      switch element.name {
      case "style", "script": return
      case _ where isDrawn && !draws: return
      case "tr": lines.append(element.cells.joined(separator: " | "))
      case "input", "option", "button", "textarea":
        let state = [
          "type", "name", "value", "min", "max", "placeholder", "checked", "selected", "disabled",
          "hidden", "aria-label", "aria-current", "aria-invalid",
        ].compactMap { name in element.attributes[name].map { "\(name)=\($0)" } }
        lines.append(([element.name] + state + [element.text]).joined(separator: " "))
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
        addFields(of: element)
      default:
        let text = element.content.map(\.ownText).joined().trimmingCharacters(
          in: .whitespacesAndNewlines)
        if text.isEmpty {
          for child in element.content { add(child) }
        } else {
          lines.append("\(element.name) \(element.attributes["href"] ?? "") \(element.text)")
          addFields(of: element)
        }
      }
    }
    add(self)
    end()
    return lines.joined(separator: "\n") + "\n"
  }
}
