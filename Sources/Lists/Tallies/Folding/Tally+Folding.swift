package import PasswordPolicies
@_spi(Internal) import Passwords

extension Tally {
  /// The same entries in rows of at least `least` entries each, for publication: a row states for
  /// each fact the least and the greatest number of its passwords.
  ///
  /// No entry is counted with a fact that is not its own, so the answer to any policy is an
  /// interval that holds the truth. Rows are formed so that the policies of the workload stay
  /// decided as far as possible. A tally with fewer entries becomes one row. Shapes and hits by
  /// rank, which are other tables of the same entries, are left out.
  ///
  /// - Parameters:
  ///   - least: The fewest entries of a row.
  ///   - workload: The policies by which rows are formed.
  ///   - lists: The bits of a list in the schema; nil if it is not recorded.
  /// - Returns: A tally of the same lines; the same for the same entries in any order.
  /// - Complexity: O(classes²) in the worst case, where a class is what the workload does not tell
  ///   apart; some 20 s for 12 million lines of people's passwords. Memory for some 400 bytes a
  ///   signature.
  package func folded(
    below least: UInt64, workload: Workload = .builtIn,
    lists: (ListReference) -> UInt32? = { _ in nil }
  ) -> Tally {
    var tally = Tally(schema: schema)
    tally.lines = lines
    let rows = foldedRows(below: GroupSize(entries: least), workload, lists) { _ in 0 }
    for row in rows { tally.record(row.range, times: row.entries) }
    return tally
  }

  /// The same with distinct passwords: for each row their numbers of occurrences in levels, which
  /// are as large as rows have to be, in entries and in distinct passwords.
  ///
  /// - Returns: The tally and the spectrum; nil if the spectrum counts other entries than the
  ///   tally.
  package func folded(
    below least: GroupSize, with spectrum: Spectrum, workload: Workload = .builtIn,
    lists: (ListReference) -> UInt32? = { _ in nil }
  ) -> (tally: Tally, spectrum: Spectrum)? {
    var tally = Tally(schema: schema)
    tally.lines = lines
    var known: [Signature: [UInt64: UInt64]] = [:]
    for (group, passwords) in spectrum.passwords {
      known[group.signature, default: [:]][group.occurrences] = passwords
    }
    var rows: [SignatureRange: (entries: UInt64, passwords: [UInt64: UInt64])] = [:]
    let folded = foldedRows(below: least, workload, lists) { signature in
      known[signature]?.values.reduce(0, &+) ?? 0
    }
    for row in folded {
      tally.record(row.range, times: row.entries)
      var joined = rows[row.range] ?? (0, [:])
      joined.entries &+= row.entries
      for signature in row.signatures {
        joined.passwords.merge(known.removeValue(forKey: signature) ?? [:], uniquingKeysWith: &+)
      }
      rows[row.range] = joined
    }
    guard known.isEmpty else { return nil }
    var levelled = Spectrum(schema: schema)
    for (range, row) in rows {
      let levels = OccurrenceLevel.levels(of: row.passwords, least: least)
      guard levels.reduce(0, { $0 &+ $1.entries }) == row.entries else { return nil }
      levelled.record(range, levels)
    }
    return (tally, levelled)
  }

  /// The rows with their entries and the signatures that they join; `passwords` gives the number of
  /// distinct passwords of a signature.
  private func foldedRows(
    below least: GroupSize, _ workload: Workload, _ lists: (ListReference) -> UInt32?,
    passwords: (Signature) -> UInt64
  ) -> [(range: SignatureRange, entries: UInt64, signatures: [Signature])] {
    var rows: [(signature: Signature, size: GroupSize)] = []
    rows.reserveCapacity(signatureCount)
    forEach { rows.append(($0, GroupSize(entries: $1, passwords: passwords($0)))) }
    rows.sort {
      ($0.signature.w0, $0.signature.w1, $0.signature.w2)
        < ($1.signature.w0, $1.signature.w1, $1.signature.w2)
    }
    let alternatives = workload.alternatives.map { times, conditions in
      WorkloadJudge.Alternative(
        times: times,
        // A condition on a fact that is not recorded falls away.
        tests: conditions.flatMap { (try? $0.tests(in: schema, lists: lists)) ?? [] })
    }
    var folder = Folder(rows, schema: schema, least: least, alternatives)
    let refinement = Refinement(rows, schema: schema, least: least)
    let ranges = SignatureRanges(schema)
    return folder.grouped().flatMap { group in
      refinement.rows(of: group).map { row in
        var range = SignatureRange(rows[row[0]].signature)
        var entries: UInt64 = 0
        for index in row {
          range = ranges.union(range, SignatureRange(rows[index].signature))
          entries += rows[index].size.entries
        }
        return (range, entries, row.map { rows[$0].signature })
      }
    }
  }
}
