import Glibc

/// Memory that nobody has yet, which is asked after and not taken.
///
/// Where memory is refused to Swift, the program crashes; so tables, which could take all there is,
/// leave some of it to everything else.
enum SpareMemory {
  /// Bytes that shards leave: for groups, a report and stacks of threads.
  static let reserve = 128 << 20

  /// Whether the system has so many bytes more; see ``demand(_:besides:)``.
  static func has(_ byteCount: Int, besides more: Int) -> Bool {
    do throws(GroupingProblem) {
      try demand(byteCount, besides: more)
      return true
    } catch {
      return false
    }
  }

  /// Makes sure that the system has so many bytes more.
  ///
  /// It knows where the process may have no more (`ulimit -v`) or nobody may have what is not there
  /// (overcommitment switched off); elsewhere it promises more than it has.
  ///
  /// - Throws: ``GroupingProblem/noMemory(byteCount:)``.
  /// - Complexity: Two system calls, some microseconds in all; no page is touched.
  static func demand(_ byteCount: Int, besides more: Int = 0) throws(GroupingProblem) {
    let (wanted, isTooMuch) = byteCount.addingReportingOverflow(more)
    if isTooMuch { throw .noMemory(byteCount: .max) }
    let flags = MAP_PRIVATE | MAP_ANONYMOUS
    let memory = unsafe mmap(nil, max(wanted, 1), PROT_READ | PROT_WRITE, flags, -1, 0)
    guard let memory = unsafe memory, unsafe memory != MAP_FAILED else {
      throw .noMemory(byteCount: wanted)
    }
    // SAFETY: exactly what was mapped, which nobody else knows of.
    unsafe munmap(memory, max(wanted, 1))
  }
}
