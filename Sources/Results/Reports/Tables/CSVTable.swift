import PasswordSpaces

/// A table of CSV by its columns.
struct CSVTable<Row> {
  let columns: [Column]

  /// A column: its name, and its cell of a row, which nil leaves empty.
  struct Column {
    let name: String
    let cell: (Row) -> String?

    init(_ name: String, _ cell: @escaping (Row) -> String?) {
      (self.name, self.cell) = (name, cell)
    }

    /// Bits or guesses, with six decimals.
    static func bits(_ name: String, _ number: @escaping (Row) -> Double?) -> Column {
      Column(name) { Numbers.bits(number($0)) }
    }

    /// A share or another number, with six digits.
    static func share(_ name: String, _ number: @escaping (Row) -> Double?) -> Column {
      Column(name) { number($0).map(sixDigits) }
    }

    /// Anything that a user named.
    static func name(_ name: String, _ text: @escaping (Row) -> String) -> Column {
      Column(name) { csvCell(text($0)) }
    }
  }

  init(_ columns: [Column]) { self.columns = columns }

  /// The header and a line for each row.
  func serialized(_ rows: some Sequence<Row>) -> [UInt8] {
    tableBytes(
      [columns.map(\.name).joined(separator: ",")]
        + rows.map { row in columns.map { $0.cell(row) ?? "" }.joined(separator: ",") })
  }
}

extension CSVTable.Column {
  /// A number: in one column if all are exact, and otherwise both ends in two.
  static func ends<End>(
    _ name: String, isFolded: Bool, _ ends: @escaping (Row) -> ClosedRange<End>?,
    _ text: @escaping (End) -> String
  ) -> [CSVTable.Column] {
    let least = { (row: Row) in ends(row).map { text($0.lowerBound) } }
    if !isFolded { return [CSVTable.Column(name, least)] }
    return [
      CSVTable.Column(name + "_least", least),
      CSVTable.Column(name + "_most") { ends($0).map { text($0.upperBound) } },
    ]
  }
}
