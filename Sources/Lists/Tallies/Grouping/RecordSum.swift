@_spi(Internal) import Bytes

/// Adds up the records of partitions, one partition after another.
///
/// The table holds the passwords of one partition. If a partition does not fit the table, its
/// records are divided among partitions by further bits of their fingerprints, which are added up
/// in order; so memory does not depend on the length of the list.
package struct RecordSum: ~Copyable {
  private var table: RecordTable
  private let limits: GroupingLimits
  /// The file for the parts of a divided partition.
  private let file: SpillFile
  /// Memory for records read from the file.
  private var buffer = RecordBuffer()
  private var isClamped = false

  /// A partition that does not fit the table is divided into 2⁶.
  private static let splitBits = 6
  /// If fingerprints share this many leading bits, they do not behave like hashes.
  private static let mostSharedBits = 56

  /// Makes an empty table.
  ///
  /// - Throws: ``GroupingProblem/noMemory(byteCount:)``.
  package init(_ limits: GroupingLimits, spillingTo file: SpillFile) throws(GroupingProblem) {
    table = try RecordTable(prefixBits: limits.partitionBits, byteLimit: limits.tableBytes)
    self.limits = limits
    self.file = file
  }

  /// Counts every password of a partition in its group.
  ///
  /// - Parameters:
  ///   - partition: The partition.
  ///   - workers: The partitions of all workers.
  ///   - counts: Receives the counts of the groups.
  ///   - passOn: Receives each password once, in ascending order of fingerprints; nil if not
  ///     needed.
  /// - Throws: ``GroupingProblem`` if the file cannot be written or read, or memory is short.
  package mutating func count(
    _ partition: Int, of workers: [FullPartitions], in counts: inout GroupCounts,
    passingOn passOn: ((PasswordRecord) throws(GroupingProblem) -> Void)? = nil
  ) throws(GroupingProblem) {
    try forEachTable(on: partition, of: workers, sharing: limits.partitionBits) {
      table throws(GroupingProblem) in
      guard let passOn else {
        try table.forEachPlace { record throws(GroupingProblem) in try counts.record(record) }
        return table.removeAll()
      }
      try unsafe table.drain { records throws(GroupingProblem) in
        for index in records.indices {
          let record = unsafe records[index]
          try passOn(record)
          try counts.record(record)
        }
      }
    }
    let wasClamped = isClamped || table.isClamped || workers.contains { $0.partitions.isClamped }
    counts.isClamped = counts.isClamped || wasClamped
  }

  /// Calls `body` with tables, which it must empty.
  ///
  /// Together they hold each password of a partition once; the fingerprints of each table are below
  /// those of the next.
  private mutating func forEachTable(
    on partition: Int, of workers: [FullPartitions], sharing bits: Int,
    _ body: (inout RecordTable) throws(GroupingProblem) -> Void
  ) throws(GroupingProblem) {
    table.share(prefixBits: bits)
    guard try fill(from: partition, of: workers) else {
      table.removeAll()
      let parts = try split(partition, of: workers, sharing: bits)
      for part in 0..<1 << Self.splitBits {
        try forEachTable(on: part, of: [parts], sharing: bits + Self.splitBits, body)
      }
      isClamped = isClamped || parts.partitions.isClamped
      return
    }
    try body(&table)
  }

  /// Adds all records of a partition to the table.
  ///
  /// - Returns: Whether they fit.
  private mutating func fill(
    from partition: Int, of workers: [FullPartitions]
  ) throws(GroupingProblem) -> Bool {
    for worker in workers {
      let isDone = try worker.partitions.forEachPiece(of: partition, through: &buffer) {
        table.addAll($0)
      }
      if !isDone { return false }
    }
    return true
  }

  /// Divides the records of a partition among further partitions.
  private mutating func split(
    _ partition: Int, of workers: [FullPartitions], sharing bits: Int
  ) throws(GroupingProblem) -> FullPartitions {
    if bits + Self.splitBits > Self.mostSharedBits {
      throw .noMemory(byteCount: 2 * table.byteCount)
    }
    var parts = try RecordPartitions(
      sharedBits: bits, bits: Self.splitBits, byteLimit: limits.splitBytes, spillingTo: file)
    for worker in workers {
      _ = try worker.partitions.forEachPiece(of: partition, through: &buffer) {
        piece throws(GroupingProblem) in
        let units = piece.raw
        var place = 0
        while place < piece.count {
          try parts.add(PackedRecord.next(in: units, at: &place))
        }
        return true
      }
    }
    return FullPartitions(of: parts)
  }
}
