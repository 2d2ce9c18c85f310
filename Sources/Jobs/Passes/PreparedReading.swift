package import Auditing
import Diagnostics
package import Intake
import PasswordPolicies
import Passwords
package import Requests
package import Tallies

/// Lists that are ready to be read: found, with all their criteria opened, compiled and checked.
package struct PreparedReading: Sendable {
  /// The settings.
  package let settings: AuditSettings
  /// The lists.
  package let lists: FoundLists
  /// The rules that judge passwords.
  package let rulebook: Rulebook
  /// The plan, ready to run.
  package let plan: AuditPlan
  let tell: ProblemHandler

  /// Whether the reading was ended early.
  package var isStopped: Bool { plan.lists.stop.isRaised }

  /// Finds the lists, loads the blocklists, and plans the reading.
  ///
  /// - Parameters:
  ///   - settings: The settings.
  ///   - facts: Facts to record besides those that policies and lists ask for.
  ///   - signatureLimit: The most signatures that a lane keeps.
  ///   - marksUsers: Whether to record how passwords relate to their users' names.
  ///   - stop: Ends the reading early when raised.
  ///   - tell: Receives every problem, now and while the lists are read.
  /// - Throws: ``ProblemsTold``, or the one problem that ends the preparation.
  init(
    _ settings: AuditSettings, recording facts: FactDemand,
    signatureLimit: Int = AuditPlan.signatureLimit, marksUsers: Bool, stop: StopFlag,
    tell: @escaping ProblemHandler
  ) throws {
    self.settings = settings
    self.tell = tell
    lists = try settings.lists.find(tell: tell)
    let loaded = try settings.blocklists.load(
      for: settings.policies, names: settings.strength.contextWords, marksUsers: marksUsers,
      stop: stop, tell: tell)
    let rulebook = try Rulebook(settings.policies, loaded, settings.strength, adding: facts)
    self.rulebook = rulebook
    plan = AuditPlan(
      inputs: lists.inputs, recipe: rulebook.recipe, blocklists: loaded.set,
      strength: settings.strength, lanes: settings.lanes, reading: settings.lists.reading,
      stop: stop, layout: settings.lists.layout,
      signatureLimit: signatureLimit,
      grouping: try settings.distinct?.grouping(
        recipe: rulebook.recipe, lanes: settings.lanes, stop: stop,
        key: settings.distinct?.fingerprints?.key()),
      shapes: settings.countsShapes ? ShapeCounts() : nil)
  }

  /// Reads the lists, reports their problems, and adds up distinct passwords.
  ///
  /// - Parameters:
  ///   - read: Runs the plan; a caller with checkpoints or a progress bar passes its own.
  ///   - passOn: Receives each distinct password by its fingerprint, after all tallies; nil if not
  ///     needed.
  ///   - absorb: Receives tallies that add up to that of all lines.
  ///   - absorbDistinct: Receives spectra that add up to that of distinct passwords; called by one
  ///     lane at a time. If memory is too short, some are missing, which the result records.
  ///   - listEnded: Receives the number of each list after its tallies were absorbed; nil if lists
  ///     need not be separated.
  /// - Returns: Facts about the lists besides the tally.
  /// - Throws: The errors of `read`, `GroupingProblem`, and `CompiledProblem` if a blocklist
  ///   changed meanwhile.
  package func record(
    by read: (AuditPlan, @escaping @Sendable (Tally) -> Void) throws -> [ListSummary] = {
      $0.run(absorb: $1)
    },
    passingOn passOn: FingerprintTaker? = nil,
    absorb: @escaping @Sendable (Tally) -> Void,
    absorbDistinct: @escaping @Sendable (Spectrum) -> Void,
    listEnded: (@Sendable (Int) -> Void)? = nil
  ) throws -> ReadLists {
    var plan = plan
    plan.listEnded = listEnded
    let summaries = try read(plan, absorb)
    let countsDistinct = try plan.grouping?.handOnIfMemorySuffices(
      plan.lists.workers, passingOn: passOn, tell: tell, absorbDistinct)
    try rulebook.blocklists.checkUnchanged()
    var shortfalls: Shortfalls = []
    if !lists.review(summaries, tell: tell) { shortfalls.insert(.readInPart) }
    if plan.lists.stop.isRaised || settings.lists.reading.maxBytes != nil {
      shortfalls.insert(.endedOnPurpose)
    }
    if summaries.contains(where: \.hasMalformedLines) { shortfalls.insert(.malformedLines) }
    if countsDistinct == false { shortfalls.insert(.noSpectrum) }
    let namesUsers = rulebook.blocklists.usersFound(
      in: summaries, asking: settings.lists.layout, settings.policies)
    let inputs = summaries.map(RecordedInput.init)
    return ReadLists(
      lists: lists, inputs: inputs,
      readings: ["encoding": settings.lists.reading.stated], countsDistinct: countsDistinct == true,
      namesUsers: namesUsers,
      unheld: inputs.reduce(into: LineCounts()) { $0.merge(LineCounts(unheldOf: $1)) },
      shortfalls: shortfalls)
  }
}

