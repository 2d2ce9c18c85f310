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

  /// The first line of every such file.
  private static let header = "policy,rule,example\n"

  private static func path(beside report: String) -> String { report + ".examples.csv" }

  /// Whether a file was written by an earlier run, so that it may be replaced.
  private static func isExamples(_ path: String) -> Bool {
    (try? ReadableFile(path).head(header.utf8.count)) == Array(header.utf8)
  }

  /// Creates it under a provisional name, before the long run.
  ///
  /// - Throws: ``OutputProblem`` if another file has its name, or the system refuses.
  package init(beside report: String) throws(OutputProblem) {
    let path = Self.path(beside: report)
    if let occupant = try? Occupant(of: path), occupant == .file, !Self.isExamples(path) {
      throw .existingFile(path)
    }
    do { file = try ProvisionalFile(path, for: .owner) } catch { throw .unwritable(path, error) }
  }

  /// Writes the examples and publishes the file beside a report, in the directory that was named
  /// at the beginning.
  ///
  /// - Throws: ``OutputProblem`` if another file has its name, or the system refuses.
  package mutating func finish(
    _ examples: ExampleCollection, beside report: String
  ) throws(OutputProblem) {
    var table = Self.header
    for (policy, rule, text) in examples.examples {
      let cells = [policy, rule, escaped(String(decoding: text.bytes, as: UTF8.self))]
      table += cells.map(csvCell).joined(separator: ",") + "\n"
    }
    do throws(SystemError) {
      try file.write(Array(table.utf8))
      try file.publish(
        replacing: .files(Self.isExamples), under: Self.path(beside: report))
    } catch {
      throw error.isOccupied ? .existingFile(path) : .unwritable(path, error)
    }
  }
}
