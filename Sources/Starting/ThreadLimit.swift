package import Diagnostics
import Workers

/// Checks whether the system grants the threads that a program cannot do without.
///
/// Under a limit of processes (`ulimit -u`, or a container's), Dispatch, which runs Swift's tasks,
/// asks for a thread again and again, for ever.
package enum ThreadLimit {
  /// Throws unless the system grants this many threads besides the caller's.
  package static func require(_ count: Int) throws(ScarceThreads) {
    if !Threads.areGranted(count) { throw ScarceThreads(needed: count) }
  }
}

/// The system grants too few threads.
package struct ScarceThreads: Diagnosable {
  let needed: Int

  package var location: Location? { nil }
  package var found: String {
    "the system refuses threads ('ulimit -u', or a container's limit of processes)"
  }
  package var expected: String? { "at least \(needed)" }
  package var remedy: String? { "Raise the limit, or end other programs of this user." }
}