extension PreparedReading {
  /// The identity of everything that the tally of this reading depends on: the lists and how they
  /// are read, and the recipe, which describes blocklists and the scorer by their contents.
  ///
  /// - Parameter version: The version of the program, whose tables determine facts.
  /// - Returns: The identity to store in a checkpoint.
  package func identity(version: String) -> RunIdentity {
    var identity = RunIdentity()
    identity.state("program version", version)
    identity.state(
      "list", each: lists.inputs.map { "\($0.byteCount.map { "\($0)" } ?? "unknown") \($0.name)" })
    identity.state(settings.lists)
    identity.state(rulebook.recipe)
    identity.state("shapes", "\(settings.countsShapes)")
    identity.state(
      "policy", each: rulebook.policies.map { "\($0.name)\n\($0.text(.canonical))" })
    identity.state("reading of max-consecutive", settings.maxConsecutive.rawValue)
    return identity
  }
}

extension RunIdentity {
  /// Adds the settings for reading the lists' bytes and lines.
  fileprivate mutating func state(_ lists: ListSettings) {
    state("encoding", lists.reading.encoding?.rawValue ?? "auto")
    state("fallback", lists.reading.fallback?.rawValue ?? "none")
    state("limit of bytes", lists.reading.maxBytes.map { "\($0)" } ?? "none")
    state("layout", lists.layout.choice.spelling)
    state("separator", lists.layout.separator.map { "\($0)" } ?? "usual")
    state("decoding of $HEX", lists.layout.decodesHex.map { "\($0)" } ?? "usual")
  }
}

extension LayoutRequest.Choice {
  /// The stable name of the layout.
  fileprivate var spelling: String {
    switch self {
    case .stated(.plain): "plain"
    case .stated(.counted(let place)): "counted:\(place.rawValue)"
    case .stated(.user): "user:password"
    case .stated(.userHash): "user:hash:password"
    case .stated(.userHashFirst): "user:hash:password:first"
    case .stated(.john): "john:show"
    case .stated(.saltedHash): "hash:salt:password"
    case .stated(.hash(let end)): "hash:password:\(end.rawValue)"
    case .stated(.table(let column, let user)):
      "csv:\(column)" + (user.map { ",user=\($0)" } ?? "")
    case .counted: "counted"
    case .table(let column, let user):
      "csv by \(column.spelling)" + (user.map { ", user by \($0.spelling)" } ?? "")
    case .auto: "auto"
    }
  }
}

extension LayoutRequest.Column {
  /// The stable name of the column.
  fileprivate var spelling: String {
    switch self {
    case .name(let name): "name:\(name)"
    case .number(let number): "number:\(number)"
    }
  }
}
