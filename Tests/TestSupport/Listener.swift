package import Diagnostics
import Synchronization

/// Remembers the messages of problems that it is told.
package final class Listener: Sendable {
  private let messages = Mutex<[String]>([])

  /// Has heard nothing.
  package init() {}

  /// The messages so far.
  package var told: [String] { messages.withLock { $0 } }

  /// Takes a problem.
  package var tell: @Sendable (Problem) -> Void {
    { problem in self.messages.withLock { $0.append(problem.message) } }
  }
}
