import Auditing
import Glibc
import Intake
import Jobs
import Synchronization

/// Turns Ctrl-C and SIGTERM into a request to stop; a second one ends the program at once.
///
/// It uses a plain signal handler: Dispatch's sources need descriptors and a thread, and under
/// limits (`ulimit -n`, `ulimit -v`) they crash, or wait for ever without reacting to signals.
struct Interruption {
  /// The address of the flag that the handler raises; 0 before there is one.
  private static let address = Atomic<UInt>(0)

  /// The raised flag.
  let flag: StopFlag

  /// Starts to listen.
  init(raising flag: StopFlag = StopFlag()) {
    self.flag = flag
    // Never released, since a handler may run at any moment.
    let address = unsafe Unmanaged.passRetained(flag).toOpaque()
    Self.address.store(UInt(bitPattern: address), ordering: .releasing)
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        // SAFETY: the flag is retained for ever. The rest is atomic instructions and `_exit`, which
        // a handler may use.
        let address = Interruption.address.load(ordering: .acquiring)
        guard let flag = unsafe UnsafeRawPointer(bitPattern: address) else { return }
        let isSecond = unsafe Unmanaged<StopFlag>.fromOpaque(flag)._withUnsafeGuaranteedRef {
          $0.raise()
        }
        if isSecond { _exit(128 + number) }
      }
    }
  }

  /// Does some work, and then stops listening.
  func during<Result>(_ work: () throws -> Result) rethrows -> Result {
    defer { finish() }
    return try work()
  }

  /// Stops listening: from now on either signal ends the program, for example while it writes its
  /// report.
  func finish() {
    for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
  }
}

extension Job {
  /// Does the work; a signal ends its reading early.
  func runUntilInterrupted(showing bar: ProgressBar?) throws -> Found {
    try Interruption(raising: reading.stop).during { try run(showing: bar) }
  }
}
