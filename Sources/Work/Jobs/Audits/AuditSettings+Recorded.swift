import Auditing
package import Diagnostics
import Intake
import Metrics
import PasswordStrength
import Passwords
import Tallies
import Workers

extension AuditSettings {
  /// Finds the results of the policies for the lists of a tally, and tells if it holds only a part.
  ///
  /// Ignores the settings' own lists.
  ///
  /// - Parameters:
  ///   - file: The tally.
  ///   - takesYear: Whether the tally's reference year replaces that of the settings.
  ///   - tell: Receives every problem.
  /// - Returns: The findings of a run over the lists.
  /// - Throws: `Problem`, and the errors of the other method.
  package func findings(
    inTally file: String, takingYear takesYear: Bool, tell: @escaping ProblemHandler
  ) throws -> AuditFindings {
    try validate(ofTally: true)
    let recording = try TallyStore.read(file)
    let found = try findings(in: recording, of: file, takingYear: takesYear, tell: tell)
    recording.tellShortcomings(in: file, tell)
    return found
  }

  /// Finds the results of the policies for recorded lists.
  ///
  /// - Throws: As the method for a recording that is queried repeatedly.
  func findings(
    in recording: Recording, of file: String, takingYear takesYear: Bool,
    tell: @escaping ProblemHandler
  ) throws -> AuditFindings {
    try validate(ofTally: true)
    return try asked(of: recording, takingYear: takesYear).findings(
      in: AskedRecording(recording, isAskedOnce: true), of: file, tell: tell)
  }

  /// Finds the results of the policies in a recording that is queried repeatedly, which is faster.
  ///
  /// - Parameters:
  ///   - source: The recording.
  ///   - file: Its name in messages.
  ///   - tell: Receives every problem.
  /// - Returns: The findings of a run over the lists.
  /// - Throws: ``Problem`` if a policy needs a fact that was not recorded, ``ProblemsTold``.
  package func findings(
    in source: AskedRecording, of file: String, tell: @escaping ProblemHandler
  ) throws -> AuditFindings {
    let recording = source.recording
    let lists = ReadLists(recording, tell: tell)
    let tell = lists.heard.tell
    let marksUsers = recording.schema.sources.recordsUserNames
    var facts = askedFacts
    // A report has what the scan recorded.
    if recording.schema.demand[.uniqueCharacters] >= PasswordCounts.uniqueLimit {
      facts[.uniqueCharacters] = PasswordCounts.uniqueLimit
    }
    if recording.schema.demand.habits { facts.demandHabits() }
    if facts.score, recording.schema.demand.combined {
      facts.guessBudgets = guessBudgets(ofCurves: distinct != nil, inCombined: true)
    }
    let (coarse, policySet) = try asked(
      of: source, in: file, facts: facts, marksUsers: marksUsers, tell: tell)
    var answers = try Answers(self, policySet, WorkerPool(width: judging.threads))
    let nothing = answers.findings
    if let tally = coarse.tally {
      answers.findings.add(tally)
    } else {
      answers.findings.add(coarse.recording.tally)
    }
    answers.findings.folding = recording.folding
    if distinct != nil, let spectrum = coarse.recording.spectrum { answers.add(spectrum) }
    if marksUsers, !recording.namesUsers { judging.policies.tellOfMissingUsers(tell) }
    var found = try answers.findings(of: lists, spaces: spaces(tell: tell), tell: tell)
    if !recording.strata.isEmpty {
      found.directory = DirectoryFindings(
        coarse.recording, found.findings, nothing, lists: policySet.blocklists)
    }
    return found
  }

  /// Converts a recording into that of a run with these settings, with its policy set.
  ///
  /// - Parameters:
  ///   - source: The recording.
  ///   - file: Its name in messages.
  ///   - facts: Facts needed besides those of policies and blocklists.
  ///   - marksUsers: Whether relations to users' names are needed.
  ///   - tell: Receives every problem.
  /// - Returns: Both.
  /// - Throws: ``Problem``, ``ProblemsTold``.
  func asked(
    of source: AskedRecording, in file: String, facts: FactDemand, marksUsers: Bool,
    tell: @escaping ProblemHandler
  ) throws -> (AskedRecording.Coarse, PolicySet) {
    let recording = source.recording
    if recording.strata.isEmpty {
      try judging.requireNoAudience()
    } else {
      try judging.requireNoScope(in: file)
    }
    if recording.entries == 0, recording.strata.isEmpty { throw Problem.noPasswords(tally: file) }
    if distinct != nil, recording.spectrum == nil {
      throw Problem.missingFact(file: file, fact: "distinct passwords", option: "--distinct")
    }
    if recording.folding != nil {
      if behaviours != nil { throw Problem.ofFolded(file, "models of behaviour", "--behaviour") }
      if distinct?.mostPerMillion != nil {
        throw Problem.ofFolded(file, "a limit on popularity", "--popularity")
      }
    }
    if countsShapes, recording.tally.shapes == nil {
      throw Problem.missingFact(file: file, fact: "the shapes of passwords", option: "--shapes")
    }
    if countsHabits, !recording.schema.demand.habits {
      throw Problem.missingFact(file: file, fact: "habits", option: "--habits")
    }
    let blocklists = try source.blocklists(self, marksUsers: marksUsers, tell: tell)
    var facts = facts
    if recording.schema.demand.wholeDecades { facts.wholeDecades = true }
    let asked = try PolicySet(judging.policies, blocklists, judging.strength, adding: facts)
    let kept = try places(of: asked, in: recording.schema, file: file)
    do throws(SchemaError) {
      var demand = asked.schema.demand
      if recording.folding != nil {
        // What a folded row tells of kinds and of single characters is lost if they are joined.
        demand.classes.formUnion(recording.schema.demand.classes)
        demand.counts.merge(recording.schema.demand.counts, uniquingKeysWith: max)
      }
      let coarsening = try Coarsening(of: recording.schema, to: demand, lists: kept)
      return (
        source.coarsened(by: coarsening, hasSpectrum: distinct != nil),
        PolicySet(asked, packedBy: coarsening.coarse)
      )
    } catch {
      var fact = error.problem.found
      if case .missingFact(let missing) = error { fact = missing }
      throw Problem.missingFact(file: file, fact: fact, option: "--for RULES")
    }
  }

