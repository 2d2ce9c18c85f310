import CMalloc
import Glibc

/// What keeps passwords from leaking by accident, and the program from dying without a word.
package enum Safeguards {
  /// Raises them all, before anything else happens.
  package static func raise() {
    fillStandardDescriptors()
    hearSignals()
    forbidCoreDumps()
    // Each thread would reserve 64 MiB of addresses of its own, which it hardly uses: where they are
    // limited (`ulimit -v`), others need them, and Swift crashes where memory is refused.
    share_arena()
    // Then writing fails instead, which is told: to a pipe nobody reads, beyond a limit of size.
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
  }

  /// Opens what of standard input, output and error is closed, so that it cannot be used.
  ///
  /// The next file to be opened would get its number, and what is meant for the terminal would go
  /// into a report, or a report be read as a list.
  private static func fillStandardDescriptors() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      // The lowest free number, so this one. Reading from 0 and writing to 1 and 2 fails, as before.
      _ = unsafe open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Lets signals through: a program that starts others from a thread of its own may have blocked
  /// them, and who is started inherits that, deaf to Ctrl-C.
  private static func hearSignals() {
    var none = sigset_t()
    // SAFETY: the pointers live for the calls.
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
  }

  /// Sees to it that a crash writes no memory anywhere.
  private static func forbidCoreDumps() {
    // A limit of 1 byte, not 0: where the system pipes core dumps to a program, Linux ignores 0 and
    // every other limit but 1, and to a file it writes none below a page.
    var none = rlimit(rlim_cur: 1, rlim_max: 1)
    // SAFETY: the pointer lives for the call.
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    // Swift's own crash reports show memory that registers point to.
    for number in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP] {
      signal(number, SIG_DFL)
    }
  }
}
