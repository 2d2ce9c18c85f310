package import Diagnostics
import Files
import Glibc
import Workers

/// Checks whether the system permits the address space that the program needs.
///
/// Swift crashes when memory is refused (`ulimit -v`), so the program checks this first.
package enum AddressSpace {
  /// The address space needed besides stacks: buffers, dictionaries and tallies.
  private static let base = 32 << 20

  /// Whether address space is limited.
  static var isLimited: Bool { bytes(of: RLIMIT_AS) != nil }

  /// Throws unless there is address space for this many threads.
  package static func require(threads: Int) throws(ScarceAddresses) {
    guard let limit = bytes(of: RLIMIT_AS), let used = used() else { return }
    let needed = base + threads * Threads.stackByteCount
    let left = max(0, limit - used)
    if left < needed { throw ScarceAddresses(limit: limit, left: left, needed: needed) }
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

/// The system grants too little address space.
package struct ScarceAddresses: Diagnosable {
  let limit: Int
  let left: Int
  let needed: Int

  package var location: Location? { nil }
  package var found: String {
    "addresses are limited to \(limit >> 20) MiB, of which \(left >> 20) are left ('ulimit -v')"
  }
  package var expected: String? { "at least \((needed + 1 << 20 - 1) >> 20) MiB" }
  package var remedy: String? { "Raise the limit, or use fewer --lanes." }
}
