import PasswordRules
@_spi(House) import Passwords

/// The profiles of a tally in rows of equal atoms, for policies that ask only for atoms, length and
/// longest run, as nearly all do.
///
/// The verdict on a profile joins the verdict on its atoms with the verdict on its measures.
/// Profiles in one row have equal verdicts on atoms, profiles of one kind equal ones on measures.
///
/// A class, since threads that count references to the same arrays slow each other down.
final class ProfileTable: Sendable {
  /// The kinds of profile; all profiles of a kind have the same length.
  let kinds: ProfileKinds
  /// The length and longest run of each kind.
  let measures: [ProfileColumns.Measures]
  /// The rows in ascending order of their cells, so that a processor predicts the end of nearly each.
  private let rows: [Row]
  private let cells: [Cell]

  /// The profiles of one set of atoms.
  private struct Row {
    /// The place of the set.
    let atoms: Int
    let cells: Range<Int>
  }

  /// The profiles of one row and kind.
  private struct Cell {
    var entries: UInt64 = 0
    var kind: UInt32 = 0
  }

  /// Arranges profiles with their counts and kinds.
  ///
  /// - Complexity: O(profiles + rows × log(rows)).
  init(_ columns: ProfileColumns, counts: [UInt64], _ kinds: ProfileKinds) {
    self.kinds = kinds
    measures = kinds.examples.map { ProfileColumns.Measures($0) }
    var known = KeyNumbers()
    var cells: [(atoms: Int, cell: Cell)] = []
    var starts = [Int](repeating: 0, count: columns.atomCount + 1)
    for (index, count) in counts.enumerated() {
      let (atoms, kind) = (columns.places[index].atoms, kinds.ofProfiles[index])
      let number = known.number(of: Signature(UInt64(atoms), UInt64(kind)))
      if number == cells.count {
        cells.append((Int(atoms), Cell(kind: kind)))
        starts[Int(atoms) + 1] += 1
      }
      cells[number].cell.entries &+= count
    }
    for row in 0..<columns.atomCount { starts[row + 1] += starts[row] }
    rows = (0..<columns.atomCount).map { Row(atoms: $0, cells: starts[$0]..<starts[$0 + 1]) }
      .sorted { $0.cells.count < $1.cells.count }
    var sorted = [Cell](repeating: Cell(), count: cells.count)
    for (atoms, cell) in cells {
      sorted[starts[atoms]] = cell
      starts[atoms] += 1
    }
    self.cells = sorted
  }

  /// Adds the entries of each verdict except 'compliant' to `dense`.
  ///
  /// - Parameters:
  ///   - ofAtoms: The rules that each set of atoms breaks.
  ///   - ofMeasures: The rules that the measures of each kind break.
  ///   - dense: The entries by verdict.
  /// - Returns: The compliant entries of each kind.
  func count(
    _ ofAtoms: Span<UInt64>, _ ofMeasures: Span<UInt64>, byVerdict dense: inout MutableSpan<UInt64>
  ) -> [UInt64] {
    var entries = [UInt64](repeating: 0, count: measures.count)
    var sums = entries.mutableSpan
    let (allRows, allCells) = (rows, cells)
    let rows = allRows.span
    precondition(ofMeasures.count == sums.count, "a verdict a kind")
    for index in rows.indices {
      let row = rows[index]
      let broken = ofAtoms[row.atoms]
      let cells = allCells.span.extracting(row.cells)
      // SAFETY (`unchecked`): `index` runs through the cells' indices, and their kinds are numbers of
      // `kinds`, of which `measures`, `ofMeasures` and `sums` have an element each.
      if broken == 0 {
        // Here the measures decide alone, so each kind is counted once, below.
        for index in cells.indices {
          let cell = unsafe cells[unchecked: index]
          unsafe sums[unchecked: Int(truncatingIfNeeded: cell.kind)] &+= cell.entries
        }
      } else {
        for index in cells.indices {
          let cell = unsafe cells[unchecked: index]
          let verdict = unsafe broken | ofMeasures[unchecked: Int(truncatingIfNeeded: cell.kind)]
          dense[Int(truncatingIfNeeded: verdict)] &+= cell.entries
        }
      }
    }
    for kind in ofMeasures.indices where ofMeasures[kind] != 0 {
      dense[Int(truncatingIfNeeded: ofMeasures[kind])] &+= sums[kind]
      sums[kind] = 0
    }
    return entries
  }
}
