package import Blocklists
package import Intake
package import Packing
import Passwords
package import Workers

/// Cuts lists down to the lines that a ``Sieve`` lets through, in order, on all lanes.
///
///     let filter = ListFilter(inputs: inputs, sieve: sieve, blocklists: lists, …)
///     let summaries = filter.run { lines in write(lines.text) }
package struct ListFilter: Sendable {
  /// The lists, in order.
  package let inputs: [ListInput]
  /// How their bytes are read.
  package let reading: TextReading
  /// How their lines hold passwords.
  package let layout: LayoutRequest
  /// What is let through.
  package let sieve: Sieve
  /// Whether passwords are let through instead of the lines that hold them.
  package let takesPasswords: Bool
  /// Whether lines get keys, to be told apart by their passwords.
  package let makesKeys: Bool
  /// What keys are made with: nobody knows it, so that nobody can aim at them.
  let seed = UInt64.random(in: .min ... .max)
  /// What their passwords are judged by.
  package let criteria: Criteria
  /// How many work at once, the reader among them.
  package let workers: WorkerPool
  /// Ends the reading early when raised.
  package let stop: StopFlag
  /// How far the run has come.
  package let progress: AuditProgress

  /// Puts a filter together.
  package init(
    inputs: [ListInput], reading: TextReading = TextReading(), layout: LayoutRequest = .plain,
    sieve: Sieve, blocklists: BlocklistSet, marksUsers: Bool = false, strength: StrengthReading,
    lanes: Int, stop: StopFlag, takesPasswords: Bool = false, makesKeys: Bool = false
  ) {
    self.inputs = inputs
    self.reading = reading
    self.layout = layout
    self.sieve = sieve
    self.takesPasswords = takesPasswords
    self.makesKeys = makesKeys
    criteria = Criteria(
      recipe: sieve.recipe, blocklists: blocklists, marksUsers: marksUsers, strength: strength)
    workers = WorkerPool(width: lanes)
    self.stop = stop
    progress = AuditProgress(totalByteCount: ListInput.totalByteCount(of: inputs))
  }

  /// Reads every list to its end, or to the fault or stop that ends it.
  ///
  /// Memory is (2 × lanes + 1) chunks and what they leave, whatever the lists' size.
  ///
  /// - Parameters:
  ///   - packer: Packs what is let through, if it is to be packed.
  ///   - deliver: Takes what is let through, in the order of the lists; called by one lane at a
  ///     time.
  /// - Returns: A summary of each list, in order.
  package func run(
    packingBy packer: Packer? = nil, deliver: @escaping @Sendable (FilteredLines) -> Void
  ) -> [ListSummary] {
    let free = Locked<[Chunk]>([])
    let lanes = OrderedLanes(
      workers, make: { FilterLane(self) },
      deliver: { [progress] (lines: FilteredLines) in
        progress.add(lines.lines.audited)
        deliver(lines)
      },
      work: { (lane: FilterLane, work: Work) in
        var lines = lane.filter(work.parcel, keepsHeader: work.keepsHeader)
        free.withLock { $0.append(work.parcel.chunk) }
        if let packer { lines.pack(by: packer) }
        return lines
      })
    let lists = ListsToRead(
      inputs: inputs, reading: reading, layout: layout, workers: workers, stop: stop,
      progress: progress)
    // The rows of all lists stand below the header of the first.
    var isFirst = true
    let summaries = lists.read(into: Chunk()) { parcel in
      lanes.take(Work(parcel: parcel, keepsHeader: isFirst))
      isFirst = false
      return free.withLock { $0.popLast() } ?? Chunk()
    }
    lanes.finish()
    return summaries()
  }

  /// A chunk on its way to a lane.
  private struct Work: Sendable {
    let parcel: Parcel
    let keepsHeader: Bool
  }
}
