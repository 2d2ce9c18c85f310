package import Diagnostics

/// A reason why distinct passwords could not be counted.
package enum GroupingProblem: Hashable, Sendable {
  /// No temporary file can be created in a directory.
  case cannotOpen(directory: String, code: Int32)
  /// The temporary file cannot be written.
  case cannotWrite(directory: String, code: Int32, written: UInt64)
  /// The temporary file cannot be read back.
  case cannotRead(directory: String, code: Int32)
  /// The system grants no more memory, not even for allocations that `--memory` does not limit.
  case noMemory(byteCount: Int)
}

extension GroupingProblem: Diagnosable {
  package var problem: Problem {
    switch self {
    case .cannotOpen(let directory, let code):
      Problem(
        "unmade-temporary", in: directory,
        "cannot make a temporary file: \(SystemError(code: code))",
        remedy: "Name another directory with --temporary.")
    case .cannotWrite(let directory, let code, let written):
      Problem(
        "unwritten-temporary", in: directory,
        "cannot write to the temporary file after byte \(written): \(SystemError(code: code))",
        expected: "room for 20 bytes a line beyond --memory",
        remedy: "Name a directory with more room with --temporary, or raise --memory.")
    case .cannotRead(let directory, let code):
      Problem(
        "unread-temporary", in: directory,
        "cannot read the temporary file again: \(SystemError(code: code))",
        remedy: "Name another directory with --temporary.")
    case .noMemory(let byteCount):
      Problem(
        "no-memory-to-group",
        "distinct passwords cannot be counted: the system refuses \(byteCount) bytes of memory",
        remedy: "Lower --memory, so that more is left, or give the program more memory.")
    }
  }
}

/// How grouping divides its memory.
///
/// The partitions of the workers take five eighths. The tables that add them up take a quarter
/// while they grow. The rest is for dividing partitions that do not fit a table. Signatures and
/// their groups are not included: they are the result, a few megabytes for real lists.
package struct GroupingLimits: Hashable, Sendable {
  /// The number of leading fingerprint bits that choose the partition.
  package let partitionBits: Int
  /// The number of workers with their own partitions.
  package let threads: Int
  /// The most bytes of a worker's partitions.
  let partitionBytes: Int
  /// The most bytes of a worker's table.
  let tableBytes: Int
  /// The most bytes for the parts of a divided partition, per worker.
  let splitBytes: Int

  /// The default of `--memory`.
  ///
  /// Four times as much saves no processor time.
  package static let defaultMemory = 64 << 20
  /// The least useful memory.
  ///
  /// With less, a partition holds only a few records.
  package static let leastMemory = 16 << 20

  /// Divides memory among workers.
  ///
  /// With 256 partitions, the table for a list of some ten million lines fits the second-level
  /// cache, and partitions are still written in tens of kilobytes.
  package init(memory: Int, threads: Int, partitionBits: Int = 8) {
    precondition(memory > 0 && threads > 0 && (0...16).contains(partitionBits))
    self.partitionBits = partitionBits
    self.threads = threads
    partitionBytes = memory / 8 * 5 / threads
    // A growing table needs half as much again.
    tableBytes = memory / 6 / threads
    splitBytes = memory / 8 / threads
  }
}
