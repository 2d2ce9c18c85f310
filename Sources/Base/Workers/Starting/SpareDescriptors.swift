package import Diagnostics
import Glibc

/// Checks whether the system lets the program open the files that a command needs.
package enum SpareDescriptors {
  /// More than any command takes, unless many workers read as many lists.
  ///
  /// As the limit was lowered, none needed more than 9, not even sixteen workers with sixty lists.
  private static let needed = 16

  /// Throws unless enough files can be opened; later calls have the same outcome.
  package static func require() throws(Problem) { try outcome.get() }

  private static let outcome = Result { () throws(Problem) in
    let left = count
    if left >= needed { return }
    throw Problem(
      "few-descriptors", "only \(left) more files can be opened ('ulimit -n')",
      expected: "at least \(needed)",
      remedy: "Raise the limit: ulimit -n 1024. Or close files in the program that starts this one."
    )
  }

  /// How many more descriptors the program may open, at most those that it needs.
  private static var count: Int {
    var spare: [Int32] = []
    defer { for number in spare { close(number) } }
    while spare.count < needed {
      let number = fcntl(0, F_DUPFD_CLOEXEC, 3)
      guard number >= 0 else { break }
      spare.append(number)
    }
    return spare.count
  }
}

/// The limit on files and connections that the program can have open at once.
package enum DescriptorLimit {
  /// Raises the limit as far as the system permits, up to `most`.
  package static func raise(to most: UInt) {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    // SAFETY: the pointers are valid during the calls.
    guard unsafe getrlimit(resource, &limit) == 0, limit.rlim_cur < most else { return }
    limit.rlim_cur = min(limit.rlim_max, rlim_t(most))
    unsafe setrlimit(resource, &limit)
  }
}
