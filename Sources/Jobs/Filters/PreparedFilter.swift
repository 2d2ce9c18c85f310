package import Auditing
package import Files
package import Intake
package import PasswordPolicies
package import Passwords
package import Requests
import Workers

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

  /// Opens the output, before the long run.
  ///
  /// - Parameters:
  ///   - path: The file; nil or `-` for standard output.
  ///   - standardOutput: The descriptor of standard output.
  ///   - force: Whether to replace a file.
  /// - Returns: The output.
  /// - Throws: ``OutputProblem`` if the file exists and `force` is off, or the system refuses it.
  package func open(
    _ path: String?, standardOutput: Int32, force: Bool
  ) throws(OutputProblem) -> FilterSink {
    try FilterSink(
      path, standardOutput: standardOutput, force: force, raising: filter.lists.stop)
  }

  /// Reads the lists, writes the lines that pass, and publishes the output.
  ///
  /// - Parameters:
  ///   - sink: The output; discarded if a blocklist has changed meanwhile.
  ///   - read: Runs the filter; a caller with a progress bar passes its own.
  /// - Returns: The account of what was kept; nil if standard output was closed early, which is no
  ///   fault of the lists.
  /// - Throws: ``OutputProblem`` if something could not be written, `CompiledProblem` if a blocklist
  ///   has changed.
  package func write(
    to sink: consuming FilterSink, by read: (() -> [ListSummary]) -> [ListSummary] = { $0() }
  ) throws -> FilterOutcome? {
    let packer = sink.packer
    let held = Locked(sink)
    let summaries = read {
      filter.run(packingBy: packer) { lines in held.withLock { $0.take(lines) } }
    }
    // Checked before the file gets its name.
    do { try blocklists.checkUnchanged() } catch {
      held.withLock { $0.discard() }
      throw error
    }
    let (lines, keptCount, isClosed) = try held.withLock { try $0.finish() }
    if isClosed { return nil }
    return FilterOutcome(
      lines: lines, keptCount: keptCount,
      overLongCount: summaries.reduce(lines.overLong) { $0 &+ $1.overLongLines },
      shortfalls: review(summaries, audited: lines.audited))
  }

  /// Reports the problems of the lists, after they have been read.
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
    return shortfalls
  }
}

/// The account of a filter: what it kept, and what it left out.
package struct FilterOutcome: Hashable, Sendable {
  /// The lines by kind.
  package let lines: LineCounts
  /// The number of passwords that passed.
  package let keptCount: UInt64
  /// The number of lines that were too long for a password.
  package let overLongCount: UInt64
  /// The reasons why the answer is not complete.
  package let shortfalls: Shortfalls

  /// One line of text: `kept 12 of 100 passwords (12.0 %); 1 empty`.
  package var text: String {
    let audited = lines.audited
    let percent = audited == 0 ? 0 : Double(keptCount) / Double(audited) * 100
    var text = "kept \(keptCount) of \(audited) passwords"
    text += " (\((percent * 10).rounded() / 10) %)"
    if lines.empty > 0 { text += "; \(lines.empty) empty" }
    if overLongCount > 0 { text += "; \(overLongCount) over-long" }
    return text
  }
}

extension FilterSettings {
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
      takesPasswords: takesPasswords)
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

/// The settings of a filter: which lines of lists pass.
package struct FilterSettings: Sendable {
  /// Policies that every passing line complies with.
  package var policies: [Policy]
  /// Blocklists; those named refuse their values even if no policy uses them.
  package var blocklists = BlocklistSettings()
  /// The lists to read.
  package var lists: ListSettings
  /// How strength is estimated.
  package var strength: StrengthSettings
  /// The least score that passes.
  package var leastScore = 0
  /// Whether to pass the lines that would be refused, and refuse the rest.
  package var isInverted = false
  /// Whether to output passwords instead of whole lines.
  package var takesPasswords = false
  /// The number of lanes, besides the reader.
  package var lanes: Int

  /// Makes settings that pass the lines that comply with policies.
  package init(
    policies: [Policy], lists: ListSettings,
    strength: StrengthSettings = StrengthSettings(referenceYear: StrengthSettings.currentYear),
    lanes: Int = 1
  ) {
    self.policies = policies
    self.lists = lists
    self.strength = strength
    self.lanes = lanes
  }
}
