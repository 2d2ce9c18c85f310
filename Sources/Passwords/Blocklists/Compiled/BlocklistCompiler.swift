@_spi(Internal) import Bytes
package import Diagnostics
package import Files
package import Passwords

/// Compiles lists of any size into one file of distinct values, in bounded memory.
///
///     var compiler = try BlocklistCompiler(comparison: .exact, temporaryDirectory: "/tmp")
///     compiler.beginSource(ranking: .byOrder)
///     try compiler.add(value)                              // once a line
///     try compiler.finish(to: FilePlace("common.blocklist"), text: ["common.txt"])
///
/// Writes a 16-byte record for each value to a temporary file of 256 parts and sorts one part after
/// another: 100 million values take 1.6 GB of disk and some 50 MB of memory.
package struct BlocklistCompiler: ~Copyable {
  /// How passwords will be compared with the values.
  package let comparison: ListComparison
  /// The number of values added so far, without empty ones.
  package private(set) var count = 0
  /// The number of empty values, which are skipped.
  package private(set) var emptyCount = 0
  /// The number of values that the reader of the list left out.
  package var droppedCount = 0

  private var spool: RecordSpool
  private var firsts: FirstRecords?
  private var sources: [Source] = []
  private let memory: Int

  /// How values get their rank.
  package enum Ranking: Hashable, Sendable {
    /// By their order in the list: the first value ranks first.
    case byOrder
    /// By the count added with each value: the largest count ranks first.
    case byCount
    /// Values have no rank.
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

  /// The least memory that sorting may be given, in bytes.
  package static let leastMemory = 1 << 26

  /// Makes a compiler without values.
  ///
  /// - Parameters:
  ///   - comparison: A comparison of fingerprints.
  ///   - temporaryDirectory: A directory with room for 16 bytes per value.
  ///   - first: The number of best ranked values to keep; nil keeps all.
  ///   - memory: The bytes that sorting may use, at least ``leastMemory``: 20 MB, plus two copies
  ///     of one 256th of all distinct values.
  /// - Throws: ``Problem`` if the temporary file cannot be made.
  package init(
    comparison: ListComparison, temporaryDirectory: String, first: Int? = nil,
    memory: Int = 1 << 29
  ) throws(Problem) {
    precondition(comparison.isByFingerprint, "values are told apart by fingerprints")
    self.comparison = comparison
    self.memory = max(memory, Self.leastMemory)
    firsts = first.map(FirstRecords.init)
    do { spool = try RecordSpool(in: temporaryDirectory) } catch {
      throw .unwritableList(temporaryDirectory, error)
    }
  }

  /// Whether more values could change the file; false once an ordered list has its first values.
  package var wantsMore: Bool {
    guard let firsts, sources.last?.ranking == .byOrder else { return true }
    return !firsts.isFull
  }

  /// Begins the next list; at most 256 lists are possible.
  package mutating func beginSource(ranking: Ranking) throws(Problem) {
    guard sources.count < 256 else { throw .tooManySources(limit: 256) }
    sources.append(Source(ranking: ranking, counts: ranking == .byCount ? CountRanks() : nil))
  }

  /// Adds a value (the bytes of a password) and its count.
  package mutating func add(_ value: Span<UInt8>, count: UInt64 = 0) throws(Problem) {
    guard !value.isEmpty else { return emptyCount += 1 }
    try add(
      comparison.fingerprint(of: value), count: count, length: codePointCount(of: value))
  }

  /// Adds a value of which only the digest is known, by the digest's first 64 bits.
  package mutating func add(
    fingerprint: UInt64, count: UInt64
  ) throws(Problem) {
    try add(fingerprint, count: count, length: 0)
  }

  private mutating func add(
    _ fingerprint: UInt64, count: UInt64, length: Int
  ) throws(Problem) {
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

  private mutating func spool(_ record: Record) throws(Problem) {
    sources[record.source].counts?.add(record.number)
    do { try spool.append(record) } catch { throw .spoolFailed(error) }
  }

  /// Sorts the values and writes the file, which gets its name only when it is complete.
  ///
  /// A value that was added several times keeps its best rank.
  ///
  /// - Parameters:
  ///   - place: The place of the file.
  ///   - text: The sources of the values, one per line.
  ///   - replacing: Which files may give way to it.
  ///   - progress: Receives the number of written parts and of all parts; returns false to stop.
  /// - Returns: The header of the file, or nil if `progress` stopped the work.
  /// - Throws: ``Problem``.
  package mutating func finish(
    to place: FilePlace, text: [String], replacing: Replacing = Replacing(isForced: false),
    progress: (_ done: Int, _ total: Int) -> Bool = { _, _ in true }
  ) throws(Problem) -> CompiledHeader? {
    for record in firsts?.settled() ?? [] { try spool(record) }
    for source in sources.indices { sources[source].counts?.settle() }
    let sources = sources
    let bandOf = { (record: Record) in sources[record.source].band(of: record.number) }
    var sorter = RecordSorter(capacity: (memory - Self.leastMemory / 2) / 2)
    // Each part is sorted twice: places depend on the number of all distinct values.
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
        place, text: Array(text.joined(separator: "\n").utf8), comparison: comparison,
        valueCount: valueCount)
      for part in 0..<parts {
        try sorter.load(part, of: spool, bandOf: bandOf)
        for index in 0..<sorter.count {
          let record = sorter[index]
          try writer.add(record.fingerprint, bandOf(record), length: record.length)
        }
        if !progress(parts + part + 1, 2 * parts) { return nil }
      }
      guard writer.isSpread else { throw Problem.contrivedValues }
      let beyond = firsts?.beyondCount ?? 0
      return try writer.finish(
        added: count - beyond, empty: emptyCount, dropped: droppedCount + beyond,
        replacing: replacing.replaceable)
    } catch let problem as Problem {
      throw problem
    } catch let fault as SystemError {
      throw fault.isOccupied
        ? replacing.problem(place.path, fault) : .unwritableList(place.path, fault)
    } catch {
      preconditionFailure("no other errors are thrown here: \(error)")
    }
  }
}

