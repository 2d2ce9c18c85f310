import ArgumentParser

/// How many work at once.
struct LaneOptions: ParsableArguments {
  @Option(
    name: .customLong("lanes"),
    help: ArgumentHelp(
      "How many work at once (default: the processors at hand).", valueName: "n"))
  var chosen: Int?

  func validate() throws {
    if let chosen, !(1...1024).contains(chosen) {
      throw ValidationError("--lanes takes a number from 1 to 1024, not \(chosen).")
    }
  }

  /// Sees to it that there are addresses for the lanes, and for those that unpack.
  func requireAddresses() throws(ScarceAddresses) {
    try AddressSpace.require(threads: count + 3)
  }

  /// Lanes to use.
  var count: Int { chosen ?? Processors.available }
}
