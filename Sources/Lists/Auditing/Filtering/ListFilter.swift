package import Files
package import Intake
package import Passwords
import Workers

/// Reduces lists to the lines that pass a ``LineFilter``, in order, on all workers.
///
///     let filter = ListFilter(ListsToRead(inputs), filter, criteria)
///     let summaries = filter.run { lines in write(lines.text) }
package struct ListFilter: Sendable {
  /// The lists, with the settings for reading them.
  package let lists: ListsToRead
  /// The rules that decide which lines pass.
  package let lineFilter: LineFilter
  /// Whether to output passwords instead of whole lines.
  package let takesPasswords: Bool
  /// The criteria that judge the passwords.
  package let criteria: Criteria

  /// Makes a filter; its filter and its criteria have the same schema.
  package init(
    _ lists: ListsToRead, _ lineFilter: LineFilter, _ criteria: Criteria,
    takesPasswords: Bool = false
  ) {
    precondition(lineFilter.schema == criteria.schema, "one schema a filter")
    self.lists = lists
    self.lineFilter = lineFilter
    self.takesPasswords = takesPasswords
    self.criteria = criteria
  }
}

extension ListFilter {
  /// Reads every list until it ends, fails or is stopped.
  ///
  /// Memory is (2 × workers + 1) chunks and their output, for lists of any size.
  ///
  /// - Parameters:
  ///   - packer: Packs the output; nil if it is not packed.
  ///   - deliver: Receives the output, in the order of the lists; called by one worker at a time.
  /// - Returns: A summary of each list, in order.
  package func run(
    packingBy packer: Packer? = nil, deliver: @escaping @Sendable (FilteredLines) -> Void
  ) -> [ListSummary] {
    let free = Locked<[Chunk]>([])
    let workers = OrderedWorkers(
      lists.workers, make: { FilterWorker(self) },
      deliver: { [progress = lists.progress] (lines: FilteredLines) in
        progress.add(lines.lines.audited)
        deliver(lines)
      },
      work: { (worker: FilterWorker, work: Work) in
        var lines = worker.filter(work.job, keepsHeader: work.keepsHeader)
        free.withLock { $0.append(work.job.chunk) }
        if let packer { lines.pack(by: packer) }
        return lines
      })
    // Only the header of the first list is kept; the rows of all lists follow it.
    var isFirst = true
    let summaries = lists.read(into: Chunk()) { job in
      workers.take(Work(job: job, keepsHeader: isFirst))
      isFirst = false
      return free.withLock { $0.popLast() } ?? Chunk()
    }
    workers.finish()
    return summaries()
  }

  /// A chunk and how to filter it.
  private struct Work: Sendable {
    let job: ChunkJob
    let keepsHeader: Bool
  }
}

/// The lines of a chunk that pass a filter.
package struct FilteredLines: Sendable, Concealing {
  /// The passing lines with their line ends, or their passwords; packed if requested.
  package var text = Concealed()
  /// The number of passing lines.
  package var keptCount: UInt64 = 0
  /// The counts of all lines.
  package var lines = LineCounts()
  /// Whether there was too little memory to pack the text.
  package var isLost = false

  /// Makes a result without passing lines.
  package init() {}

  /// Packs the text.
  mutating func pack(by packer: Packer) {
    guard let packed = packer.pack(text.bytes) else { return isLost = true }
    text = Concealed(bytes: packed)
  }
}
