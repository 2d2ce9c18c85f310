/// The facts that somebody needs to know about every password.
///
/// Policies, the meter and the blocklists each state theirs; the union of all is what a ``Recipe``
/// packs. Numbers are *saturation points*: a fact is recorded exactly below and as this number from
/// there on, so a rule "at most `n`" demands `n + 1`. 0 means that nobody asks.
package struct FactDemand: Hashable, Sendable {
  /// Classes whose presence or absence must show.
  package var classes: Set<CodePointSet> = []
  /// Longest run of one repeated code point.
  package var longestRun = 0
  /// Longest stretch that steps through a–z, A–Z or 0–9, up or down, without turning or wrapping.
  package var longestSequence = 0
  /// Longest run of characters of one kind, the kinds of ``Profile/longestClassRun``.
  package var longestClassRun = 0
  /// Classes of which the number of characters must be known; at most 16.
  package var counts: [CodePointSet: Int] = [:]
  /// Bits for blocklists, one a list; at most 32.
  package var lists = 0
  /// Whether the four-criteria meter's level must be known.
  package var meter = false
  /// Whether the strength score, guesses bin and decisive pattern must be known.
  package var score = false
  /// Guess budgets, ascending; at most 63, and only with ``score``.
  ///
  /// The signature records how many of them are too small to find the password.
  package var guessBudgets: [Double] = []

  /// Asks for nothing but the length and the kinds of character.
  package init() {}

  /// Adds what another demand asks for.
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

  /// The same facts in the one form that recipes keep: the atoms as classes, no demand beyond what a
  /// password can have, nothing that is recorded for nobody.
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
