import ArgumentParser
import Diagnostics
import Jobs
import PasswordPolicies
import PasswordSpaces
import Reports

/// `audit keyspace`: how many passwords policies permit.
struct KeyspaceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keyspace",
    abstract: "Counts the passwords that a policy accepts, and says what each rule costs.",
    discussion: """
          audit keyspace --rules policy.txt --length 8

      A password is a string of Unicode code points. Every number is exact; where a policy cannot \
      be counted, a message names the rules that prevent it. What blocklists, \
      context words and min-score refuse cannot be counted; the output names what it leaves out.

      To compare, all policies are counted over strings of printable ASCII, whatever else they \
      permit; bits lost are against all such strings of the same length. With --alphabet policy each \
      is counted over all that it permits, and with unicode also compared with all of Unicode. \
      Several policies are a table, with --verbose each in full. The exact counts for programs \
      (all formats but text, with --table keyspace or rule-cost) have --alphabet policy by default.

      A rule's cost is what it takes away alone, what would come back if it were lifted or if its \
      line were deleted, and its share of the whole loss averaged over all orders of the rules \
      (Shapley).

      All formats but text have the rows of one table. With --format \
      jsonl and no policy named, each line of standard input is an object with 'rules' and \
      'length', or 'from' and 'to'; the answer is an object with 'count', a decimal string, and \
      'log2', null for a count of 0. Rules that could not be counted are in 'uncounted'. A line \
      that cannot be answered gets an object with 'error', and the exit code is 1.
      """)

  @OptionGroup(title: "Policies") var policies: PolicyArguments
  @OptionGroup(title: "Lengths") var lengths: LengthOptions

  @OptionGroup var output: FormatOptions

  @Option(
    help: """
      In all formats but text: policy, keyspace (the default: a row a length), or rule-cost.
      """)
  var table: KeyspaceTable?

  @Option(
    help: ArgumentHelp(
      "Which strings are counted: ascii, policy or unicode (default: ascii to compare, policy for "
        + "exact counts).",
      valueName: "alphabet"))
  var alphabet: ComparisonAlphabet?

  @Flag(
    name: .shortAndLong,
    help: "Print bits, the usual lengths and what each rule costs; of several policies, of each.")
  var verbose = false

  @OptionGroup var threads: ThreadOptions

  @OptionGroup var notes: NoteOptions

  private var format: OutputFormat { output.format }

  func validate() throws {
    try output.require()
    if format == .jsonl, !policies.isGiven, lengths.settings.isChosen || table != nil {
      throw ValidationError(
        "With --format jsonl and no policy, each line of standard input says what it asks for.")
    }
  }

  func run() throws {
    try reportingProblems(quiet: notes.quiet) {
      let settings = try KeyspaceSettings(lengths: lengths.settings, alphabet: alphabet)
      if format == .jsonl, !policies.isGiven {
        let questions = settings.questions(reading: policies.settings)
        if try !answerLines(questions, threads: threads.count) { throw ExitCode.incomplete }
        return
      }
      let policies = try policies.load()
      let areCounted =
        switch format {
        case .text where table == nil: try show(policies, settings)
        default:
          try settings.write(
            table, of: policies, as: format,
            deliver: { try Terminal.write(Array($0.utf8)) }, tell: tellUncounted)
        }
      if !areCounted { throw ExitCode.impossible }
    }
  }

  /// Prints one policy in detail, or several as a table.
  ///
  /// - Returns: Whether every policy was counted.
  private func show(_ policies: [Policy], _ settings: KeyspaceSettings) throws -> Bool {
    let keyspaces = settings.keyspaces(of: policies, tell: tellUncounted)
    let isTable = policies.count > 1
    var blocks =
      isTable && !keyspaces.isEmpty
      ? [KeyspaceComparison(keyspaces, columns: Terminal.width).text] : []
    if !isTable || verbose {
      blocks += keyspaces.map {
        KeyspaceScreen(
          $0, showsAllLengths: lengths.settings.isChosen,
          isVerbose: verbose || lengths.settings.isChosen, columns: Terminal.width,
          command: OutputOptions.detailsCommand()
        ).text
      }
    }
    try Terminal.write(blocks.joined(separator: "\n"))
    return keyspaces.count == policies.count
  }

  /// Reports that a policy cannot be counted.
  private func tellUncounted(_ policy: Policy, _ problem: some Diagnosable) {
    Terminal.tell("\(escaped(policy.name)): \(problem.message)")
  }
}

extension KeyspaceTable: Choice {}
