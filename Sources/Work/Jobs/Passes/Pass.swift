import Auditing
import Diagnostics
import Intake
import PasswordPolicies
import Passwords
import Tallies
import TallyFiles
import Workers

/// A pass over lists, ready to begin: the lists are found, and all criteria opened, compiled and
/// checked.
///
/// Runs, scans and sweeps read their lists by it, each into a receiver of its own.
struct Pass: Sendable {
  let settings: AuditSettings
  let lists: FoundLists
  /// The rules that judge passwords.
  let policySet: PolicySet
  /// The warnings so far, which the report repeats.
  let heard: HeardWarnings
  let tell: ProblemHandler
  let plan: AuditPlan

  /// How the lists are read.
  var reading: ListsToRead { plan.lists }

  /// Finds the lists, loads the blocklists, and plans the reading.
  ///
  /// - Parameters:
  ///   - settings: The settings.
  ///   - facts: Facts to record besides those that policies and lists ask for.
  ///   - signatureLimit: The most signatures that a worker keeps.
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
    heard = HeardWarnings(Set(settings.judging.strength.words.warnings), passingOn: tell)
    let tell = heard.tell
    self.tell = tell
    let judging = settings.judging
    if settings.directory == nil { try judging.requireNoAudience() }
    lists = try judging.lists.find(tell: tell)
    policySet = try judging.policySet(adding: facts, marksUsers: marksUsers, stop: stop, tell: tell)
    plan = AuditPlan(
      ListsToRead(
        lists.inputs, reading: judging.lists.reading, layout: judging.lists.layout,
        threads: judging.threads, stop: stop),
      policySet.criteria, signatureLimit: signatureLimit,
      grouping: try settings.distinct?.grouping(
        schema: policySet.schema, threads: judging.threads, stop: stop,
        key: settings.distinct?.fingerprints?.key()),
      shapes: settings.countsShapes ? ShapeCounts() : nil)
  }

  /// Reads the lists, reports their problems, and adds up distinct passwords.
  ///
  /// - Parameters:
  ///   - receiver: Takes what is found.
  ///   - display: Shows the progress.
  /// - Returns: Facts about the lists, and the receiver with everything else.
  /// - Throws: `GroupingProblem`, and ``Problem``, also if a blocklist
  ///   changed meanwhile.
  func read<Receiver: PassReceiver>(
    into receiver: Receiver, showing display: (any ProgressDisplay)?
  ) throws -> (lists: ReadLists, receiver: Receiver) {
    let held = Locked(receiver)
    var plan = plan
    if receiver.separatesLists {
      plan.listEnded = { _ in held.withLock { $0.endList() } }
    }
    let stop = reading.stop
    let add: @Sendable (Tally) -> Void = { tally in
      if !held.withLock({ $0.add(tally) }) { stop.raise() }
    }
    let summaries: [ListSummary]
    if let checkpoints = settings.checkpoints {
      let identity = identity(version: checkpoints.version)
      let start = try checkpoints.start(of: identity, tell: tell)
      if let start { try held.withLock { try $0.resume(from: start.tally, of: checkpoints) } }
      display?.begin(reading.progress)
      defer { display?.end() }
      summaries = try checkpoints.run(
        plan, from: start, identity, soFar: { held.withLock(\.sum) ?? Tally(schema: plan.schema) },
        // A report does not depend on whether its checkpoints could be written.
        tell: { heard.passOn($0) }, add: add)
    } else {
      display?.begin(reading.progress)
      summaries = plan.run(add: add)
      display?.end()
    }
    let countsDistinct = try plan.grouping?.handOnIfMemorySuffices(
      plan.lists.workers, passingOn: held.withLock { $0.fingerprintTaker() }, tell: tell
    ) { part in
      held.withLock { $0.add(part) }
    }
    return (try facts(of: summaries, countsDistinct: countsDistinct), held.withLock(\.self))
  }

  /// Reports the problems of the lists, after they have been read.
  func facts(of summaries: [ListSummary], countsDistinct: Bool? = nil) throws -> ReadLists {
    try policySet.blocklists.checkUnchanged()
    try settings.judging.strength.checkUnchanged()
    let asked = settings.judging.lists
    var shortfalls = lists.review(summaries, of: reading, tell: tell)
    if countsDistinct == false { shortfalls.insert(.noSpectrum) }
    let namesUsers = policySet.blocklists.usersFound(
      in: summaries, asking: asked.layout, settings.judging.policies)
    let inputs = summaries.map(RecordedInput.init)
    return ReadLists(
      lists: lists, inputs: inputs, readings: ["encoding": asked.reading.stated],
      countsDistinct: countsDistinct == true, namesUsers: namesUsers,
      unheld: inputs.reduce(into: LineCounts()) { $0.merge(LineCounts(unheldOf: $1)) },
      shortfalls: shortfalls, heard: heard)
  }

  /// The identity of everything that the tally of this pass depends on: the lists and how they are
  /// read, and the schema, which describes blocklists and the scorer by their contents.
  ///
  /// - Parameter version: The version of the program, whose tables determine facts.
  /// - Returns: The identity to store in a checkpoint.
  private func identity(version: String) -> RunIdentity {
    var identity = RunIdentity()
    identity.state("program version", version)
    identity.state(
      "list", each: lists.inputs.map { "\($0.byteCount.map { "\($0)" } ?? "unknown") \($0.name)" })
    identity.state(settings.judging.lists)
    identity.state(policySet.schema)
    identity.state("shapes", "\(settings.countsShapes)")
    identity.state("policy", each: policySet.policies.map { "\($0.name)\n\($0.text(.canonical))" })
    identity.state("reading of max-consecutive", settings.maxConsecutive.rawValue)
    return identity
  }
}

