import ArgumentParser
import Auditing
import Diagnostics
import Dispatch
import Foundation
import Glibc
import Jobs
import Metrics
import PasswordPolicies
import Tallies
import Workers

/// Policy Lab: a page on this machine that answers from recorded tallies while a policy is edited.
@main
struct AuditLab: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit-lab",
    abstract: "Serves a page that answers while you edit a policy.",
    discussion: """
      Prints the page's address and opens nothing by itself. The page asks the tallies that \
      'audit scan' recorded; no list is needed, and no password is in a tally. Only programs on \
      this machine that know the address can open it. Ctrl-C ends it, and so do 30 minutes without a \
      question.

          audit scan leaked.txt.gz -o leaked.tally
          audit lab leaked.tally

      With --export it serves nothing: one file holds the answers to a grid of policies, the presets, and
      those of --rules. Anybody can open it in a browser.

          audit lab --export lab.html leaked.tally

      Exit code: 0 ended; 2 it could not be served or written; 64 wrong usage.
      """,
    version: Version.current)

  @Argument(
    help: ArgumentHelp("Tallies that 'audit scan' recorded.", valueName: "tally"),
    completion: .file())
  var tallies: [String]

  @Option(
    name: .customLong("rules"),
    help: ArgumentHelp(
      "Policies to begin from: a policy file, or Apple's apple-password-rules.json; repeat for more.",
      valueName: "file"),
    completion: .file())
  var rules: [String] = []

  @Option(
    name: .customLong("blocklist"),
    help: ArgumentHelp(
      "The list that was recorded in the place of the built-in one; repeat for more.",
      valueName: "file"),
    completion: .file())
  var blocklists: [String] = []

  @Option(
    name: .customLong("context"),
    help: ArgumentHelp(
      "A context word with which the tally was recorded; repeat for more.", valueName: "word"))
  var contextWords: [String] = []

  @Option(
    name: .customLong("dictionary"),
    help: ArgumentHelp(
      "A dictionary with which the tally was recorded; repeat for more.", valueName: "file"),
    completion: .file())
  var dictionaries: [String] = []

  @Option(
    help: ArgumentHelp(
      "What a repeated password means: accounts (another user has it; the default if the lists name "
        + "users), lists (another list holds it), or none (unknown; the default of others)."))
  var weights: Weights?

  @Flag(help: "Require habits, which an answer has wherever the scan recorded them.")
  var habits = false

  @Option(
    help: ArgumentHelp(
      "The question to open: what 'Copy this question' on the page gives.", valueName: "question"))
  var open = ""

  @Option(
    help: ArgumentHelp(
      "Write a page with answers to many policies, which needs no server, and end.",
      valueName: "file"), completion: .file())
  var export: String?

  @Flag(help: "Replace the file of --export, if it is there.")
  var force = false

  @Option(help: ArgumentHelp("The port to listen on; 0 is any that is free.", valueName: "n"))
  var port: UInt16 = 0

  @Option(
    help: ArgumentHelp("Minutes without a question after which it ends.", valueName: "minutes"))
  var idle = 30.0

  func validate() throws {
    if !open.isEmpty, Question(query: open).isEmpty {
      throw ValidationError(
        "--open takes a question such as 'p=minlength%3A%208%3B', not '\(open)'.")
    }
    if export != nil, tallies.count > 1 {
      throw ValidationError("--export takes one tally, not \(tallies.count).")
    }
    if export == nil, force { throw ValidationError("--force goes with --export.") }
    guard idle > 0, idle <= 1e6 else {
      throw ValidationError("--idle takes minutes above 0, not \(idle).")
    }
  }

  static func main() {
    Safeguards.raise()
    Safeguards.returnLargeBlocks()
    DescriptorLimit.raise(to: 8192)
    do {
      try StackLimit.require()
      try ThreadLimit.require(threads)
    } catch {
      tell(error)
      Glibc.exit(2)
    }
    main(Arguments.all)
  }

  /// The threads besides the first one: Dispatch's, one of which waits for the sockets, and for each
  /// processor one of Swift's and one that answers.
  private static let threads = 4 + 2 * Processors.available

  func run() throws {
    do {
      if let export { return try write(export) }
      let server = LabServer(try lab(), serving)
      let signals = listen { server.stop() }
      defer { withExtendedLifetime(signals) {} }
      try serve(server)
    } catch let error as any Diagnosable {
      let problem = error.problem
      if problem.isUsage {
        throw ValidationError(String(problem.message.dropFirst("error: ".count)))
      }
      tell(problem)
      throw ExitCode(2)
    } catch is ProblemsTold {
      throw ExitCode(2)
    }
  }

  /// Writes the page that needs no server.
  private func write(_ path: String) throws {
    let output = try TallyOutput(
      text: path, force: force, besides: tallies + rules + blocklists + dictionaries)
    let lab = try lab()
    let page = try waiting {
      let exported = ExportedLab(lab)
      return (try await exported.document(), exported.policyCount)
    }
    try output.publish(text: page.0)
    tell("Wrote \(path): answers to \(page.1) policies, \((page.0.count + 999) / 1000) kB.")
  }

  /// Opens and checks everything before it answers.
  private func lab() throws -> Lab {
    let policies = PolicySettings(files: rules)
    var settings = AuditSettings(JudgingSettings())
    settings.blocklists = BlocklistSettings(files: blocklists)
    settings.strength = try StrengthSources(
      contextWords: contextWords, dictionaries: dictionaries
    ).load(tell: tell)
    settings.countsHabits = habits
    settings.distinct = CountingSettings(weights: weights)
    let tallies = try tallies.map { file in
      try telling(of: file) {
        try LabTally(try TallyStore.read(file), file: file, settings: settings, tell: tell)
      }
    }
    var given: [String] = []
    for (option, values) in [
      ("--rules", rules), ("--blocklist", blocklists), ("--context", contextWords),
      ("--dictionary", dictionaries), ("--weights", weights.map { ["\($0)"] } ?? []),
    ] {
      given += values.flatMap { [option, $0] }
    }
    return Lab(
      tallies, try Library(policies, tell: tell), policies, version: Version.current,
      options: given,
      // Nobody waits for an exported page.
      limit: .seconds(export == nil ? 1 : 60))
  }

  private var serving: LabServer.Settings {
    var serving = LabServer.Settings()
    serving.port = port
    serving.answersAtOnce = Processors.available
    serving.idle = .seconds(idle * 60)
    return serving
  }

  /// Says that a tally is being read, if that takes more than a second.
  private func telling<Result>(of file: String, _ read: () throws -> Result) rethrows -> Result {
    let isRead = Locked(false)
    let attributes = try? FileManager.default.attributesOfItem(atPath: file)
    let megabytes = (attributes?[.size] as? Int ?? 0) / 1_000_000
    DispatchQueue.global().asyncAfter(deadline: .now() + 1) {
      if !isRead.withLock({ $0 }) { tell("Reading \(megabytes) MB of \(file) …") }
    }
    defer { isRead.withLock { $0 = true } }
    return try read()
  }

  /// Serves until the end, whatever the reason.
  private func serve(_ server: LabServer) throws {
    let open = Question(query: open).isEmpty ? "" : Question(query: open).query
    try waiting {
      let wasIdle = try await server.run { address in
        print(open.isEmpty ? address : "\(address)?\(open)")
        fflush(nil)
      }
      if wasIdle { tell("The lab ended after a while without questions.") }
    }
  }

  /// The value of a function that waits, for which the first thread waits.
  private func waiting<Value: Sendable>(
    for make: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let ended = DispatchSemaphore(value: 0)
    let outcome = Outcome<Value>()
    Task {
      do { outcome.value = .success(try await make()) } catch { outcome.value = .failure(error) }
      ended.signal()
    }
    ended.wait()
    guard let value = outcome.value else { throw ProblemsTold() }
    return try value.get()
  }

  /// Calls a body at Ctrl-C and SIGTERM; a second one ends the program at once.
  ///
  /// This needs a queue of Dispatch, since a pool of workers receives no signals.
  private func listen(_ stop: @escaping @Sendable () -> Void) -> [any DispatchSourceSignal] {
    [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        stop()
        signal(number, SIG_DFL)
      }
      source.activate()
      return source
    }
  }
}

/// Runs the command; gives its exit code, and what is told of wrong usage.
package func runAuditLab(_ arguments: [String]) -> (code: Int32, told: String) {
  do {
    try AuditLab.parse(arguments).run()
    return (0, "")
  } catch {
    return (AuditLab.exitCode(for: error).rawValue, AuditLab.message(for: error))
  }
}

extension Weights: ExpressibleByArgument {}

/// The outcome of a function that waits.
private final class Outcome<Value: Sendable>: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): written before a semaphore is signalled, read after it was
  // waited for.
  var value: Result<Value, any Error>?
}

/// Reports a problem on standard error.
@Sendable private func tell(_ problem: Problem) { tell(problem.message) }

/// Prints a line to the user, on standard error.
private func tell(_ text: String) {
  FileHandle.standardError.write(Data((text + "\n").utf8))
}
