import Dispatch

/// A value that a pool computes while its owner does something else.
///
///     let sum = MadeAhead(by: workers) { (1...1000).reduce(0, +) }
///     …             // meanwhile
///     sum.value     // 500500
///
/// A helper computes the value as soon as one is free. A caller that needs it earlier computes it
/// itself. It is computed only once, and is freed with its owner.
package final class MadeAhead<Value: Sendable>: Sendable {
  private let state = Locked(State.offered)
  private let workers: WorkerPool
  private let make: @Sendable () -> Value
  /// Left when the value is computed.
  private let making = DispatchGroup()

  private enum State {
    case offered, begun
    case made(Value)
  }

  /// Offers the computation to the pool; `make` must not ask for the same value.
  package init(by workers: WorkerPool, _ make: @escaping @Sendable () -> Value) {
    self.workers = workers
    self.make = make
    workers.offer { [weak self] in self?.makeUnlessBegun() }
  }

  /// The value.
  ///
  /// Waits if a helper is computing it, and lets another helper work in the caller's place.
  package var value: Value {
    while true {
      makeUnlessBegun()
      if case .made(let value) = state.withLock(\.self) { return value }
      workers.wait(for: making)
    }
  }

  private func makeUnlessBegun() {
    let isFirst = state.withLock { state in
      guard case .offered = state else { return false }
      state = .begun
      making.enter()
      return true
    }
    guard isFirst else { return }
    let value = make()
    state.withLock { $0 = .made(value) }
    making.leave()
  }
}
