import ArgumentParser
import Auditing
import Diagnostics
import Files
import Passwords
import Preparing
import Reporting

/// The options for examples of refused passwords.
struct ExampleOptions: ParsableArguments {
  @Option(
    name: .customLong("examples"),
    help: ArgumentHelp(
      "Keep up to this many masked examples of what each rule refuses (Ullllldd!) in a file of "
        + "their own beside the report, for its owner's eyes.", valueName: "n"))
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

/// The file of examples beside a report: never inside, so that the report can be shared.
struct ExampleFile: ~Copyable {
  private var file: ProvisionalFile

  /// Its path.
  var path: String { file.path }

  /// Creates it under a provisional name, before the long run.
  ///
  /// - Throws: ``OutputProblem`` if the system refuses.
  init(beside report: String) throws(OutputProblem) {
    let path = report + ".examples.csv"
    do { file = try ProvisionalFile(path, for: .owner) } catch { throw .unwritable(path, error) }
  }

  /// Writes the examples and publishes the file.
  ///
  /// - Throws: ``OutputProblem`` if the system refuses.
  mutating func finish(_ examples: ExampleCollection) throws(OutputProblem) {
    var table = "policy,rule,example\n"
    for (policy, rule, text) in examples.examples {
      let cells = [policy, rule, escaped(String(decoding: text.bytes, as: UTF8.self))]
      table += cells.map(csvCell).joined(separator: ",") + "\n"
    }
    do {
      try file.write(Array(table.utf8))
      try file.publish()
    } catch { throw .unwritable(path, error) }
  }
}
