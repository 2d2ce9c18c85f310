package import Auditing
import Diagnostics
import Files
import Intake
import Passwords
package import Tallies
import TallyFiles
import Workers

/// The file from which a stopped run resumes, and to which it saves its position and its tally.
package struct CheckpointSettings: Sendable, CheckedSettings {
  private let path: String
  /// Where it is, or why nothing can be written there.
  private let place: Result<FilePlace, SystemError>
  /// The time between checkpoints, in seconds.
  private let interval: Double
  /// The version of the program, whose tables determine what is saved.
  let version: String

  /// Names the file; neither reads nor creates it.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - interval: The time between checkpoints, in seconds.
  ///   - version: The version of the program; another one cannot resume the run.
  package init(_ path: String, every interval: Double, version: String) {
    self.path = path
    place = Result { () throws(SystemError) in try FilePlace(path) }
    self.interval = interval
    self.version = version
  }

  package func validate() throws(SettingsProblem) {
    try SettingsProblem.refuse([
      "--checkpoint takes a file, not standard output; write './-' for a file of that name.":
        path == "-",
      "--checkpoint-every takes a time from 0 to 86400 seconds (1d), not \(interval) seconds.":
        !(0...86_400).contains(interval),
    ])
  }

  /// Whether the file exists, so that a stopped run can resume.
  package var isThere: Bool { (try? FileKind(of: path)) == .file }

  /// Reads the checkpoint, if there is one, and tells that a run resumes.
  ///
  /// - Parameters:
  ///   - identity: The identity of the run.
  ///   - tell: Receives the note.
  /// - Returns: Nil if the run starts at the beginning.
  /// - Throws: ``CheckpointProblem`` if a checkpoint exists and cannot be used.
  func start(
    of identity: RunIdentity, tell: ProblemHandler
  ) throws(CheckpointProblem) -> Checkpoint? {
    guard (try? FileKind(of: path)) != .nothing else { return nil }
    let recording: Recording
    do { recording = try TallyStore.read(path) } catch {
      throw .fault(path, (error as? TallyFileProblem)?.kind ?? .foreign)
    }
    guard let start = Checkpoint(recording) else { throw .fault(path, .foreign) }
    if let name = start.identity.difference(from: identity) {
      throw name == RunIdentity.versionName ? .otherVersion(path) : .otherRun(path, name)
    }
    tell(GoingOn(path: path, count: start.tally.lines.audited))
    return start
  }

  /// The problem of a checkpoint with other facts than the run needs.
  var hasOtherFacts: CheckpointProblem { .otherRun(path, "facts") }

  /// Reads the lists of a plan, from a checkpoint on, and saves checkpoints.
  ///
  /// - Parameters:
  ///   - plan: The plan to run.
  ///   - start: The checkpoint to resume from; nil for the beginning.
  ///   - identity: The identity of the run.
  ///   - soFar: The sum of the added tallies and that of the checkpoint.
  ///   - tell: Receives a warning if a checkpoint cannot be written.
  ///   - add: Takes tallies of the lines after the checkpoint.
  /// - Returns: The result of reading each list.
  /// - Throws: ``CheckpointProblem`` if the lists are not those of the checkpoint.
  func run(
    _ plan: AuditPlan, from start: Checkpoint?, _ identity: RunIdentity,
    soFar: @escaping () -> Tally, tell: @escaping ProblemHandler,
    add: @escaping @Sendable (Tally) -> Void
  ) throws(CheckpointProblem) -> [ListSummary] {
    // A full disk stays full; that is said once.
    let isTold = Locked(false)
    var writer = CheckpointWriter(from: start?.position, interval: .seconds(interval)) { position in
      let checkpoint = Checkpoint(identity: identity, position: position, tally: soFar())
      do {
        try write(try TallyFile.bytes(of: Recording(checkpoint), name: path))
      } catch {
        if isTold.withLock({ isTold in
          defer { isTold = true }
          return isTold
        }) {
          return
        }
        let words = (error as? any Diagnosable)?.found ?? "\(error)"
        tell(CheckpointProblem.unwritable(path, words))
      }
    }
    let summaries = plan.run(&writer, add: add)
    if writer.meetsOtherLists { throw .changedLists(path) }
    return summaries
  }

  /// Removes the checkpoint of a finished run, but no other file.
  func remove() {
    if let place = try? place.get(), TallyStore.isTally(place.heldPath) { try? place.remove() }
  }

  private func write(_ bytes: [UInt8]) throws(SystemError) {
    var file = try ProvisionalFile(place.get(), for: .owner)
    try file.write(bytes)
    try file.publish(replacing: .files(TallyStore.isTally))
  }
}

