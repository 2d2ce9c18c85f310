package import Auditing
package import Findings
package import Intake
import Keyspaces
package import PasswordRules
import Passwords
package import Reporting
package import Tallies
import Workers

/// What a sweep is asked: a grid of policies, lists, and how the policies are compared.
package struct SweepSettings: Sendable {
  /// The grid.
  package var grid = GridSettings()
  /// Policies that are judged beside the grid.
  package var beside: [Policy] = []
  /// The lists to read.
  package var lists: ListSettings
  /// How distinct passwords are counted.
  package var counting = CountingSettings()
  /// Whether the list is known to be the head of a longer one.
  package var isHead = false
  /// Whether zxcvbn's guesses are estimated.
  package var estimatesStrength = true
  /// What strength is estimated by.
  package var strength: StrengthReading
  /// What the front is drawn by.
  package var measure = SweepReport.Measure.median
  /// How many work at once.
  package var lanes: Int

  /// Asks for a sweep; everything else as `audit sweep` does without options.
  package init(
    lists: ListSettings,
    strength: StrengthReading = StrengthReading(referenceYear: StrengthReading.currentYear),
    lanes: Int = 1
  ) {
    self.lists = lists
    self.strength = strength
    self.lanes = lanes
  }

  /// Prepares a sweep: finds and opens everything, and checks that it fits together.
  ///
  /// - Throws: ``ProblemsTold``, or the one problem that ends the preparation.
  package func prepare(
    stop: StopFlag = StopFlag(), tell: @escaping ProblemHandler
  ) throws -> PreparedSweep {
    let choices = choices
    return PreparedSweep(
      settings: self, choices: choices,
      reading: try PreparedReading(
        audit(choices), recording: facts, marksUsers: false, stop: stop, tell: tell))
  }

  /// Finds what the policies of the grid make of lists that were recorded with distinct passwords.
  ///
  /// The settings' own lists do not count.
  ///
  /// - Parameters:
  ///   - recording: What was recorded.
  ///   - file: What messages call it.
  ///   - tell: Takes every problem.
  /// - Returns: What a sweep over the lists would find.
  /// - Throws: ``MissingFact`` where what a policy asks for was not recorded, ``NoPasswords``,
  ///   ``ProblemsTold``.
  package func findings(
    in recording: Recording, of file: String, tell: @escaping ProblemHandler
  ) throws -> SweepFindings {
    let choices = choices
    let (coarse, rulebook) = try audit(choices).asked(
      of: AskedRecording(recording), in: file, facts: facts, marksUsers: false, tell: tell)
    var sums = try sums(choices, rulebook, WorkerPool(width: lanes))
    if let spectrum = coarse.spectrum { sums.absorb(spectrum) }
    return try findings(choices, sums, of: ReadLists(recording), tell: tell)
  }

  /// The policies of the grid, and those beside it.
  private var choices: [GridSettings.Choice] {
    grid.choices + beside.map(GridSettings.Choice.init(beside:))
  }

  /// What is asked of the lists.
  private func audit(_ choices: [GridSettings.Choice]) -> AuditSettings {
    var settings = AuditSettings(
      policies: choices.map(\.policy), lists: lists, strength: strength, lanes: lanes)
    let namesBuiltIn = choices.contains { choice in
      choice.policy.lists.contains { list in
        if case .blocklist(.builtIn, _) = list { true } else { false }
      }
    }
    settings.blocklists = namesBuiltIn ? BlocklistSettings() : .off
    settings.estimate = estimatesStrength ? .zxcvbn : .none
    settings.distinct = counting
    return settings
  }

  /// Facts that are asked for besides those of the policies.
  private var facts: FactDemand {
    var facts = FactDemand()
    facts.score = estimatesStrength
    return facts
  }

  /// Room for what guessing metrics need of each policy.
  fileprivate func sums(
    _ choices: [GridSettings.Choice], _ rulebook: Rulebook, _ workers: WorkerPool
  ) throws(RecipeError) -> GuessingSums {
    try GuessingSums(
      choices.map(\.policy), recipe: rulebook.recipe, memory: counting.memory, workers: workers,
      compile: rulebook.matcher)
  }

  /// Closes the sums of lists that were read, now or before.
  fileprivate func findings(
    _ choices: [GridSettings.Choice], _ sums: GuessingSums, of lists: ReadLists,
    tell: ProblemHandler
  ) throws(ProblemsTold) -> SweepFindings {
    guard let guessing = sums.findings(counting, isHead: isHead, tell: tell), lists.countsDistinct
    else { throw ProblemsTold() }
    return SweepFindings(settings: self, choices: choices, read: lists, guessing: guessing)
  }
}

/// A sweep that is ready to read its lists.
package struct PreparedSweep: Sendable {
  /// What was asked.
  package let settings: SweepSettings
  /// The policies of the grid.
  package let choices: [GridSettings.Choice]
  /// The lists, and what their passwords are judged by.
  package let reading: PreparedReading

  /// Reads the lists.
  ///
  /// - Parameter read: Runs the plan; a caller with a progress bar has a way of its own.
  /// - Returns: What all cells are answered from.
  /// - Throws: What `read` throws, `GroupingProblem`, and ``ProblemsTold`` where memory is too
  ///   short to add distinct passwords up.
  package func read(
    by read: (AuditPlan, @escaping @Sendable (Tally) -> Void) throws -> [ListSummary] = {
      $0.run(absorb: $1)
    }
  ) throws -> SweepFindings {
    let sums = Locked(try settings.sums(choices, reading.rulebook, reading.plan.workers))
    // Distinct passwords are all that a cell is answered from.
    let lists = try reading.record(by: read) { _ in
    } absorbDistinct: { part in
      sums.withLock { $0.absorb(part) }
    }
    return try settings.findings(choices, sums.withLock(\.self), of: lists, tell: reading.tell)
  }
}

/// What a sweep found in its lists.
package struct SweepFindings: Sendable {
  /// What was asked.
  package let settings: SweepSettings
  /// The policies of the grid.
  package let choices: [GridSettings.Choice]
  /// What is known of the lists.
  package let read: ReadLists
  /// What guessing takes under each policy of the grid.
  package let guessing: GuessingFindings

  /// What keeps the findings from being all that was asked for.
  package var shortfalls: Shortfalls {
    guessing.whole.metrics.distinct == 0
      ? read.shortfalls.union(.nothingAudited) : read.shortfalls
  }

  /// Puts the cells of the grid side by side.
  package func report(dataset: String? = nil) -> SweepReport {
    SweepReport(
      dataset: dataset ?? read.lists.label, cells, guessing, by: settings.measure,
      from: settings.grid.base?.name)
  }

  /// The cells with the bits of their shortest random strings.
  private var cells: [SweepReport.Cell] {
    var counter = KeyspaceCounter(comparing: .ascii)
    return choices.map { choice in
      // Where exact counting is out of reach there is no number.
      var keyspace: PolicyKeyspace?
      if let place = choice.place {
        let length = place.minLength
        let range = LengthRange(choice.policy, from: length, to: max(length, place.classes))
        keyspace = try? PolicyKeyspace(choice.policy, range: range, costs: false, &counter)
      } else {
        keyspace = try? PolicyKeyspace(choice.policy, &counter)
      }
      return choice.cell(floorBits: keyspace?.floor?.bits)
    }
  }
}
