import Auditing
import Blocklists
package import Diagnostics
package import Findings
import PasswordStrength
import Passwords
package import Reporting
package import Tallies
import Workers

/// What policies make of lists that were recorded before: the same that a run over them finds.
///
///     let found = try settings.findings(in: recording, of: "leaked.tally") { print($0.message) }
///     found.findings.policies[0].compliant
package struct RecordedFindings: Sendable {
  private let settings: AuditSettings
  private let recording: Recording
  private let blocklists: LoadedBlocklists
  private let spaces: [PolicySpace]?
  /// The lists that were read then.
  package let lists: FoundLists
  /// What the policies make of them.
  package let findings: Findings
  /// What guessing takes; nil where that was not asked, or memory was too short for it.
  package let guessing: GuessingFindings?

  /// Asks policies about a recording.
  fileprivate init(
    _ settings: AuditSettings, _ source: AskedRecording, file: String,
    tell: @escaping ProblemHandler
  ) throws {
    let recording = source.recording
    lists = FoundLists(recorded: recording.inputs)
    if recording.entries == 0 { throw NoPasswords(lists: lists) }
    let fine = recording.recipe
    let marksUsers = !fine.sources.userRelations.isEmpty
    blocklists = try source.blocklists(settings, marksUsers: marksUsers, tell: tell)
    let asked = try Rulebook(
      settings.policies, blocklists, adding: settings.strengthFacts,
      naming: settings.factSources(blocklists))
    let kept = try settings.places(of: asked, in: fine, file: file)
    let coarsening: Coarsening
    do throws(RecipeError) {
      coarsening = try Coarsening(of: fine, to: asked.recipe.demand, lists: kept)
    } catch {
      throw MissingFact(file: file, error)
    }
    if settings.distinct != nil, recording.spectrum == nil {
      throw MissingFact(file: file, fact: "distinct passwords", option: "--distinct")
    }
    let workers = WorkerPool(width: settings.lanes)
    let coarse = source.coarsened(by: coarsening)
    let rulebook = Rulebook(asked, packedBy: coarsening.coarse)
    var findings = try Findings(settings, rulebook, workers)
    var sums = try settings.guessingSums(rulebook, workers)
    findings.absorb(coarse.tally)
    if settings.distinct != nil, let spectrum = coarse.spectrum {
      findings.absorb(distinct: spectrum)
      sums.absorb(spectrum)
    }
    findings.skippedLines = recording.skippedLines
    findings.cutLines = recording.cutLines
    if marksUsers, !recording.namesUsers {
      DoubtfulList.tellOfMissingUsers(settings.policies, tell)
      findings.leaveOutLists(from: blocklists.set.blocklists.count)
    }
    guessing = settings.distinct.flatMap {
      sums.findings($0, isHead: settings.isHead, tell: tell)
    }
    try blocklists.checkExactness(lookups: findings.entries, settings.blocklists)
    blocklists.tellOfIdleDigests(hits: findings.list.listed, lookups: findings.entries)
    if findings.list.lines.areTooMany { throw TooManyEntries() }
    spaces = settings.spaces(tell: tell)
    self.settings = settings
    self.recording = recording
    self.findings = findings
  }

  /// What keeps the findings from being all that was asked for.
  package var shortfalls: Shortfalls {
    var shortfalls: Shortfalls = recording.isComplete ? [] : [.readInPart]
    if recording.inputs.contains(where: \.hasMalformedLines) { shortfalls.insert(.malformedLines) }
    if settings.distinct != nil, guessing == nil { shortfalls.insert(.noSpectrum) }
    if let spaces, spaces.count < settings.policies.count { shortfalls.insert(.uncountedSpace) }
    return shortfalls
  }

  /// Puts the findings into a report.
  ///
  /// - Parameters:
  ///   - version: That of the program.
  ///   - dataset: What the report calls the lists; nil for the first one's name.
  ///   - counted: Keyspaces that were counted elsewhere, in the order of the policies; nil for those
  ///     that the settings asked for.
  /// - Returns: The report that a run over the lists makes.
  package func report(
    version: String, dataset: String? = nil, spaces counted: [PolicySpace]? = nil
  ) -> Report {
    Report(
      version: version, complete: shortfalls.isDisjoint(with: [.readInPart, .noSpectrum]),
      dataset: dataset ?? lists.label, inputs: recording.inputs.map(Manifest.Input.init),
      policies: settings.policies.map(Manifest.Policy.init),
      blocklists: blocklists.manifest(lookups: findings.entries, policies: settings.policies),
      readings: settings.readings.merging(recording.readings) { $1 }
        .merging(blocklists.readings) { $1 },
      findings: findings, space: counted ?? spaces, guessing: guessing)
  }
}

