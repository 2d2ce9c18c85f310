import ArgumentParser
import Jobs
import Requests

/// The options for memory, and for the directory to spill to.
struct MemoryOptions: ParsableArguments {
  @Option(
    name: .customLong("memory"),
    help: ArgumentHelp(
      "Memory for distinct passwords, such as 512MiB or 4GiB; the rest is spilled to a temporary file "
        + "(default: 64MiB). In a scan also for signatures (default: 1GiB); if they need more, the scan "
        + "drops the finest facts and says so.", valueName: "size"),
    transform: typed(Quantity.bytes))
  var memory: Int?

  @Option(
    name: .customLong("temporary"),
    help: ArgumentHelp(
      "Directory for the temporary files, which are encrypted (default: $TMPDIR, or /tmp).",
      valueName: "dir"),
    completion: .directory)
  var directory: String?

  /// The options that were given.
  var given: [String] {
    [memory.map { _ in "--memory" }, directory.map { _ in "--temporary" }].compactMap(\.self)
  }

  func validate() throws {
    if let memory, memory < CountingSettings.leastMemory {
      throw ValidationError("--memory takes at least 16MiB.")
    }
  }

  /// The options as settings.
  var settings: CountingSettings {
    var settings = CountingSettings()
    if let memory { settings.memory = memory }
    settings.directory = temporaryDirectory(unless: directory)
    return settings
  }
}
