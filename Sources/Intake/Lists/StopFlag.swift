import Synchronization

/// A request to end early, raised once (by Ctrl-C, say) and seen by every reader that holds it.
///
/// A reader notices it within about 0.2 s, even while it waits for a pipe, and ends its list at a
/// line border. Taking the request back is not possible.
package final class StopFlag: Sendable {
  private let raised = Atomic<Bool>(false)

  /// Makes a flag that is down.
  package init() {}

  /// Whether somebody asked to stop.
  package var isRaised: Bool { raised.load(ordering: .relaxed) }

  /// Asks to stop.
  ///
  /// - Returns: Whether it had been raised before, so that a second Ctrl-C can be told apart.
  @discardableResult
  package func raise() -> Bool { raised.exchange(true, ordering: .relaxed) }
}
