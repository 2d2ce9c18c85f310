extension Database {
  /// The number of rows of one INSERT statement: a row of four numbers takes 4,400 instructions
  /// alone, 2,400 in a statement of 64, and no fewer in one of 256.
  private static let rowsAtOnce = 64

  /// Adds rows of numbers to a table.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - table: A table in which all columns are numbers.
  ///   - append: Appends the numbers of a row; receives the row's number, from 0.
  /// - Throws: ``TallyFileProblem/Kind`` if SQLite fails.
  borrowing func insert(
    rows count: Int, into table: Table, _ append: (Int, inout [Int64]) -> Void
  ) throws(TallyFileProblem.Kind) {
    let whole = count / Self.rowsAtOnce * Self.rowsAtOnce
    try insert(0..<whole, into: table, atOnce: Self.rowsAtOnce, append)
    try insert(whole..<count, into: table, atOnce: count - whole, append)
  }

  /// Adds rows; their number must be a multiple of the rows of a statement.
  private borrowing func insert(
    _ rows: Range<Int>, into table: Table, atOnce: Int, _ append: (Int, inout [Int64]) -> Void
  ) throws(TallyFileProblem.Kind) {
    if rows.isEmpty { return }
    let insertion = try prepare(table.insertion(rows: atOnce))
    var numbers: [Int64] = []
    for start in stride(from: rows.lowerBound, to: rows.upperBound, by: atOnce) {
      numbers.removeAll(keepingCapacity: true)
      for row in start..<start + atOnce { append(row, &numbers) }
      for (place, number) in numbers.enumerated() {
        try insertion.bind(number, at: Int32(truncatingIfNeeded: place))
      }
      try insertion.run()
    }
  }
}
