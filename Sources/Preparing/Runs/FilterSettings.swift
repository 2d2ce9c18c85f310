package import Auditing
package import Intake
package import PasswordRules
import Passwords

/// What a filter is asked: which lines of lists are let through.
package struct FilterSettings: Sendable {
  /// Policies that every line let through complies with.
  package var policies: [Policy]
  /// Blocklists; those named refuse their values, whatever the policies say.
  package var blocklists = BlocklistSettings()
  /// The lists to read.
  package var lists: ListSettings
  /// What strength is estimated by.
  package var strength: StrengthReading
  /// The least score let through.
  package var leastScore = 0
  /// Whether to let through what would be refused, and refuse the rest.
  package var isInverted = false
  /// Whether passwords are let through instead of the lines that hold them.
  package var takesPasswords = false
  /// Whether of the lines with one password only the first is let through, and in which order; nil for
  /// all lines.
  package var distinct: DistinctLines.Order?
  /// How many work at once, beside the reader.
  package var lanes: Int

  /// Asks for the lines that comply with policies.
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

  /// Prepares a filter: finds and opens everything, and checks that it fits together.
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
      blocklists: loaded.set, marksUsers: loaded.marksUsers, strength: strength, lanes: lanes,
      stop: stop, takesPasswords: takesPasswords, makesKeys: distinct != nil)
    return PreparedFilter(
      settings: self, lists: found, filter: filter, blocklists: loaded, tell: tell)
  }

  private func sieve(_ loaded: LoadedBlocklists) throws -> Sieve {
    var facts = FactDemand()
    facts.score = leastScore > 0
    let rulebook = try Rulebook(policies, loaded, adding: facts)
    let given = blocklists.files.isEmpty ? 0 : loaded.mask(of: .blocklist(.builtIn, .exact)) ?? 0
    return Sieve(
      recipe: rulebook.recipe, matchers: try rulebook.matchers(), refusedLists: given,
      leastScore: leastScore, isInverted: isInverted)
  }
}

/// A filter that is ready to read its lists.
package struct PreparedFilter: Sendable {
  /// What was asked.
  package let settings: FilterSettings
  /// The lists.
  package let lists: FoundLists
  /// All that is left to run.
  package let filter: ListFilter
  /// The lists of refused values.
  package let blocklists: LoadedBlocklists
  let tell: ProblemHandler

  /// Tells what was wrong with the lists, once they have been read.
  ///
  /// That nothing was let through is an answer, whatever was read.
  package func review(_ summaries: [ListSummary]) -> Shortfalls {
    var shortfalls: Shortfalls = []
    if !lists.review(summaries, tell: tell) { shortfalls.insert(.readInPart) }
    if summaries.contains(where: \.hasMalformedLines) { shortfalls.insert(.malformedLines) }
    _ = blocklists.usersFound(in: summaries, asking: settings.lists.layout, settings.policies)
    return shortfalls
  }
}
