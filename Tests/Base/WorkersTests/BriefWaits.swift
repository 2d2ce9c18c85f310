import Dispatch

// A fault that holds up one test must not hold up all others: threads that wait in them are few.

extension DispatchSemaphore {
  /// Waits, for ten seconds at most; false if it was not signalled.
  @discardableResult func waitBriefly() -> Bool { wait(timeout: .now() + 10) == .success }
}

extension DispatchGroup {
  /// Waits, for ten seconds at most; false if it was not left.
  @discardableResult func waitBriefly() -> Bool { wait(timeout: .now() + 10) == .success }
}
