import CMalloc
import Glibc

/// Protects against accidental leaks of passwords and against silent deaths of the program.
package enum Safeguards {
  /// Installs all protections, before anything else happens.
  package static func raise() {
    fillStandardDescriptors()
    unblockSignals()
    forbidCoreDumps()
    // Each thread reserves 64 MiB of address space and uses hardly any of it. If address space is
    // limited (`ulimit -v`), other parts need it, and Swift crashes when memory is refused. If it
    // is not, threads that shared an arena would wait for each other.
    if AddressSpace.isLimited { share_arena() }
    // Writing to a closed pipe or beyond a size limit then fails with an error, which is reported.
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
  }

  /// Has each block of 1 MiB or more given back to the system as soon as it is free: for programs that run for
  /// hours and need much memory at times.
  package static func returnLargeBlocks() { return_large_blocks(1 << 20) }

  /// Opens standard input, output and error where they are closed, so that their numbers are taken.
  ///
  /// Otherwise the next opened file would get such a number: output for the terminal would go into
  /// a report, or a report would be read as a list.
  private static func fillStandardDescriptors() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      // This takes the lowest free number. Reading from 0 and writing to 1 and 2 still fail.
      _ = unsafe open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Unblocks signals: a program that starts others from a thread may have blocked them; its
  /// children inherit this and ignore Ctrl-C.
  private static func unblockSignals() {
    var none = sigset_t()
    // SAFETY: the pointers are valid during the calls.
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
  }

  /// Prevents core dumps, which would write memory to the disk.
  private static func forbidCoreDumps() {
    // A limit of 1 byte, not 0: if the system pipes core dumps to a program, Linux ignores every
    // limit except 1; if it writes them to a file, it writes none smaller than a page.
    var none = rlimit(rlim_cur: 1, rlim_max: 1)
    // SAFETY: the pointer is valid during the call.
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    // Swift's own crash reports show memory that registers point to.
    for number in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP] {
      signal(number, SIG_DFL)
    }
  }
}