/// The number of code points of a value; each maximal ill-formed part of UTF-8 counts as one.
func codePointCount(of value: Span<UInt8>) -> Int {
  if ValueFingerprint.isASCII(value.raw) { return value.count }
  return String(decoding: value.indices.map { value[$0] }, as: UTF8.self).unicodeScalars.count
}

/// The distribution of the counts of a list, from which each count gets its rank.
///
/// Counts below 65,536 are exact; larger ones keep 16 significant bits. Takes 13 MB for any list.
struct CountRanks: Sendable {
  private static let exact: UInt64 = 65_536
  private static let perDoubling: UInt64 = 32_768

  private var values: [UInt64] = Array(
    repeating: 0, count: Int(CountRanks.exact + 48 * CountRanks.perDoubling))
  private var bands: [RankBand] = []

  mutating func add(_ count: UInt64) { values[Self.bin(of: count)] += 1 }

  /// Ranks the counts after all are recorded; counts in the same bin share the best rank.
  mutating func settle() {
    bands = Array(repeating: .unranked, count: values.count)
    var better: UInt64 = 0
    for bin in values.indices.reversed() {
      bands[bin] = RankBand(ofRank: better + 1)
      better += values[bin]
    }
  }

  /// The rank band of a count.
  func band(of count: UInt64) -> RankBand { bands[Self.bin(of: count)] }

  private static func bin(of count: UInt64) -> Int {
    if count < exact { return Int(count) }
    let exponent = UInt64(63 - count.leadingZeroBitCount)
    let mantissa = (count >> (exponent - 15)) & (perDoubling - 1)
    return Int(exact + (exponent - 16) * perDoubling + mantissa)
  }
}
