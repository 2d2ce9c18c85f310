import Glibc
import Intake
import Synchronization

/// Turns Ctrl-C and SIGTERM into a request to stop; a second one ends the program at once.
///
/// A plain signal handler does so: Dispatch's sources need descriptors and a thread, and where the
/// system grants none (`ulimit -n`, `ulimit -v`) they crash, or wait for ever and deaf.
struct Interruption {
  /// The address of the flag that the handler raises; 0 before there is one.
  private static let flag = Atomic<UInt>(0)

  /// Starts to listen.
  init(raising flag: StopFlag) {
    // Never let go, since a handler may run at any moment.
    let address = unsafe Unmanaged.passRetained(flag).toOpaque()
    Self.flag.store(UInt(bitPattern: address), ordering: .releasing)
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        // SAFETY: the flag is retained for ever. Only atomic instructions and `_exit` follow, which a
        // handler may use.
        let address = Interruption.flag.load(ordering: .acquiring)
        guard let flag = unsafe UnsafeRawPointer(bitPattern: address) else { return }
        let isSecond = unsafe Unmanaged<StopFlag>.fromOpaque(flag)._withUnsafeGuaranteedRef {
          $0.raise()
        }
        if isSecond { _exit(128 + number) }
      }
    }
  }

  /// Stops listening: from now on either ends the program, while it writes its report, say.
  func finish() {
    for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
  }
}
