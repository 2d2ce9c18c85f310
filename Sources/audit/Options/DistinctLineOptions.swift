import ArgumentParser
import Preparing

/// The options for lines with the same password: which are written, in which order.
struct DistinctLineOptions: ParsableArguments {
  @Flag(help: "Write the first line of each password only, in order.")
  var distinct = false

  @Flag(
    name: .customLong("by-count"),
    help: "Write the first line of each password only, the commonest password first.")
  var byCount = false

  @Option(
    help: ArgumentHelp(
      "Memory for --distinct and --by-count, such as 512MiB or 4GiB; the rest is spilled to a temporary "
        + "file (default: 1GiB).", valueName: "size"),
    transform: typed(Quantity.bytes))
  var memory: Int?

  @Option(
    name: .customLong("temporary"),
    help: ArgumentHelp(
      "Directory for the temporary file. IT HOLDS PASSWORDS; it has no name, and is gone when the "
        + "program ends (default: $TMPDIR, or /tmp).", valueName: "dir"),
    completion: .directory)
  var directory: String?

  func validate() throws {
    if !distinct, !byCount, memory != nil || directory != nil {
      throw ValidationError(
        "\(memory == nil ? "--temporary" : "--memory") says how --distinct and --by-count work; "
          + "give one of them too.")
    }
    if let memory, memory < DistinctLineSettings.leastMemory {
      throw ValidationError("--memory takes at least 16MiB.")
    }
  }

  /// The options as settings; nil if all lines are written.
  var settings: DistinctLineSettings? {
    guard distinct || byCount else { return nil }
    var settings = DistinctLineSettings(
      byCount ? .byCount : .asRead, directory: temporaryDirectory(unless: directory))
    if let memory { settings.memory = memory }
    return settings
  }
}
