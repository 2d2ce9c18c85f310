import Glibc

/// A value behind a pthread mutex, which the thread sanitizer supports on Linux (unlike
/// `Synchronization.Mutex`).
@safe package struct Locked<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): the value is accessed only with the mutex held. Both are on the
  // heap, at one address from `init` to `deinit`; the owner cannot be copied.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let value: UnsafeMutablePointer<Value>

  /// Wraps a value.
  package init(_ initial: consuming sending Value) {
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe value = .allocate(capacity: 1)
    unsafe value.initialize(to: initial)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
    unsafe value.deinitialize(count: 1)
    unsafe value.deallocate()
  }

  /// Lends the value to one caller at a time.
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try unsafe body(&value.pointee)
  }
}
