import ArgumentParser
import Auditing
import Blocklists
import Diagnostics
import Findings
import Foundation
import Intake
import PasswordRules
import PasswordStrength
import Passwords
import Reporting
import Tallies

extension Audit {
  /// `audit run`: one pass over the lists, all policies.
  struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Audits lists against policies; this is what 'audit' alone does.",
      discussion: """
        Prints a summary and writes audit.csv and audit.json into the output directory. Neither \
        holds anything that comes from the text of a password.

        Exit code: 0 done; 1 done, but something was skipped, damaged or stopped, or --fail-under \
        was missed; 2 it could not be done; 64 wrong usage.
        """)

    @OptionGroup(title: "Policies") var policies: PolicyOptions
    @OptionGroup(title: "Blocklists") var lists: BlocklistOptions
    @OptionGroup(title: "Lists") var layout: LayoutOptions
    @OptionGroup(title: "Search space") var space: SpaceOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    @Option(help: "How strength is judged: zxcvbn (and the meter), meter (four criteria), or none.")
    var strength: Strength = .zxcvbn
    @OptionGroup(title: "Strength") var scoring: StrengthOptions
    @OptionGroup(title: "Strength") var rates: RateOptions

    @OptionGroup(title: "Distinct passwords") var distinct: DistinctOptions

    @Option(
      name: .customLong("fail-under"),
      help: ArgumentHelp(
        "Exit with 1 unless this share of the passwords complies with every policy.",
        valueName: "percent"))
    var failUnder: Double?

    @OptionGroup(title: "Examples") var examples: ExampleOptions
    @OptionGroup(title: "Checkpoints") var checkpoints: CheckpointOptions
    @OptionGroup(title: "Lists") var input: InputOptions
    @OptionGroup var lanes: LaneOptions

    @Argument(help: .lists, completion: .file())
    var inputs: [String] = []

    enum Strength: String, ExpressibleByArgument, CaseIterable { case zxcvbn, meter, none }

    func validate() throws {
      if let failUnder, !(0...100).contains(failUnder) {
        throw ValidationError("--fail-under takes per cent from 0 to 100, not \(failUnder).")
      }
      if space.isHead, !distinct.isOn {
        throw ValidationError(
          "--head-only is said beside metrics of guessing; give --distinct too.")
      }
      if checkpoints.path != nil, distinct.isOn || examples.limit != nil {
        throw ValidationError(
          "--checkpoint goes neither with --distinct nor with --examples: it holds no password's "
            + "traces.")
      }
      if inputs.isEmpty, Terminal.isTerminal(0) {
        throw ValidationError(
          "No list to audit. Name one, as in 'audit --rules policy.txt leaked.txt.gz', "
            + "or pipe one in.")
      }
    }

    func run() throws { try reportingProblems(audit) }

    private func audit() throws {
      let stop = StopFlag()
      let policies = try policies.load()
      let (inputs, problems) = ListInput.resolve(self.inputs.isEmpty ? ["-"] : self.inputs)
      for problem in problems { Terminal.tell(problem) }
      guard let first = inputs.first else { throw Outcome.impossible }
      let blocklists = try lists.load(
        for: policies, names: scoring.contextWords, marksUsers: layout.request.hasUsers, stop: stop)
      let spaces = space.spaces(of: policies)

      var demand = blocklists.demand
      demand.meter = strength != .none
      demand.score = strength == .zxcvbn
      if demand.score { demand.guessBudgets = budgets }
      for policy in policies { demand.formUnion(policy.demand) }
      let recipe = try Recipe(for: demand)
      let findings = Locked(
        try Findings(
          policies, recipe: recipe,
          listNames: blocklists.set.blocklists.map(\.name) + blocklists.userRelations,
          listBands: blocklists.set.blocklists.map(\.bandCounts),
          patternNames: DecisivePattern.allCases.map(\.name), attacks: rates.attacks
        ) { policy throws(RecipeError) in
          try PolicyMatcher(policy, recipe: recipe, lists: blocklists.mask(of:))
        })
      let collection = try examples.collection(policies) {
        try PolicyMatcher($0, recipe: recipe, lists: blocklists.mask(of:))
      }
      let grouping = try distinct.grouping(recipe: recipe, lanes: lanes.count, stop: stop)
      let plan = AuditPlan(
        inputs: inputs, recipe: recipe, blocklists: blocklists.set, strength: scoring.reading,
        lanes: lanes.count, reading: input.reading, stop: stop, layout: layout.request,
        marksUsers: blocklists.marksUsers, examples: collection, grouping: grouping)
      var directory = try output.open(
        for: first, others: inputs.count - 1,
        tables: DetailTable.all(keyspace: space.isOn, guessing: distinct.isOn))
      var exampleFile = try collection.map { _ in try ExampleFile(beside: directory.path) }

      let journey = try checkpoints.journey(
        planned(policies, blocklists, inputs), recipe: recipe)
      let interruption = Interruption(raising: stop)
      let bar = output.showsProgress ? ProgressBar(plan.progress) : nil
      let summaries = try read(plan, journey) { tally in
        findings.withLock { $0.absorb(tally) }
      }
      bar?.finish()
      let spectrum = try distinct.spectrum(of: grouping, lanes: lanes.count)
      interruption.finish()

      let failed = problems.contains { $0.severity == .error }
      for problem in summaries.flatMap(\.problems) { Terminal.tell(problem) }
      for problem in summaries.flatMap(\.layoutProblems) { Terminal.tell(problem) }
      let whole = findings.withLock { whole in
        whole.add(summaries)
        whole.spectrum = spectrum
        return whole
      }
      try blocklists.checkExactness(lookups: whole.entries, lists)
      if whole.list.lines.areTooMany { throw TooManyEntries() }
      let complete = !failed && summaries.allSatisfy(\.isComplete)
      if whole.entries == 0, !complete, !stop.isRaised, input.maxBytes == nil {
        throw Outcome.impossible
      }

      let report = Report(
        version: Audit.version, complete: complete,
        dataset: output.dataset(for: first, others: inputs.count - 1),
        inputs: summaries.map(Manifest.Input.init), policies: policies.map(Manifest.Policy.init),
        blocklists: blocklists.manifest(lookups: whole.entries, policies: policies),
        readings: readings.merging(blocklists.readings) { $1 },
        findings: whole, space: spaces,
        guessing: try spectrum.map { spectrum in
          try GuessingFindings(
            spectrum, policies, weights: distinct.counting.weights, isHead: space.isHead
          ) { policy throws(RecipeError) in
            try PolicyMatcher(policy, recipe: recipe, lists: blocklists.mask(of:))
          }
        })
      try output.write(report, to: &directory)
      if let collection {
        try exampleFile?.finish(collection)
        if !output.quiet, output.format == .text, let path = exampleFile?.path {
          try Terminal.write("examples \(escaped(path))\n")
        }
      }
      if !stop.isRaised { checkpoints.finish() }
      if !complete || summaries.contains(where: \.hasMalformedLines)
        || (spaces?.count ?? policies.count) < policies.count
      {
        throw Outcome.incomplete
      }
      try checkThreshold(whole)
    }

    /// Reads the lists, from a checkpoint on where there is one.
    private func read(
      _ plan: AuditPlan, _ journey: CheckpointJourney?,
      absorb: @escaping @Sendable (Tally) -> Void
    ) throws(CheckpointProblem) -> [ListSummary] {
      guard var journey else { return plan.run(absorb: absorb) }
      let summaries = plan.run(&journey, absorb: absorb)
      if journey.hasLostItsWay { throw .changedLists(checkpoints.path ?? "") }
      return summaries
    }

    /// What the run is asked, as far as its tally depends on it, in words.
    private func planned(
      _ policies: [Policy], _ blocklists: LoadedBlocklists, _ inputs: [ListInput]
    ) -> [String: String] {
      var planned = readings
      planned["version"] = Audit.version
      planned["lists"] = inputs.map { "\($0.name) \($0.byteCount ?? 0)" }.joined(separator: "\n")
      planned["layout"] = "\(layout.request)"
      planned["reading of bytes"] = "\(input.reading)"
      planned["policies"] = policies.map { "\($0.name)\n\($0.text(.canonical))" }.joined()
      planned["blocklists"] = blocklists.manifest(lookups: 0).map {
        "\($0.name) \($0.comparison) \($0.values) \($0.sha256 ?? $0.checksum ?? "built-in")"
      }.joined(separator: "\n")
      planned["rates"] = rates.rates.map(\.name).joined(separator: " ")
      planned["context words"] = scoring.contextWords.joined(separator: "\n")
      return planned
    }

    /// The numbers of guesses that signatures tell apart.
    private var budgets: [Double] {
      let attacks = rates.attacks.map(\.guesses)
      let grid = distinct.isOn ? AttackCurve.strengthBudgets(besides: attacks) : []
      return Set(attacks + grid).sorted()
    }

    /// What could be read in several ways, and how it was.
    private var readings: [String: String] {
      var readings = [
        "encoding": input.stated,
        "length": "code points; a maximal ill-formed part of UTF-8 counts as one",
        "line": "ends at LF; one CR before it is not part of the password",
        "max-consecutive": policies.maxConsecutive.rawValue,
        "strength": strengthReading,
      ]
      readings["repetition"] = distinct.reading
      return readings
    }

    private var strengthReading: String {
      switch strength {
      case .none: return "none"
      case .meter: return "four-criteria meter"
      case .zxcvbn:
        let cuts = scoring.cuts.guesses.map(shortest(_:)).joined(separator: ", ")
        let words =
          scoring.contextWords.isEmpty ? "" : ", \(scoring.contextWords.count) context words"
        return "zxcvbn 4.4.2 rules, reference year \(scoring.referenceYear), cuts \(cuts)\(words); "
          + "four-criteria meter"
      }
    }

    private func checkThreshold(_ findings: Findings) throws {
      guard let failUnder else { return }
      var missed = false
      for policy in findings.policies
      where Double(policy.compliant) * 100 < failUnder * Double(findings.entries) {
        missed = true
        Terminal.tell(ThresholdMissed(policy: policy, of: findings.entries, percent: failUnder))
      }
      if missed { throw Outcome.incomplete }
    }
  }
}

