package import Intake
import Passwords
import Synchronization
package import Workers

/// The lists of a run and the settings for reading them; each is read to its end, fault or stop.
package struct ListsToRead: Sendable {
  /// The lists, in reading order.
  package let inputs: [ListInput]
  /// The settings for decoding their text.
  package let reading: TextSettings
  /// The layout of their lines: stated, or to be detected.
  package let layout: LayoutRequest
  /// The workers of the run, including the reader; they may decompress while the reader reads.
  package let workers: WorkerPool
  /// Ends the reading early when raised.
  package let stop: StopFlag
  /// The progress of the run.
  package let progress: AuditProgress

  /// Prepares to read lists, with a pool of as many workers as there are workers.
  package init(
    _ inputs: [ListInput], reading: TextSettings = TextSettings(), layout: LayoutRequest = .plain,
    threads: Int = 1, stop: StopFlag = StopFlag()
  ) {
    self.inputs = inputs
    self.reading = reading
    self.layout = layout
    workers = WorkerPool(width: threads)
    self.stop = stop
    progress = AuditProgress(totalByteCount: ListInput.totalByteCount(of: inputs))
  }

  /// How many readers may read different lists at once; 1 if the reading order matters.
  ///
  /// With a limit on bytes, lists are read in order. So are pipes: one process may write several of
  /// them, one after the other.
  var mostReaders: Int {
    let mayBeAnyOrder = reading.maxBytes == nil && inputs.allSatisfy { $0.byteCount != nil }
    return mayBeAnyOrder ? min(inputs.count, workers.width) : 1
  }

  /// Reads every list in order.
  ///
  /// - Parameters:
  ///   - chunk: The first chunk to fill.
  ///   - take: Takes a filled chunk and returns one to fill.
  ///   - listEnded: Receives the number of each list after its last chunk.
  /// - Returns: A closure that returns the summary of each list once all chunks are audited.
  func read(
    into chunk: Chunk, _ take: (ChunkJob) -> Chunk, listEnded: (Int) -> Void = { _ in }
  ) -> () -> [ListSummary] {
    let queue = ListQueue(inputs, mostReaders: 1)
    var chunk = chunk
    read(from: queue, into: &chunk, take, listEnded: listEnded)
    return { queue.finish() }
  }

  /// Reads lists from a queue until none is left for this reader.
  ///
  /// - Parameters:
  ///   - queue: Hands out the lists and takes their accounts.
  ///   - chunk: The first chunk to fill; afterwards the next one to fill.
  ///   - take: Takes a filled chunk and returns one to fill.
  ///   - listEnded: Receives the number of each list after its last chunk.
  func read(
    from queue: ListQueue, into chunk: inout Chunk, _ take: (ChunkJob) -> Chunk,
    listEnded: (Int) -> Void
  ) {
    // A limit on bytes is for all lists together; then there is only one reader.
    var rest = reading
    while let claimed = queue.next() {
      // If all workers read, none is free to hash for a reader.
      let isAlone = claimed.isBesideOthers && queue.mostReaders == workers.width
      let list = read(
        claimed.number, as: rest, beside: isAlone ? .alone : workers, into: &chunk, take)
      rest.take(list.summary.textBytes)
      queue.end(claimed, list.summary, list.detector)
      listEnded(claimed.number)
    }
  }

  /// Reads one list.
  private func read(
    _ number: Int, as reading: TextSettings, beside workers: WorkerPool, into chunk: inout Chunk,
    _ take: (ChunkJob) -> Chunk
  ) -> (summary: ListSummary, detector: LayoutDetector) {
    var reader = ListReader(
      inputs[number], reading: reading, longestLine: Schema.longestLine,
      keepsTextsApart: !layout.isPlain, workers: workers,
      watch: ReadingWatch(stop: stop, progress: progress.reading))
    let detector = LayoutDetector(
      layout, list: inputs[number].name, takesAnyText: reading.takesAnyBytes)
    while reader.fill(chunk), let job = detector.job(chunk) {
      if job.layout.isTable { reader.keepUnfinishedRow(of: chunk, job.layout) }
      chunk = take(job)
    }
    return (reader.summary, detector)
  }
}

/// The progress of a run; other threads can read it at any time.
package final class AuditProgress: Sendable {
  /// The bytes read so far, and the total.
  package let reading: ReadingProgress

  /// The bytes of the lists read so far.
  package var byteCount: UInt64 { reading.byteCount }

  /// The bytes of all lists; nil if unknown.
  package var totalByteCount: UInt64? { reading.totalByteCount }

  private let audited = Atomic<UInt64>(0)

  /// Starts at 0 bytes.
  init(totalByteCount: UInt64?) { reading = ReadingProgress(totalByteCount: totalByteCount) }

  /// Passwords audited so far.
  package var passwordCount: UInt64 { audited.load(ordering: .relaxed) }

  func add(_ passwords: UInt64) { audited.wrappingAdd(passwords, ordering: .relaxed) }
}