extension AuditSettings {
  /// Finds what the policies make of lists that were recorded before.
  ///
  /// The settings' own lists do not count.
  ///
  /// - Parameters:
  ///   - recording: What was recorded.
  ///   - file: What messages call it.
  ///   - tell: Takes every problem.
  /// - Returns: What a run over the lists would find.
  /// - Throws: ``MissingFact`` where a policy asks for what was not recorded, ``NoPasswords``,
  ///   ``ProblemsTold``, ``TooManyFalseHits``.
  package func findings(
    in recording: Recording, of file: String, tell: @escaping ProblemHandler
  ) throws -> RecordedFindings {
    try findings(in: AskedRecording(recording), of: file, tell: tell)
  }

  /// The same of a recording that was asked before, which is faster.
  ///
  /// - Parameters:
  ///   - recording: What was recorded.
  ///   - file: What messages call it.
  ///   - tell: Takes every problem.
  /// - Returns: What a run over the lists would find.
  /// - Throws: As the other.
  package func findings(
    in recording: AskedRecording, of file: String, tell: @escaping ProblemHandler
  ) throws -> RecordedFindings {
    try RecordedFindings(self, recording, file: file, tell: tell)
  }

  /// The recorded bits that a report needs, in its own order.
  fileprivate func places(
    of asked: Rulebook, in recipe: Recipe, file: String
  ) throws(MissingFact) -> [Int] {
    let (known, sources) = (recipe.sources, asked.recipe.sources)
    if asked.recipe.demand.score, !recipe.demand.score {
      throw MissingFact(
        file: file, fact: "the strength score", option: "--strength zxcvbn",
        instead: estimate == .zxcvbn ? "--strength meter or none" : nil)
    }
    if asked.recipe.demand.meter, !recipe.demand.meter {
      throw MissingFact(
        file: file, fact: "the level of the four-criteria meter", option: "--strength meter",
        instead: estimate != .none ? "--strength none" : nil)
    }
    if let scorer = sources.scorer, let recorded = known.scorer,
      let difference = scorer.difference(from: recorded)
    {
      throw MissingFact(file: file, fact: difference.fact, option: difference.option)
    }
    var places: [Int] = []
    for list in sources.lists {
      guard let place = known.lists.firstIndex(where: { $0.holdsTheSame(as: list) }) else {
        throw MissingFact(
          file: file, fact: "what the blocklist '\(list.name)' holds",
          option: "--blocklist FILE, or --for RULES where a policy names it,", instead: nil)
      }
      places.append(place)
    }
    let users = asked.blocklists.userRelations.indices
    return places + users.map { known.lists.count + $0 }
  }
}

extension ListSource {
  /// Whether the bit of another list says the same, whatever that is called.
  fileprivate func holdsTheSame(as other: ListSource) -> Bool {
    comparison == other.comparison && digest == other.digest && valueCount == other.valueCount
      && bandCounts == other.bandCounts
  }
}

extension ScorerSource {
  /// What a recorded scorer did otherwise, with the option that changes it; nil where nothing.
  fileprivate func difference(from recorded: ScorerSource) -> (fact: String, option: String)? {
    if referenceYear != recorded.referenceYear {
      return (
        "scores with the reference year \(referenceYear) (only \(recorded.referenceYear))",
        "--reference-year \(referenceYear)"
      )
    }
    if cuts != recorded.cuts { return ("scores with these cuts", "--score-cuts") }
    if contextDigest != recorded.contextDigest {
      return ("scores with these context words", "--context WORD")
    }
    return nil
  }
}

/// A question whose answer was not recorded.
package struct MissingFact: Diagnosable {
  let file: String
  let fact: String
  let option: String
  let instead: String?

  init(file: String, fact: String, option: String, instead: String? = nil) {
    self.file = file
    self.fact = fact
    self.option = option
    self.instead = instead
  }

  /// Words what a recipe lacks.
  init(file: String, _ error: RecipeError) {
    var fact = error.found
    if case .missingFact(let missing) = error { fact = missing }
    self.init(file: file, fact: fact, option: "--for RULES")
  }

  package var location: Location? { Location(file: file) }
  package var found: String { "the tally does not record \(fact)" }
  package var expected: String? { nil }
  package var remedy: String? {
    "Record it: audit scan \(option) LIST -o FILE." + (instead.map { " Or say \($0)." } ?? "")
  }
}
