import ArgumentParser
import Preparing
import Tallies

/// Whether distinct passwords are recorded; what their repetition means is for the report to say.
struct ScanDistinctOptions: ParsableArguments {
  @Flag(
    name: .customLong("distinct"),
    help: "Also record how often each distinct password occurs, for report --distinct.")
  var isOn = false

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

  func validate() throws {
    if !isOn, memory != nil || directory != nil {
      let option = memory == nil ? "--temporary" : "--memory"
      throw ValidationError("\(option) says how --distinct works; give that too.")
    }
    if let memory, memory < GroupingLimits.leastMemory {
      throw ValidationError("--memory takes at least 16MiB.")
    }
  }

  /// The choices as a value; nil where nobody asks.
  var settings: CountingSettings? {
    guard isOn else { return nil }
    let given = directory.flatMap { $0.isEmpty ? nil : $0 }
    return CountingSettings(
      memory: memory ?? GroupingLimits.defaultMemory, directory: given ?? temporaryDirectory)
  }
}
