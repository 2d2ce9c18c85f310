package import Auditing
package import Diagnostics
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

  package func validate() throws(Problem) {
    try Problem.refuse([
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
  /// - Throws: ``Problem`` if a checkpoint exists and cannot be used.
  func start(of identity: RunIdentity, tell: ProblemHandler) throws(Problem) -> Checkpoint? {
    guard (try? FileKind(of: path)) != .nothing else { return nil }
    let recording: Recording
    do { recording = try TallyStore.read(path) } catch {
      throw .unusableCheckpoint(path, error as? Problem)
    }
    guard let start = Checkpoint(recording) else { throw .unusableCheckpoint(path, nil) }
    if let name = start.identity.difference(from: identity) {
      throw name == RunIdentity.versionName
        ? .checkpointOfOtherVersion(path) : .checkpointOfOtherRun(path, name)
    }
    tell(.goingOn(path, after: start.tally.lines.audited))
    return start
  }

  /// The problem of a checkpoint with other facts than the run needs.
  var hasOtherFacts: Problem { .checkpointOfOtherRun(path, "facts") }

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
  /// - Throws: ``Problem`` if the lists are not those of the checkpoint.
  func run(
    _ plan: AuditPlan, from start: Checkpoint?, _ identity: RunIdentity,
    soFar: @escaping () -> Tally, tell: @escaping ProblemHandler,
    add: @escaping @Sendable (Tally) -> Void
  ) throws(Problem) -> [ListSummary] {
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
        let words = (error as? any Diagnosable)?.problem.found ?? "\(error)"
        tell(.unwritableCheckpoint(path, words))
      }
    }
    let summaries = plan.run(&writer, add: add)
    if writer.meetsOtherLists { throw .checkpointOfOtherLists(path) }
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

extension Problem {
  /// A run resumes where it stopped.
  fileprivate static func goingOn(_ path: String, after count: UInt64) -> Problem {
    Problem("resuming", in: path, "resuming after \(count) lines", .note)
  }

  /// The system refuses to write a checkpoint, for this reason.
  fileprivate static func unwritableCheckpoint(_ path: String, _ fault: String) -> Problem {
    Problem(
      "unwritable-checkpoint", in: path, "the checkpoint cannot be written: \(fault)",
      remedy: "The run continues without checkpoints.", .warning)
  }

  /// The file is no checkpoint; or a damaged tally, as this problem of it tells.
  fileprivate static func unusableCheckpoint(_ path: String, _ problem: Problem?) -> Problem {
    guard let problem, problem.code != "foreign-tally" else {
      return Problem(
        "no-checkpoint", in: path, "the file is no checkpoint",
        expected: "the checkpoint of an earlier run of this command",
        remedy: "Name another file with --checkpoint.")
    }
    return Problem(
      "unusable-checkpoint", in: path, problem.found, expected: problem.expected,
      remedy: problem.code == "unreadable-tally"
        ? "Name another file with --checkpoint." : beginAnew(path))
  }

  /// A checkpoint was written by a program that states other settings.
  fileprivate static func checkpointOfOtherVersion(_ path: String) -> Problem {
    Problem(
      "other-version", in: path, "the checkpoint was written by another version of the program",
      remedy: "End the run with that version. \(beginAnew(path))")
  }

  /// A checkpoint belongs to a run with another value of this setting.
  fileprivate static func checkpointOfOtherRun(_ path: String, _ name: String) -> Problem {
    Problem(
      "other-run", in: path, "the checkpoint belongs to another run: a difference in \(name)",
      remedy: "Repeat the command as it was. \(beginAnew(path))")
  }

  private static func beginAnew(_ path: String) -> String {
    "To begin anew, remove it: rm \(path.shellWord)"
  }

  /// The lists have changed since a checkpoint was written.
  fileprivate static func checkpointOfOtherLists(_ path: String) -> Problem {
    Problem(
      "other-lists", in: path, "the lists have changed since the checkpoint was written",
      remedy: beginAnew(path))
  }
}