  /// The recorded bits that a report needs, in the report's order.
  private func places(
    of asked: PolicySet, in schema: Schema, file: String
  ) throws(Problem) -> [Int] {
    let (known, sources) = (schema.sources, asked.schema.sources)
    let (needed, recorded) = (asked.schema.demand, schema.demand)
    let missing: [(Bool, fact: String, option: String, instead: String?)] = [
      (
        needed.score && !recorded.score, "the strength score", "--strength combined",
        estimate.hasGuesses ? "--strength meter or none" : nil
      ),
      (
        needed.model && !recorded.model, "the guesses of the model alone", "--strength min-auto",
        "--strength combined"
      ),
      (
        needed.brought > recorded.brought, "brought guess numbers", "--guesses FILE",
        "--strength combined"
      ),
      (
        needed.combined && !recorded.combined, "the combined estimate", "--strength combined",
        "--strength zxcvbn"
      ),
      (
        needed.meter && !recorded.meter, "the level of the four-criteria meter",
        "--strength meter", estimate != .none ? "--strength none" : nil
      ),
    ]
    for (isMissing, fact, option, instead) in missing where isMissing {
      throw Problem.missingFact(file: file, fact: fact, option: option, instead: instead)
    }
    if let scorer = sources.scorer, let recorded = known.scorer,
      let difference = scorer.difference(from: recorded)
    {
      throw Problem.missingFact(file: file, fact: difference.fact, option: difference.option)
    }
    var places: [Int] = []
    for list in sources.lists {
      guard let place = known.lists.firstIndex(where: { $0.holdsTheSame(as: list) }) else {
        throw Problem.missingFact(
          file: file, fact: "which passwords the blocklist '\(list.name)' holds",
          option: "--blocklist FILE, or --for RULES where a policy names it,")
      }
      places.append(place)
    }
    for relation in UserNameRelation.allCases where sources.bit(of: relation) != nil {
      guard let place = known.bit(of: relation) else {
        throw Problem.missingFact(
          file: file, fact: "the relation '\(relation.rawValue)' to users' names",
          option: "--layout user:password")
      }
      places.append(place)
    }
    return places
  }
}

extension ListSource {
  /// Whether the bit of another list has the same meaning, whatever the list's name.
  fileprivate func holdsTheSame(as other: ListSource) -> Bool {
    comparison == other.comparison && digest == other.digest && valueCount == other.valueCount
      && bandCounts == other.bandCounts
  }
}

extension ScorerSource {
  /// The first setting in which a recorded scorer differs, with its option; nil if none does.
  fileprivate func difference(from recorded: ScorerSource) -> (fact: String, option: String)? {
    let settings: [(differs: Bool, fact: String, option: String)] = [
      (
        referenceYear != recorded.referenceYear,
        "scores with the reference year \(referenceYear) (only \(recorded.referenceYear))",
        "--reference-year \(referenceYear)"
      ),
      (
        !model.isEmpty && model != recorded.model,
        "the combined estimate with the model '\(model)' (only with '\(recorded.model)')",
        "--model FILE"
      ),
      (
        !guesses.isEmpty && guesses != recorded.guesses,
        "the guess numbers of '\(guesses)' (only of '\(recorded.guesses)')", "--guesses FILE"
      ),
      (cuts != recorded.cuts, "scores with these cuts", "--score-cuts"),
      (
        contextDigest != recorded.contextDigest,
        "scores with these context words and dictionaries", "--context WORD, --dictionary FILE"
      ),
    ]
    return settings.first(where: \.differs).map { ($0.fact, $0.option) }
  }
}

extension Problem {
  /// A folded tally does not tell what each password's own number is needed for.
  fileprivate static func ofFolded(_ file: String, _ what: String, _ option: String) -> Problem {
    Problem(
      "folded-tally", in: file, "the tally is folded, so it tells nothing of \(what)",
      expected: "how often each password occurs",
      remedy: "Leave \(option) out, or name the lists or an exact tally.")
  }

  /// A question whose answer was not recorded.
  static func missingFact(
    file: String, fact: String, option: String, instead: String? = nil
  ) -> Problem {
    Problem(
      "missing-fact", in: file, "the tally does not record \(fact)",
      remedy: "Record it: audit scan \(option) LIST -o FILE"
        + (instead.map { ". Or say \($0)" } ?? ""))
  }
}
