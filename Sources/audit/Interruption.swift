import Dispatch
import Glibc
import Intake

/// Turns Ctrl-C and SIGTERM into a request to stop; a second one ends the program at once.
struct Interruption {
  private let sources: [any DispatchSourceSignal]

  /// Starts to listen.
  init(raising flag: StopFlag) {
    let queue = DispatchQueue(label: "audit.signals")
    sources = [SIGINT, SIGTERM].map { number in
      // Or the process would end before the source fires.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { if flag.raise() { _exit(128 + number) } }
      source.activate()
      return source
    }
  }

  /// Stops listening: from now on either ends the program, while it writes its report, say.
  func finish() {
    for source in sources { source.cancel() }
    for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
  }
}
