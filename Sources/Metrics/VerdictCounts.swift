@_spi(House) import Passwords

/// Entries by the set of rules they break, one bit for each rule.
struct VerdictCounts: Sendable {
  /// Each verdict that occurs, with its count, in the order of the verdicts' numbers; without the
  /// verdict on entries that break nothing.
  private(set) var all: [(rules: UInt64, count: UInt64)] = []

  /// Counts entries by their verdicts.
  ///
  /// - Complexity: O(entries + verdicts × log(verdicts)).
  mutating func add(_ counts: Span<UInt64>, breaking verdicts: Span<UInt64>) {
    var known = KeyNumbers()
    for (number, verdict) in all.enumerated() {
      let again = known.number(of: Signature(verdict.rules))
      precondition(again == number, "each verdict once")
    }
    for index in counts.indices where verdicts[index] != 0 {
      let number = known.number(of: Signature(verdicts[index]))
      if number == all.count { all.append((verdicts[index], 0)) }
      all[number].count &+= counts[index]
    }
    all.sort { $0.rules < $1.rules }
  }
}
