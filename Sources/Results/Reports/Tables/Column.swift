import Diagnostics
import Metrics

/// What is known of a column besides its cells: its name and all that describes it.
package struct Field: Sendable {
  /// The name, which programs read.
  package let name: String
  /// What a cell is.
  let unit: Unit
  /// What it holds, in words.
  let meaning: String
  /// The reports that have it.
  package var presence = Presence.always
  /// Whether a folded tally gives both ends, `…_least` and `…_most`.
  var hasEnds = false
  /// The version that wrote it first, if its table is older.
  var since: String?
  /// Where a cell is empty, in words; nil if it never is.
  var gap: String?

  /// What it holds, and where it holds nothing.
  var words: String { meaning + (gap.map { "; empty \($0)" } ?? "") }

  /// What a cell is: a number with its base, or a text.
  enum Unit: Sendable {
    case text
    case count(of: String)
    case share(of: String)
    case bits, guesses, number, flag
    /// A whole number that may exceed 64 bits.
    case digits(of: String)

    /// The unit with its base, in words.
    var words: String {
      switch self {
      case .text: "text"
      case .count(let base), .digits(let base): base
      case .share(let base): "share of \(base)"
      case .bits: "bits"
      case .guesses: "guesses"
      case .number: "number"
      case .flag: "1 or 0"
      }
    }

    /// The type of Frictionless Data.
    var type: String {
      switch self {
      case .text: "string"
      case .count, .digits: "integer"
      case .share, .bits, .guesses, .number: "number"
      case .flag: "boolean"
      }
    }
  }

  /// The reports that have a column.
  package enum Presence: Sendable { case always, ofExact, ofFolded }

  /// The column, or those for both ends, in a table of exact or of folded numbers.
  func columns(isFolded: Bool) -> [Field] {
    switch presence {
    case .ofExact where isFolded, .ofFolded where !isFolded: return []
    default: break
    }
    guard hasEnds, isFolded else { return [self] }
    return [("_least", "at least"), ("_most", "at most")].map { suffix, end in
      Field(name: name + suffix, unit: unit, meaning: "\(meaning): \(end)", gap: gap)
    }
  }
}

/// Where cells of several columns are empty, in words that follow "empty".
enum Gap {
  static let nothingAccepted = "if nothing is accepted"
  static let few =
    "if a policy accepts fewer than \(grouped(SampleSize.leastForGuessing)), and of an empty list"
  static let noEstimate = "without an estimate of guesses"
  static let bounds = "where the list tells nothing of other accounts"
  static let beyond = "if the list covers a smaller share of people"
  static let uncounted = "if no password meets the policy, or they cannot be counted"
}

/// A column of a table whose rows are made of `Row`: declared once, for every format and for what
/// describes it.
final class Column<Row>: Sendable {
  let field: Field
  let cell: @Sendable (Row) -> Cell

  private init(_ field: Field, _ cell: @escaping @Sendable (Row) -> Cell) {
    (self.field, self.cell) = (field, cell)
  }

  convenience init(
    _ name: String, _ unit: Field.Unit, _ meaning: String, empty gap: String? = nil,
    _ cell: @escaping @Sendable (Row) -> Cell
  ) {
    self.init(Field(name: name, unit: unit, meaning: meaning, gap: gap), cell)
  }

  /// What a row holds; nil for nothing.
  typealias Value<Held> = @Sendable (Row) -> Held?
  typealias WholeNumber = BinaryInteger & SendableMetatype

  /// A text from outside.
  static func name(
    _ name: String, _ meaning: String, empty gap: String? = nil, _ text: @escaping Value<String>
  ) -> Column {
    Column(name, .text, meaning, empty: gap) { .of(text($0), Cell.name) }
  }

  /// A word of ours.
  static func word(
    _ name: String, _ meaning: String, empty gap: String? = nil, _ text: @escaping Value<String>
  ) -> Column {
    Column(name, .text, meaning, empty: gap) { .of(text($0), Cell.word) }
  }

  static func count<Number: WholeNumber>(
    _ name: String, of base: String, _ meaning: String, empty gap: String? = nil,
    _ count: @escaping Value<Number>
  ) -> Column {
    Column(name, .count(of: base), meaning, empty: gap) { .count(count($0)) }
  }

  static func share(
    _ name: String, of base: String, _ meaning: String, empty gap: String? = nil,
    _ share: @escaping Value<Double>
  ) -> Column {
    Column(name, .share(of: base), meaning, empty: gap) { .of(share($0), Cell.number) }
  }

  /// The number of guesses or the place of one, which is whole.
  static func rank<Number: WholeNumber>(
    _ name: String, _ meaning: String, empty gap: String? = nil, _ number: @escaping Value<Number>
  ) -> Column {
    .count(name, of: "number", meaning, empty: gap, number)
  }

  static func bits(
    _ name: String, _ meaning: String, empty gap: String? = nil, _ bits: @escaping Value<Double>
  ) -> Column {
    Column(name, .bits, meaning, empty: gap) { .of(bits($0), Cell.bits) }
  }

  static func guesses(
    _ name: String, _ meaning: String, empty gap: String? = nil, _ number: @escaping Value<Double>
  ) -> Column {
    Column(name, .guesses, meaning, empty: gap) { .of(number($0), Cell.bits) }
  }

