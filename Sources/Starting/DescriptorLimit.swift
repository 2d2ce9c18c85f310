import Glibc

/// The limit on files and connections that the program has open at once.
package enum DescriptorLimit {
  /// Raises it as far as the system permits, up to this number.
  package static func raise(to most: UInt) {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    // SAFETY: the pointers live for the calls.
    guard unsafe getrlimit(resource, &limit) == 0, limit.rlim_cur < most else { return }
    limit.rlim_cur = min(limit.rlim_max, rlim_t(most))
    unsafe setrlimit(resource, &limit)
  }
}
