/// A value that a pool makes while its owner does something else.
///
///     let sum = MadeAhead(by: workers) { (1...1000).reduce(0, +) }
///     …             // meanwhile
///     sum.value     // 500500
///
/// A helper makes the value as soon as one is free; whoever asks for it earlier makes it in its
/// place. It is made once.
package final class MadeAhead<Value: Sendable>: Sendable {
  private let made = Locked<Value?>(nil)
  private let make: @Sendable () -> Value

  /// Offers to the pool to make a value; `make` must not ask for the same value.
  package init(by workers: WorkerPool, _ make: @escaping @Sendable () -> Value) {
    self.make = make
    workers.offer { _ = self.value }
  }

  /// The value; waits for a helper that is making it.
  package var value: Value {
    made.withLock { made in
      if let made { return made }
      let value = make()
      made = value
      return value
    }
  }
}
