import Diagnostics
package import Passwords

/// Compiles lists of any size into one file of distinct values, in memory that does not grow with
/// them.
///
///     var compiler = try BlocklistCompiler(comparison: .exact, temporaryDirectory: "/tmp")
///     compiler.beginSource(ranking: .byOrder)
///     try compiler.add(value)                              // once a line
///     try compiler.finish(to: "common.blocklist", text: ["common.txt"])
///
/// What stands for each value goes to a temporary file, 16 bytes a value, in 256 parts that are sorted
/// one after the other: 100 million values take 1.6 GB of disk and some 50 MB of memory.
package struct BlocklistCompiler: ~Copyable {
  /// How passwords will be compared with the values.
  package let comparison: ListComparison
  /// Values added so far, empty ones aside.
  package private(set) var count = 0
  /// Empty values, which were passed over.
  package private(set) var emptyCount = 0
  /// Values that the reader of the list left out.
  package var droppedCount = 0

  private var spool: RecordSpool
  private var firsts: FirstRecords?
  private var sources: [Source] = []
  private let memory: Int

  /// What gives values their rank.
  package enum Ranking: Hashable, Sendable {
    /// Their order in the list: the first one ranks first.
    case byOrder
    /// The number that comes with each: the largest ranks first.
    case byCount
    /// Nothing.
    case none
  }

  private struct Source {
    let ranking: Ranking
    var count = 0
    var counts: CountRanks?

    func band(of number: UInt64) -> RankBand {
      switch ranking {
      case .byOrder: RankBand(ofRank: number)
      case .byCount: counts?.band(of: number) ?? .unranked
      case .none: .unranked
      }
    }
  }

  /// The least memory to sort in.
  package static let leastMemory = 1 << 26

  /// Starts without values.
  ///
  /// - Parameters:
  ///   - comparison: One that goes by fingerprints.
  ///   - temporaryDirectory: Where there is room for 16 bytes a value.
  ///   - first: How many values to keep, the best ranked; nil keeps all.
  ///   - memory: Bytes that may be used, at least ``leastMemory``: enough for two copies of a 256th
  ///     of all distinct values, and 20 MB.
  /// - Throws: ``CompilerProblem/unwritable(_:_:)`` where no temporary file can be made.
  package init(
    comparison: ListComparison, temporaryDirectory: String, first: Int? = nil,
    memory: Int = 1 << 29
  ) throws(CompilerProblem) {
    precondition(comparison.isByFingerprint, "values are told apart by fingerprints")
    self.comparison = comparison
    self.memory = max(memory, Self.leastMemory)
    firsts = first.map(FirstRecords.init)
    do { spool = try RecordSpool(in: temporaryDirectory) } catch {
      throw .unwritable(temporaryDirectory, error)
    }
  }

  /// Whether another value could matter: not where the first ones of an ordered list are there.
  package var wantsMore: Bool {
    guard let firsts, sources.last?.ranking == .byOrder else { return true }
    return !firsts.isFull
  }

  /// Begins with the values of another list, the 256th at most.
  package mutating func beginSource(ranking: Ranking) throws(CompilerProblem) {
    guard sources.count < 256 else { throw .tooManySources(limit: 256) }
    sources.append(Source(ranking: ranking, counts: ranking == .byCount ? CountRanks() : nil))
  }

  /// Adds a value, the bytes of a password, and the number that comes with it.
  package mutating func add(_ value: Span<UInt8>, count: UInt64 = 0) throws(CompilerProblem) {
    guard !value.isEmpty else { return emptyCount += 1 }
    try add(
      comparison.fingerprint(of: value), count: count, length: codePointCount(of: value))
  }

  /// Adds what stands for a value that nobody knows: the first 64 bits of its digest.
  package mutating func add(
    fingerprint: UInt64, count: UInt64
  ) throws(CompilerProblem) {
    try add(fingerprint, count: count, length: 0)
  }

  private mutating func add(
    _ fingerprint: UInt64, count: UInt64, length: Int
  ) throws(CompilerProblem) {
    let source = sources.count - 1
    precondition(source >= 0, "a value belongs to a source")
    sources[source].count += 1
    self.count += 1
    let ranking = sources[source].ranking
    let record = Record(
      fingerprint, number: ranking == .byCount ? count : UInt64(sources[source].count),
      length: min(length, CompiledHeader.longestLength), source: source)
    if firsts != nil {
      firsts?.add(record, isCounted: ranking == .byCount)
    } else {
      try spool(record)
    }
  }

  private mutating func spool(_ record: Record) throws(CompilerProblem) {
    sources[record.source].counts?.add(record.number)
    do { try spool.append(record) } catch { throw .spoolFailed(error) }
  }

  /// Sorts the values, and writes the file; that appears under its name once it is whole.
  ///
  /// Of a value that was added more than once, the best rank counts.
  ///
  /// - Parameters:
  ///   - path: Where to write.
  ///   - text: Where the values come from, a line a source.
  ///   - progress: Is told how many of how many parts are written; false ends the work.
  /// - Returns: What the file says of itself, or nil where it was not to be finished.
  /// - Throws: ``CompilerProblem``.
  package mutating func finish(
    to path: String, text: [String],
    progress: (_ done: Int, _ total: Int) -> Bool = { _, _ in true }
  ) throws(CompilerProblem) -> CompiledHeader? {
    for record in firsts?.settled() ?? [] { try spool(record) }
    for source in sources.indices { sources[source].counts?.settle() }
    let sources = sources
    let bandOf = { (record: Record) in sources[record.source].band(of: record.number) }
    var sorter = RecordSorter(capacity: (memory - Self.leastMemory / 2) / 2)
    // Each part is sorted twice: how many distinct values there are decides where each stands.
    let parts = RecordSpool.partCount
    var valueCount = 0
    for part in 0..<parts {
      try sorter.load(part, of: spool, bandOf: bandOf)
      valueCount += sorter.count
      if !progress(part + 1, 2 * parts) { return nil }
    }
    guard valueCount <= CompiledHeader.largestCount else {
      throw .tooManyValues(limit: CompiledHeader.largestCount)
    }
    do {
      var writer = try CompiledWriter(
        path, text: Array(text.joined(separator: "\n").utf8), comparison: comparison,
        valueCount: valueCount)
      for part in 0..<parts {
        try sorter.load(part, of: spool, bandOf: bandOf)
        for index in 0..<sorter.count {
          let record = sorter[index]
          try writer.add(record.fingerprint, bandOf(record), length: record.length)
        }
        if !progress(parts + part + 1, 2 * parts) { return nil }
      }
      guard writer.isSpread else { throw CompilerProblem.contrived }
      let beyond = firsts?.beyondCount ?? 0
      return try writer.finish(
        added: count - beyond, empty: emptyCount, dropped: droppedCount + beyond)
    } catch let problem as CompilerProblem {
      throw problem
    } catch let fault as SystemError {
      throw .unwritable(path, fault)
    } catch {
      preconditionFailure("no other errors are thrown here: \(error)")
    }
  }
}

/// Code points of a value, a maximal ill-formed part of UTF-8 counting as one.
func codePointCount(of value: Span<UInt8>) -> Int {
  // SAFETY: bytes have no padding.
  if Fingerprint.isASCII(unsafe value.bytes) { return value.count }
  return String(decoding: value.indices.map { value[$0] }, as: UTF8.self).unicodeScalars.count
}
