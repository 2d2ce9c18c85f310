package import Intake
package import Packing
import Passwords
import Workers

extension ListFilter {
  /// Reads every list until it ends, fails or is stopped.
  ///
  /// Memory is (2 × lanes + 1) chunks and their output, for lists of any size.
  ///
  /// - Parameters:
  ///   - packer: Packs the output; nil if it is not packed.
  ///   - deliver: Receives the output, in the order of the lists; called by one lane at a time.
  /// - Returns: A summary of each list, in order.
  package func run(
    packingBy packer: Packer? = nil, deliver: @escaping @Sendable (FilteredLines) -> Void
  ) -> [ListSummary] {
    let free = Locked<[Chunk]>([])
    let lanes = OrderedLanes(
      lists.workers, make: { FilterLane(self) },
      deliver: { [progress = lists.progress] (lines: FilteredLines) in
        progress.add(lines.lines.audited)
        deliver(lines)
      },
      work: { (lane: FilterLane, work: Work) in
        var lines = lane.filter(work.job, keepsHeader: work.keepsHeader)
        free.withLock { $0.append(work.job.chunk) }
        if let packer { lines.pack(by: packer) }
        return lines
      })
    // Only the header of the first list is kept; the rows of all lists follow it.
    var isFirst = true
    let summaries = lists.read(into: Chunk()) { job in
      lanes.take(Work(job: job, keepsHeader: isFirst))
      isFirst = false
      return free.withLock { $0.popLast() } ?? Chunk()
    }
    lanes.finish()
    return summaries()
  }

  /// A chunk and how to filter it.
  private struct Work: Sendable {
    let job: ChunkJob
    let keepsHeader: Bool
  }
}
