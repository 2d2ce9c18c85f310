import Bytes
import Diagnostics
import PasswordSpaces

/// What a cell of a table holds.
///
/// How a number is rounded, and what may do harm in a name, is decided here for each format.
package enum Cell: Sendable {
  /// Nothing: empty in CSV, null in JSON.
  case none
  /// A whole number.
  case whole(UInt64)
  /// A whole number beyond those of most readers of JSON, so a text there.
  case digits(String)
  /// A number as it is printed.
  case printed(String)
  /// A share or another number, with six significant digits; never a negative zero.
  case number(Double)
  /// A share with six decimals.
  case decimals(Double)
  /// Bits or guesses, with six decimals.
  case bits(Double)
  /// Yes or no: 1 or 0.
  case flag(Bool)
  /// A word of ours.
  case word(String)
  /// A text from outside.
  case name(String)
  /// Both ends of a number; one column of it is empty.
  indirect case ends(Cell, Cell)

  /// A whole number, if there is one.
  static func count(_ number: (some BinaryInteger)?) -> Cell {
    guard let number else { return .none }
    return UInt64(exactly: number).map { .whole($0) } ?? .printed(String(number))
  }

  /// What a number is if there is one.
  static func of<Number>(_ number: Number?, _ cell: (Number) -> Cell) -> Cell {
    number.map(cell) ?? .none
  }

  /// Both ends of a number; of an exact one they are equal.
  static func ends<Number>(_ ends: ClosedRange<Number>?, _ cell: (Number) -> Cell) -> Cell {
    guard let ends else { return .none }
    let least = cell(ends.lowerBound)
    return ends.lowerBound == ends.upperBound ? least : .ends(least, cell(ends.upperBound))
  }

  /// The number as all formats write it; nil for a text, and without one.
  var digits: String? {
    switch self {
    case .printed(let digits), .digits(let digits): digits
    case .number(let number): sixDigits(number == 0 ? 0 : number)
    case .bits(let bits): Numbers.bits(bits)
    case .flag(let holds): holds ? "1" : "0"
    case .none, .whole, .decimals, .word, .name, .ends: nil
    }
  }
}

/// Writes rows of cells in one format: the one place that knows how a table looks in it.
struct TableWriter {
  let format: OutputFormat
  /// What stands before each cell.
  private let heads: [[UInt8]]
  /// What ends a row.
  private let tail: [UInt8]
  private(set) var bytes: [UInt8] = []
  private var column = 0

  /// Begins a table, or a part of one, without header.
  init(_ fields: [Field], _ format: OutputFormat) {
    self.format = format
    let ends: (first: String, next: String, last: String) =
      switch format {
      case .json, .jsonl: ("{", ",", "}\n")
      case .markdown: ("| ", " | ", " |\n")
      case .csv: ("", ",", "\n")
      case .text, .html: ("", "\t", "\n")
      }
    heads = fields.enumerated().map { number, field in
      var head = Array((number == 0 ? ends.first : ends.next).utf8)
      if format.isJSON {
        head.append(json: field.name)
        head.append(UInt8(ascii: ":"))
      }
      return head
    }
    tail = Array(ends.last.utf8)
  }

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  /// The first cells of a row, for ``append(_:columns:)``.
  func written(_ cells: [Cell]) -> [UInt8] {
    var writer = self
    (writer.bytes, writer.column) = ([], 0)
    for cell in cells { writer.append(cell) }
    return writer.bytes
  }

  /// Adds the first cells of a row, as another writer of this format wrote them.
  mutating func append(_ cells: [UInt8], columns: Int) {
    bytes += cells
    column = columns
  }

  /// Adds the next cell of a row, which ends with its last one.
  mutating func append(_ cell: Cell) {
    if format != .csv {
      bytes += heads[column]
    } else if column > 0 {
      bytes.append(UInt8(ascii: ","))
    }
    column += 1
    switch cell {
    case .whole(let number):
      bytes.append(addingCapacity: mostDigits) { $0.appendDecimal(number) }
    case .decimals(let share):
      bytes.append(addingCapacity: mostDigits) { $0.appendSixDecimals(share) }
    // No program may take an end for the number.
    case .none, .ends: if format.isJSON { bytes.append(utf8: "null") }
    case .word(let word): append(text: word, isOurs: true)
    case .name(let name): append(text: name, isOurs: false)
    case .digits(let digits) where format.isJSON: append(text: digits, isOurs: true)
    case .digits, .printed, .number, .bits, .flag: bytes.append(utf8: cell.digits ?? "")
    }
    if column == heads.count {
      if format == .csv { bytes.append(UInt8(ascii: "\n")) } else { bytes += tail }
      column = 0
    }
  }

  private mutating func append(text: String, isOurs: Bool) {
    switch format {
    case .csv: if isOurs { bytes.append(utf8: text) } else { bytes.appendCSVCell(text) }
    case .json, .jsonl:
      if text.isEmpty { bytes.append(utf8: "null") } else { bytes.append(json: text) }
    case .markdown: bytes += markdownCell(text).utf8
    case .text, .html: bytes += escaped(text).utf8
    }
  }
}

extension [UInt8] {
  /// Appends a text as a string of JSON that is harmless to terminals.
  mutating func append(json text: String) {
    if isPrintable(text.utf8.span, without: [UInt8(ascii: "\""), UInt8(ascii: "\\")]) {
      append(UInt8(ascii: "\""))
      append(utf8: text)
      append(UInt8(ascii: "\""))
    } else {
      self += escapedJSON(Array(quoted(text).utf8))
    }
  }
}

private func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": result += "\\\(scalar)"
    case "\0"..<" ":
      let digits = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
