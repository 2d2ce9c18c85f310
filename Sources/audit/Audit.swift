import ArgumentParser
import Glibc

/// The program: says what a password policy would make of leaked-password lists.
@main
struct Audit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "What would a password policy make of a leaked-password list?",
    discussion: """
      Reads lists of any size, plain or gzip, in one streaming pass, and says which passwords \
      comply with each policy, which rule refuses the rest, and how strong they are. No password \
      ever appears in its output, but for that of 'audit filter' and 'audit generate'.

      The headline:  audit --rules policy.txt leaked.txt.gz
      """,
    version: version,
    subcommands: [
      Run.self, Check.self, Score.self, Filter.self, Rules.self, Keyspace.self, Generate.self,
    ],
    defaultSubcommand: Run.self)

  static let version = "0.1.0"

  static func main() {
    Safeguards.raise()
    main(nil)
  }
}

/// How the program ends; 64 is a usage error, from the argument parser.
enum Outcome {
  /// Everything was done.
  static let done = ExitCode(0)
  /// Done, but something was skipped, damaged or stopped, or a threshold was missed.
  static let incomplete = ExitCode(1)
  /// It could not be done.
  static let impossible = ExitCode(2)
}

enum Safeguards {
  /// Keeps passwords from leaking by accident: no core dump, no death by a closed pipe or by a limit
  /// on the size of files, which are told as what they are.
  static func raise() {
    // A limit of 1 byte, not 0: where the system pipes core dumps to a program, Linux ignores 0 and
    // every other limit but 1, and to a file it writes none below a page.
    var none = rlimit(rlim_cur: 1, rlim_max: 1)
    // SAFETY: the pointer lives for the call.
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }
}
