import Foundation
import FoundationXML

/// An element of a page that was parsed as XML, with its text.
package final class PageTree {
  /// The element's name; empty for text.
  package let name: String
  /// Its attributes.
  package let attributes: [String: String]
  /// What it holds, in order.
  package fileprivate(set) var content: [PageTree] = []
  /// The text of a piece of text.
  package fileprivate(set) var ownText = ""

  fileprivate init(_ name: String, _ attributes: [String: String] = [:]) {
    self.name = name
    self.attributes = attributes
  }

  /// Parses a page; nil where it is not well-formed XML.
  package static func parse(_ bytes: [UInt8]) -> PageTree? {
    let parser = XMLParser(data: Data(bytes))
    let builder = Builder()
    parser.delegate = builder
    return parser.parse() ? builder.root.content.first : nil
  }

  /// All text in it.
  package var text: String { ownText + content.map(\.text).joined() }

  /// It and all elements in it of a name, in order.
  package func all(_ name: String) -> [PageTree] {
    (self.name == name ? [self] : []) + content.flatMap { $0.all(name) }
  }

  /// The texts of the elements that it holds itself, as the cells of a row.
  package var cells: [String] { content.filter { !$0.name.isEmpty }.map(\.text) }

  /// The element of an id.
  package func element(_ id: String) -> PageTree? {
    elements.first { $0.attributes["id"] == id }
  }

  /// It and every element in it.
  package var elements: [PageTree] {
    (name.isEmpty ? [] : [self]) + content.flatMap(\.elements)
  }

  private final class Builder: NSObject, XMLParserDelegate {
    let root = PageTree("")
    var open: [PageTree] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      let element = PageTree(name, attributes)
      (open.last ?? root).content.append(element)
      open.append(element)
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) { open.removeLast() }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      let piece = PageTree("")
      piece.ownText = text
      (open.last ?? root).content.append(piece)
    }
  }
}
