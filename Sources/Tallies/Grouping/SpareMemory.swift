import Glibc

/// Checks for free memory without allocating it.
///
/// Swift crashes when memory is refused, so tables, which could take all memory, leave some for
/// everything else.
enum SpareMemory {
  /// Bytes that partitions leave free: for groups, a report and the stacks of threads.
  static let reserve = 128 << 20

  /// Whether the system has `byteCount` and `more` bytes free; see ``demand(_:besides:)``.
  static func has(_ byteCount: Int, besides more: Int) -> Bool {
    do throws(GroupingProblem) {
      try demand(byteCount, besides: more)
      return true
    } catch {
      return false
    }
  }

  /// Throws unless the system has `byteCount` and `more` bytes free.
  ///
  /// The answer is exact under a limit (`ulimit -v`) or without overcommitment; elsewhere the
  /// system promises more than it has.
  ///
  /// - Throws: ``GroupingProblem/noMemory(byteCount:)``.
  /// - Complexity: Two system calls, some microseconds; touches no page.
  static func demand(_ byteCount: Int, besides more: Int = 0) throws(GroupingProblem) {
    let (wanted, isTooMuch) = byteCount.addingReportingOverflow(more)
    if isTooMuch { throw .noMemory(byteCount: .max) }
    let flags = MAP_PRIVATE | MAP_ANONYMOUS
    let memory = unsafe mmap(nil, max(wanted, 1), PROT_READ | PROT_WRITE, flags, -1, 0)
    guard let memory = unsafe memory, unsafe memory != MAP_FAILED else {
      throw .noMemory(byteCount: wanted)
    }
    // SAFETY: exactly the range just mapped; nothing else refers to it.
    unsafe munmap(memory, max(wanted, 1))
  }
}
