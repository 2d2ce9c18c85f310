extension Schema {
  /// The first difference between the facts that two schemas record, in words; nil if the schemas
  /// are equal.
  ///
  ///     "the longest run (up to 16, and up to 3)"
  package func difference(from other: Schema) -> String? {
    func numbers(_ fact: String, _ mine: Int, _ others: Int) -> String? {
      func words(_ limit: Int) -> String { limit == 0 ? "not recorded" : "up to \(limit)" }
      return mine == others ? nil : "\(fact) (\(words(mine)), and \(words(others)))"
    }
    let (mine, others) = (demand, other.demand)
    if let set = Set(characterGroups.sets).symmetricDifference(other.characterGroups.sets).sorted()
      .first
    {
      return "whether \(set.words) occurs"
    }
    for set in Set(mine.counts.keys).union(others.counts.keys).sorted() {
      let (one, two) = (mine.counts[set] ?? 0, others.counts[set] ?? 0)
      if let words = numbers("the number of characters in \(set.words)", one, two) { return words }
    }
    for fact in Fact.demanded where mine[fact] != others[fact] {
      let words = fact.row.words
      return fact.row.measure == .saturating ? numbers(words, mine[fact], others[fact]) : words
    }
    if mine.wholeDecades != others.wholeDecades { return "whole or half decades of guesses" }
    if mine.guessBudgets != others.guessBudgets { return "the guess budgets" }
    if mine.lists != others.lists {
      return "the number of blocklists (\(mine.lists), and \(others.lists))"
    }
    return sources.difference(from: other.sources)
  }
}

extension FactSources {
  /// The first different source, in words; nil if all are equal.
  fileprivate func difference(from other: FactSources) -> String? {
    for (mine, others) in zip(lists, other.lists) where mine != others {
      if mine.name != others.name {
        return "the names of blocklists ('\(mine.name)', and '\(others.name)')"
      }
      return mine.comparison == others.comparison
        ? "the content of the blocklist '\(mine.name)'"
        : "how the blocklist '\(mine.name)' is compared (\(mine.comparison), and "
          + "\(others.comparison))"
    }
    if lists.count != other.lists.count { return "the names of blocklists" }
    if userRelations != other.userRelations { return "the relations to users' names" }
    if habits != other.habits {
      return habits?.referenceYear == other.habits?.referenceYear
        ? "the vocabulary of habits" : "the reference year of habits"
    }
    guard let scorer, let others = other.scorer else {
      return scorer == other.scorer ? nil : "the strength estimator"
    }
    if scorer.name != others.name {
      return "the strength estimator ('\(scorer.name)', and '\(others.name)')"
    }
    if scorer.referenceYear != others.referenceYear {
      return "the reference year (\(scorer.referenceYear), and \(others.referenceYear))"
    }
    if scorer.cuts != others.cuts { return "the guesses at which scores begin" }
    if scorer.contextDigest != others.contextDigest {
      return "the context words or dictionaries"
    }
    if scorer.model != others.model {
      return "the model of the combined estimate ('\(scorer.model)', and '\(others.model)')"
    }
    if scorer.guesses != others.guesses {
      return "the files of guess numbers ('\(scorer.guesses)', and '\(others.guesses)')"
    }
    return scorer.patternNames == others.patternNames ? nil : "the names of decisive patterns"
  }
}
