package import Auditing
import Intake
package import Workers

/// Work on lists that is ready to begin: everything is found, opened and checked.
///
///     let job = try settings.prepare { print($0.message) }
///     let found = try job.run()
package protocol Job<Found>: Sendable {
  /// The outcome.
  associatedtype Found
  var lists: FoundLists { get }
  /// How they are read.
  var reading: ListsToRead { get }

  /// Reads the lists, from a checkpoint on if there is one.
  ///
  /// - Parameter display: Shows the progress; ended before the problems of lists are reported.
  /// - Returns: The outcome, complete except for its shortfalls.
  /// - Throws: The problem that leaves no outcome.
  func run(showing display: (any ProgressDisplay)?) throws -> Found
}

extension Job {
  /// Whether the reading was ended early.
  package var isStopped: Bool { reading.stop.isRaised }

  /// The workers, which can write the outcome.
  package var workers: WorkerPool { reading.workers }

  /// Does the work without showing its progress.
  package func run() throws -> Found { try run(showing: nil) }
}

/// Shows how far lists have been read.
package protocol ProgressDisplay {
  /// Begins with the reading.
  func begin(_ progress: AuditProgress)
  /// Ends with it, before anything else is shown.
  func end()
}
