import ArgumentParser
import Findings
import Preparing

/// Whether distinct passwords are counted.
struct DistinctOptions: ParsableArguments {
  @Flag(
    name: .customLong("distinct"),
    help: """
      Also count distinct passwords: every histogram again, each password once, and what it takes \
      to guess them, in empirical.csv, curve.csv and spectrum.csv.
      """)
  var isOn = false

  @OptionGroup var counting: CountingOptions

  func validate() throws {
    if !isOn, let option = counting.given.first {
      throw ValidationError("\(option) says how --distinct works; give that too.")
    }
  }

  /// The choices as a value; nil where nobody asks.
  var settings: CountingSettings? { isOn ? counting.settings : nil }
}

/// With what distinct passwords are counted, and what it means that one occurs again.
struct CountingOptions: ParsableArguments {
  @OptionGroup var memory: MemoryOptions

  @Option(
    name: .customLong("weights"),
    help: ArgumentHelp(
      "What it means that a password occurs again: accounts (another user has it), lists (another "
        + "list holds it), or none (nothing, or nobody knows; the default)."))
  var chosenWeights: Weights?

  /// The options that were given.
  var given: [String] { memory.given + (chosenWeights == nil ? [] : ["--weights"]) }

  /// The choices as a value.
  var settings: CountingSettings {
    var settings = memory.settings
    settings.weights = chosenWeights ?? .none
    return settings
  }
}

extension Weights: ExpressibleByArgument {}
