package import Auditing
import Diagnostics
package import Files
import Passwords
import Reporting

/// The file of examples beside a report: never inside, so that the report can be shared.
package struct ExampleFile: ~Copyable {
  private var file: ProvisionalFile

  /// Its path.
  package var path: String { file.path }

  /// Creates it under a provisional name, before the long run.
  ///
  /// - Throws: ``OutputProblem`` if the system refuses.
  package init(beside report: String) throws(OutputProblem) {
    let path = report + ".examples.csv"
    do { file = try ProvisionalFile(path, for: .owner) } catch { throw .unwritable(path, error) }
  }

  /// Writes the examples and publishes the file.
  ///
  /// - Throws: ``OutputProblem`` if the system refuses.
  package mutating func finish(_ examples: ExampleCollection) throws(OutputProblem) {
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
