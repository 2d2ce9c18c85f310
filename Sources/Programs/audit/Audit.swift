import ArgumentParser
import Diagnostics
import Glibc
import Workers

/// The program: applies password policies to lists of leaked passwords.
@main
struct Audit: ParsableCommand {
  // All commands have explicit names, since deriving a name from a type takes a millisecond.
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "What would a password policy make of a leaked-password list?",
    discussion: """
      Four things that people do with it:

      What would my policy make of a leaked list?
          audit --rules policy.txt leaked.txt.gz
      Which policy should I choose, and how sure is that?
          audit recommend --refuse-at-most 30%
      What does each policy of a grid refuse, and leave to guess?
          audit sweep leaked.txt.gz
      How strong are the passwords of my directory's accounts?
          audit --rules policy.txt --potfile hashcat.potfile corp.ntds

      Without --rules, the policies of NIST SP 800-63B-4 are tried. Lists may have any size, packed or \
      not. No password ever appears in the output, but for that of 'audit filter' and 'audit generate'.
      """,
    version: Program.askedVersion,
    subcommands: [
      RunCommand.self, SweepCommand.self, RecommendCommand.self, CheckCommand.self,
      ScoreCommand.self,
      FilterCommand.self, RulesCommand.self, KeyspaceCommand.self, GenerateCommand.self,
      BlocklistCommand.self, ScanCommand.self, ReportCommand.self, MergeCommand.self,
      TallyCommand.self, CompareCommand.self, ModelCommand.self, SpectrumCommand.self,
      LabCommand.self,
    ],
    defaultSubcommand: RunCommand.self)

  static func main() {
    Safeguards.raise()
    // A stack can be too small even to parse the arguments.
    do throws(Problem) { try StackLimit.require() } catch {
      Terminal.tell(error)
      Glibc.exit(ExitCode.impossible.rawValue)
    }
    do {
      let arguments = HelpOption.known(Program.arguments)
      let mistake =
        UnknownSubcommand.error(in: arguments, below: configuration)
        ?? OptionsBeforeCommand.error(in: arguments, below: configuration)
        ?? ThresholdOptions.misspelled(in: arguments) ?? FormatOptions.misspelled(in: arguments)
        ?? DashedFile.error(in: arguments) ?? LayoutOptions.ofNoPasswords(in: arguments)
      if let mistake { throw mistake }
      var command = try parsed(arguments)
      if let word = (command as? RunCommand)?.lists.names.first,
        let mistake = MisspelledCommand.error(word, below: configuration)
      {
        throw mistake
      }
      try command.run()
    } catch {
      leave(after: error)
    }
  }

  /// Parses by the command that is named alone: from the root, the parser makes the options of the default
  /// command again, which takes a tenth of a short run.
  ///
  /// What is refused, and help, is told from the root.
  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    var (command, rest): (any ParsableCommand.Type, _) = (Self.self, arguments[...])
    while let word = rest.first, let found = command.configuration.subcommand(word) {
      (command, rest) = (found, rest.dropFirst())
    }
    if command == Self.self {
      // A name that stands later, or help, is the root's.
      if arguments.contains(where: { $0 == "help" || configuration.subcommand($0) != nil }) {
        return try parseAsRoot(arguments)
      }
      command = RunCommand.self
    }
    // Where help is asked for, another command is found.
    if let parsed = try? command.parseAsRoot(Array(rest)), type(of: parsed) == command {
      return parsed
    }
    return try parseAsRoot(arguments)
  }

  /// Prints why the program ends, and exits.
  ///
  /// Messages quote arguments, which a shell may have expanded from a `*`, so they are escaped.
  private static func leave(after error: any Error) -> Never {
    let code = exitCode(for: error)
    let message = fullMessage(for: error)
    if message.isEmpty { Glibc.exit(code.rawValue) }
    guard code.isSuccess else {
      // All other errors begin with 'error:', so this one does too.
      let isError = message.hasPrefix("Error: ")
      Terminal.tell(Terminal.clipped(escapedLines(isError ? "e" + message.dropFirst() : message)))
      Glibc.exit(code.rawValue)
    }
    let names = configuration.subcommands.compactMap { $0.configuration.commandName }
    let text =
      CompletionScript.shell(in: Program.arguments)
      .map { CompletionScript(commands: names).withHeadline(message, for: $0) }
      ?? HelpOption.completed(message)
    do { try Terminal.write(text + "\n") } catch {
      Terminal.tell(error)
      Glibc.exit(ExitCode.impossible.rawValue)
    }
    Glibc.exit(code.rawValue)
  }
}
