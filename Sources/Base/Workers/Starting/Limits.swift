package import Diagnostics
import Files
import Glibc

/// Checks whether the system permits the address space that the program needs.
///
/// Swift crashes when memory is refused (`ulimit -v`), so the program checks this first.
package enum AddressSpace {
  /// The address space needed besides stacks: buffers, dictionaries and tallies.
  private static let base = 32 << 20

  /// Whether address space is limited.
  static var isLimited: Bool { bytes(of: RLIMIT_AS) != nil }

  /// Throws unless there is address space for this many threads.
  package static func require(threads: Int) throws(Problem) {
    guard let limit = bytes(of: RLIMIT_AS), let used = used() else { return }
    let needed = base + threads * Threads.stackByteCount
    let left = max(0, limit - used)
    if left >= needed { return }
    throw Problem(
      "little-address-space",
      "addresses are limited to \(limit >> 20) MiB, of which \(left >> 20) are left ('ulimit -v')",
      expected: "at least \((needed + 1 << 20 - 1) >> 20) MiB",
      remedy: "Raise the limit: ulimit -v unlimited. Or use fewer threads: --threads 1")
  }

  /// The limit in bytes; nil if there is none.
  private static func bytes(of resource: __rlimit_resource) -> Int? {
    var limit = rlimit()
    // SAFETY: the pointer is valid during the call.
    guard unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0,
      limit.rlim_cur < 1 << 46
    else { return nil }
    return Int(limit.rlim_cur)
  }

  /// The bytes of address space that the process uses.
  private static func used() -> Int? {
    guard let bytes = try? SmallFile.bytes(of: "/proc/self/statm", .any, atMost: 4096) else {
      return nil
    }
    let pages = String(decoding: bytes, as: UTF8.self).split(separator: " ").first
    return pages.flatMap { Int($0) }.map { $0 * Int(getpagesize()) }
  }
}

/// Checks whether the system grants the stack that the program needs.
///
/// Under a limit (`ulimit -s`), the main thread ends by a signal where its stack ends. 136 KiB were
/// enough for all commands; policies in parentheses and JSON take more, level by level.
package enum StackLimit {
  /// The stack that the main thread needs.
  private static let needed = 1 << 20

  /// Throws unless there is enough stack.
  package static func require() throws(Problem) {
    var limit = rlimit()
    // SAFETY: the pointer is valid during the call.
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit) == 0,
      limit.rlim_cur < needed
    else { return }
    throw Problem(
      "little-stack", "the stack is limited to \(limit.rlim_cur >> 10) KiB ('ulimit -s')",
      expected: "at least \(needed >> 10)", remedy: "Raise the limit: ulimit -s 8192")
  }
}

/// Checks whether the system grants the threads that a program cannot do without.
///
/// Under a limit of processes (`ulimit -u`, or a container's), Dispatch, which runs Swift's tasks,
/// asks for a thread again and again, for ever.
package enum ThreadLimit {
  /// Throws unless the system grants this many threads besides the caller's.
  package static func require(_ count: Int) throws(Problem) {
    if Threads.areGranted(count) { return }
    throw Problem(
      "no-threads", "the system refuses threads ('ulimit -u', or a container's limit of processes)",
      expected: "at least \(count)",
      remedy: "Raise the limit: ulimit -u 4096. Or end other programs of this user.")
  }
}

/// The number of processors that this process may use.
package enum Processors {
  /// The processors that the process may run on, limited by a container's quota; at least 1.
  ///
  /// The system's processor count ignores `taskset` and cgroup limits.
  package static let available = max(
    1, min(allowed ?? Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), quota ?? .max))

  /// The bits of `Cpus_allowed` in the process's status: hexadecimal words separated by commas.
  private static var allowed: Int? {
    let lines = text(of: "/proc/self/status")?.split(separator: "\n")
    let mask = lines?.first { $0.hasPrefix("Cpus_allowed:") }?.dropFirst("Cpus_allowed:".count)
    let count = mask?.reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) }
    return count == 0 ? nil : count
  }

  /// The cgroup's quota in processors, rounded up: `max` or `quota period` in microseconds.
  private static var quota: Int? {
    let words = text(of: "/sys/fs/cgroup/cpu.max")?.split(whereSeparator: \.isWhitespace) ?? []
    guard words.count == 2, let quota = Double(words[0]), let period = Double(words[1]),
      quota > 0, period > 0, quota / period < 1e6
    else { return nil }
    return Int((quota / period).rounded(.up))
  }

  private static func text(of path: String) -> String? {
    let bytes = try? SmallFile.bytes(of: path, .any, atMost: 65_536)
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }
}
