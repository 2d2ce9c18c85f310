package import Auditing
package import Intake
package import Metrics
package import Overview
package import PasswordPolicies
import PasswordSpaces
import Passwords
package import Requests
package import Tallies
import Workers

/// The settings of a sweep: a grid of policies, lists, and how the policies are compared.
package struct SweepSettings: Sendable {
  /// The grid.
  package var grid = GridSettings()
  /// Policies that are judged in addition to the grid.
  package var beside: [Policy] = []
  /// The lists to read.
  package var lists: ListSettings
  /// How distinct passwords are counted.
  package var counting = CountingSettings()
  /// Whether the list is the head of a longer one.
  package var isHead = false
  /// The estimate of guesses, or none.
  package var estimate = StrengthEstimate.combined
  /// Whether a recording without the combined estimate is asked for zxcvbn's guesses instead.
  package var takesRecordedEstimate = false
  /// How strength is estimated.
  package var strength: StrengthSettings
  /// The measure by which the front is drawn.
  package var measure = SweepReport.Measure.day
  /// The number of lanes.
  package var lanes: Int

  /// Makes the settings of a sweep; everything else as in `audit sweep` without options.
  package init(
    lists: ListSettings,
    strength: StrengthSettings = StrengthSettings(referenceYear: StrengthSettings.currentYear),
    lanes: Int = 1
  ) {
    self.lists = lists
    self.strength = strength
    self.lanes = lanes
  }

  /// Prepares a sweep: finds and opens everything, and checks that it is consistent.
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

  /// The policies of the grid and those beside it.
  var choices: [GridSettings.Choice] {
    grid.choices + beside.map(GridSettings.Choice.init(beside:))
  }

  /// The settings of the audit that reads the lists.
  func audit(_ choices: [GridSettings.Choice]) -> AuditSettings {
    var settings = AuditSettings(
      policies: choices.map(\.policy), lists: lists, strength: strength, lanes: lanes)
    let namesBuiltIn = choices.contains { choice in
      choice.policy.lists.contains { list in
        if case .blocklist(.builtIn, _) = list { true } else { false }
      }
    }
    settings.blocklists = namesBuiltIn ? BlocklistSettings() : .off
    settings.estimate = estimate
    settings.distinct = counting
    return settings
  }

  /// Facts needed in addition to the policies' facts.
  var facts: FactDemand {
    var facts = FactDemand()
    facts.demandGuesses(of: estimate)
    return facts
  }

  /// The sums for the guessing metrics of each policy.
  func sums(
    _ choices: [GridSettings.Choice], _ rulebook: Rulebook, _ workers: WorkerPool
  ) throws(RecipeError) -> GuessingSums {
    try GuessingSums(
      choices.map(\.policy), recipe: rulebook.recipe, memory: counting.memory, workers: workers,
      compile: rulebook.matcher)
  }

  /// Computes the findings of lists that were read, now or earlier.
  func findings(
    _ choices: [GridSettings.Choice], _ sums: GuessingSums, of lists: ReadLists,
    tell: ProblemHandler
  ) throws(ProblemsTold) -> SweepFindings {
    guard
      let guessing =
        sums.findings(counting, of: lists, isHead: isHead, tell: tell), lists.countsDistinct
    else { throw ProblemsTold() }
    return SweepFindings(settings: self, choices: choices, read: lists, guessing: guessing)
  }
}

