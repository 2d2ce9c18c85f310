import Bytes
import Diagnostics

/// Writes markup as bytes that are HTML and well-formed XML at once.
package struct MarkupWriter: Sendable {
  /// The bytes written so far.
  package private(set) var bytes: [UInt8] = []

  /// Makes an empty writer.
  package init() {}

  /// The bytes of a whole page, with its document type.
  static func page(_ root: Markup) -> [UInt8] {
    var writer = MarkupWriter()
    // What is never written takes no memory.
    writer.bytes.reserveCapacity(1 << 20)
    writer.bytes += "<!DOCTYPE html>\n".utf8
    writer.write(root)
    writer.bytes.append(UInt8(ascii: "\n"))
    return writer.bytes
  }

  /// Appends one piece.
  package mutating func write(_ markup: Markup) {
    switch markup {
    case .text(let text): write(text)
    case .lines(let text): writeAsIs(text)
    case .written(let writer): bytes += writer.bytes
    case .element(let element, let attributes, let content):
      if content.isEmpty, element.isVoid {
        begin(element, attributes)
        bytes += "/>".utf8
      } else {
        write(element, attributes) { writer in
          // A field drops the first line end after its tag; other elements show it.
          if element == .textarea { writer.bytes.append(UInt8(ascii: "\n")) }
          for piece in content { writer.write(piece) }
        }
      }
    }
  }

  /// Appends an element whose content a function writes.
  ///
  /// Used for long tables: building and freeing a tree of thousands of pieces takes longer than
  /// writing them.
  package mutating func write(
    _ element: Markup.Element, _ attributes: [Markup.Attribute] = [],
    content: (inout MarkupWriter) -> Void
  ) {
    begin(element, attributes)
    bytes.append(UInt8(ascii: ">"))
    content(&self)
    end(element)
  }

  /// Appends an element with text.
  package mutating func write(
    _ element: Markup.Element, _ attributes: [Markup.Attribute], _ text: String
  ) {
    write(element, attributes) { $0.write(text) }
  }

  /// The tags of an element, written once for thousands of elements with equal attributes.
  package struct Tags: Sendable {
    fileprivate let start: [UInt8]
    fileprivate let end: [UInt8]

    /// Writes the tags of an element.
    init(_ element: Markup.Element, _ attributes: [Markup.Attribute] = []) {
      var (start, end) = (MarkupWriter(), MarkupWriter())
      start.begin(element, attributes)
      start.bytes.append(UInt8(ascii: ">"))
      end.end(element)
      self.start = start.bytes
      self.end = end.bytes
    }
  }

  /// Appends an element whose tags were written before and whose content a function writes.
  package mutating func write(_ tags: Tags, content: (inout MarkupWriter) -> Void) {
    bytes += tags.start
    content(&self)
    bytes += tags.end
  }

  /// Appends the beginning of a tag, without its end.
  private mutating func begin(_ element: Markup.Element, _ attributes: [Markup.Attribute]) {
    bytes.append(UInt8(ascii: "<"))
    bytes.append(utf8: element.rawValue)
    for attribute in attributes {
      bytes.append(UInt8(ascii: " "))
      bytes.append(utf8: attribute.name.rawValue)
      bytes.append(utf8: "=\"")
      write(attribute.value)
      bytes.append(UInt8(ascii: "\""))
    }
  }

  /// Appends an end tag.
  private mutating func end(_ element: Markup.Element) {
    bytes.append(utf8: "</")
    bytes.append(utf8: element.rawValue)
    bytes.append(UInt8(ascii: ">"))
    if element.endsLine { bytes.append(UInt8(ascii: "\n")) }
  }

  /// Appends text with only markup escaped, without control characters except tabs and line ends.
  private mutating func writeAsIs(_ text: String) {
    appendEscaping(text) { $0 >= 0x20 && $0 != 0x7F || $0 == 9 || $0 == 10 }
  }

  /// Appends text with markup escaped, and with controls and bidirectional marks made visible.
  package mutating func write(_ text: String) {
    // Characters that are special in markup.
    let special: [5 of UInt8] = [
      UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
      UInt8(ascii: "'"),
    ]
    if isPrintable(text.utf8.span, without: special) { return bytes.append(utf8: text) }
    appendEscaping(escaped(text)) { _ in true }
  }

  /// Appends the kept bytes of a text, with markup escaped.
  private mutating func appendEscaping(_ text: String, where isKept: (UInt8) -> Bool) {
    let text = text.utf8.span
    let longest = "&quot;".utf8.count
    bytes.append(addingCapacity: longest * text.count) { bytes in
      for index in text.indices where isKept(text[index]) {
        switch text[index] {
        case UInt8(ascii: "&"): bytes.append(utf8: "&amp;")
        case UInt8(ascii: "<"): bytes.append(utf8: "&lt;")
        case UInt8(ascii: ">"): bytes.append(utf8: "&gt;")
        case UInt8(ascii: "\""): bytes.append(utf8: "&quot;")
        case UInt8(ascii: "'"): bytes.append(utf8: "&#39;")
        case let byte: bytes.append(byte)
        }
      }
    }
  }
}

extension Markup.Element {
  /// Whether the element has no end tag if it is empty.
  fileprivate var isVoid: Bool {
    switch self {
    case .meta, .rect, .line, .circle, .polyline, .path, .input: true
    default: false
    }
  }

  /// Whether a line feed follows the element, so that differences between pages are readable.
  fileprivate var endsLine: Bool {
    switch self {
    case .head, .style, .header, .nav, .section, .h1, .h2, .h3, .p, .ul, .li, .dl, .dd,
      .table, .caption, .thead, .tr, .figure, .figcaption, .details, .svg, .desc:
      true
    default: false
    }
  }
}
