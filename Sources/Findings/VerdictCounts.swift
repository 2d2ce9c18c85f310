/// Entries by the set of rules they break, one bit for each rule.
struct VerdictCounts: Sendable {
  // Up to this many rules an array is indexed by the verdict itself while entries are counted (32 KB
  // at most); no real policy has more. Beyond, a dictionary holds the verdicts that occur.
  private static let denseRules = 12

  private let ruleCount: Int
  /// Each verdict that occurs, with its count, in the order of the verdicts' numbers; without the
  /// verdict on entries that break nothing.
  private(set) var all: [(rules: UInt64, count: UInt64)] = []

  /// Starts all counts at 0, for verdicts on a policy of `ruleCount` rules.
  init(ruleCount: Int) { self.ruleCount = ruleCount }

  /// Counts entries by their verdicts.
  mutating func add(_ counts: Span<UInt64>, breaking verdicts: Span<UInt64>) {
    let isCounted: Void? = addToArray { dense in
      for index in counts.indices {
        dense[Int(truncatingIfNeeded: verdicts[index])] &+= counts[index]
      }
    }
    if isCounted != nil { return }
    var sparse = Dictionary(uniqueKeysWithValues: all.map { ($0.rules, $0.count) })
    for index in counts.indices where verdicts[index] != 0 {
      sparse[verdicts[index], default: 0] &+= counts[index]
    }
    all = sparse.map { (rules: $0, count: $1) }.sorted { $0.rules < $1.rules }
  }

  /// Counts the entries of some profiles by the verdicts on their parts.
  ///
  /// - Returns: The compliant entries of each kind; nil, with nothing counted, if no array is indexed
  ///   by the verdict.
  mutating func add(
    _ table: ProfileTable, breaking parts: (ofAtoms: [UInt64], ofMeasures: [UInt64])
  ) -> [UInt64]? {
    addToArray { table.count(parts.ofAtoms.span, parts.ofMeasures.span, byVerdict: &$0) }
  }

  /// Lends the counts as an array that is indexed by the verdict; nil if there are too many rules.
  private mutating func addToArray<Result>(
    _ body: (inout MutableSpan<UInt64>) -> Result
  ) -> Result? {
    guard ruleCount <= Self.denseRules else { return nil }
    var counts = [UInt64](repeating: 0, count: 1 << ruleCount)
    var dense = counts.mutableSpan
    for (rules, count) in all { dense[Int(truncatingIfNeeded: rules)] = count }
    let result = body(&dense)
    all.removeAll(keepingCapacity: true)
    for rules in 1..<max(1, dense.count) where dense[rules] != 0 {
      all.append((UInt64(rules), dense[rules]))
    }
    return result
  }
}
