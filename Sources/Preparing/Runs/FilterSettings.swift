package import Auditing
package import Intake
package import PasswordRules
import Passwords

/// The settings of a filter: which lines of lists pass.
package struct FilterSettings: Sendable {
  /// Policies that every passing line complies with.
  package var policies: [Policy]
  /// Blocklists; those named refuse their values even if no policy uses them.
  package var blocklists = BlocklistSettings()
  /// The lists to read.
  package var lists: ListSettings
  /// How strength is estimated.
  package var strength: StrengthReading
  /// The least score that passes.
  package var leastScore = 0
  /// Whether to pass the lines that would be refused, and refuse the rest.
  package var isInverted = false
  /// Whether to output passwords instead of whole lines.
  package var takesPasswords = false
  /// The order in which to output only the first line with each password; nil for all lines.
  package var distinct: DistinctLines.Order?
  /// The number of lanes, besides the reader.
  package var lanes: Int

  /// Makes settings that pass the lines that comply with policies.
  package init(
    policies: [Policy], lists: ListSettings,
    strength: StrengthReading = StrengthReading(referenceYear: StrengthReading.currentYear),
    lanes: Int = 1
  ) {
    self.policies = policies
    self.lists = lists
    self.strength = strength
    self.lanes = lanes
  }

  /// Prepares a filter: finds and opens everything, and checks that it is consistent.
  ///
  /// - Throws: ``ProblemsTold``, or the one problem that ends the preparation.
  package func prepare(
    stop: StopFlag = StopFlag(), tell: @escaping ProblemHandler
  ) throws -> PreparedFilter {
    let found = try lists.find(tell: tell)
    let loaded = try blocklists.load(
      for: policies, names: strength.contextWords,
      marksUsers: lists.layout.mayHaveUsers && policies.contains(where: \.asksForUserNames),
      stop: stop, tell: tell)
    let filter = ListFilter(
      inputs: found.inputs, reading: lists.reading, layout: lists.layout, sieve: try sieve(loaded),
      blocklists: loaded.set, strength: strength, lanes: lanes, stop: stop,
      takesPasswords: takesPasswords, makesKeys: distinct != nil)
    return PreparedFilter(
      settings: self, lists: found, filter: filter, blocklists: loaded, tell: tell)
  }

  private func sieve(_ loaded: LoadedBlocklists) throws -> Sieve {
    var facts = FactDemand()
    facts.score = leastScore > 0
    let rulebook = try Rulebook(policies, loaded, strength, adding: facts)
    let given = blocklists.files.isEmpty ? 0 : loaded.mask(of: .blocklist(.builtIn, .exact)) ?? 0
    return Sieve(
      recipe: rulebook.recipe, matchers: try rulebook.matchers(), refusedLists: given,
      leastScore: leastScore, isInverted: isInverted)
  }
}

/// A filter that is ready to read its lists.
package struct PreparedFilter: Sendable {
  /// The settings.
  package let settings: FilterSettings
  /// The lists.
  package let lists: FoundLists
  /// The filter, ready to run.
  package let filter: ListFilter
  /// The lists of refused values.
  package let blocklists: LoadedBlocklists
  let tell: ProblemHandler

  /// Reports the problems of the lists and idle lanes, after they have been read.
  ///
  /// If no line passes, that is still a complete answer. Lists that broke off before
  /// their first password leave an output that is right as far as they go, as if ended on purpose.
  ///
  /// - Parameters:
  ///   - summaries: The results of reading the lists.
  ///   - audited: The number of passwords that were judged.
  /// - Returns: The reasons why the answer is not complete.
  package func review(_ summaries: [ListSummary], audited: UInt64) -> Shortfalls {
    var shortfalls: Shortfalls = audited == 0 ? [.nothingAudited, .endedOnPurpose] : []
    if !lists.review(summaries, tell: tell) { shortfalls.insert(.readInPart) }
    if summaries.contains(where: \.hasMalformedLines) { shortfalls.insert(.malformedLines) }
    _ = blocklists.usersFound(in: summaries, asking: settings.lists.layout, settings.policies)
    settings.lists.tellOfIdleLanes(filter.lists.progress, tell: tell)
    return shortfalls
  }
}
