import Auditing
package import Diagnostics
import Intake
@_spi(Internal) import Passwords
package import Tallies
import TallyFiles
import Workers

/// Adds up recordings, and their distinct passwords by the fingerprints in their files.
///
///     let sum = try RecordingSum(to: place, counting: nil, workers: 1) { print($0.message) }
///     try sum.add(recording, from: "a.tally")
///     let whole = try sum.finish()
package final class RecordingSum {
  private let counting: CountingSettings?
  private let threads: Int
  private var whole: Recording?
  private var keyID: String?
  private var grouping: Grouping?
  private var twins = MergedTwins()
  private var isPartial = false
  private let tell: ProblemHandler
  private let output: TallyOutput?
  private let fold: FoldSettings
  private let place: Destination?

  /// Where a sum is written.
  package struct Destination: Sendable {
    let path: String
    let force: Bool
    let inputs: [String]

    /// Names the file.
    ///
    /// - Parameters:
    ///   - path: Its path.
    ///   - force: Whether an earlier tally there, and a file of fingerprints, are replaced.
    ///   - inputs: The files that are added up, which no output replaces.
    package init(_ path: String, replacing force: Bool, besides inputs: [String]) {
      self.path = path
      self.force = force
      self.inputs = inputs
    }
  }

  /// Starts empty.
  ///
  /// - Parameters:
  ///   - place: Where the sum is written; nil to keep it in memory.
  ///   - counting: The settings for grouping distinct passwords; nil to read no fingerprints.
  ///   - threads: The number of parallel workers.
  ///   - fold: How rare rows of the sum are joined; by default none are.
  ///   - tell: Receives doubts about the sum.
  /// - Throws: `Problem` if a file is there that must not be replaced, or the system refuses.
  package init(
    to place: Destination?, counting: CountingSettings?, threads: Int,
    fold: FoldSettings = FoldSettings(), tell: @escaping ProblemHandler
  ) throws {
    try counting?.validate()
    try Self.validate(fold, fingerprints: nil)
    try JudgingSettings.requireThreads(threads)
    output = try place.map { try TallyOutput($0.path, force: $0.force, besides: $0.inputs) }
    self.place = place
    self.counting = counting
    self.fold = fold
    self.threads = threads
    self.tell = tell
  }

  /// Refuses what no sum accepts, and fingerprints of a sum whose rows are joined.
  package static func validate(_ fold: FoldSettings, fingerprints: String?) throws(Problem) {
    try fold.validate()
    try Problem.refuse([
      "--min-group excludes --fingerprints-output, which records single passwords.":
        fold.size != nil && fingerprints != nil
    ])
  }

  /// Adds a recording.
  ///
  /// - Parameters:
  ///   - part: The recording.
  ///   - file: Its name in messages.
  ///   - fingerprints: The file of its fingerprints; nil if distinct passwords are not counted.
  /// - Throws: ``Problem``, `GroupingProblem`.
  package func add(_ part: Recording, from file: String, fingerprints: String? = nil) throws {
    if fold.size != nil { try part.requireFoldable(file) }
    var counts = part
    if fingerprints != nil { (counts.spectrum, counts.fingerprints) = (nil, nil) }
    if var sum = whole {
      whole = nil
      do throws(MergeFault) { try sum.merge(counts) } catch {
        throw Problem.unlikeTallies(file, error)
      }
      whole = sum
    } else {
      whole = counts
    }
    twins.add(part, from: file, tell: tell)
    if let partial = Problem.recordedInPart(part, in: file) {
      isPartial = true
      tell(partial)
    }
    if let fingerprints { try add(FingerprintReader(fingerprints, of: part), of: part) }
  }

  private func add(_ reader: consuming FingerprintReader, of part: Recording) throws {
    if let keyID, keyID != reader.keyID {
      throw Problem.otherKey(reader.path)
    }
    keyID = reader.keyID
    let grouping =
      try self.grouping
      ?? (counting ?? CountingSettings()).grouping(
        schema: part.schema, threads: threads, stop: StopFlag())
    self.grouping = grouping
    if part.hasClampedOccurrences { whole?.hasClampedOccurrences = true }
    let worker = GroupingWorker(grouping)
    let numbers = reader.rows.map(grouping.number(of:))
    try reader.forEach { worker.record($0, number: numbers[$1], count: $2) }
  }

  /// Completes the sum with the distinct passwords, and writes it.
  ///
  /// - Parameter path: Where the fingerprints of the sum are written; nil if not requested.
  /// - Returns: The sum; nil if nothing was added.
  /// - Throws: `GroupingProblem`, `Problem`, `SystemError` if fingerprints cannot be written.
  @discardableResult
  package func finish(fingerprints path: String? = nil) throws -> Recording? {
    try Self.validate(fold, fingerprints: path)
    let writer = try path.map {
      try FingerprintSettings.writer(
        $0, keyID: keyID ?? "", force: place?.force ?? false, besides: place?.inputs ?? [])
    }
    defer { writer?.discard() }
    guard let whole = try sum(writing: writer) else { return nil }
    try output?.publish(whole, writer)
    return whole
  }

  /// How the sum ends: incomplete if a list counts twice, or a tally lacks something.
  package var outcome: Outcome { twins.hasAny || isPartial ? .incomplete : .done }

  private func sum(writing writer: FingerprintWriter?) throws -> Recording? {
    guard var whole else { return nil }
    if whole.tally.shapes?.isOver == true { tell(.tooManyShapes) }
    if let grouping {
      writer?.begin(whole.tally)
      let (spectrum, isClamped) = try grouping.spectrum(
        WorkerPool(width: threads), passingOn: writer?.taker())
      whole.spectrum = spectrum
      whole.hasClampedOccurrences = whole.hasClampedOccurrences || isClamped
      whole.fingerprints = try writer?.finish()
    }
    guard let leastGroup = fold.size else { return whole }
    let folded = try whole.folded(below: leastGroup, of: place?.path ?? "sum")
    tell(.folded(at: leastGroup.entries, entries: folded.entries))
    return folded
  }
}

