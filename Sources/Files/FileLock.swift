import Diagnostics

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Descriptor {
  /// The result of trying to lock a file.
  enum Locking {
    case done
    /// Another open file holds the lock.
    case held
    /// The file system does not support locks.
    case impossible
  }

  /// Locks the file until the descriptor is closed, even if the process crashes.
  ///
  /// Never waits.
  func tryLock() -> Locking {
    while true {
      if flock(number, LOCK_EX | LOCK_NB) == 0 { return .done }
      if errno == EWOULDBLOCK { return .held }
      if errno != EINTR { return .impossible }
    }
  }

  /// Locks the file; waits up to `patience` for another process to release it.
  ///
  /// The wait is limited, since a stopped process may hold the lock forever.
  func lock(patience: Duration) -> Locking {
    let start = ContinuousClock.now
    while true {
      let locking = tryLock()
      if locking != .held || ContinuousClock.now - start >= patience { return locking }
      usleep(2_000)
    }
  }
}