/// Takes what a pass over lists finds: tallies and spectra that add up to those of all lines.
protocol PassReceiver: Sendable {
  /// Whether it needs the lists one after the other.
  var separatesLists: Bool { get }
  /// The tally of all lines so far, which a checkpoint stores; nil if there is none.
  var sum: Tally? { get }
  /// Begins with the lines before a checkpoint.
  mutating func resume(from tally: Tally, of file: CheckpointSettings) throws
  /// Takes the tally of some lines; false ends the reading.
  mutating func add(_ tally: Tally) -> Bool
  /// Goes on to the next list.
  mutating func endList()
  /// Begins the file of fingerprints, after all lines; nil if there is none.
  func fingerprintTaker() -> FingerprintTaker?
  /// Takes some of the distinct passwords, after all lines.
  mutating func add(_ spectrum: Spectrum)
}

extension PassReceiver {
  var separatesLists: Bool { false }
  var sum: Tally? { nil }
  mutating func resume(from tally: Tally, of file: CheckpointSettings) throws {}
  mutating func endList() {}
  func fingerprintTaker() -> FingerprintTaker? { nil }
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
    case .dump, .accounts: "dump"
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

extension TextSettings {
  /// Describes how text is read, for the manifest.
  var stated: String {
    var text =
      switch encoding {
      case .utf8: "utf-8"
      case .latin1: "latin-1, converted to utf-8"
      case .windows1252: "windows-1252, converted to utf-8; a byte it lacks is ill-formed"
      case .utf16LittleEndian, .utf16BigEndian:
        "\(encoding?.rawValue ?? ""), converted to utf-8; an unpaired surrogate is ill-formed"
      case nil:
        "utf-16 where the first bytes say so, converted to utf-8 (an unpaired surrogate is "
          + "ill-formed); utf-8 otherwise"
      }
    if takesAnyBytes { text += "; whatever the first bytes look like" }
    guard let fallback else { return text }
    return "\(text); lines that are not utf-8 as \(fallback.rawValue)"
  }
}
