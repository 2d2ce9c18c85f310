import Diagnostics

/// Writes markup as bytes that are HTML and well-formed XML at once.
package struct MarkupWriter {
  /// The bytes written so far.
  package private(set) var bytes: [UInt8] = []

  /// Makes an empty writer.
  package init() {}

  /// The bytes of a whole page, with its document type.
  static func page(_ root: Markup) -> [UInt8] {
    var writer = MarkupWriter()
    writer.bytes.reserveCapacity(1 << 18)
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
    case .element(let element, let attributes, let content):
      let name = element.rawValue.utf8
      bytes.append(UInt8(ascii: "<"))
      bytes += name
      for attribute in attributes {
        bytes.append(UInt8(ascii: " "))
        bytes += attribute.name.rawValue.utf8
        bytes += "=\"".utf8
        write(attribute.value)
        bytes.append(UInt8(ascii: "\""))
      }
      if content.isEmpty, element.isVoid {
        bytes += "/>".utf8
        return
      }
      bytes.append(UInt8(ascii: ">"))
      for piece in content { write(piece) }
      bytes += "</".utf8
      bytes += name
      bytes.append(UInt8(ascii: ">"))
      if element.endsLine { bytes.append(UInt8(ascii: "\n")) }
    }
  }

  /// Appends text with only markup escaped, without control characters except tabs and line ends.
  private mutating func writeAsIs(_ text: String) {
    // A field drops the first line end after its tag.
    bytes.append(UInt8(ascii: "\n"))
    for byte in text.utf8 where byte >= 0x20 && byte != 0x7F || byte == 9 || byte == 10 {
      write(byte)
    }
  }

  /// Appends text with markup escaped, and with controls and bidirectional marks made visible.
  private mutating func write(_ text: String) {
    for byte in escaped(text).utf8 { write(byte) }
  }

  private mutating func write(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "&"): bytes += "&amp;".utf8
    case UInt8(ascii: "<"): bytes += "&lt;".utf8
    case UInt8(ascii: ">"): bytes += "&gt;".utf8
    case UInt8(ascii: "\""): bytes += "&quot;".utf8
    case UInt8(ascii: "'"): bytes += "&#39;".utf8
    default: bytes.append(byte)
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
