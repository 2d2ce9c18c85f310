/// A part of a schema that a tally can give up for all rows if memory runs short, finest first.
package enum LosableFact: Hashable, Sendable, CaseIterable {
  case fact(Fact)
  /// The number of characters of each kind.
  case counts
  /// Which specials occur; whether any occurs is kept.
  case specials

  /// Every part, finest first.
  package static let allCases = (Fact.allCases.map(Self.fact) + [.counts, .specials])
    .sorted { $0.fineness < $1.fineness }

  /// The parts that a tally forgets if memory runs short, finest first.
  package static let forgettable = allCases.filter { part in
    if case .fact(let fact) = part { fact.row.isForgettable } else { true }
  }

  /// Its turn, the lowest first.
  package var fineness: Int {
    switch self {
    case .fact(let fact): fact.row.fineness
    case .counts: 20
    case .specials: 40
    }
  }

  /// The part in words, for a tally that forgot it.
  package var words: String {
    switch self {
    case .fact(let fact): fact.row.plural ?? fact.row.words
    case .counts: "numbers of characters of a kind"
    case .specials: "which special occurs"
    }
  }
}

extension FactDemand {
  /// Removes a part from the demand.
  package mutating func forget(_ part: LosableFact) {
    switch part {
    case .fact(let fact): self[fact] = 0
    case .counts: counts = [:]
    case .specials: classes = classes.filter { !$0.isSubset(of: .special) }.union([.special])
    }
  }
}
