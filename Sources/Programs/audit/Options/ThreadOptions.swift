import ArgumentParser
import Jobs
import Workers

/// The option for the number of workers.
struct ThreadOptions: ParsableArguments {
  @Option(
    name: .customLong("threads"),
    help: ArgumentHelp(
      "How many threads work at once (default: the number of processors).", valueName: "n",
      visibility: .further))
  var chosen: Int?

  // What versions before 1.0 called it.
  @Option(name: .customLong("lanes"), help: .hidden)
  var lanes: Int?

  func validate() throws {
    try accept(try JudgingSettings.requireThreads(chosen))
    try accept(try JudgingSettings.requireThreads(lanes, of: "--lanes"))
    if chosen != nil, lanes != nil {
      throw ValidationError("--lanes is the old name of --threads: give one of them.")
    }
  }

  /// Checks that there is address space for the workers and for decompression threads.
  func requireAddresses() throws { try AddressSpace.require(threads: count + 2) }

  /// The workers of a command that reads no list.
  var workers: WorkerPool { WorkerPool(width: count) }

  /// The number of threads.
  var count: Int { chosen ?? lanes ?? Processors.available }
}

/// Turns a reader of `Quantity` into the transform of an option, which reports its
/// problem as a usage error.
func typed<Value>(
  _ read: @escaping @Sendable (String) throws(QuantityProblem) -> Value
) -> @Sendable (String) throws -> Value {
  { text in
    do throws(QuantityProblem) { return try read(text) } catch {
      throw ValidationError(error.description)
    }
  }
}
