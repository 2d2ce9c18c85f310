import ArgumentParser
import Auditing
import Diagnostics
import Jobs
import PasswordPolicies

/// `audit blocklist build`.
struct BlocklistBuildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Compiles lists of refused values into one file for --blocklist.",
    discussion: """
          audit blocklist build pwned.txt common.txt.gz -o refused.blocklist
          audit --blocklist refused.blocklist --rules policy.txt leaked.txt.gz

      Takes lists of values, packed or not, with or without counts, and Pwned Passwords as SHA-1 \
      or NTLM hashes: one file of HASH:COUNT, or a directory of all 1,048,576 range files, which \
      must be complete and in order. The first lines decide the form of a list; standard input \
      and pipes are read as plain values unless --blocklist-form states another form.

      A value's rank is its place in its list, or where there are counts the number of values \
      with larger ones, plus one; of a value in several lists the best rank counts. SHA-1 is of the \
      bytes of a password as they stand, NTLM of its text, ill-formed UTF-8 as U+FFFD.

      Exit code: 0 done; 1 done, but with a warning, such as of words that look like hashes; 2 it could \
      not be done; 64 wrong usage.

      The file takes 9 bytes a value. It holds a fingerprint of 64 bits of each value, not the \
      value. With --force, an earlier one is replaced when the new one is complete, so a run that \
      reads the old one is not disturbed.
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

  @OptionGroup var replacing: ReplaceOptions

  @OptionGroup var forms: ListFormOptions

  @Option(
    name: .customLong("compare"),
    help: "How passwords will be compared: exact, fold (case, width), or leet (stand-ins, too).")
  var comparison: CompilationSettings.Comparison = .exact

  @OptionGroup(title: "Policies: with --rules or --preset, only values that these accept are kept")
  var policies: PolicyOptions

  @Option(
    help: ArgumentHelp(
      "Keep only this many of the best-ranked values; with --rules, of the accepted ones.",
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

  func validate() throws {
    if inputs.isEmpty {
      throw ValidationError("No list to compile. Name one: audit blocklist build LIST -o FILE")
    }
    try accept(try settings().validate(for: inputs))
  }

  private func settings(keeping policies: [Policy]? = nil) -> CompilationSettings {
    CompilationSettings(
      comparison: comparison, forms: forms.settings, policies: policies, first: first,
      memory: memory, directory: temporaryDirectory(unless: temporary))
  }

  func run() throws { try reportingProblems(quiet: quiet, build) }

  private func build() throws {
    let interruption = Interruption()
    defer { interruption.finish() }
    let status = StatusLine(isOn: !quiet)
    defer { status.wipe() }
    let settings = settings(keeping: policies.isGiven ? try policies.load() : nil)
    let heard = HeardWarnings(passingOn: Terminal.tell)
    let isWritten = try settings.compile(
      inputs, to: output, replacing: replacing.force, stop: interruption.flag,
      show: { status.show($0) }, tell: heard.tell)
    status.wipe()
    if !isWritten { throw ExitCode.impossible }
    if !quiet, output != "-" {
      try Terminal.write(try BlocklistInfo(opening: output).text())
    }
    if !heard.all.isEmpty { throw ExitCode.incomplete }
  }
}

extension CompilationSettings.Comparison: Choice {}
