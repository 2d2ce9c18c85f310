import ArgumentParser
import Preparing

/// The options for examples of refused passwords.
struct ExampleOptions: ParsableArguments {
  @Option(
    name: .customLong("examples"),
    help: ArgumentHelp(
      "Keep up to this many masked examples of what each rule refuses (Ullllldd!) in a file of "
        + "their own beside the report, readable only by its owner.", valueName: "n"))
  var limit: Int?

  @Flag(
    name: .customLong("examples-plaintext"),
    help: "Keep the examples unmasked: THE FILE THEN HOLDS PASSWORDS.")
  var isPlaintext = false

  func validate() throws {
    if let limit, !(1...1000).contains(limit) {
      throw ValidationError("--examples takes a number from 1 to 1000, not \(limit).")
    }
    if isPlaintext, limit == nil {
      throw ValidationError("--examples-plaintext needs --examples to say how many.")
    }
  }

  /// The options as settings; nil without examples.
  var settings: ExampleSettings? {
    limit.map { ExampleSettings(limit: $0, isPlaintext: isPlaintext) }
  }
}
