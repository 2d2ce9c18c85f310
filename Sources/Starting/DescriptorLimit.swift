import Glibc

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
