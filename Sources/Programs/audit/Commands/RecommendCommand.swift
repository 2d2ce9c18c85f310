import ArgumentParser
import Auditing
import Diagnostics
import Intake
import Jobs
import Metrics
import PasswordPolicies
import Passwords
import Reports

/// `audit recommend`: one policy of a grid, and how sure that is.
struct RecommendCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recommend",
    abstract: "Says which policy to choose: the one that leaves least to guess, within limits.",
    discussion: """
          audit recommend --refuse-at-most 30%
          audit recommend --refuse-at-most 80% --meets nist-63b-4-mfa a.tally b.txt.gz
          audit recommend --refuse-at-most 50% --rules ours.policy users.tally

      Each list is judged by itself. The policy is chosen whose worst regret over the lists is least: what \
      it leaves to guess above the best policy for a list. It refuses at most a share of each list. Then \
      follow what came next and why it lost, and the choices at other limits and without each list. \
      Without a list, the published ones answer that come with the program; people there may differ from \
      yours.

      With --rules and --preset, other policies take part beside the grid.

      Exit code: 0 a choice, or no limit was given; 1 no policy keeps to the limits, or a list was read \
      in part; 2 it could not be done; 64 wrong usage.
      """)

  @Option(
    help: ArgumentHelp(
      "How many passwords of each list a policy may refuse: 30%. Without it, several limits are answered.",
      valueName: "share"),
    transform: typed(Quantity.percent))
  var refuseAtMost: Double?

  @Option(
    help: ArgumentHelp(
      "Break no binding clause (shall) of this standard; repeat for more: "
        + Standard.ids.joined(separator: ", ") + ".", valueName: "id"),
    completion: .list(Standard.ids))
  var meets: [String] = []

  @Flag(help: "Accept what every password manager generates; what nobody can count does not.")
  var acceptsManagers = false

  @Option(
    help: """
      Who guesses: online (1,000 guesses at each password), offline-day (864,000,000, a day at 10,000 a \
      second; the default), or offline-fast (8.64·10^14, a day at 10^10 a second).
      """)
  var against: NamedAttacker?

  @OptionGroup(title: "Grid") var grid: GridOptions
  @OptionGroup(title: "Policies") var policies: PolicyOptions
  @OptionGroup var lists: ListOptions

  @Option(
    help: ArgumentHelp(
      "How strength is judged: min-auto, guesses, combined or zxcvbn, as of 'audit sweep'.",
      visibility: .further))
  var strength: FactDemand.StrengthDetail?
  @OptionGroup(title: "Strength", visibility: .further) var estimate: EstimateOptions

  @Option(
    help: ArgumentHelp(
      "What a repeated password means, as of 'audit sweep'; no number here depends on it.",
      visibility: .further))
  var weights: Weights?

  @Option(
    help: ArgumentHelp(
      "Ask a table of counts that --output wrote, in place of lists.", valueName: "file"),
    completion: .file())
  var table: String?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "Write the table of counts: it answers other limits without the lists.", valueName: "file"),
    completion: .file())
  var output: String?
  @OptionGroup var replacing: ReplaceOptions

  @OptionGroup var printed: FormatOptions

  @Flag(
    name: .customLong("no-progress"),
    help: ArgumentHelp("Draw no progress bar.", visibility: .further))
  var hidesProgress = false
  @OptionGroup var notes: NoteOptions
  @OptionGroup var threads: ThreadOptions

  func validate() throws {
    try printed.require([.text, .json])
    if output == "-" {
      throw ValidationError("--output takes a file, not standard output: -o FILE")
    }
    if table == nil {
      for id in meets where !Standard.ids.contains(id) { throw StandardOptions.unknown(id) }
      try accept(try settings([]).validate())
    } else if !lists.names.isEmpty || policies.isGiven {
      throw ValidationError(
        "--table takes the place of lists and policies: audit recommend --table FILE --refuse-at-most 30%"
      )
    }
  }

  func run() throws {
    try reportingProblems(quiet: notes.quiet) {
      try threads.requireAddresses()
      let names =
        lists.names.isEmpty && table == nil
        ? try PublishedLists.tallies(of: Program.directory) : lists.names
      let file = try output.map {
        try TallyOutput(
          text: $0, force: replacing.force, besides: names + [table].compactMap(\.self))
      }
      var (counts, rows, outcome) = try counted(names)
      counts.limits.refuseAtMost = refuseAtMost.map { $0 / 100 }
      counts.limits.meets = meets
      counts.limits.acceptsManagers = acceptsManagers
      try file?.publish(text: counts.json)
      let answer = Recommendation(counts, rows: rows)
      switch printed.format {
      case .json: try Terminal.write(answer.json)
      default:
        try Terminal.write(
          RecommendationScreen(answer, ink: Summary.Ink(isOn: Terminal.hasColour)).text)
      }
      if refuseAtMost != nil, answer.choice == nil { outcome = .incomplete }
      try outcome.end()
    }
  }

  /// The counts of a table, or of lists.
  private func counted(_ names: [String]) throws -> (RecommendationTable, [RuleRows], Outcome) {
    if let table {
      let counts = try RecommendationTable(file: table)
      if let against, against != counts.against {
        throw ValidationError(
          "The table was counted for --against \(counts.against.rawValue), not \(against.rawValue). Leave "
            + "--against out, or count again.")
      }
      let known = Set(counts.policies.flatMap(\.meets) + Standard.ids)
      for id in meets where !known.contains(id) { throw StandardOptions.unknown(id) }
      return (counts, [], .done)
    }
    let stop = StopFlag()
    let found = try Interruption(raising: stop).during {
      try settings(names).loading(policies.settings, tell: Terminal.tell).counted(
        takingYear: estimate.scoring.chosenYear == nil, stop: stop,
        showing: hidesProgress || notes.quiet ? nil : ProgressBar(), tell: Terminal.tell)
    }
    return (found.table, found.lists.map(\.rows), found.areInPart ? .incomplete : .done)
  }

  /// The options as settings; nothing is read.
  private func settings(_ names: [String]) -> RecommendSettings {
    var lists = lists.settings
    lists.names = names
    return RecommendSettings(
      AuditSettings(
        JudgingSettings(lists: lists, sources: estimate.settings, threads: threads.count), strength),
      grid: grid.recommended, against: against ?? .slowHash,
      standards: output == nil ? meets : Standard.ids,
      countsManagers: acceptsManagers || output != nil)
  }
}

extension NamedAttacker: Choice {}
