import Glibc

/// The processor time of the calling thread.
package enum ThreadTime {
  /// The time used so far; subtract two values to get the time of the work between them.
  package static var now: Duration {
    var time = timespec()
    // SAFETY: the pointer lives for the call.
    guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return .zero }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
