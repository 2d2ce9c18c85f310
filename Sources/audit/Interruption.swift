import Dispatch
import Glibc
import Intake

/// Turns Ctrl-C and SIGTERM into a request to stop; a second one ends the program at once.
struct Interruption {
  private let sources: [any DispatchSourceSignal]
  /// Signalled by each source that no longer listens.
  private let cancelled = DispatchSemaphore(value: 0)

  /// Starts to listen.
  init(raising flag: StopFlag) {
    let queue = DispatchQueue(label: "audit.signals")
    let registered = DispatchSemaphore(value: 0)
    sources = [SIGINT, SIGTERM].map { [cancelled] number in
      // Or the process would end before the source fires.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { if flag.raise() { _exit(128 + number) } }
      source.setRegistrationHandler { registered.signal() }
      source.setCancelHandler { cancelled.signal() }
      source.activate()
      return source
    }
    // A source sets the signal's handler on a thread of its own; where that came after `finish`, the
    // signal would do nothing from then on.
    for _ in sources { registered.wait() }
  }

  /// Stops listening: from now on either ends the program, while it writes its report, say.
  func finish() {
    for source in sources { source.cancel() }
    for _ in sources { cancelled.wait() }
    for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
  }
}
