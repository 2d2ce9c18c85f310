import Glibc

/// Zeroed memory for records, packed or not, or for numbers.
///
/// It returns to the system as soon as its owner ends.
///
/// The allocator would keep freed memory, and `--memory` would be exceeded.
@safe struct MappedMemory<Record: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  /// The number of records.
  let places: Int

  // SAFETY (`@unchecked Sendable`): only the owner of the pages refers to the memory.
  // SAFETY: mapped in `init` with `places` strides, unmapped in `deinit`; the owner cannot be
  // copied. The system zeroes the pages, and zero bytes are valid records.
  let base: UnsafeMutablePointer<Record>

  /// The size of a record, in bytes.
  static var stride: Int { MemoryLayout<Record>.stride }

  /// Allocates memory.
  ///
  /// - Parameters:
  ///   - places: The number of records; at least 1.
  ///   - reserve: Bytes that must remain free in the system.
  ///   - isSparse: Whether some pages may stay unused; if not, the system maps all pages at once.
  ///     From ``hugePage`` bytes on, the system maps pages on first use, 2 MiB at a time if it can:
  ///     that takes a tenth of the time, and the processor finds places without walking its page
  ///     tables.
  /// - Throws: ``GroupingProblem/noMemory(byteCount:)``.
  init(
    places: Int, besides reserve: Int, isSparse: Bool = false
  ) throws(GroupingProblem) {
    precondition(places > 0, "no room is no table")
    try SpareMemory.demand(places * Self.stride, besides: reserve)
    let isHuge = places * Self.stride >= hugePage
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | (isSparse || isHuge ? 0 : MAP_POPULATE)
    let memory = unsafe mmap(nil, places * Self.stride, PROT_READ | PROT_WRITE, flags, -1, 0)
    guard let memory = unsafe memory, unsafe memory != MAP_FAILED else {
      throw .noMemory(byteCount: places * Self.stride)
    }
    // Only advice: everything works without it.
    if isHuge { unsafe madvise(memory, places * Self.stride, MADV_HUGEPAGE) }
    self.places = places
    unsafe base = memory.bindMemory(to: Record.self, capacity: places)
  }

  deinit { unsafe munmap(base, places * Self.stride) }
}

/// The size of the larger pages of most processors.
private let hugePage = 2 << 20

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
