import Files
import Glibc

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
