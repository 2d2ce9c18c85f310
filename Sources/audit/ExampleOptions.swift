import ArgumentParser
import Auditing
import Diagnostics
import Glibc
import PasswordRules
import Passwords
import Reporting

/// Whether examples of refused passwords are kept, and how.
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

  /// Where examples are gathered; nil where nobody asks for them.
  func collection(
    _ policies: [Policy], compile: (Policy) throws -> PolicyMatcher
  ) rethrows -> ExampleCollection? {
    guard let limit else { return nil }
    return ExampleCollection(
      try policies.map { ($0.name, try compile($0)) }, limit: limit,
      form: isPlaintext ? .plaintext : .shape)
  }
}

/// The file of examples beside a report: never in it, so that a report can be handed on.
struct ExampleFile: ~Copyable {
  /// Where it is.
  let path: String
  private var descriptor: Int32

  /// Opens it under a provisional name, before the long run.
  ///
  /// - Throws: ``OutputProblem`` when the system refuses.
  init(beside report: String) throws(OutputProblem) {
    path = report + ".examples.csv"
    descriptor = unsafe open(
      path + ".partial", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0, fchmod(descriptor, 0o600) == 0 else {
      throw .unwritable(path, SystemFault(code: errno))
    }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    unsafe unlink(path + ".partial")
  }

  /// Writes the examples and gives the file its name.
  mutating func finish(_ examples: ExampleCollection) throws(OutputProblem) {
    var table = "policy,rule,example\n"
    for (policy, rule, text) in examples.examples {
      let cells = [policy, rule, escaped(String(decoding: text.bytes, as: UTF8.self))]
      table += cells.map(csvCell).joined(separator: ",") + "\n"
    }
    do { try Terminal.writeAll(Array(table.utf8), to: descriptor) } catch {
      throw .unwritable(path, error)
    }
    guard fsync(descriptor) == 0 || errno == EINVAL,
      unsafe rename(path + ".partial", path) == 0
    else { throw .unwritable(path, SystemFault(code: errno)) }
    close(descriptor)
    descriptor = -1
  }
}
