package import Intake
@_spi(Internal) package import Passwords
import Synchronization
package import Tallies
package import Workers

/// Counts how often each distinct password occurs, exactly, while an audit runs.
///
/// Each worker puts the fingerprint of every password on one of its 256 partitions. Partitions keep
/// within their share of memory and spill the rest to the worker's temporary file. At the end, the
/// workers add up the partitions in parallel, each time one partition of all workers. Groups are
/// passed on in parts like tallies. The sum of the parts does not depend on memory, workers or the
/// seed.
///
///     let grouping = try Grouping(schema: schema, limits: limits, directory: "/tmp", stop: stop)
///     let plan = AuditPlan(…, grouping: grouping)
///     let summaries = plan.run { … }
///     try grouping.forEachPart(workers) { part in findings.withLock { $0.add(distinct: part) } }
package final class Grouping: Sendable {
  /// The schema of the signatures.
  package let schema: Schema

  private let limits: GroupingLimits
  private let partLimit: Int
  private let seed: UInt64
  private let key: FingerprintKey?
  private let stop: StopFlag
  /// The temporary files, at least one; the first also takes the signatures.
  private let files: [SpillFile]
  /// The partitions of each worker until they are added up.
  private let partitions: [WorkerPartitions]
  private let workers = Atomic<Int>(0)
  private let numbers = Locked(SignatureNumbers())
  private let problem = Locked<GroupingProblem?>(nil)
  private let hasFailed = Atomic<Bool>(false)

  /// The partitions of a worker, or of several workers if there are more than planned.
  private final class WorkerPartitions: Sendable {
    let partitions: Locked<RecordPartitions?>

    init(_ limits: GroupingLimits, spillingTo file: SpillFile) throws(GroupingProblem) {
      partitions = Locked(try RecordPartitions(limits, spillingTo: file))
    }
  }

  /// Creates the temporary files now, so that an unwritable directory is reported before the long
  /// run.
  ///
  /// - Parameters:
  ///   - schema: The schema of the signatures.
  ///   - limits: The memory to use.
  ///   - directory: The directory of the temporary files.
  ///   - stop: Raised when a file cannot be written.
  ///   - partLimit: The most groups in a part; at least 1.
  ///   - seed: Seeds the fingerprints, differently in every run, so that an attacker cannot prepare
  ///     a list of colliding passwords.
  ///   - key: Replaces the seed if the fingerprints outlast the run.
  /// - Throws: ``GroupingProblem/cannotOpen(directory:code:)``,
  ///   ``GroupingProblem/noMemory(byteCount:)``.
  package init(
    schema: Schema, limits: GroupingLimits, directory: String, stop: StopFlag,
    partLimit: Int = Grouping.partLimit, seed: UInt64 = .random(in: .min ... .max),
    key: FingerprintKey? = nil
  ) throws(GroupingProblem) {
    self.schema = schema
    self.limits = limits
    self.partLimit = partLimit
    self.seed = seed
    self.key = key
    self.stop = stop
    let files = try SpillFile.several(limits.threads, in: directory)
    self.files = files
    partitions = try (0..<limits.threads).map { worker throws(GroupingProblem) in
      try WorkerPartitions(limits, spillingTo: files[worker % files.count])
    }
  }

  /// Bytes written to the temporary files.
  package var spilledByteCount: UInt64 { files.reduce(0) { $0 + $1.byteCount } }

  /// Makes the fingerprinting tools of a worker.
  func makeRecorder() -> WorkerRecorder { WorkerRecorder(seed: seed, key: key) }

  /// Returns a new worker number.
  ///
  /// Workers with different numbers rarely wait for each other's partitions.
  func numberWorker() -> Int { workers.wrappingAdd(1, ordering: .relaxed).oldValue }

  /// The number of a signature without relations to users' names, since one password can have many
  /// users; an arbitrary number after a problem.
  package func number(of signature: Signature) -> UInt64 {
    do throws(GroupingProblem) {
      return try numbers.withLock { numbers throws(GroupingProblem) in
        try numbers.number(of: schema.withoutRelations(signature), spillingTo: files[0])
      }
    } catch {
      fail(error)
      stop.raise()
      return 0
    }
  }

  /// Lends a worker its partitions; does nothing after a problem.
  func withPartitions(
    of worker: Int,
    _ body: (inout RecordPartitions) throws(GroupingProblem) -> Void
  ) {
    if hasFailed.load(ordering: .relaxed) { return }
    do throws(GroupingProblem) {
      try partitions[worker % partitions.count].partitions.withLock { own throws(GroupingProblem) in
        try own?.lend(to: body)
      }
    } catch {
      fail(error)
      stop.raise()
    }
  }

  private func fail(_ error: GroupingProblem) {
    problem.withLock { $0 = $0 ?? error }
    hasFailed.store(true, ordering: .relaxed)
  }

  /// Adds up the passwords of all workers and passes the sums on in parts of limited size.
  ///
  /// Call it once, after all workers are done.
  ///
  /// - Parameters:
  ///   - workers: The workers that add up in parallel; one worker if `passOn` is given.
  ///   - passOn: Receives each distinct password once, in ascending order of fingerprints; called
  ///     by one thread at a time. Nil if not needed.
  ///   - body: Receives spectra that add up to the spectrum of the lists. Called by one worker at a
  ///     time, at least once unless there is a problem.
  /// - Returns: Whether some occurrences exceeded 2⁶⁴ − 1 and were clamped to it.
  /// - Throws: The first ``GroupingProblem`` since the run began; parts may then be missing. Memory
  ///   problems occur only here, after all other counts of the run are complete; a memory problem
  ///   frees the partitions' memory.
  package func forEachPart(
    _ workers: WorkerPool, passingOn passOn: FingerprintTaker? = nil,
    _ body: @escaping @Sendable (Spectrum) -> Void
  ) throws(GroupingProblem) -> Bool {
    let parts = Parts(schema: schema, limit: partLimit, body)
    let isClamped = Atomic<Bool>(false)
    let next = Atomic<Int>(0)
    let filled = Locked(
      partitions.compactMap { worker in FullPartitions(worker.partitions.withLock { $0.take() }) })
    workers.perform(iterations: passOn == nil ? workers.width : 1) { [self] worker in
      do throws(GroupingProblem) {
        var counts = try GroupCounts { counts throws(GroupingProblem) in
          try self.handOn(&counts, to: parts)
        }
        var sum = try RecordSum(limits, spillingTo: files[worker % files.count])
        let workers = filled.withLock(\.self)
        let passOnRecord = passingOn(passOn)
        while !hasFailed.load(ordering: .relaxed) {
          let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
          guard index < 1 << limits.partitionBits else { break }
          try sum.count(index, of: workers, in: &counts, passingOn: passOnRecord)
        }
        if hasFailed.load(ordering: .relaxed) { return }
        try handOn(&counts, to: parts)
        if counts.isClamped { isClamped.store(true, ordering: .relaxed) }
      } catch {
        fail(error)
      }
    }
    filled.withLock { $0 = [] }
    for file in files where file.byteCount > 0 { workers.offer { file.empty() } }
    if let problem = problem.withLock(\.self) { throw problem }
    parts.finish()
    return isClamped.load(ordering: .relaxed)
  }

  /// Passes records on with the signatures of their numbers.
  private func passingOn(
    _ passOn: FingerprintTaker?
  ) -> ((PasswordRecord) throws(GroupingProblem) -> Void)? {
    guard let passOn else { return nil }
    var buffer = SignatureNumbers.Buffer()
    return { [self] (record: PasswordRecord) throws(GroupingProblem) in
      let signature = try numbers.withLock { numbers throws(GroupingProblem) in
        try numbers.signature(record.signature, from: files[0], &buffer)
      }
      passOn(Fingerprint(high: record.high, low: record.low), signature, record.count)
    }
  }

  private func handOn(
    _ counts: inout GroupCounts, to parts: Parts
  ) throws(GroupingProblem) {
    // One worker at a time. The others wait while a part is judged on all free workers.
    try numbers.withLock { numbers throws(GroupingProblem) in
      try counts.drain(numbers, from: files[0]) { group, passwords in parts.add(group, passwords) }
    }
  }

  /// The whole spectrum in memory.
  ///
  /// Call it once, after all workers are done.
  ///
  /// - Returns: The spectrum, and whether some occurrences exceeded 2⁶⁴ − 1 and were clamped to it.
  /// - Throws: ``GroupingProblem``, like ``forEachPart(_:_:)``.
  package func spectrum(
    _ workers: WorkerPool, passingOn passOn: FingerprintTaker? = nil
  ) throws(GroupingProblem) -> (spectrum: Spectrum, isClamped: Bool) {
    let whole = Locked(Spectrum(schema: schema))
    let isClamped = try forEachPart(workers, passingOn: passOn) { part in
      whole.withLock { $0.merge(part) }
    }
    return (whole.withLock(\.self), isClamped)
  }

  /// The most groups in a part.
  ///
  /// Real lists have fewer, so one part holds them all.
  package static let partLimit = 65_536

  /// Collects groups into parts.
  private final class Parts: Sendable {
    private let part: Locked<Spectrum>
    private let schema: Schema
    private let limit: Int
    private let body: @Sendable (Spectrum) -> Void

    init(schema: Schema, limit: Int, _ body: @escaping @Sendable (Spectrum) -> Void) {
      self.schema = schema
      self.limit = limit
      self.body = body
      part = Locked(Spectrum(schema: schema))
    }

    func add(_ group: Spectrum.Group, _ passwords: UInt64) {
      part.withLock { part in
        part.record(group.signature, occurrences: group.occurrences, passwords: passwords)
        if part.passwords.count >= limit {
          body(part)
          part = Spectrum(schema: schema)
        }
      }
    }

    /// Passes on the remaining groups, even an empty part.
    func finish() { part.withLock { body($0) } }
  }
}

/// Receives a distinct password: its fingerprint, signature and number of occurrences.
package typealias FingerprintTaker = @Sendable (Fingerprint, Signature, UInt64) -> Void
