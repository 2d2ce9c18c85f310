import ArgumentParser
import Auditing
import Diagnostics
import Workers

/// `audit lab`: replaces this process by the program that serves Policy Lab.
///
/// It is a separate program, so that `audit` contains no server.
struct LabCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lab",
    abstract: "Opens a web page on which you edit a policy and see its effect on tallies.",
    discussion: """
      Starts the program 'audit-lab', which lies beside this one or in PATH, with the same \
      arguments; 'audit lab --help' prints its own help.

          audit scan leaked.txt.gz -o leaked.tally
          audit lab leaked.tally
      """)

  @Argument(
    parsing: .captureForPassthrough,
    help: ArgumentHelp("Arguments for 'audit-lab'.", valueName: "argument"),
    completion: .file())
  var arguments: [String] = []

  func run() throws {
    try reportingProblems {
      try Replacement.run(Self.places, withLastArguments: arguments.count)
      throw Problem(
        "no-lab", "the program 'audit-lab' is neither beside this one nor in PATH",
        remedy: "Build it: swift build -c release --product audit-lab; or say 'make lab'.")
    }
  }

  /// The directories to search: this program's, then those of `PATH`.
  private static var places: [String] {
    let path = environment("PATH") ?? ""
    return ([Program.directory].compactMap(\.self) + path.split(separator: ":").map(String.init))
      .map { $0 + "/audit-lab" }
  }
}
