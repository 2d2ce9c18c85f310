/// Facts that a tally can drop if memory runs short, finest first.
package enum LosableFact: String, Hashable, Sendable, CaseIterable {
  /// The longest run of characters of one kind.
  case classRuns = "runs of one kind"
  /// The number of characters of each kind.
  case counts = "numbers of characters of a kind"
  /// The longest sequence.
  case sequences
  /// Which specials occur; whether any occurs is kept.
  case specials = "which special occurs"
}

extension FactDemand {
  /// Removes a fact from the demand.
  package mutating func forget(_ fact: LosableFact) {
    switch fact {
    case .classRuns: longestClassRun = 0
    case .counts: counts = [:]
    case .sequences: longestSequence = 0
    case .specials: classes = classes.filter { !$0.isSubset(of: .special) }.union([.special])
    }
  }
}
