import ArgumentParser
import Diagnostics
import Files
import Glibc
import Preparing

/// `audit lab`: replaces this process by the program that serves Policy Lab.
///
/// It is a separate program, so that `audit` contains no server.
struct LabCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lab",
    abstract: "Serves a page that answers from tallies while you edit a policy.",
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
      for path in Self.places {
        // The original arguments with all their bytes; the first one is the name for 'audit-lab'.
        let first = Int(CommandLine.argc) - arguments.count - 1
        // SAFETY: the system puts `argc` pointers and a null there, and `first` is one of them. The
        // path lives for the call. On success this program no longer exists.
        unsafe path.systemPath.withUnsafeBufferPointer { path in
          guard let path = path.baseAddress else { return }
          _ = unsafe execv(path, CommandLine.unsafeArgv + max(0, first))
        }
        guard [ENOENT, ENOTDIR, EACCES].contains(errno) else {
          throw LabProblem.refused(path, SystemError(code: errno))
        }
      }
      throw LabProblem.missing
    }
  }

  /// The directories to search: this program's, then those of `PATH`.
  private static var places: [String] {
    let beside = try? FilePath("/proc/self/exe").resolved.directory.text
    let path = environment("PATH") ?? ""
    return ([beside].compactMap(\.self) + path.split(separator: ":").map(String.init))
      .map { $0 + "/audit-lab" }
  }
}

/// The reason why Policy Lab does not start.
enum LabProblem: Diagnosable {
  case missing
  case refused(String, SystemError)

  var location: Location? {
    if case .refused(let path, _) = self { Location(file: path) } else { nil }
  }

  var found: String {
    switch self {
    case .missing: "the program 'audit-lab' is neither beside this one nor in PATH"
    case .refused(_, let fault): "cannot start: \(fault)"
    }
  }

  var expected: String? { nil }

  var remedy: String? {
    switch self {
    case .missing: "Build it: swift build -c release --product audit-lab; or say 'make lab'."
    case .refused: nil
    }
  }
}
