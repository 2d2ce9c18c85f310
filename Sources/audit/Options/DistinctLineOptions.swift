import ArgumentParser
import Auditing
import Diagnostics
import Files
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
    if let memory, memory < DistinctLines.leastMemory {
      throw ValidationError("--memory takes at least 16MiB.")
    }
  }

  /// The order of the written lines; nil if all are written.
  var order: DistinctLines.Order? { byCount ? .byCount : distinct ? .asRead : nil }

  /// Makes the filter for distinct lines; nil if all are written.
  ///
  /// - Throws: ``OutputProblem`` if the temporary file cannot be made.
  func lines() throws(OutputProblem) -> DistinctLines? {
    guard let order else { return nil }
    let directory = temporaryDirectory(unless: directory)
    do throws(SystemError) {
      return try DistinctLines(order, memory: memory ?? 1 << 30, directory: directory)
    } catch {
      throw .noTemporaryFile(directory, error)
    }
  }
}
