import PasswordRules

/// The profiles of a tally in rows of equal atoms, for policies that ask only for atoms, length and
/// longest run, as nearly all do.
///
/// The verdict on a profile joins that on its atoms with that on its measures. In a row the first
/// is the same for all, and only rows that break nothing can hold compliant entries.
struct ProfileTable: Sendable {
  /// The start of each row among the cells, followed by their number.
  private let starts: [Int]
  private let cells: [Cell]
  private let kindCount: Int

  /// A profile.
  private struct Cell {
    var entries: UInt64 = 0
    /// The place of its length and longest run.
    var measures: UInt32 = 0
    /// Its kind, by which compliant entries are counted.
    var kind: UInt32 = 0
  }

  /// Arranges profiles with their counts and kinds.
  ///
  /// - Complexity: O(profiles).
  init(_ columns: ProfileColumns, counts: [UInt64], kinds: [UInt32], kindCount: Int) {
    self.kindCount = kindCount
    var starts = [Int](repeating: 0, count: columns.atomCount + 1)
    for place in columns.places { starts[Int(place.atoms) + 1] += 1 }
    for row in 0..<columns.atomCount { starts[row + 1] += starts[row] }
    var next = starts
    var cells = [Cell](repeating: Cell(), count: counts.count)
    for (index, place) in columns.places.enumerated() {
      let row = Int(place.atoms)
      cells[next[row]] = Cell(
        entries: counts[index], measures: place.measures, kind: kinds[index])
      next[row] += 1
    }
    self.starts = starts
    self.cells = cells
  }

  /// Adds the entries of each verdict to `dense`, which has an element for each.
  ///
  /// - Parameters:
  ///   - ofAtoms: The rules that each set of atoms breaks.
  ///   - ofMeasures: The rules that each length with its longest run breaks.
  ///   - dense: The entries by verdict.
  /// - Returns: The compliant entries of each kind.
  func count(
    _ ofAtoms: Span<UInt64>, _ ofMeasures: Span<UInt64>, byVerdict dense: inout MutableSpan<UInt64>
  ) -> [UInt64] {
    var compliant = [UInt64](repeating: 0, count: kindCount)
    var sums = compliant.mutableSpan
    let (starts, cells) = (starts.span, cells.span)
    for row in ofAtoms.indices {
      let broken = ofAtoms[row]
      for index in starts[row]..<starts[row + 1] {
        let cell = cells[index]
        let verdict = broken | ofMeasures[Int(truncatingIfNeeded: cell.measures)]
        dense[Int(truncatingIfNeeded: verdict)] &+= cell.entries
        if verdict == 0 { sums[Int(truncatingIfNeeded: cell.kind)] &+= cell.entries }
      }
    }
    return compliant
  }
}
