import ArgumentParser
import Auditing
import Blocklists
import Diagnostics
import Findings
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
      commandName: "run",
      abstract: "Audits lists against policies; this is what 'audit' alone does.",
      discussion: """
        Prints a summary and writes audit.csv and audit.json into the output directory. Neither \
        holds anything that comes from the text of a password.

        Exit code: 0 done; 1 done, but something was skipped, damaged or stopped, or --fail-under \
        was missed; 2 it could not be done; 64 wrong usage.
        """)

    @OptionGroup(title: "Policies") var policies: PolicyOptions
    @OptionGroup(title: "Blocklists") var blocklists: BlocklistOptions
    @OptionGroup var lists: ListOptions
    @OptionGroup(title: "Search space") var space: SpaceOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    @Option(help: "How strength is judged: zxcvbn (and the meter), meter (four criteria), or none.")
    var strength: Strength = .zxcvbn
    @OptionGroup(title: "Strength") var scoring: StrengthOptions
    @OptionGroup(title: "Strength") var rates: RateOptions

    @OptionGroup(title: "Distinct passwords") var distinct: DistinctOptions

    @OptionGroup var threshold: ThresholdOptions
    @OptionGroup(title: "Examples") var examples: ExampleOptions
    @OptionGroup(title: "Checkpoints") var checkpoints: CheckpointOptions
    @OptionGroup var lanes: LaneOptions

    enum Strength: String, ExpressibleByArgument, CaseIterable { case zxcvbn, meter, none }

    func validate() throws {
      if space.isHead, !distinct.isOn {
        throw ValidationError(
          "--head-only is said beside metrics of guessing; give --distinct too.")
      }
      if checkpoints.path != nil, distinct.isOn || examples.limit != nil {
        throw ValidationError(
          "--checkpoint goes neither with --distinct nor with --examples: it holds no password's "
            + "traces.")
      }
      try lists.requireAny(to: "audit", as: "audit --rules policy.txt leaked.txt.gz")
    }

    func run() throws { try reportingProblems(audit) }

    private func audit() throws {
      let stop = StopFlag()
      let policies = try policies.load()
      let found = try lists.find()
      let rulebook = try Rulebook(policies, try load(policies, stop), adding: strengthFacts)
      let spaces = space.spaces(of: policies)
      let findings = Locked(try noFindings(rulebook))
      let collection = try examples.collection(policies, compile: rulebook.matcher)
      let grouping = try distinct.grouping(recipe: rulebook.recipe, lanes: lanes.count, stop: stop)
      let plan = AuditPlan(
        inputs: found.inputs, recipe: rulebook.recipe, blocklists: rulebook.blocklists.set,
        strength: scoring.reading, lanes: lanes.count, reading: lists.text.reading, stop: stop,
        layout: lists.layout.request, marksUsers: rulebook.blocklists.marksUsers,
        examples: collection, grouping: grouping)
      var directory = try output.open(
        for: found, tables: DetailTable.all(keyspace: space.isOn, guessing: distinct.isOn))
      var exampleFile = try collection.map { _ in try ExampleFile(beside: directory.path) }

      let journey = try checkpoints.journey(
        planInWords(rulebook, found.inputs), recipe: rulebook.recipe)
      let interruption = Interruption(raising: stop)
      let bar = output.showsProgress ? ProgressBar(plan.progress) : nil
      let summaries = try read(plan, journey) { tally in
        findings.withLock { $0.absorb(tally) }
      }
      bar?.finish()
      let spectrum = try distinct.spectrum(of: grouping, lanes: lanes.count)
      interruption.finish()

      try rulebook.blocklists.checkUnchanged()
      let isReadWhole = found.review(summaries)
      let users = rulebook.blocklists.usersFound(
        in: summaries, asking: lists.layout.request, policies)
      let whole = findings.withLock { whole in
        whole.add(summaries)
        if !users { whole.leaveOutLists(from: rulebook.blocklists.set.blocklists.count) }
        whole.spectrum = spectrum
        return whole
      }
      try rulebook.blocklists.checkExactness(lookups: whole.entries, blocklists)
      rulebook.blocklists.tellOfIdleDigests(hits: whole.list.listed, lookups: whole.entries)
      if whole.list.lines.areTooMany { throw TooManyEntries() }
      let complete = isReadWhole && (spectrum != nil || !distinct.isOn)
      if whole.entries == 0, !isReadWhole, !stop.isRaised, lists.text.maxBytes == nil {
        throw Outcome.impossible
      }

      let report = Report(
        version: Audit.version, complete: complete, dataset: output.dataset(for: found),
        inputs: summaries.map(Manifest.Input.init), policies: policies.map(Manifest.Policy.init),
        blocklists: rulebook.blocklists.manifest(lookups: whole.entries, policies: policies),
        readings: readings.merging(rulebook.blocklists.readings) { $1 },
        findings: whole, space: spaces,
        guessing: try spectrum.map { spectrum in
          try GuessingFindings(
            spectrum, policies, weights: distinct.counting.weights, isHead: space.isHead,
            compile: rulebook.matcher)
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
      try threshold.check(whole)
    }

    /// Reads the blocklists of the run and of its policies.
    private func load(_ policies: [Policy], _ stop: StopFlag) throws -> LoadedBlocklists {
      try blocklists.load(
        for: policies, names: scoring.contextWords, marksUsers: lists.layout.request.mayHaveUsers,
        stop: stop)
    }

    /// Room for what is found of each policy.
    private func noFindings(_ rulebook: Rulebook) throws(RecipeError) -> Findings {
      let blocklists = rulebook.blocklists
      return try Findings(
        rulebook.policies, recipe: rulebook.recipe,
        listNames: blocklists.set.blocklists.map(\.name) + blocklists.userRelations,
        listBands: blocklists.set.blocklists.map(\.bandCounts),
        patternNames: DecisivePattern.allCases.map(\.name), attacks: rates.attacks,
        compile: rulebook.matcher)
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

    /// What has to be known of the strength of passwords, whatever the policies ask for.
    private var strengthFacts: FactDemand {
      var facts = FactDemand()
      facts.meter = strength != .none
      facts.score = strength == .zxcvbn
      if facts.score {
        let attacks = rates.attacks.map(\.guesses)
        let grid = distinct.isOn ? AttackCurve.strengthBudgets(besides: attacks) : []
        facts.guessBudgets = Set(attacks + grid).sorted()
      }
      return facts
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

extension Findings {
  /// Adds what readers counted themselves.
  mutating func add(_ summaries: [ListSummary]) {
    for summary in summaries {
      skippedLines &+= summary.overLongLines
      cutLines &+= summary.cutLines
    }
  }
}
