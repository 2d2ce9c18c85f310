import Auditing
package import Diagnostics
import Files
package import Intake
import PasswordPolicies
import Passwords
import Tallies
import Workers

/// The settings of a filter: which lines of lists pass.
package struct FilterSettings: Sendable {
  private var judging: JudgingSettings
  private let leastScore: Int
  private let isInverted: Bool
  private let takesPasswords: Bool

  /// Makes settings, by default ones that pass the lines that comply with policies.
  ///
  /// - Parameters:
  ///   - judging: The lists to read, the policies that every passing line complies with, and
  ///     blocklists; those named refuse their values even if no policy uses them.
  ///   - leastScore: The least score that passes.
  ///   - isInverted: Whether to pass the lines that would be refused, and refuse the rest.
  ///   - takesPasswords: Whether to output passwords instead of whole lines.
  package init(
    _ judging: JudgingSettings, leastScore: Int = 0, isInverted: Bool = false,
    takesPasswords: Bool = false
  ) {
    self.judging = judging
    self.leastScore = leastScore
    self.isInverted = isInverted
    self.takesPasswords = takesPasswords
  }

  /// Reads the policies, and what scores are made from.
  package func loading(
    _ policies: PolicySettings?, tell: @escaping ProblemHandler
  ) throws -> FilterSettings {
    var settings = self
    settings.judging = try judging.loading(policies, isScored: leastScore > 0, tell: tell)
    return settings
  }

  /// Refuses what no filter accepts; policies may judge that are not read yet.
  package func validate(isJudged: Bool = false) throws(Problem) {
    try Problem.require(leastScore, in: 0...4, of: "--min-score", "score")
    try judging.validate()
    try Problem.refuse([
      """
      Nothing says what to keep. Name a policy with --rules or --preset, a list with --blocklist, \
      or a score with --min-score; or say --passwords.
      """: !isJudged && judging.policies.isEmpty && judging.blocklists.files.isEmpty
        && leastScore == 0 && !takesPasswords
    ])
  }

  /// Prepares a filter: finds and opens everything, checks that it is consistent, and then opens
  /// the output, before the long run.
  ///
  /// - Parameters:
  ///   - path: The file to write; nil or `-` for standard output.
  ///   - standardOutput: The descriptor of standard output.
  ///   - force: Whether to replace a file.
  ///   - stop: Ends the reading early when raised.
  ///   - tell: Receives every problem.
  /// - Returns: The filter; its outcome is nil if standard output was closed early, which is no
  ///   fault of the lists.
  /// - Throws: ``ProblemsTold``, or the one problem that ends the preparation, such as
  ///   ``Problem`` if the file exists and `force` is off.
  package func prepare(
    to path: String?, standardOutput: Int32, replacing force: Bool, stop: StopFlag = StopFlag(),
    tell: @escaping ProblemHandler
  ) throws -> some Job<FilterOutcome?> {
    try validate()
    let heard = HeardWarnings(Set(judging.strength.words.warnings), passingOn: tell)
    let tell = heard.tell
    try judging.requireNoAudience()
    let found = try judging.lists.find(tell: tell)
    var facts = FactDemand()
    facts.score = leastScore > 0
    let policySet = try judging.policySet(
      adding: facts,
      marksUsers: judging.lists.layout.mayHaveUsers
        && judging.policies.contains(where: \.asksForUserNames), stop: stop, tell: tell)
    let loaded = policySet.blocklists
    let refused =
      judging.blocklists.files.isEmpty ? 0 : loaded.mask(of: .blocklist(.builtIn, .exact)) ?? 0
    let filter = ListFilter(
      ListsToRead(
        found.inputs, reading: judging.lists.reading, layout: judging.lists.layout,
        threads: judging.threads, stop: stop),
      LineFilter(
        schema: policySet.schema, matchers: try policySet.matchers(), refusedLists: refused,
        leastScore: leastScore, isInverted: isInverted),
      policySet.criteria, takesPasswords: takesPasswords)
    return PreparedFilter(
      judging: judging, lists: found, filter: filter, blocklists: loaded,
      sink: HeldSink(
        try FilterSink(
          path, standardOutput: standardOutput, force: force,
          besides: found.inputs.map(\.name), raising: stop)),
      heard: heard)
  }
}