/// A run resumes where it stopped.
private struct GoingOn: Diagnosable {
  let path: String
  let count: UInt64
  var location: Location? { Location(file: path) }
  var found: String { "resuming after \(count) lines" }
  var expected: String? { nil }
  var remedy: String? { nil }
  var severity: Severity { .note }
}

extension Recording {
  /// Converts a checkpoint to a recording of the lines read so far, which a tally file can store;
  /// it is marked as unfinished.
  package init(_ checkpoint: Checkpoint) {
    self.init(tally: checkpoint.tally)
    isComplete = false
    progress = RecordedProgress(
      chunks: checkpoint.position.chunks, bytes: checkpoint.position.bytes,
      hash: String(checkpoint.position.hash, radix: 16),
      settings: checkpoint.identity.settings.map {
        RecordedProgress.Setting(name: $0.name, value: $0.value)
      })
  }
}

extension Checkpoint {
  /// Converts a recording to a checkpoint; nil if the recording is finished.
  package init?(_ recording: Recording) {
    guard let progress = recording.progress, let hash = UInt64(progress.hash, radix: 16) else {
      return nil
    }
    var position = Position()
    position.chunks = progress.chunks
    position.bytes = progress.bytes
    position.hash = hash
    self.init(
      identity: RunIdentity(
        progress.settings.map { RunIdentity.Setting(name: $0.name, value: $0.value) }),
      position: position, tally: recording.tally)
  }
}

/// Why a checkpoint cannot be used.
enum CheckpointProblem: Diagnosable {
  /// The system refuses to write it, for this reason.
  case unwritable(String, String)
  /// The file is damaged, or no checkpoint.
  case fault(String, TallyFileProblem.Kind)
  /// It was written by a program that states other settings.
  case otherVersion(String)
  /// It belongs to a run with another value of this setting.
  case otherRun(String, String)
  /// The lists have changed since it was written.
  case changedLists(String)

  var location: Location? {
    switch self {
    case .unwritable(let path, _), .fault(let path, _), .otherVersion(let path),
      .otherRun(let path, _), .changedLists(let path):
      Location(file: path)
    }
  }

  var found: String {
    switch self {
    case .unwritable(_, let fault): "the checkpoint cannot be written: \(fault)"
    case .fault(_, .foreign): "the file is no checkpoint"
    case .fault(let path, let kind): TallyFileProblem(file: path, kind).found
    case .otherVersion: "the checkpoint was written by another version of the program"
    case .otherRun(_, let name): "the checkpoint belongs to another run: a difference in \(name)"
    case .changedLists: "the lists have changed since the checkpoint was written"
    }
  }

  var expected: String? {
    switch self {
    case .fault(_, .foreign): "the checkpoint of an earlier run of this command"
    case .fault(let path, let kind): TallyFileProblem(file: path, kind).expected
    default: nil
    }
  }

  var remedy: String? {
    switch self {
    case .fault(_, .foreign), .fault(_, .unreadable): "Name another file."
    case .unwritable: "The run continues without checkpoints."
    case .fault, .changedLists: "Remove the file to begin anew."
    case .otherVersion: "End the run with that version, or remove the file to begin anew."
    case .otherRun: "Repeat the command as it was, or remove the file to begin anew."
    }
  }

  var severity: Severity {
    if case .unwritable = self { .warning } else { .error }
  }
}
