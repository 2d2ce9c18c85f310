import Blocklists
import Intake
@_spi(Internal) import Passwords
package import Tallies

/// The state of one worker: shared tables, its own scratch memory and its own tally.
final class AuditWorker: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): the pool owns an idle worker; the closure that took a worker
  // from the pool owns it until its return. The pool's lock orders the two.
  private let batches: LineBatches
  private let grouping: GroupingWorker?
  private(set) var tally: Tally
  /// The chunk's count of non-ASCII UTF-8 lines after the last batch.
  private var utf8SoFar: UInt64 = 0

  init(_ plan: AuditPlan) {
    batches = LineBatches(plan.criteria, countsEntries: true)
    grouping = plan.grouping.map(GroupingWorker.init)
    tally = Tally(schema: plan.schema, shapes: plan.shapes)
  }

  /// Audits every line of a chunk.
  ///
  /// - Returns: Lines audited.
  func audit(_ job: ChunkJob) -> UInt64 {
    utf8SoFar = 0
    batches.forEach(of: job) { batch, text, _ in count(&batch, text) }
    tally.lines.merge(batches.lines)
    tally.hits.merge(batches.hits)
    return batches.lines.audited
  }

  /// Counts the lines of a batch, whose signatures are complete.
  ///
  /// - Parameters:
  ///   - batch: The lines.
  ///   - text: The text that the batch's offsets refer to.
  private func count(_ batch: inout LineBatch, _ text: RawSpan) {
    countChangedByFormC(batch, text)
    tally.shapes?.record(batch, in: text)
    tally.record(&batch)
    grouping?.record(batch, in: text)
  }

  /// Counts the passwords that normalisation changes in a weighted batch; most batches have none.
  private func countChangedByFormC(_ batch: borrowing LineBatch, _ text: RawSpan) {
    if batches.lines.utf8 == utf8SoFar { return }
    utf8SoFar = batches.lines.utf8
    tally.lines.changedByFormC &+= Normalisation.changedLines(in: batch, of: text)
  }

  /// Passes the tally on and starts a new one.
  func handOver(to add: (Tally) -> Void) {
    add(tally)
    tally.removeAll()
    grouping?.forgetKeys()
  }

  /// Adds the tally of another worker.
  func add(_ other: Tally) { tally.merge(other) }
}

/// Submits the passwords of one worker to a grouping.
package final class GroupingWorker {
  private let grouping: Grouping
  private let worker: Int
  private var recorder: WorkerRecorder

  /// Makes a worker of a grouping.
  package init(_ grouping: Grouping) {
    self.grouping = grouping
    worker = grouping.numberWorker()
    recorder = grouping.makeRecorder()
  }

  /// Submits every line of a batch that the worker's tally has counted.
  func record(_ batch: borrowing LineBatch, in text: RawSpan) {
    grouping.withPartitions(of: worker) { partitions throws(GroupingProblem) in
      try recorder.record(batch, in: text, number: grouping.number(of:), into: &partitions)
    }
  }

  /// Notes that the worker's tally was emptied, so that its keys begin anew.
  func forgetKeys() { recorder.forgetKeys() }

  /// Submits a password that was grouped elsewhere.
  ///
  /// - Parameters:
  ///   - fingerprint: Its fingerprint.
  ///   - number: What ``Grouping/number(of:)`` returned for its signature.
  ///   - count: Its occurrences; at least 1.
  package func record(_ fingerprint: Fingerprint, number: UInt64, count: UInt64) {
    grouping.withPartitions(of: worker) { partitions throws(GroupingProblem) in
      try partitions.add(
        PasswordRecord(
          high: fingerprint.high, low: fingerprint.low, signature: number, count: count))
    }
  }
}