/// A filter that is ready to read its lists.
private struct PreparedFilter: Job {
  let judging: JudgingSettings
  let lists: FoundLists
  let filter: ListFilter
  /// The lists of refused values.
  let blocklists: LoadedBlocklists
  let sink: HeldSink
  let heard: HeardWarnings

  var reading: ListsToRead { filter.lists }

  func run(showing display: (any ProgressDisplay)?) throws -> FilterOutcome? {
    let sink = sink
    display?.begin(reading.progress)
    let summaries = filter.run(packingBy: sink.packer) { lines in
      sink.held.withLock { $0.take(lines) }
    }
    display?.end()
    // Checked before the file gets its name.
    do { try blocklists.checkUnchanged() } catch {
      sink.held.withLock { $0.discard() }
      throw error
    }
    var lines = sink.held.withLock { $0.lines }
    let inputs = summaries.map(RecordedInput.init)
    for input in inputs { lines.merge(LineCounts(unheldOf: input)) }
    let shortfalls = review(summaries, inputs, lines)
    if shortfalls.outcome == .impossible {
      sink.held.withLock { $0.discard() }
      return FilterOutcome(lines: lines, keptCount: 0, shortfalls: shortfalls, lists: self.lists)
    }
    let (keptCount, isClosed) = try sink.held.withLock { sink throws(Problem) in
      try sink.finish()
    }
    if isClosed { return nil }
    return FilterOutcome(
      lines: lines, keptCount: keptCount, shortfalls: shortfalls, lists: self.lists)
  }

  /// Reports the problems of the lists, after they have been read.
  ///
  /// If no line passes, that is still a complete answer.
  private func review(
    _ summaries: [ListSummary], _ inputs: [RecordedInput], _ lines: LineCounts
  ) -> Set<Shortfall> {
    var shortfalls: Set<Shortfall> = lines.audited == 0 ? [.nothingAudited] : []
    shortfalls.formUnion(lists.review(summaries, of: reading, tell: heard.tell))
    for doubt in inputs.doubts() { heard.tell(doubt) }
    if !heard.all.isEmpty { shortfalls.insert(.warned) }
    _ = blocklists.usersFound(in: summaries, asking: judging.lists.layout, judging.policies)
    return shortfalls
  }
}

/// An output that workers write to in turn.
private final class HeldSink: Sendable {
  let packer: Packer?
  let held: Locked<FilterSink>

  init(_ sink: consuming FilterSink) {
    packer = sink.packer
    held = Locked(sink)
  }
}

/// The account of a filter: what it kept, and what it left out.
package struct FilterOutcome: Sendable {
  /// The lines by kind.
  fileprivate let lines: LineCounts
  /// The number of passwords that passed.
  fileprivate let keptCount: UInt64
  /// The reasons why the answer is not complete.
  package let shortfalls: Set<Shortfall>
  fileprivate let lists: FoundLists

  /// One line of text: `kept 12 of 100 passwords (12.0 %); 1 empty`.
  package var text: String {
    let audited = lines.audited
    let percent = audited == 0 ? 0 : Double(keptCount) / Double(audited) * 100
    var text = "kept \(keptCount) of \(audited) passwords"
    text += " (\((percent * 10).rounded() / 10) %)"
    if lines.empty > 0 { text += "; \(lines.empty) empty" }
    if lines.allOverLong > 0 { text += "; \(lines.allOverLong) over-long" }
    return text
  }

  /// Tells if no password was judged, unless it is told already why a list could not be read.
  package func conclude(tell: (Problem) -> Void) -> Outcome {
    if shortfalls.intersection([.nothingAudited, .readInPart]) == [.nothingAudited] {
      tell(.noPasswords(lists))
    }
    return shortfalls.outcome
  }
}
