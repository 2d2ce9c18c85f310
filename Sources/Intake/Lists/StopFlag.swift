import Synchronization

/// A request to end early, raised once (for example by Ctrl-C) and seen by all readers.
///
/// A reader notices it within about 0.2 s, even while waiting for a pipe, and ends its list at a
/// line boundary. A request cannot be withdrawn.
package final class StopFlag: Sendable {
  private let raised = Atomic<Bool>(false)

  /// Makes a flag that is not raised.
  package init() {}

  /// Whether a stop was requested.
  package var isRaised: Bool { raised.load(ordering: .relaxed) }

  /// Requests a stop.
  ///
  /// - Returns: Whether the flag was already raised, which identifies a second Ctrl-C.
  @discardableResult
  package func raise() -> Bool { raised.exchange(true, ordering: .relaxed) }
}
