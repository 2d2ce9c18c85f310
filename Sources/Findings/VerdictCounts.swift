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

  /// Counts entries of one verdict.
  mutating func add(_ count: UInt64, breaking rules: UInt64) {
    if rules < UInt64(dense.count) {
      dense[Int(truncatingIfNeeded: rules)] &+= count
    } else {
      sparse[rules, default: 0] &+= count
    }
  }

  /// Each verdict that occurs, with its count.
  var all: [(rules: UInt64, count: UInt64)] {
    var all: [(rules: UInt64, count: UInt64)] = []
    for index in dense.indices where dense[index] != 0 { all.append((UInt64(index), dense[index])) }
    for (rules, count) in sparse { all.append((rules, count)) }
    return all
  }
}
