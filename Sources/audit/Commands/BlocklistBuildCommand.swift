import ArgumentParser
import Auditing
import Diagnostics
import Files
import Glibc
import Intake
import PasswordRules
import Passwords
import Preparing

/// `audit blocklist build`.
struct BlocklistBuildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Compiles lists into one file for --blocklist.",
    discussion: """
      Takes lists of values, packed or not, with or without counts, and Pwned Passwords as SHA-1 \
      or NTLM hashes: one file of HASH:COUNT, or a directory of all 1,048,576 range files, which \
      must be complete and in order. The first lines decide what a list is; standard input \
      and pipes are plain unless --blocklist-form says otherwise.

      A value's rank is its place in its list, or where there are counts the number of values \
      with larger ones, plus one; of a value in several lists the best counts. SHA-1 is of the \
      bytes of a password as they stand, NTLM of its text, ill-formed UTF-8 as U+FFFD.

      The file takes 9 bytes a value and holds no value, only 64 bits that stand for each. It \
      takes the place of an older one at once, so a run that uses that is not disturbed.
      """)

  @Argument(
    help: ArgumentHelp("Lists: files, directories, or - for standard input.", valueName: "list"),
    completion: .file())
  var inputs: [String]

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Where to write; - for standard output.", valueName: "file"),
    completion: .file())
  var output: String

  @OptionGroup var forms: ListFormOptions

  @Option(
    name: .customLong("compare"),
    help: "How passwords will be compared: exact, fold (case, width), or leet (stand-ins, too).")
  var comparison: CompiledComparison = .exact

  @OptionGroup(title: "Policies: with --rules or --preset, only values that comply are kept")
  var policies: PolicyOptions

  @Option(
    help: ArgumentHelp(
      "Keep only this many of the best-ranked values; with --rules, of the compliant ones.",
      valueName: "n"),
    transform: typed(Quantity.count))
  var first: Int?

  @Option(
    help: ArgumentHelp("Memory to sort in, at least 64MiB (default: 512MiB).", valueName: "size"),
    transform: typed(Quantity.bytes))
  var memory: Int?

  @Option(
    help: ArgumentHelp(
      "Directory with room for 16 bytes a value while it works (default: TMPDIR or /tmp).",
      valueName: "dir"),
    completion: .directory)
  var temporary: String?

  @Flag(name: .shortAndLong, help: "Print nothing but problems.")
  var quiet = false

  enum CompiledComparison: String, ExpressibleByArgument, CaseIterable { case exact, fold, leet }

  func validate() throws {
    if inputs.isEmpty { throw ValidationError("No list to compile.") }
    if let memory, memory < Compilation.leastMemory {
      throw ValidationError("--memory takes at least 64MiB.")
    }
    if let first {
      guard (1...10_000_000).contains(first) else {
        throw ValidationError("--first takes a number from 1 to 10000000, not \(first).")
      }
      guard inputs.count == 1 else {
        throw ValidationError("--first takes one list: ranks of several do not compare.")
      }
    }
  }

  func run() throws { try reportingProblems(build) }

  private func build() throws {
    if let other = OccupiedBlocklist(output) { throw other }
    let stop = StopFlag()
    let interruption = Interruption(raising: stop)
    defer { interruption.finish() }
    let status = StatusLine(isOn: !quiet)
    defer { status.wipe() }
    var compilation = Compilation(
      ListComparison(rawValue: comparison.rawValue) ?? .exact,
      temporaryDirectory: temporaryDirectory(unless: temporary), first: first, memory: memory,
      tell: Terminal.tell)
    compilation.show = { status.show($0) }
    var note: [String] = []
    if policies.isGiven {
      let policies = try policies.load()
      compilation.accepts = try sieve(policies)
      note.append("values that comply with " + policies.map(\.name).joined(separator: " and "))
    }
    if let first { note.append("the first \(first) of them") }
    for input in inputs { try compilation.add(input, forms.settings, stop: stop) }
    let isWritten = try finish(&compilation, note, stop)
    status.wipe()
    if !isWritten { throw ExitCode.impossible }
    if !quiet, output != "-" {
      try Terminal.write(try BlocklistAccount(opening: output).text)
    }
  }

  /// Writes the file, or to standard output.
  private func finish(
    _ compilation: inout Compilation, _ note: [String], _ stop: StopFlag
  ) throws -> Bool {
    guard output == "-" else {
      return try compilation.finish(to: output, note: note, stop: stop) != nil
    }
    do { return try compilation.finish(copyingTo: 1, note: note, stop: stop) } catch let fault
      as SystemError
    {
      // A reader that closes the pipe is no fault.
      if fault.code == EPIPE { return true }
      throw OutputProblem.unwritable("<stdout>", fault)
    }
  }

  /// Returns a test for values that comply with all policies; their blocklists are ignored.
  private func sieve(_ policies: [Policy]) throws -> (Span<UInt8>) -> Bool {
    let bench = try CheckBench(
      policies.map { $0.withoutLists() }, LoadedBlocklists(forms.settings, tell: Terminal.tell),
      StrengthReading(referenceYear: StrengthReading.currentYear))
    let scratch = CheckScratch()
    return { bench.accepts($0, scratch) }
  }
}
