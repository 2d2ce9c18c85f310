import Foundation

/// The fields of a form, in order, from a query or a body.
///
///     FormFields("p=a+b&p=%C3%A9").all("p")  // ["a b", "é"]
package struct FormFields: Hashable, Sendable {
  private var pairs: [(name: String, value: String)] = []

  /// Makes an empty form.
  package init() {}

  /// Parses `name=value&…`; a space may be a `+`, and ill-formed escapes stay as they are.
  package init(_ text: String) {
    pairs = text.split(separator: "&").prefix(Self.most).map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (Self.decoded(parts[0]), parts.count > 1 ? Self.decoded(parts[1]) : "")
    }
  }

  /// The most fields; no form of the lab has as many.
  private static let most = 64

  /// All values of a name, in order.
  package func all(_ name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }

  /// The first value of a name; nil if there is none.
  package subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

  /// The first value as a number; nil if it is not one.
  package func number(_ name: String) -> Int? {
    self[name].flatMap { Int($0.trimmingCharacters(in: .whitespaces)) }
  }

  /// The first value as an index from 0, where the form counts from 1; nil if it is not one.
  package func index(_ name: String) -> Int? {
    number(name).flatMap { Self.places.contains($0) ? $0 - 1 : nil }
  }

  /// The numbers that are taken for places; no form of the lab counts further.
  private static let places = 1...1_000_000

  /// Adds a field.
  package mutating func add(_ name: String, _ value: String) { pairs.append((name, value)) }

  /// The fields as a query.
  package var encoded: String {
    pairs.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }.joined(separator: "&")
  }

  /// Whether both make the same query.
  package static func == (a: FormFields, b: FormFields) -> Bool { a.encoded == b.encoded }
  /// Hashes the query.
  package func hash(into hasher: inout Hasher) { hasher.combine(encoded) }

  private static func decoded(_ text: Substring) -> String {
    let spaced = String(text.map { $0 == "+" ? " " : $0 })
    return spaced.removingPercentEncoding ?? spaced
  }

  private static func encoded(_ text: String) -> String {
    var allowed = CharacterSet(charactersIn: "-._~")
    allowed.formUnion(CharacterSet(charactersIn: "a"..."z"))
    allowed.formUnion(CharacterSet(charactersIn: "A"..."Z"))
    allowed.formUnion(CharacterSet(charactersIn: "0"..."9"))
    return text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
  }
}
