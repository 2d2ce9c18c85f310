extension Database {
  /// Rows that one statement adds: with 64, a row of four numbers takes 2,400 instructions, with one
  /// 4,400; with 256 no fewer.
  private static let rowsAtOnce = 64

  /// Adds rows of numbers to a table.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - table: All of its columns hold numbers.
  ///   - append: Appends the numbers of a row, which is told by its number from 0.
  /// - Throws: ``TallyFileProblem/Kind`` where SQLite refuses.
  borrowing func insert(
    rows count: Int, into table: Table, _ append: (Int, inout [Int64]) -> Void
  ) throws(TallyFileProblem.Kind) {
    let whole = count / Self.rowsAtOnce * Self.rowsAtOnce
    try insert(0..<whole, into: table, atOnce: Self.rowsAtOnce, append)
    try insert(whole..<count, into: table, atOnce: count - whole, append)
  }

  /// Adds rows, of which there is a multiple of so many.
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
