package import PasswordPolicies
@_spi(House) import Passwords
package import Tallies

extension Tally {
  /// The same entries in rows of at least `least` entries each, for publication: a row states for
  /// each fact the least and the greatest number of its passwords.
  ///
  /// No entry is counted with a fact that is not its own, so the answer to any policy is an interval
  /// that holds the truth. Rows are formed so that the policies of the workload stay decided as far
  /// as possible. A tally with fewer entries becomes one row. Shapes and hits by rank, which are other
  /// tables of the same entries, are left out.
  ///
  /// - Parameters:
  ///   - least: The fewest entries of a row.
  ///   - workload: The policies by which rows are formed.
  ///   - lists: The bits of a list in the recipe; nil if it is not recorded.
  /// - Returns: A tally of the same lines; the same for the same entries in any order.
  /// - Complexity: O(classes²) in the worst case, where a class is what the workload does not tell
  ///   apart; some 20 s for 12 million lines of people's passwords. Memory for some 400 bytes a
  ///   signature.
  package func folded(
    below least: UInt64, workload: Workload = .builtIn,
    lists: (ListReference) -> UInt32? = { _ in nil }
  ) -> Tally {
    var rows: [(signature: Signature, entries: UInt64)] = []
    rows.reserveCapacity(signatureCount)
    forEach { rows.append(($0, $1)) }
    rows.sort {
      ($0.signature.w0, $0.signature.w1, $0.signature.w2)
        < ($1.signature.w0, $1.signature.w1, $1.signature.w2)
    }
    var tally = Tally(recipe: recipe)
    tally.lines = lines
    let alternatives = workload.alternatives.map { times, conditions in
      WorkloadJudge.Alternative(
        times: times,
        // A condition on a fact that is not recorded falls away.
        tests: conditions.flatMap { $0.rangeTests(in: recipe, lists: lists) ?? [] })
    }
    var folder = Folder(rows, recipe: recipe, least: least, alternatives)
    let refinement = Refinement(rows, recipe: recipe, least: least)
    let ranges = SignatureRanges(recipe)
    for group in folder.grouped() {
      for row in refinement.rows(of: group) {
        var range = SignatureRange(rows[row[0]].signature)
        var entries: UInt64 = 0
        for index in row {
          range = ranges.union(range, SignatureRange(rows[index].signature))
          entries += rows[index].entries
        }
        tally.record(range, times: entries)
      }
    }
    return tally
  }
}
