@_spi(Internal) import Passwords
import Tallies
import TestSupport

/// Workers that take turns at grouping lines of made-up signatures.
final class Grouper {
  private final class AuditWorker {
    var bench: WorkerRecorder
    var tally: Tally
    var partitions: RecordPartitions?
    init(
      _ schema: Schema, _ limits: GroupingLimits, seed: UInt64, key: FingerprintKey?,
      spillingTo file: SpillFile
    ) throws {
      bench = WorkerRecorder(seed: seed, key: key)
      tally = Tally(schema: schema)
      partitions = try RecordPartitions(limits, spillingTo: file)
    }
  }

  let schema: Schema
  let file: SpillFile
  private let limits: GroupingLimits
  private var numbers = SignatureNumbers()
  private let threads: [AuditWorker]

  init(
    _ limits: GroupingLimits, in directory: TemporaryDirectory, seed: UInt64 = 1,
    key: FingerprintKey? = nil
  ) throws {
    let schema = try Schema(for: FactDemand())
    self.schema = schema
    let file = try SpillFile(in: directory.path)
    self.file = file
    self.limits = limits
    threads = try (0..<limits.threads).map { _ in
      try AuditWorker(schema, limits, seed: seed, key: key, spillingTo: file)
    }
  }

  /// Works in a directory of its own.
  convenience init(memory: Int, threads: Int = 1, partitionBits: Int = 0) throws {
    try self.init(
      GroupingLimits(memory: memory, threads: threads, partitionBits: partitionBits),
      in: TemporaryDirectory())
  }

  /// A signature that stands for the facts of a password.
  static func signature(of password: [UInt8]) -> Signature {
    Signature(UInt64(password.count), UInt64(password.first ?? 0) << 60)
  }

  func record(_ lines: [(password: [UInt8], weight: UInt64)], isWeighted: Bool) throws {
    let number = { [file] (signature: Signature) -> UInt64 in
      (try? self.numbers.number(of: signature, spillingTo: file)) ?? 0
    }
    var turn = 0
    var batch = LineBatch()
    var start = 0
    while start < lines.count {
      batch.removeAll()
      var text: [UInt8] = []
      for line in lines[start...].prefix(LineBatch.capacity) {
        batch.append(
          LineBatch.Line(
            start: UInt32(text.count), byteCount: UInt32(line.password.count), encoding: .ascii),
          Self.signature(of: line.password))
        batch[weight: batch.count - 1] = line.weight
        text += line.password + [10]
      }
      batch.isWeighted = isWeighted
      start += batch.count
      // SAFETY: bytes have no padding.
      let bytes = unsafe text.span.bytes
      let worker = threads[turn % threads.count]
      turn += 1
      worker.tally.record(&batch)
      try worker.partitions?.lend { partitions throws(GroupingProblem) in
        try worker.bench.record(batch, in: bytes, number: number, into: &partitions)
      }
    }
  }

  func spectrum(
    countsLimit: Int = .max, passingOn passOn: ((PasswordRecord) -> Void)? = nil
  ) throws -> (spectrum: Spectrum, isClamped: Bool) {
    var spectrum = Spectrum(schema: schema)
    let handOn = { (counts: inout GroupCounts) throws(GroupingProblem) in
      try counts.drain(self.numbers, from: self.file) { group, passwords in
        spectrum.record(group.signature, occurrences: group.occurrences, passwords: passwords)
      }
    }
    var isClamped = false
    var counts = try GroupCounts(byteLimit: countsLimit, handOn: handOn)
    let filled = threads.compactMap { FullPartitions($0.partitions.take()) }
    var sum = try RecordSum(limits, spillingTo: file)
    for partition in 0..<1 << limits.partitionBits {
      try sum.count(partition, of: filled, in: &counts, passingOn: passOn)
    }
    try handOn(&counts)
    isClamped = counts.isClamped
    return (spectrum, isClamped)
  }

  /// The groups of the same lines, counted by a dictionary.
  func expected(_ lines: [(password: [UInt8], weight: UInt64)], isWeighted: Bool) -> Spectrum {
    var counts: [[UInt8]: UInt64] = [:]
    for line in lines { counts[line.password, default: 0] += isWeighted ? line.weight : 1 }
    var spectrum = Spectrum(schema: schema)
    for (password, count) in counts {
      spectrum.record(Self.signature(of: password), occurrences: count)
    }
    return spectrum
  }
}
