/// What to bear in mind with metrics of guessing, printed beside them.
///
/// The letters are of one set with those of keyspaces, so a row may bear both.
package enum GuessingCaveat: String, Hashable, Sendable, CaseIterable {
  case filtered = "F"
  case truncated = "T"
  case weights = "W"
  case smallSample = "S"
  case unlikeSamples = "M"
  case population = "P"

  /// The caveat in a sentence.
  package var sentence: String {
    switch self {
    case .filtered:
      "Filtered list: assumes refused users spread like the accepted ones; people under a policy "
        + "do not (Mazurek et al. 2013)."
    case .truncated:
      "Within a truncated list: bits are lower bounds and strict policies look worse than they are."
    case .weights: "Repetitions are not accounts; probabilities do not describe users."
    case .smallSample: "Sample too small for this share."
    case .unlikeSamples: "Samples of very different size; entropies are not comparable."
    case .population:
      "A leak is not a random sample; site policy, language and cracking success shape it."
    }
  }
}
