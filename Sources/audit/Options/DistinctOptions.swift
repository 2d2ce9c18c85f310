import ArgumentParser
import Jobs

/// The option to count distinct passwords.
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

  /// The options as settings; nil if distinct passwords are not counted.
  var settings: CountingSettings? { isOn ? counting.settings : nil }
}

/// The options for counting distinct passwords, and the meaning of repetition.
struct CountingOptions: ParsableArguments {
  @OptionGroup var memory: MemoryOptions

  @Option(
    name: .customLong("weights"),
    help: ArgumentHelp(
      "What a repeated password means: accounts (another user has it; the default if lists name "
        + "users), lists (another list holds it), or none (unknown; the default of others)."))
  var chosenWeights: CountingSettings.Meaning?

  /// The options that were given.
  var given: [String] { memory.given + (chosenWeights == nil ? [] : ["--weights"]) }

  /// The options as settings.
  var settings: CountingSettings {
    var settings = memory.settings
    if let chosenWeights { settings.weights = chosenWeights }
    return settings
  }
}

extension CountingSettings.Meaning: ExpressibleByArgument {}
