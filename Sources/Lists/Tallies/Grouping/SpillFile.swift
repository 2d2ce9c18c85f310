import Diagnostics
import Files
import Glibc
import Synchronization

/// The unnamed file that takes records when memory is full.
///
/// It disappears however the process ends.
///
/// It holds fingerprints, signature numbers and counts, encrypted. Workers may write at the same
/// time, but the system serialises the writes: with a file each, two workers write in half the
/// time.
package final class SpillFile: Sendable {
  /// Records that were written together.
  struct Run {
    /// The offset in the file, in bytes.
    let offset: Int
    /// The number of records.
    let count: Int
  }

  private let directory: String
  private let file: UnnamedFile
  private let end = Atomic<Int>(0)

  /// Creates the file.
  package init(in directory: String) throws(GroupingProblem) {
    self.directory = directory
    do throws(SystemError) { file = try UnnamedFile(in: directory) } catch {
      throw .cannotOpen(directory: directory, code: error.code)
    }
  }

  /// Creates a file per worker, or fewer if the system's limit of open files requires: the program
  /// needs others.
  ///
  /// - Returns: At least one.
  package static func several(
    _ threads: Int, in directory: String
  ) throws(GroupingProblem) -> [SpillFile] {
    var limit = rlimit()
    // SAFETY: the pointer lives for the call.
    let isKnown = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
    let most = isKnown ? Int(clamping: limit.rlim_cur / 16) : 1
    return try (0..<max(1, min(threads, most))).map { _ throws(GroupingProblem) in
      try SpillFile(in: directory)
    }
  }

  /// Bytes written so far.
  package var byteCount: UInt64 { UInt64(end.load(ordering: .relaxed)) }

  /// Writes some records.
  func write<Record: BitwiseCopyable>(
    _ records: UnsafeBufferPointer<Record>
  ) throws(GroupingProblem) -> Run {
    let bytes = UnsafeRawBufferPointer(records)
    let offset = end.wrappingAdd(bytes.count, ordering: .relaxed).oldValue
    do throws(SystemError) { try unsafe file.write(bytes, at: offset) } catch {
      throw .cannotWrite(directory: directory, code: error.code, written: UInt64(offset))
    }
    return Run(offset: offset, count: records.count)
  }

  /// Reads records from an offset until the buffer is full.
  func read<Record: BitwiseCopyable>(
    into records: UnsafeMutableBufferPointer<Record>, at offset: Int
  ) throws(GroupingProblem) {
    do throws(SystemError) {
      try unsafe file.read(into: UnsafeMutableRawBufferPointer(records), at: offset)
    } catch {
      throw .cannotRead(directory: directory, code: error.code)
    }
  }

  /// Returns the file's space to the system; nothing can be read afterwards.
  ///
  /// The end of the process does this too, but has to wait for it: 20 ms for 200 MB.
  package func empty() {
    // No effect on the counts: a failure here is made up for when the process ends.
    try? file.empty()
  }
}