extension Problem {
  /// A tally that cannot be added to those before it.
  fileprivate static func unlikeTallies(_ file: String, _ fault: MergeFault) -> Problem {
    let sameOptions = "Record both with the same options."
    let (found, remedy) =
      switch fault {
      case .unlike(let difference):
        ("recorded differently from the tallies before it: \(difference)", sameOptions)
      case .reading(let name, let before, let now):
        (
          "read differently from the tallies before it: \(name) is '\(now)', not '\(before)'",
          sameOptions
        )
      case .list(let name):
        ("the blocklist '\(name)' differs from the one in the tallies before it", sameOptions)
      case .unfinished:
        (
          "this tally, or one before it, is the checkpoint of an unfinished scan",
          "Finish the scan: the same command resumes from its checkpoint."
        )
      case .distinct:
        (
          "its distinct passwords would count twice if a tally before it has them, too",
          "Scan the lists together, or each with --distinct, --fingerprints and one --fingerprint-key, and "
            + "merge with --fingerprints."
        )
      case .overflow(let words):
        (
          "more \(words) than can be counted",
          "Leave it out, or check with --layout which part of its lines is the count."
        )
      }
    let isOverflow = if case .overflow = fault { true } else { false }
    return Problem(
      "unlike-tallies", in: file, found, expected: isOverflow ? "fewer than 2⁶³" : nil,
      remedy: remedy)
  }

  /// A list with the same text as one of an earlier tally.
  fileprivate static func mergedTwin(
    _ list: RecordedInput, in file: String, twin: RecordedInput, of earlier: String
  ) -> Problem {
    Problem(
      "merged-twin", in: file,
      "the list '\(list.name)' has \(list.likeness(to: twin)) '\(twin.name)' of '\(earlier)'; every "
        + "password counts twice", remedy: mergeOnce, .warning)
  }

  /// A tally that is named twice.
  fileprivate static func mergedTwice(_ file: String) -> Problem {
    Problem(
      "merged-twice", in: file, "named twice; every password counts twice", remedy: mergeOnce,
      .warning)
  }

  /// More lists of a tally are in earlier ones than are named.
  fileprivate static func furtherMergedTwins(_ count: Int, in file: String) -> Problem {
    Problem(
      "further-merged-twins", in: file,
      "\(count) more lists are in tallies before it; every password counts twice",
      remedy: mergeOnce, .warning)
  }

  private static let mergeOnce = "Merge each list once."
}

/// Finds lists that occur twice among merged tallies, so that their passwords count twice.
struct MergedTwins {
  /// Each list or group so far, at the tally that contains it.
  private var earlier = EarlierLists<String>()
  /// Whether a list occurred before.
  private(set) var hasAny = false

  /// Adds the lists of a tally, and reports those that occurred before, in it or before it.
  mutating func add(_ recording: Recording, from file: String, tell: ProblemHandler) {
    if !recording.inputs.twins.isEmpty { hasAny = true }
    let lists = recording.inputs
    let known = lists.compactMap { list in earlier.twin(of: list).map { (list, $0) } }
    if !known.isEmpty { hasAny = true }
    if known.contains(where: { $1.place == file }) {
      tell(.mergedTwice(file))
      return
    }
    for (list, before) in known.prefix(Self.mostTold) {
      tell(.mergedTwin(list, in: file, twin: before.list, of: before.place))
    }
    if known.count > Self.mostTold {
      tell(.furtherMergedTwins(known.count - Self.mostTold, in: file))
    }
    for list in lists { earlier.add(list, at: file) }
  }

  /// The most lists of one tally that are reported by name.
  private static let mostTold = 10
}
