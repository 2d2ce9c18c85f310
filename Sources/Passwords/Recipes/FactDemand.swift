/// The facts to record about every password.
///
/// Policies, the meter and the blocklists each state their demand; a ``Recipe`` packs the union.
/// Numbers are *saturation points*: a fact is exact below this number, and recorded as this number
/// from there on, so a rule "at most `n`" demands `n + 1`. 0 means that the fact is not needed.
package struct FactDemand: Hashable, Sendable {
  /// Classes whose presence must be recorded.
  package var classes: Set<CodePointSet> = []
  /// Longest run of one repeated code point.
  package var longestRun = 0
  /// Longest stretch that steps through a–z, A–Z or 0–9, up or down, without turning or wrapping.
  package var longestSequence = 0
  /// Longest run of one kind of character, as in ``Profile/longestClassRun``.
  package var longestClassRun = 0
  /// Classes whose characters must be counted, with the saturation point; at most 16.
  package var counts: [CodePointSet: Int] = [:]
  /// Bits for blocklists, one for each list; at most 32.
  package var lists = 0
  /// Whether to record the four-criteria meter's level.
  package var meter = false
  /// Whether to record the strength score, the guesses bin and the decisive pattern.
  package var score = false
  /// Guess budgets, ascending; at most 63, and only with ``score``.
  ///
  /// The signature records how many of them are too small to find the password.
  package var guessBudgets: [Double] = []

  /// Demands only the length and the kinds of character.
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

  /// The same facts in the canonical form that recipes keep: the atoms as classes, numbers no
  /// larger than a password can have, and nothing that is not needed.
  func normalised(classes atoms: [CodePointSet]) -> FactDemand {
    func withinReach(_ limit: Int) -> Int { min(max(limit, 0), Recipe.longestLine + 1) }
    var demand = self
    demand.classes = Set(atoms)
    demand.longestRun = withinReach(longestRun)
    demand.longestSequence = withinReach(longestSequence)
    demand.longestClassRun = withinReach(longestClassRun)
    demand.counts = counts.mapValues(withinReach).filter { $0.value > 0 }
    demand.guessBudgets = score ? Set(guessBudgets).sorted() : []
    return demand
  }
}
