import ArgumentParser
import Auditing
import Glibc
import Intake
import Jobs

/// `audit filter`: outputs the lines of lists that comply.
struct FilterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "filter",
    abstract:
      "Writes the lines whose passwords are accepted. The output contains plaintext passwords.",
    discussion: """
      Writes the lines whose password every given policy accepts, in order and byte for byte as they \
      were read, below the header of the first list if it has one. Only the owner can \
      read the file that --output names.

          audit filter --rules policy.txt -o kept.txt leaked.txt.gz

      Without --rules, --preset, --blocklist and --min-score all passwords are accepted, so that \
      --passwords alone rewrites a list. 'sort' leaves repeats out, or counts them:

          audit filter --passwords leaked.txt.gz | LC_ALL=C sort -u
          audit filter --passwords leaked.txt.gz | LC_ALL=C sort | uniq -c | sort -rn

      Lists given with --blocklist refuse their values, whatever the policies say; the built-in \
      list is consulted only where a policy has a rule 'blocklist'. Empty lines and lines of more \
      than 64 KiB are no passwords and are left out, with --invert too.

      Exit code: 0 done; 1 done, but something was skipped, damaged or stopped; 2 it could not be \
      done; 64 wrong usage.
      """)

  @OptionGroup(title: "Policies") var policies: PolicyOptions
  @OptionGroup(title: "Blocklists") var blocklists: BlocklistOptions
  @OptionGroup(title: "Strength") var strength: StrengthOptions

  @Option(
    name: .customLong("min-score"),
    help: ArgumentHelp("Leave out passwords of a lower zxcvbn score.", valueName: "0...4"))
  var leastScore = 0

  @Flag(help: "Write the lines that would be left out, and leave out the rest.")
  var invert = false

  @Flag(
    help: """
      Write passwords alone, without users, hashes, counts or other cells, $HEX[…] decoded; those \
      that a line cannot hold stay written so.
      """)
  var passwords = false

  // Former options, answered with what does the same.
  @Flag(help: .hidden) var distinct = false
  @Flag(name: .customLong("by-count"), help: .hidden) var byCount = false
  @Option(help: .hidden) var memory: String?
  @Option(help: .hidden) var temporary: String?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "File to write, packed if it ends in .gz or .zst; - for standard output (default).",
      valueName: "file"),
    completion: .file())
  var output: String?

  @OptionGroup var replacing: ReplaceOptions

  @Flag(
    name: .shortAndLong,
    help: "Print no notes, and not how many lines were kept; problems are printed all the same.")
  var quiet = false

  @Flag(name: .customLong("no-progress"), help: "Draw no progress bar.")
  var hidesProgress = false

  @OptionGroup var lists: ListOptions
  @OptionGroup var threads: ThreadOptions

  func validate() throws {
    if distinct || byCount {
      throw ValidationError(
        "filter has no \(distinct ? "--distinct" : "--by-count") any more. Instead: audit filter "
          + "--rules FILE --passwords LIST | LC_ALL=C sort \(distinct ? "-u" : "| uniq -c | sort -rn")"
      )
    }
    if memory != nil || temporary != nil {
      throw ValidationError(
        "filter has no \(memory == nil ? "--temporary" : "--memory") any more, because it keeps no "
          + "passwords. What sorts them has: audit filter --rules FILE --passwords LIST | LC_ALL=C sort -u "
          + (memory == nil ? "-T DIR" : "-S 1G"))
    }
    try accept(try settings.validate(isJudged: policies.isGiven))
    try lists.requireAny(to: "filter", as: "audit filter --rules policy.txt leaked.txt.gz")
  }

  func run() throws { try reportingProblems(quiet: quiet, filter) }

  private func filter() throws {
    try threads.requireAddresses()
    let asked = policies.isGiven ? policies.settings : nil
    let job = try settings.loading(asked, tell: Terminal.tell).prepare(
      to: output, standardOutput: STDOUT_FILENO, replacing: replacing.force, tell: Terminal.tell)
    let bar = quiet || hidesProgress ? nil : ProgressBar()
    guard let found = try job.runUntilInterrupted(showing: bar) else { return }
    if !quiet, found.shortfalls.outcome != .impossible { Terminal.tell(found.text) }
    try found.conclude(tell: Terminal.tell).end()
  }

  private var settings: FilterSettings {
    FilterSettings(
      JudgingSettings(
        lists: lists.settings, sources: strength.settings, blocklists: blocklists.settings,
        threads: threads.count),
      leastScore: leastScore, isInverted: invert, takesPasswords: passwords)
  }
}
