import CMalloc
import Glibc

/// Protections against leaking passwords by accident and against dying silently.
package enum Safeguards {
  /// Installs them all, before anything else happens.
  package static func raise() {
    fillStandardDescriptors()
    unblockSignals()
    forbidCoreDumps()
    // Each thread reserves 64 MiB of address space and hardly uses it. If address space is limited
    // (`ulimit -v`), others need it, and Swift crashes when memory is refused. If not, threads that
    // shared an arena would wait for each other.
    if AddressSpace.isLimited { share_arena() }
    // Writing to a closed pipe or beyond a size limit then fails with an error that is reported.
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
  }

  /// Opens whichever of standard input, output and error is closed, so that its number is taken.
  ///
  /// Otherwise the next opened file would get its number: output for the terminal would go into a
  /// report, or a report would be read as a list.
  private static func fillStandardDescriptors() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      // This takes the lowest free number. Reading from 0 and writing to 1 and 2 fails, as before.
      _ = unsafe open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Unblocks signals: a program that starts others from a thread may have blocked them, and its
  /// children inherit that and ignore Ctrl-C.
  private static func unblockSignals() {
    var none = sigset_t()
    // SAFETY: the pointers live for the calls.
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
  }

  /// Prevents crashes from writing memory to disk.
  private static func forbidCoreDumps() {
    // A limit of 1 byte, not 0: if the system pipes core dumps to a program, Linux ignores every
    // limit but 1; if it writes them to a file, it writes none smaller than a page.
    var none = rlimit(rlim_cur: 1, rlim_max: 1)
    // SAFETY: the pointer lives for the call.
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    // Swift's own crash reports show memory that registers point to.
    for number in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP] {
      signal(number, SIG_DFL)
    }
  }
}
