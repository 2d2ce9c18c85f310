import Blocklists
package import Diagnostics
import Glibc
import GuessModels
package import PasswordPolicies
package import PasswordStrength
package import Passwords

/// The rules that judge passwords: policies, their lists, and a schema with room for all facts that
/// they need.
package struct PolicySet: Sendable {
  /// The policies, in the order given.
  package let policies: [Policy]
  /// Lists of refused values.
  package let blocklists: LoadedBlocklists
  /// How strength is estimated.
  let strength: StrengthSettings
  /// The schema of the signatures, which names the sources of all facts.
  package let schema: Schema

  /// Builds the schema for policies and lists, with additional facts.
  ///
  /// - Parameters:
  ///   - policies: The policies.
  ///   - blocklists: The lists of the policies and of the run.
  ///   - strength: How strength is estimated.
  ///   - facts: Additional facts to record.
  /// - Throws: ``SchemaError`` if a schema has no room for the facts.
  package init(
    _ policies: [Policy], _ blocklists: LoadedBlocklists, _ strength: StrengthSettings,
    adding facts: FactDemand = FactDemand()
  ) throws(SchemaError) {
    self.policies = policies
    self.blocklists = blocklists
    self.strength = strength
    var demand = blocklists.demand
    demand.formUnion(facts)
    for policy in policies { demand.formUnion(policy.demand) }
    var sources = blocklists.factSources
    if demand.score {
      sources.scorer = ScorerSource(
        strength, model: demand.combined ? strength.modelName : "",
        guesses: demand.brought > 0 ? strength.guessesName : "")
    }
    if demand.habits {
      sources.habits = HabitReader.source(referenceYear: strength.referenceYear)
    }
    schema = try Schema(for: demand, sources: sources)
  }

  /// The same rules with a schema that has the same facts, and of a folded tally finer ones, from
  /// the sources that were recorded.
  package init(_ policySet: PolicySet, packedBy schema: Schema) {
    precondition(
      Fact.demanded.allSatisfy { policySet.schema.demand[$0] == schema.demand[$0] }
        && policySet.schema.demand.counts.keys.allSatisfy { schema.demand.counts[$0] != nil },
      "a schema of the same facts")
    policies = policySet.policies
    blocklists = policySet.blocklists
    strength = policySet.strength
    self.schema = schema
  }

  /// Compiles one of the policies.
  package func matcher(_ policy: Policy) throws(SchemaError) -> PolicyMatcher {
    try PolicyMatcher(policy, schema: schema) { reference in
      // Without users, a rule on their names refuses nothing.
      if case .userName(let relation) = reference { return schema.sources.mask(of: relation) }
      return blocklists.mask(of: reference)
    }
  }

  /// The criteria that apply to passwords before the policies.
  package var criteria: Criteria {
    Criteria(schema: schema, blocklists: blocklists.set, strength: strength)
  }

  /// Compiles all policies.
  package func matchers() throws(SchemaError) -> [PolicyMatcher] {
    var matchers: [PolicyMatcher] = []
    for policy in policies { matchers.append(try matcher(policy)) }
    return matchers
  }
}

extension ScorerSource {
  /// Describes the scorer of a strength estimate.
  init(_ strength: StrengthSettings, model: String, guesses: String) {
    self.init(
      name: "zxcvbn 4.4.2 rules", referenceYear: strength.referenceYear,
      cuts: strength.cuts.guesses,
      contextDigest: strength.words.digest,
      patternNames: DecisivePattern.allCases.map(\.name), model: model, guesses: guesses)
  }
}

extension StrengthSettings {
  /// The settings in words, for the manifest.
  package var stated: String {
    let cuts = cuts.guesses.map(shortest(_:)).joined(separator: ", ")
    let context = contextWords.isEmpty ? "" : ", \(contextWords.count) context words"
    let own = words.dictionaries.map { ", \($0.wordCount) words of '\($0.name)'" }
    return "zxcvbn 4.4.2 rules, reference year \(referenceYear), cuts \(cuts)\(context)"
      + own.joined()
  }

  /// Makes the settings that a user chose, with the current year and the standard cuts by default.
  package init(
    chosenYear: Int? = nil, words: OwnWords = OwnWords(), chosenCuts: ScoreCuts? = nil
  ) {
    self.init(
      referenceYear: chosenYear ?? Scorer.currentYear, words: words,
      cuts: chosenCuts ?? .standard)
  }

  /// The same with a model of one's own in place of the built-in one.
  ///
  /// - Throws: `Problem` if the file is none, or damaged.
  package func using(modelAt path: String?) throws(Problem) -> StrengthSettings {
    guard let path else { return self }
    var settings = self
    let model = try TrainedModel(path: path)
    (settings.model, settings.modelName) = (model, model.name)
    return settings
  }
}

/// A number in its shortest form: 1e6, 2500, 1.5e+300.
private func shortest(_ number: Double) -> String {
  let zeros = log10(number)
  if zeros == zeros.rounded() { return "1e\(Int(zeros))" }
  return number == number.rounded() && number < 1e15 ? "\(Int(number))" : "\(number)"
}
