import ArgumentParser
import Auditing
import Findings
import Intake
import Keyspaces
import Passwords
import Reporting
import Tallies

extension Audit {
  /// `audit sweep`: a grid of policies over one pass.
  struct Sweep: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "sweep",
      abstract: "Compares a grid of policies: what each refuses, and what it leaves to attackers.",
      discussion: """
        One pass over the lists, whatever the number of policies. Each cell of the grid is a policy: \
        the share of passwords that it refuses (the burden on today's users), the share of the rest \
        that an attacker finds who tries the 10 or 1,000 commonest of them, the median number of \
        guesses of the rest as zxcvbn estimates it, and the bits of the shortest random strings. \
        Then the cells that no other beats, with their rules to copy into a policy file.

        The shares found are about people only as far as repetitions in the list are: see --weights. \
        Nothing that is printed comes from the text of a password.

            audit sweep --minlength 8...15 --blocklist none,default leaked.txt.gz

        Exit code: 0 done; 1 done, but something was skipped, damaged or stopped; 2 it could not be \
        done; 64 wrong usage.
        """)

    @OptionGroup(title: "Grid") var grid: GridOptions
    @OptionGroup var lists: ListOptions
    @OptionGroup(title: "Distinct passwords") var counting: CountingOptions
    @Flag(
      name: .customLong("head-only"),
      help: "The list is the head of a longer one: say so beside metrics of guessing.")
    var isHead = false

    @Option(help: "How strength is judged: zxcvbn, or none (faster; no medians).")
    var strength: Strength = .zxcvbn
    @OptionGroup(title: "Strength") var scoring: StrengthOptions

    @Option(
      help: """
        What the front is drawn by, against what is refused: lambda-10 or lambda-1000 (the share \
        found by so many guesses), or median (zxcvbn's guesses).
        """)
    var against: SweepReport.Measure = .ten

    @Option(help: "text (maps), or csv (a row a policy).")
    var format: Format = .text

    @Option(
      help: ArgumentHelp(
        "Label for the input column (default: the first list's name).", valueName: "label"))
    var dataset: String?

    @Flag(name: .customLong("no-progress"), help: "Draw no progress bar.")
    var hidesProgress = false

    @OptionGroup var lanes: LaneOptions

    enum Strength: String, ExpressibleByArgument, CaseIterable { case zxcvbn, none }
    enum Format: String, ExpressibleByArgument, CaseIterable { case text, csv }

    func validate() throws {
      if against == .median, strength == .none {
        throw ValidationError("--against median needs --strength zxcvbn.")
      }
      try lists.requireAny(to: "sweep", as: "audit sweep leaked.txt.gz")
    }

    func run() throws { try reportingProblems(sweep) }

    private func sweep() throws {
      let stop = StopFlag()
      let choices = grid.choices
      let policies = choices.map(\.policy)
      let found = try lists.find()
      let options = try BlocklistOptions.parse(
        grid.blocklists.contains("default") ? [] : ["--no-blocklist"])
      var facts = FactDemand()
      facts.score = strength == .zxcvbn
      let rulebook = try Rulebook(
        policies, try options.load(for: policies, stop: stop), adding: facts)
      let grouping = try counting.grouping(recipe: rulebook.recipe, lanes: lanes.count, stop: stop)
      let plan = AuditPlan(
        inputs: found.inputs, recipe: rulebook.recipe, blocklists: rulebook.blocklists.set,
        strength: scoring.reading, lanes: lanes.count, reading: lists.text.reading, stop: stop,
        layout: lists.layout.request, grouping: grouping)

      let interruption = Interruption(raising: stop)
      let bar = hidesProgress ? nil : ProgressBar(plan.progress)
      // The spectrum holds all that a cell is answered from.
      let summaries = plan.run { _ in }
      bar?.finish()
      let spectrum = try counting.spectrum(of: grouping, lanes: lanes.count)
      interruption.finish()

      try rulebook.blocklists.checkUnchanged()
      let complete = found.review(summaries)
      if spectrum.passwords.isEmpty, !complete, !stop.isRaised { throw Outcome.impossible }
      let guessing = try GuessingFindings(
        spectrum, policies, weights: counting.weights, isHead: isHead, compile: rulebook.matcher)
      try write(
        SweepReport(dataset: dataset ?? found.label, cells(choices), guessing, by: against))
      if !complete || summaries.contains(where: \.hasMalformedLines) { throw Outcome.incomplete }
    }

    /// The cells with the bits of their shortest random strings.
    private func cells(_ choices: [GridOptions.Choice]) -> [SweepReport.Cell] {
      var counter = KeyspaceCounter()
      return choices.map { choice in
        let length = choice.minLength
        let range = LengthRange(choice.policy, from: length, to: max(length, choice.classes))
        // Where exact counting is out of reach there is no number.
        let keyspace = try? PolicyKeyspace(choice.policy, range: range, costs: false, &counter)
        return choice.cell(floorBits: keyspace?.floor?.bits)
      }
    }

    private func write(_ report: SweepReport) throws {
      switch format {
      case .csv: try Terminal.write(report.serialized())
      case .text:
        try Terminal.write(SweepScreen(report, ink: Summary.Ink(isOn: Terminal.hasColour)).text)
      }
    }
  }
}

extension SweepReport.Measure: ExpressibleByArgument {}
