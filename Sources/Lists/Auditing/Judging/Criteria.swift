package import Blocklists
package import Diagnostics
package import GuessModels
package import PasswordStrength
package import Passwords

/// The criteria that judge passwords, the same for an audit, a filter and a check.
package struct Criteria: Sendable {
  /// The schema of the signatures.
  package let schema: Schema
  /// The lists of refused values, in the order of their bits.
  package let blocklists: BlocklistSet
  /// How strength is estimated if the schema records scores.
  package let strength: StrengthSettings
  /// Adds brought guess numbers; nil if the schema does not record them.
  let guesses: GuessMarker?
  /// Finds habits; nil if the schema does not record them.
  let habits: HabitReader?
  /// Computes the first facts of every password.
  let profiler: Profiler

  /// Makes the criteria.
  ///
  /// - Parameters:
  ///   - schema: A schema with a bit for each list, followed by the bits of the relations to users'
  ///     names that its sources name.
  ///   - blocklists: Lists of refused values.
  ///   - strength: How strength is estimated.
  package init(schema: Schema, blocklists: BlocklistSet, strength: StrengthSettings) {
    precondition(
      schema.demand.lists == blocklists.blocklists.count + schema.sources.relationBits.count,
      "a bit a list")
    self.schema = schema
    self.blocklists = blocklists
    self.strength = strength
    guesses = GuessMarker(schema, strength.guesses)
    habits =
      schema.demand.habits ? HabitReader(schema, common: ExactValues(.builtIn())) : nil
    profiler = Profiler(schema)
  }
}

/// The settings of the strength estimate, from which scorers are made.
package struct StrengthSettings: Sendable, Concealing {
  /// The reference year for scoring years in passwords.
  package var referenceYear: Int
  /// Words that an attacker tries first.
  package let words: OwnWords
  /// The numbers of guesses at which scores begin.
  package let cuts: ScoreCuts
  /// The model of the combined estimate; nil for the built-in one, or if no password is scored.
  package var model: TrainedModel?
  /// The name of the model in recordings.
  package var modelName: String
  /// Brought guess numbers, a value a source; empty without them, and where a recording answers.
  package var guesses: [BroughtGuesses] = []
  /// Their files, as recordings name them; empty without them.
  package var guessesName = ""
  /// The number of sources of these files.
  package var guessSources: Int { ScorerSource.sources(of: guessesName).count }

  /// Makes the settings.
  ///
  /// Without a model, its name may be that of a recording, which needs no model to answer.
  package init(
    referenceYear: Int, words: OwnWords = OwnWords(), cuts: ScoreCuts = .standard,
    model: TrainedModel? = nil, modelName: String? = nil
  ) {
    self.referenceYear = referenceYear
    self.words = words
    self.cuts = cuts
    self.model = model
    self.modelName = model?.name ?? modelName ?? GuessModel.name
  }

  /// Checks that the model's file did not change while passwords were scored.
  package func checkUnchanged() throws(Problem) {
    try model?.checkUnchanged()
  }

  /// Makes settings without dictionaries.
  package init(referenceYear: Int, contextWords: [String], cuts: ScoreCuts = .standard) {
    self.init(
      referenceYear: referenceYear, words: OwnWords(contextWords: contextWords), cuts: cuts)
  }

  /// Words of a site, a user or a product, in the order in which an attacker tries them.
  package var contextWords: [String] { words.contextWords }
}

/// A scorer that several workers can use in turn.
package final class WorkerScorer: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): only one worker at a time uses this scratch memory.
  package var scorer: Scorer

  /// Makes a scorer.
  package init(_ reading: StrengthSettings) {
    scorer = Scorer(
      referenceYear: reading.referenceYear, words: reading.words.ranked, cuts: reading.cuts,
      model: reading.model)
  }
}

extension SchemaError: Diagnosable {
  package var problem: Problem {
    switch self {
    case .tooManyFacts(let bits, let limit):
      Problem(
        "many-facts", "policies, blocklists and options ask for \(bits) bits of facts a password",
        expected: "at most \(limit)",
        remedy:
          "Audit against fewer policies or blocklists at once; --habits takes 19 bits, a source of --guesses "
          + "12.")
    case .tooManyCounts(let found, let limit):
      Problem(
        "many-classes", "the policies count the characters of \(found) classes",
        expected: "at most \(limit)", remedy: "Audit against fewer policies at once.")
    case .missingFact(let fact):
      Problem(
        "fact-not-recorded", "this run does not record \(fact)",
        remedy: "Leave the rule out of the policy.")
    }
  }
}
