/// A reservation about numbers, printed as a letter beside them and explained below.
///
///     [Caveat.weights, .population].letters  // "WP"
///
/// The first cases apply to keyspaces, the others to guessing metrics; a row of both may have all.
package enum Caveat: String, Hashable, Sendable, CaseIterable {
  case strings = "K"
  case unicode = "U"
  case horizon = "H"
  case impossible = "I"
  case uncounted = "L"
  case bound = "A"
  case filtered = "F"
  case behaviour = "B"
  case truncated = "T"
  case weights = "W"
  case smallSample = "S"
  case unlikeSamples = "M"
  case population = "P"

  /// The letter and its meaning.
  package var line: String { "\(rawValue): \(sentence)" }

  /// Its meaning, in a few words.
  package var brief: String {
    switch self {
    case .strings: "people do not choose at random"
    case .unicode: "hardly any is typed"
    case .horizon: "depends on the horizon"
    case .impossible: "no string meets the policy"
    case .uncounted: "lists and scores are not counted"
    case .bound: "at most: the system refuses more"
    case .filtered: "as if the refused chose like the others"
    case .behaviour: "assumes what the refused do"
    case .truncated: "the list is the top of a longer one"
    case .weights: "repetitions are not accounts"
    case .smallSample: "small sample"
    case .unlikeSamples: "less than a tenth of the list"
    case .population: "a leak is no random sample"
    }
  }

  /// Its meaning, in a sentence.
  package var sentence: String {
    switch self {
    case .strings: "Keyspace is about random strings; people choose differently."
    case .unicode: "Nominal: counts every scalar, though hardly any is typed."
    case .horizon: "Total depends on the chosen horizon."
    case .impossible: "No string satisfies this policy."
    case .uncounted: "Lists and scores are not counted; they refuse more than the numbers say."
    case .bound: "At most: the system from which the policy comes refuses more than it says."
    case .filtered:
      "Filtered list: assumes refused users spread like the accepted ones; people under a policy "
        + "do not (Mazurek et al. 2013)."
    case .behaviour: "Assumes what the refused do; see the other models."
    case .truncated:
      "Within a truncated list: bits are lower bounds and strict policies look worse than they are."
    case .weights: "Repetitions are not accounts; probabilities do not describe users."
    case .smallSample: "Sample too small to say how many guesses find a tenth, a quarter or a half."
    case .unlikeSamples:
      "Less than a tenth of the list: entropies are not comparable with those of the whole list."
    case .population:
      "A leak is not a random sample; site policy, language and cracking success shape it."
    }
  }
}

extension Sequence<Caveat> {
  /// The caveats without duplicates, in the order of the cases.
  package var unique: [Caveat] { Caveat.allCases.filter(Set(self).contains) }

  /// Their letters: `"FSP"`.
  package var letters: String { map(\.rawValue).joined() }
}
