import ArgumentParser
import Auditing
import Diagnostics
import Preparing
import Reporting

/// `audit sweep`: a grid of policies over one pass.
struct SweepCommand: ParsableCommand {
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
      "Label for the input column (default: the name of the first list or directory).",
      valueName: "label"))
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

  func run() throws {
    try reportingProblems {
      try lanes.requireAddresses()
      let sweep = try prepare()
      let found = try read(sweep)
      try report(found).end()
    }
  }

  private func prepare() throws -> PreparedSweep {
    var settings = SweepSettings(
      lists: lists.settings, strength: scoring.reading, lanes: lanes.count)
    settings.grid = grid.settings
    settings.counting = counting.settings
    settings.isHead = isHead
    settings.estimatesStrength = strength == .zxcvbn
    settings.measure = against
    return try settings.prepare(tell: Terminal.tell)
  }

  private func read(_ sweep: PreparedSweep) throws -> SweepFindings {
    let interruption = Interruption(raising: sweep.reading.plan.stop)
    defer { interruption.finish() }
    return try sweep.read { plan, absorb in
      let bar = hidesProgress ? nil : ProgressBar(plan.progress)
      defer { bar?.finish() }
      return plan.run(absorb: absorb)
    }
  }

  private func report(_ found: SweepFindings) throws -> Outcome {
    let outcome = found.shortfalls.outcome
    if outcome == .impossible { return outcome }
    let report = found.report(dataset: dataset)
    switch format {
    case .csv: try Terminal.write(report.serialized())
    case .text:
      try Terminal.write(SweepScreen(report, ink: Summary.Ink(isOn: Terminal.hasColour)).text)
    }
    if found.shortfalls.contains(.nothingAudited) {
      Terminal.tell(NoPasswords(lists: found.sweep.reading.lists))
    }
    return outcome
  }
}

extension SweepReport.Measure: ExpressibleByArgument {}
