import ArgumentParser
import Diagnostics
import Jobs
import PasswordPolicies
import PasswordSpaces
import Reports
import Workers

/// `audit rules managers`.
struct RulesManagersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "managers",
    abstract: "Tells what share of password managers' proposals policies accept.",
    discussion: """
          audit rules managers --rules policy.txt
          audit rules managers --preset stig-rhel --generator apple --generator firefox
          audit rules managers

      The shares are counted exactly over what each generator draws, for a site that tells it \
      nothing. A rule refuses a share of the passwords, and the advice is the fewest changes after \
      which at least 99 % are accepted. Lists, context words and min-score are not counted: \
      'at most' says so. Without a policy, the generators are listed with their sources.

      Exit code: 0 whatever the shares are; with --fail-under, 1 if a manager's default or a \
      chosen generator has less accepted.
      """)

  @OptionGroup(title: "Policies") var policies: PolicyArguments

  @Option(
    name: .customLong("generator"),
    help: ArgumentHelp(
      "A generator, or 'all'; repeat for more (default: those that users get without choosing).",
      valueName: "id"),
    completion: .list(["all"] + GeneratorSettings.known.map(\.id)))
  var generators: [String] = []

  @Option(
    help: ArgumentHelp(
      "Exit with 1 if less of a generator's passwords is accepted: 99%.", valueName: "percent"),
    transform: typed(Quantity.percent))
  var failUnder: Double?

  @OptionGroup var output: FormatOptions
  @OptionGroup var threads: ThreadOptions
  @OptionGroup var notes: NoteOptions

  func validate() throws {
    try output.require()
    if failUnder != nil, !policies.isGiven {
      throw ValidationError(
        "--fail-under judges a policy: audit rules managers --rules policy.txt --fail-under 99%")
    }
  }

  func run() throws {
    try reportingProblems(quiet: notes.quiet) {
      if !policies.isGiven {
        let settings = try GeneratorSettings(generators.isEmpty ? ["all"] : generators)
        try Terminal.write(GeneratorTable.listing(settings.generators, as: output.format))
        return
      }
      var settings = try GeneratorSettings(generators)
      let policies = try self.policies.load(threads: threads.count)
      if policies.count > 1, [.text, .markdown].contains(output.format) { settings.narrow() }
      let rows = settings.rows(of: policies, by: WorkerPool(width: threads.count))
      try Terminal.write(GeneratorTable(rows, settings.generators).bytes(as: output.format))
      for policy in policies where policy.source?.notJudged.isEmpty == false {
        Terminal.tell(
          Problem(
            "system-refuses-more", at: policy.location,
            "policy '\(policy.name)': the system refuses more than its rules say", .note))
      }
      if let failUnder, !settings.areAccepted(failUnder, in: rows) { throw ExitCode.incomplete }
    }
  }
}