  static func number(
    _ name: String, _ meaning: String, empty gap: String? = nil, _ number: @escaping Value<Double>
  ) -> Column {
    Column(name, .number, meaning, empty: gap) { .of(number($0), Cell.number) }
  }

  static func flag(_ name: String, _ meaning: String, _ holds: @escaping Value<Bool>) -> Column {
    Column(name, .flag, meaning) { .of(holds($0), Cell.flag) }
  }

  /// A count between two ends, which are equal if it is exact.
  static func counts<Number: WholeNumber>(
    _ name: String, of base: String, _ meaning: String, empty gap: String? = nil,
    _ ends: @escaping Value<ClosedRange<Number>>
  ) -> Column {
    Column(name, .count(of: base), meaning, empty: gap) { .ends(ends($0)) { .count($0) } }.withEnds
  }

  /// A share between two ends, which are equal if it is exact.
  static func shares(
    _ name: String, of base: String, _ meaning: String, empty gap: String? = nil,
    _ ends: @escaping Value<ClosedRange<Double>>
  ) -> Column {
    Column(name, .share(of: base), meaning, empty: gap) { .ends(ends($0), Cell.number) }.withEnds
  }

  /// The column with both ends of a folded tally.
  var withEnds: Column { changed { $0.hasEnds = true } }
  /// The column, which a folded tally cannot fill.
  var ofExact: Column { changed { $0.presence = .ofExact } }
  /// The column, which only a folded tally has.
  var ofFolded: Column { changed { $0.presence = .ofFolded } }
  /// The column, which no version before this one wrote.
  func since(_ version: String) -> Column { changed { $0.since = version } }

  /// The column, or those of both ends, in a table of exact or of folded numbers.
  fileprivate func columns(isFolded: Bool) -> [Column] {
    let fields = field.columns(isFolded: isFolded)
    if fields.count < 2 { return fields.isEmpty ? [] : [self] }
    return fields.enumerated().map { number, field in
      Column(field) { [cell] row in
        guard case .ends(let least, let most) = cell(row) else { return cell(row) }
        return number == 0 ? least : most
      }
    }
  }

  fileprivate func changed(_ change: (inout Field) -> Void) -> Column {
    var field = field
    change(&field)
    return Column(field, cell)
  }
}

extension Array {
  /// The columns, of which those that do not say where they are empty are so there.
  func empty<Row>(_ gap: String) -> Self where Element == Column<Row> {
    map { $0.changed { $0.gap = $0.gap ?? gap } }
  }

  /// The columns of a part: its count, and its share with six decimals.
  static func parts<Row>(
    _ name: String, of base: String, _ meaning: String, empty gap: String? = nil,
    _ part: @escaping Column<Row>.Value<Part>
  ) -> [Column<Row>] where Element == Column<Row> {
    [
      .counts(name, of: "passwords", meaning, empty: gap) { row in
        part(row).map { $0.count...$0.most }
      },
      Column(name + "_share", .share(of: base), meaning, empty: gap) { row in
        let ends = part(row).map { $0.share...Swift.max($0.share, $0.mostShare) }
        return .ends(ends, Cell.decimals)
      }.withEnds,
    ]
  }
}

/// A kind of table: its columns, and what a row is.
struct Table<Row>: Sendable {
  let schema: TableSchema
  private let columns: [Column<Row>]

  init(
    _ name: String, _ title: String, from source: String, since: String = "0.1.0",
    _ columns: [Column<Row>]
  ) {
    self.columns = columns
    schema = TableSchema(
      name: name, title: title, source: source, since: since, fields: columns.map(\.field))
  }

  /// The columns of a table of exact or of folded numbers, where both ends have one.
  func columns(isFolded: Bool) -> [Column<Row>] {
    columns.flatMap { $0.columns(isFolded: isFolded) }
  }

  /// The table of some rows.
  func filled(_ rows: some Sequence<Row>, isFolded: Bool = false) -> FilledTable {
    let columns = columns(isFolded: isFolded)
    return FilledTable(schema, columns.map(\.field)) { writer in
      for row in rows {
        for column in columns { writer.append(column.cell(row)) }
      }
    }
  }
}

/// A table with its rows, which is written in any format.
package struct FilledTable {
  /// What is known of it besides its rows, with the columns that it has.
  package let schema: TableSchema
  private let write: (inout TableWriter) -> Void

  init(_ schema: TableSchema, _ fields: [Field], _ write: @escaping (inout TableWriter) -> Void) {
    self.schema = schema.having(fields)
    self.write = write
  }

  /// The bytes of the table.
  package func bytes(as format: OutputFormat = .csv) -> [UInt8] {
    let rows = rows(as: format)
    switch format {
    case .json: return JSONArray.document(rows)
    case .jsonl: return rows
    case .csv, .markdown, .text, .html:
      return Array(format.heading(schema.fields.map(\.name), isLookedAt: true).utf8) + rows
    }
  }

  /// The same without header.
  package func rows(as format: OutputFormat) -> [UInt8] {
    var writer = TableWriter(schema.fields, format)
    write(&writer)
    return writer.bytes
  }
}
