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
    let choices = grid.choices + beside.map(GridSettings.Choice.init(beside:))
    var settings = AuditSettings(
      policies: choices.map(\.policy), lists: lists, strength: strength, lanes: lanes)
    let namesBuiltIn = choices.contains { choice in
      choice.policy.lists.contains { list in
        if case .blocklist(.builtIn, _) = list { true } else { false }
      }
    }
    settings.blocklists = namesBuiltIn ? BlocklistSettings() : .off
    settings.distinct = counting
    var facts = FactDemand()
    facts.score = estimatesStrength
    return PreparedSweep(
      settings: self, choices: choices,
      reading: try PreparedReading(
        settings, recording: facts, marksUsers: false, stop: stop, tell: tell))
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
    let rulebook = reading.rulebook
    let sums = Locked(
      try GuessingSums(
        choices.map(\.policy), recipe: rulebook.recipe, memory: settings.counting.memory,
        workers: reading.plan.workers, compile: rulebook.matcher))
    // Distinct passwords are all that a cell is answered from.
    let recording = try reading.record(by: read) { _ in
    } absorbDistinct: { part in
      sums.withLock { $0.absorb(part) }
    }
    let guessing = sums.withLock(\.self).findings(
      settings.counting, isHead: settings.isHead, tell: reading.tell)
    guard recording.countsDistinct, let guessing else { throw ProblemsTold() }
    return SweepFindings(sweep: self, recording: recording, guessing: guessing)
  }
}

/// What a sweep found in its lists.
package struct SweepFindings: Sendable {
  /// The sweep.
  package let sweep: PreparedSweep
  /// What became of the lists.
  package let recording: ReadLists
  /// What guessing takes under each policy of the grid.
  package let guessing: GuessingFindings

  /// What keeps the findings from being all that was asked for.
  package var shortfalls: Shortfalls {
    guessing.whole.metrics.distinct == 0
      ? recording.shortfalls.union(.nothingAudited) : recording.shortfalls
  }

  /// Puts the cells of the grid side by side.
  package func report(dataset: String? = nil) -> SweepReport {
    let settings = sweep.settings
    return SweepReport(
      dataset: dataset ?? sweep.reading.lists.label, cells, guessing, by: settings.measure,
      from: settings.grid.base?.name)
  }

  /// The cells with the bits of their shortest random strings.
  private var cells: [SweepReport.Cell] {
    var counter = KeyspaceCounter(comparing: .ascii)
    return sweep.choices.map { choice in
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