/// A sweep that is ready to read its lists.
package struct PreparedSweep: Sendable {
  /// The settings.
  package let settings: SweepSettings
  /// The policies of the grid.
  package let choices: [GridSettings.Choice]
  /// The lists, and the rules that judge their passwords.
  package let reading: PreparedReading

  /// Reads the lists.
  ///
  /// - Parameter read: Runs the plan; a caller with a progress bar passes its own.
  /// - Returns: The findings from which all cells are computed.
  /// - Throws: The errors of `read`, `GroupingProblem`, and ``ProblemsTold`` if memory is too short
  ///   to add up distinct passwords.
  package func read(
    by read: (AuditPlan, @escaping @Sendable (Tally) -> Void) throws -> [ListSummary] = {
      $0.run(absorb: $1)
    }
  ) throws -> SweepFindings {
    let sums = Locked(try settings.sums(choices, reading.rulebook, reading.plan.lists.workers))
    // All cells are computed from distinct passwords alone.
    let lists = try reading.record(by: read) { _ in
    } absorbDistinct: { part in
      sums.withLock { $0.absorb(part) }
    }
    return try settings.findings(choices, sums.withLock(\.self), of: lists, tell: reading.tell)
  }
}

/// The findings of a sweep.
package struct SweepFindings: Sendable {
  /// The settings.
  package let settings: SweepSettings
  /// The policies of the grid.
  package let choices: [GridSettings.Choice]
  /// Facts about the lists.
  package let read: ReadLists
  /// The guessing metrics under each policy of the grid.
  package let guessing: GuessingFindings

  /// The reasons why the findings are incomplete.
  package var shortfalls: Shortfalls {
    guessing.whole.metrics.distinct == 0
      ? read.shortfalls.union(.nothingAudited) : read.shortfalls
  }

  /// Makes the report of the grid's cells.
  package func report(dataset: String? = nil) -> SweepReport {
    SweepReport(
      dataset: dataset ?? read.lists.label, rows, whole: guessing.whole, weights: guessing.weights,
      by: settings.measure, from: settings.grid.base?.name,
      isComplete: !read.shortfalls.contains(.readInPart))
  }

  /// The policies with their metrics and the bits of their shortest random strings.
  private var rows: [SweepReport.Row] {
    var counter = KeyspaceCounter(comparing: .ascii)
    return zip(choices, guessing.policies).map { choice, found in
      // If exact counting is impossible, the number is missing.
      var keyspace: PolicyKeyspace?
      if let place = choice.place {
        let length = place.minLength
        let range = LengthRange(choice.policy, from: length, to: max(length, place.classes))
        keyspace = try? PolicyKeyspace(choice.policy, range: range, costs: false, &counter)
      } else {
        keyspace = try? PolicyKeyspace(choice.policy, &counter)
      }
      return SweepReport.Row(choice.cell(floorBits: keyspace?.floor?.bits), found)
    }
  }
}

extension SweepSettings {
  /// Applies the policies of the grid to lists that were recorded with distinct passwords.
  ///
  /// The settings' own lists are ignored.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - file: Its name in messages.
  ///   - takesYear: Whether the recording's reference year replaces that of the settings.
  ///   - tell: Receives every problem.
  /// - Returns: The findings of a sweep over the lists.
  /// - Throws: ``MissingFact`` if a fact that a policy needs was not recorded, ``NoPasswords``,
  ///   ``ProblemsTold``.
  package func findings(
    in recording: Recording, of file: String, takingYear takesYear: Bool = false,
    tell: @escaping ProblemHandler
  ) throws -> SweepFindings {
    var settings = self
    if takesRecordedEstimate { settings.estimate = estimate.recorded(in: recording) }
    if takesYear { settings.strength = strength.takingYear(of: recording) }
    return try settings.findings(
      asking: AskedRecording(recording, isAskedOnce: true), of: file, tell: tell)
  }

  private func findings(
    asking recording: AskedRecording, of file: String, tell: @escaping ProblemHandler
  ) throws -> SweepFindings {
    let choices = choices
    let (coarse, rulebook) = try audit(choices).asked(
      of: recording, in: file, facts: facts, marksUsers: false, tell: tell)
    var sums = try sums(choices, rulebook, WorkerPool(width: lanes))
    if let spectrum = coarse.recording.spectrum { sums.absorb(spectrum) }
    return try findings(choices, sums, of: ReadLists(recording.recording), tell: tell)
  }
}
