import ArgumentParser
import Jobs
import Metrics

/// The options for what the refused are assumed to do.
struct BehaviourOptions: ParsableArguments {
  @Option(
    name: .customLong("behaviour"),
    help: ArgumentHelp(
      """
      With --distinct, what those choose whose password a policy refuses: proportional (as the others), \
      convergent (all the commonest permitted one), uniform (each permitted one equally often), \
      extraneous (something new), several with commas, or all. Writes behaviour.csv, ranking.csv and \
      flips.csv.
      """, valueName: "names"),
    transform: typed(Quantity.behaviours))
  var behaviours: Set<Behaviour>?

  @Option(
    name: .customLong("behaviour-mix"),
    help: ArgumentHelp(
      "With --behaviour, also a mixture, as decimal shares that add up to 1: p=0.6,c=0.05,u=0,e=0.35.",
      valueName: "shares"),
    transform: typed(Quantity.mixture))
  var mixture: Mixture?

  /// What is assumed; nil for nothing.
  var selection: BehaviourSelection? { behaviours.map { BehaviourSelection($0, mixture) } }

  func validate() throws {
    if mixture != nil, behaviours == nil {
      throw ValidationError("--behaviour-mix adds to --behaviour; give that too.")
    }
  }
}
