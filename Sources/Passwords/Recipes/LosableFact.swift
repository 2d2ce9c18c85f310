/// Facts that a tally can do without where memory is short, the finest first.
package enum LosableFact: String, Hashable, Sendable, CaseIterable {
  /// The longest run of characters of one kind.
  case classRuns = "runs of one kind"
  /// How many characters of each kind there are.
  case counts = "numbers of characters of a kind"
  /// The longest sequence.
  case sequences
  /// Which of the specials occur; that one occurs is kept.
  case specials = "which special occurs"
}

extension FactDemand {
  /// Stops asking for a fact.
  package mutating func forget(_ fact: LosableFact) {
    switch fact {
    case .classRuns: longestClassRun = 0
    case .counts: counts = [:]
    case .sequences: longestSequence = 0
    case .specials: classes = classes.filter { !$0.isSubset(of: .special) }.union([.special])
    }
  }
}
