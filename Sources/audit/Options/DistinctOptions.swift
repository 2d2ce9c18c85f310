import ArgumentParser
import Findings
import Preparing
import Tallies

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
  @Option(
    name: .customLong("memory"),
    help: ArgumentHelp(
      "Memory for distinct passwords, such as 512MiB or 4GiB; what it has no room for goes to a "
        + "temporary file (default: 1GiB).", valueName: "size"),
    transform: typed(Quantity.bytes))
  var memory: Int?

  @Option(
    name: .customLong("temporary"),
    help: ArgumentHelp(
      "Directory for the temporary file, which holds no password (default: $TMPDIR, or /tmp).",
      valueName: "dir"),
    completion: .directory)
  var directory: String?

  @Option(
    name: .customLong("weights"),
    help: ArgumentHelp(
      "What it means that a password occurs again: accounts (another user has it), lists (another "
        + "list holds it), or none (nothing, or nobody knows; the default)."))
  var chosenWeights: Weights?

  /// The options that were given.
  var given: [String] {
    let options: [String?] = [
      memory.map { _ in "--memory" }, directory.map { _ in "--temporary" },
      chosenWeights.map { _ in "--weights" },
    ]
    return options.compactMap(\.self)
  }

  func validate() throws {
    if let memory, memory < GroupingLimits.leastMemory {
      throw ValidationError("--memory takes at least 16MiB.")
    }
  }

  /// The choices as a value.
  var settings: CountingSettings {
    let given = directory.flatMap { $0.isEmpty ? nil : $0 }
    return CountingSettings(
      memory: memory ?? GroupingLimits.defaultMemory, directory: given ?? temporaryDirectory,
      weights: chosenWeights ?? .none)
  }
}

extension Weights: ExpressibleByArgument {}
