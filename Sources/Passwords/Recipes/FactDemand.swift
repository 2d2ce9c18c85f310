/// The facts to record about every password.
///
/// Policies, the meter and the blocklists each state their demand; a ``Recipe`` packs the union.
/// Numbers are *saturation points*: values below the number are recorded exactly, others as this
/// number, so a rule "at most `n`" demands `n + 1`. 0 means that the fact is not needed.
package struct FactDemand: Hashable, Sendable {
  /// The classes whose presence must be recorded.
  package var classes: Set<CodePointSet> = []
  /// The longest run of one code point.
  package var longestRun = 0
  /// The longest stretch through a–z, A–Z or 0–9, up or down, that neither turns nor wraps.
  package var longestSequence = 0
  /// The longest run of one kind of character; see ``Profile/longestClassRun``.
  package var longestClassRun = 0
  /// The classes whose characters must be counted, each with its saturation point; at most 16.
  package var counts: [CodePointSet: Int] = [:]
  /// The number of bits for blocklists, one for each list; at most 32.
  package var lists = 0
  /// Whether to record the level of the four-criteria meter.
  package var meter = false
  /// Whether to record the strength score, the guesses bin and the decisive pattern.
  package var score = false
  /// The guess budgets, ascending; at most 63, and only with ``score``.
  ///
  /// The signature records how many of them are too small to find the password.
  package var guessBudgets: [Double] = []

  /// Makes a demand for only the length and the kinds of character.
  package init() {}

  /// Adds the facts of another demand.
  package mutating func formUnion(_ other: FactDemand) {
    classes.formUnion(other.classes)
    longestRun = max(longestRun, other.longestRun)
    longestSequence = max(longestSequence, other.longestSequence)
    longestClassRun = max(longestClassRun, other.longestClassRun)
    counts.merge(other.counts, uniquingKeysWith: max)
    lists = max(lists, other.lists)
    meter = meter || other.meter
    score = score || other.score
    guessBudgets = Set(guessBudgets).union(other.guessBudgets).sorted()
  }
}
