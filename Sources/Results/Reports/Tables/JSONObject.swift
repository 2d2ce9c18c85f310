import Bytes
import Diagnostics
import FoundationEssentials

/// An object of JSON, written as a literal; a member that is nil is left out.
///
///     jsonText(["order": 4, "name": name, "share": share] as JSONObject)
package struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
  private var members: [(name: String, value: (any Encodable)?)]

  /// Makes an object of its members.
  package init(dictionaryLiteral members: (String, (any Encodable)?)...) { self.members = members }

  /// Makes an object of its members.
  init(_ members: [(String, (any Encodable)?)]) { self.members = members }

  /// The members of both.
  package static func + (a: JSONObject, b: JSONObject) -> JSONObject {
    var object = a
    object.members += b.members
    return object
  }

  /// Encodes the members that there are.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: MemberName.self)
    for (name, value) in members {
      if let value { try values.encode(value, forKey: MemberName(stringValue: name)) }
    }
  }

  /// Adds a part's number and, under another name, its share; nothing without a part.
  ///
  /// With `hasEnds` both have their ends beside them, `acceptedLeast` and `acceptedMost`. The number
  /// itself is then there only if both ends are the same, so that no program takes an end for it.
  mutating func add(_ part: Part?, _ name: String, share: String?, hasEnds: Bool) {
    guard let part else { return }
    func add(_ least: any Encodable, _ most: any Encodable, _ name: String, isExact: Bool) {
      if isExact || !hasEnds { members.append((name, least)) }
      if hasEnds { members += [(name + "Least", least), (name + "Most", most)] }
    }
    add(part.count, part.most, name, isExact: part.count == part.most)
    guard let share else { return }
    add(part.rounded, part.mostRounded, share, isExact: part.isExact)
  }
}

extension JSONObject {
  /// Adds the cells of columns that are not empty, under the columns' names in camel case; of those
  /// with ends also both, and then the number itself only if it is exact.
  mutating func add<Row>(_ columns: [Column<Row>], of row: Row, hasEnds: Bool) {
    for column in columns {
      let name = Self.camel(column.field.name)
      let cell = column.cell(row)
      if let value = cell.value { members.append((name, value)) }
      guard hasEnds, column.field.hasEnds else { continue }
      let ends = if case .ends(let least, let most) = cell { (least, most) } else { (cell, cell) }
      members += [(name + "Least", ends.0.value), (name + "Most", ends.1.value)]
    }
  }
}

extension Cell {
  /// The value for JSON; nil for none.
  fileprivate var value: (any Encodable)? {
    switch self {
    case .none, .ends: nil
    case .whole(let number): number
    case .decimals(let share): Double(millionths(of: share)) / 1e6
    case .number, .bits: digits.flatMap(Double.init)
    case .flag(let holds): holds
    case .digits(let text), .printed(let text), .word(let text), .name(let text): text
    }
  }
}

extension Part {
  /// The share with six decimals.
  var rounded: Double { Double(millionths(of: share)) / 1e6 }
  /// The greatest share, with six decimals.
  var mostRounded: Double { Double(millionths(of: mostShare)) / 1e6 }
}

/// A value as one line of JSON, with sorted keys in snake case.
///
///     jsonText(["error": "over-long"])    // {"error":"over-long"}
///
/// Objects and what they usually hold are written here, since an encoder takes twice as long.
///
/// - Precondition: The value consists of texts and finite numbers.
package func jsonText(_ value: some Encodable) -> [UInt8] {
  switch value {
  case let object as JSONObject: return object.text
  case let objects as [JSONObject]:
    var text: [UInt8] = []
    for object in objects {
      text.append(UInt8(ascii: text.isEmpty ? "[" : ","))
      text += object.text
    }
    return text.isEmpty ? Array("[]".utf8) : text + [UInt8(ascii: "]")]
  case let text as String
  where isPrintableASCII(text) && !text.utf8.contains { $0 == 0x22 || $0 == 0x5C }:
    return Array("\"\(text)\"".utf8)
  case let number as Int: return Array("\(number)".utf8)
  case let flag as Bool: return Array("\(flag)".utf8)
  default: break
  }
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  encoder.keyEncodingStrategy = .convertToSnakeCase
  do { return escapedJSON(Array(try encoder.encode(value))) } catch {
    preconditionFailure("strings and numbers can be encoded: \(error)")
  }
}

extension JSONObject {
  fileprivate var text: [UInt8] {
    var (text, separator) = ([UInt8](), UInt8(ascii: "{"))
    let named = members.compactMap { name, value in value.map { (Self.snake(name), $0) } }
    for (name, value) in named.sorted(by: { $0.0 < $1.0 }) {
      text.append(separator)
      text += "\"\(name)\":".utf8
      text += jsonText(value)
      separator = UInt8(ascii: ",")
    }
    return text.isEmpty ? Array("{}".utf8) : text + [UInt8(ascii: "}")]
  }

  /// A name in camel case: `acceptedShare` of `accepted_share`.
  private static func camel(_ name: String) -> String {
    let words = name.split(separator: "_")
    guard words.count > 1, let first = words.first else { return name }
    return words.dropFirst().reduce(into: String(first)) {
      $0 += $1.prefix(1).uppercased() + String($1.dropFirst())
    }
  }

  /// A name in snake case: `accepted_least` of `acceptedLeast`.
  private static func snake(_ name: String) -> String {
    name.utf8.contains { 0x41...0x5A ~= $0 }
      ? name.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) } : name
  }
}
