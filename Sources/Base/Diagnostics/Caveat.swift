/// A reservation about numbers, which stands as a sentence beside them.
///
/// The first cases apply to keyspaces, the others to guessing metrics; a row of both may have all.
package enum Caveat: Hashable, Sendable, CaseIterable {
  case strings, unicode, horizon, impossible, uncounted, bound
  case filtered, behaviour, truncated, unlikeSamples, population

  /// Its meaning; without a comma, which would end a cell of CSV.
  package var sentence: String {
    switch self {
    case .strings: "Keyspace is about random strings; people choose differently."
    case .unicode: "Nominal: counts every scalar; hardly any is typed."
    case .horizon: "Total depends on the chosen horizon."
    case .impossible: "No string satisfies this policy."
    case .uncounted: "Lists and scores are not counted; they refuse more than the numbers say."
    case .bound: "At most: the system from which the policy comes refuses more than it says."
    case .filtered:
      "Filtered list: assumes refused users spread like the accepted ones; people under a policy "
        + "do not (Mazurek et al. 2013)."
    case .behaviour: "Assumes what refused users do; see the other models."
    case .truncated:
      "Within a truncated list: bits are lower bounds and strict policies look worse than they are."
    case .unlikeSamples:
      "Less than a tenth of the list: entropies are not comparable with those of the whole list."
    case .population:
      "A leak is not a random sample; site policy and language and cracking success shape it."
    }
  }
}

extension Sequence<Caveat> {
  /// The caveats without duplicates, in the order of the cases.
  package var unique: [Caveat] { Caveat.allCases.filter(Set(self).contains) }
}