/// The counts of lines add up to more than can be told apart.
private struct TooManyEntries: Diagnosable {
  var location: Location? { nil }
  var found: String { "the counts of the lines add up to 2⁶³ or more" }
  var expected: String? { "passwords that people have" }
  var remedy: String? { "Is it the count that the lines hold there? See --layout." }
}

/// Fewer passwords comply than `--fail-under` asks for.
private struct ThresholdMissed: Diagnosable {
  let policy: PolicyFindings
  let entries: UInt64
  let percent: Double

  init(policy: PolicyFindings, of entries: UInt64, percent: Double) {
    self.policy = policy
    self.entries = entries
    self.percent = percent
  }

  var location: Location? { nil }
  var found: String {
    "\(policy.compliant) of \(entries) passwords comply with '\(policy.name)'"
  }
  var expected: String? { "at least \(percent) %" }
  var remedy: String? { nil }
}

extension Findings {
  /// Adds what readers counted themselves.
  mutating func add(_ summaries: [ListSummary]) {
    for summary in summaries {
      skippedLines &+= summary.overLongLines
      cutLines &+= summary.cutLines
    }
  }
}

/// A number in as few characters as it takes: 1e6, 2500, 1.5e+300.
private func shortest(_ number: Double) -> String {
  let zeros = log10(number)
  if zeros == zeros.rounded() { return "1e\(Int(zeros))" }
  return number == number.rounded() && number < 1e15 ? "\(Int(number))" : "\(number)"
}
