/// Entries by the set of rules they break, one bit for each rule.
struct VerdictCounts: Sendable {
  // Up to this many rules an array is indexed by the verdict itself (32 KB at most); no real policy
  // has more. Beyond, a dictionary holds the verdicts that occur.
  private static let denseRules = 12

  private var dense: [UInt64]
  private var sparse: [UInt64: UInt64] = [:]

  /// Starts all counts at 0, for verdicts on so many rules.
  init(ruleCount: Int) {
    dense =
      ruleCount <= Self.denseRules ? Array(repeating: 0, count: 1 << ruleCount) : []
  }

  /// Counts entries by their verdicts.
  mutating func add(_ counts: Span<UInt64>, breaking verdicts: Span<UInt64>) {
    if dense.isEmpty {
      for index in counts.indices where verdicts[index] != 0 {
        sparse[verdicts[index], default: 0] &+= counts[index]
      }
    } else {
      var dense = self.dense.mutableSpan
      for index in counts.indices {
        dense[Int(truncatingIfNeeded: verdicts[index])] &+= counts[index]
      }
    }
  }

  /// Counts the entries of some profiles by the verdicts on their parts.
  ///
  /// - Returns: The compliant entries of each kind; nil, with nothing counted, if no array is indexed
  ///   by the verdict.
  mutating func add(
    _ table: ProfileTable, breaking parts: (ofAtoms: [UInt64], ofMeasures: [UInt64])
  ) -> [UInt64]? {
    if dense.isEmpty { return nil }
    var dense = self.dense.mutableSpan
    return table.count(parts.ofAtoms.span, parts.ofMeasures.span, byVerdict: &dense)
  }

  /// Each verdict that occurs, with its count, without that of entries that break nothing.
  var all: [(rules: UInt64, count: UInt64)] {
    var all: [(rules: UInt64, count: UInt64)] = []
    for index in dense.indices.dropFirst() where dense[index] != 0 {
      all.append((UInt64(index), dense[index]))
    }
    for (rules, count) in sparse { all.append((rules, count)) }
    return all
  }
}
