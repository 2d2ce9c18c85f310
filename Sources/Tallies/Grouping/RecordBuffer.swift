/// Memory for records of a partition that are read from the file.
struct RecordBuffer: ~Copyable {
  private var packed: [PackedRecord.Unit] = []

  /// Reads a run of the file, and lends it.
  ///
  /// - Throws: ``GroupingProblem/cannotRead(directory:code:)``.
  mutating func read(
    _ run: SpillFile.Run, from file: SpillFile,
    _ body: (Span<PackedRecord.Unit>) throws(GroupingProblem) -> Bool
  ) throws(GroupingProblem) -> Bool {
    if packed.count < run.count { packed = Array(repeating: 0, count: run.count) }
    try unsafe packed.withUnsafeMutableBufferPointer { packed throws(GroupingProblem) in
      // SAFETY: all bytes are valid records, and these were written as records.
      try unsafe file.read(
        into: UnsafeMutableBufferPointer(rebasing: packed[..<run.count]), at: run.offset)
    }
    return try body(packed.span.extracting(..<run.count))
  }
}
