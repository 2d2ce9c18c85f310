import ArgumentParser
import Jobs
import Workers

/// The option for the number of lanes.
struct LaneOptions: ParsableArguments {
  @Option(
    name: .customLong("lanes"),
    help: ArgumentHelp(
      "How many threads work at once (default: the number of processors).", valueName: "n"))
  var chosen: Int?

  func validate() throws {
    if let chosen, !(1...1024).contains(chosen) {
      throw ValidationError("--lanes takes a number from 1 to 1024, not \(chosen).")
    }
  }

  /// Checks that there is address space for the lanes and for decompression threads.
  func requireAddresses() throws { try Program.requireAddresses(forLanes: count) }

  /// The workers of a command that reads no list.
  var workers: WorkerPool { WorkerPool(width: count) }

  /// The number of lanes.
  var count: Int { chosen ?? Program.processorCount }
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
