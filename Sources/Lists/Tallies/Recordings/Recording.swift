@_spi(Internal) package import Passwords

/// The result of reading lists: the tally and the facts beside it.
///
/// Reports need only a recording and policies, not the lists. Recordings of different lists add up
/// like their tallies.
///
///     var whole = Recording(tally: Tally(schema: schema))
///     try whole.merge(recording)
package struct Recording: Sendable, Equatable {
  /// Signatures with their counts, lines, and hits by rank.
  package var tally: Tally
  /// The spectrum of the distinct passwords, if counted.
  package var spectrum: Spectrum?
  /// Whether some occurrences in the spectrum were clamped to the largest number.
  package var hasClampedOccurrences = false
  /// The statement about the file of fingerprints of the distinct passwords; nil if there is none.
  package var fingerprints: FingerprintSeal?
  /// The directories that the user named, in order; ``inputs`` contains their lists.
  package var directories: [RecordedDirectory] = []
  /// The lists that were read, in order.
  package var inputs: [RecordedInput] = []
  /// The accounts of a directory, whole and by strata; empty unless the lists are dumps.
  package var strata: [RecordedStratum] = []
  /// Facts for reports about each blocklist in the schema's sources, in the same order.
  package var lists: [RecordedList] = []
  /// The settings that have several readings, each with the reading used.
  package var readings: [String: String] = [:]
  /// The versions of the program that read the lists, in ascending order.
  package var versions: [String] = []
  /// How its rows were joined for publication; nil if it is exact.
  package var folding: RecordedFolding?
  /// Whether all lists were read to their ends.
  package var isComplete = true
  /// Whether a list named users, so that the relations of passwords to users' names are known.
  package var namesUsers = false
  /// The position of a checkpoint; nil for a finished recording.
  package var progress: RecordedProgress?

  /// Makes the recording of a tally.
  package init(tally: Tally) { self.tally = tally }

  /// The schema of the signatures.
  package var schema: Schema { tally.schema }

  /// The number of audited passwords, repetitions included.
  package var entries: UInt64 { tally.lines.entries }

  /// The recording that a coarser schema would have produced.
  ///
  /// - Parameter coarsening: Converts signatures from this recording's schema.
  /// - Returns: The recording of a run with that schema.
  /// - Complexity: O(signatures + groups).
  package func coarsened(by coarsening: Coarsening) -> Recording {
    precondition(coarsening.fine == schema, "a coarsening of another schema")
    var recording = self
    recording.tally = tally.coarsened(by: coarsening)
    recording.spectrum = spectrum?.coarsened(by: coarsening)
    for number in strata.indices {
      recording.strata[number].tally = strata[number].tally.coarsened(by: coarsening)
    }
    let count = schema.sources.lists.count
    recording.lists = coarsening.lists.filter { $0 < min(count, lists.count) }.map { lists[$0] }
    return recording
  }

  /// Whether an earlier version folded it: facts of rare rows were counted as those of others, so
  /// its numbers are approximate, and have no bounds.
  package var isApproximate: Bool { folding == nil && readings[Self.foldingReading] != nil }

  /// The name of the reading that holds the warnings about blocklists and dictionaries, a line
  /// each.
  package static let warningsReading = "warnings"

  /// These warnings; those about lists stand with ``inputs``.
  package var warnings: [String] {
    get { (readings[Self.warningsReading] ?? "").split(separator: "\n").map { String($0) } }
    set {
      readings[Self.warningsReading] = newValue.isEmpty ? nil : newValue.joined(separator: "\n")
    }
  }

  /// The name of the reading by which earlier versions marked folded tallies.
  package static let foldingReading = "min-group"

  /// The fewest entries of any group that can be told from it: 1 if it is exact.
  ///
  /// A tally of fewer entries than asked for is one row.
  fileprivate var leastGroup: UInt64 {
    folding.map { tally.signatureCount == 1 ? min($0.least, max(1, entries)) : $0.least } ?? 1
  }

  /// The fewest distinct passwords of any such group, if that was asked for: 0 if it is exact.
  fileprivate var leastPasswords: UInt64 {
    guard let folding else { return 0 }
    let all = spectrum.map { max(1, $0.distinctCount) } ?? 0
    return tally.signatureCount == 1 ? min(folding.leastPasswords, all) : folding.leastPasswords
  }

  /// The statement of the sum with another recording; nil if both are exact.
  func foldingOfSum(with other: Recording) -> RecordedFolding? {
    if folding == nil, other.folding == nil { return nil }
    let workloads = [folding, other.folding].compactMap { $0?.workload }
      .flatMap { $0.split(separator: " ") }
    return RecordedFolding(
      least: min(leastGroup, other.leastGroup),
      leastPasswords: min(leastPasswords, other.leastPasswords),
      workload: Set(workloads).sorted().joined(separator: " "))
  }

  /// Adds another recording.
  ///
  /// Merging is associative and commutative; ``isEmpty`` recordings of the same schema are its
  /// zero. Inputs are sorted by name.
  ///
  /// - Throws: ``MergeFault``; then the recording is unchanged.
  package mutating func merge(_ other: Recording) throws(MergeFault) {
    if let difference = schema.difference(from: other.schema) { throw .unlike(difference) }
    if progress != nil || other.progress != nil { throw .unfinished }
    if other.isEmpty || isEmpty {
      if isEmpty { self = other }
      inputs.sort()
      directories.sort()
      strata.merge([])
      return
    }
    if strata.isEmpty != other.strata.isEmpty {
      throw .unlike("it holds \(strata.isEmpty ? "" : "no ")accounts of a directory")
    }
    for name in Set(readings.keys).union(other.readings.keys).sorted()
    where name != Self.warningsReading && readings[name] != other.readings[name] {
      throw .reading(name, readings[name] ?? "-", other.readings[name] ?? "-")
    }
    if spectrum != nil || other.spectrum != nil { throw .distinct }
    if lists != other.lists {
      let names = schema.sources.lists.map(\.name)
      let number = zip(lists, other.lists).enumerated().first { $1.0 != $1.1 }?.offset ?? 0
      throw .list(number < names.count ? names[number] : "\(number + 1)")
    }
    if (tally.shapes == nil) != (other.tally.shapes == nil) {
      throw .unlike(tally.shapes == nil ? "it counts shapes" : "it counts no shapes")
    }
    try checkSums(with: other)
    let folding = foldingOfSum(with: other)
    tally.merge(other.tally)
    strata.merge(other.strata)
    self.folding = folding
    fingerprints = nil
    inputs = (inputs + other.inputs).sorted()
    directories = Set(directories).union(other.directories).sorted()
    versions = Set(versions).union(other.versions).sorted()
    warnings = Set(warnings).union(other.warnings).sorted()
    isComplete = isComplete && other.isComplete
    namesUsers = namesUsers || other.namesUsers
  }

  /// Whether the recording is empty: no list was read.
  package var isEmpty: Bool {
    inputs.isEmpty && tally.signatureCount == 0 && tally.lines == LineCounts() && spectrum == nil
  }

  /// Checks that every sum stays within 63 bits.
  ///
  /// The count of a signature is at most the count of all entries.
  private func checkSums(with other: Recording) throws(MergeFault) {
    func check(_ one: UInt64, _ two: UInt64, _ words: String) throws(MergeFault) {
      let (sum, isTooMuch) = one.addingReportingOverflow(two)
      if isTooMuch || sum > Self.largestCount { throw .overflow(words) }
    }
    try check(entries, other.entries, "entries")
    for kind in LineCounts.kinds {
      try check(
        tally.lines[keyPath: kind.field], other.tally.lines[keyPath: kind.field], kind.words)
    }
    for (one, two) in zip(tally.hits.counts, other.tally.hits.counts) {
      try check(one, two, "hits of a blocklist")
    }
    let most = { (strata: [RecordedStratum]) in
      strata.flatMap { [$0.accounts, $0.joined] + $0.counts.map(\.count) }.max() ?? 0
    }
    try check(most(strata), most(other.strata), "accounts")
  }

  /// The largest count.
  ///
  /// SQLite's integers are signed, so counts have 63 bits.
  package static let largestCount = UInt64(Int64.max)
}

extension Tally {
  /// The tally that a coarser schema would have produced from the same lines.
  package func coarsened(by coarsening: Coarsening) -> Tally {
    var tally = Tally(schema: coarsening.coarse)
    tally.lines = lines
    if !coarsening.coarse.demand.score { tally.lines.scoredInPart = 0 }
    tally.hits = coarsening.hits(of: hits)
    tally.shapes = shapes
    forEach { tally.record(coarsening.signature(of: $0), times: $1) }
    for (range, entries) in wide {
      tally.record(coarsening.range(of: range), times: entries)
    }
    tally.hide(lines: hiddenLines)
    return tally
  }
}

extension Spectrum {
  /// The spectrum that a coarser schema would have produced from the same passwords.
  package func coarsened(by coarsening: Coarsening) -> Spectrum {
    var spectrum = Spectrum(schema: coarsening.coarse)
    for (group, count) in passwords {
      spectrum.record(
        coarsening.signature(of: group.signature), occurrences: group.occurrences,
        passwords: count)
    }
    for (row, levels) in levels { spectrum.record(coarsening.range(of: row), levels) }
    return spectrum
  }
}

/// How the rows of a tally were joined, so that each question has an interval for an answer.
package struct RecordedFolding: Hashable, Sendable {
  /// The fewest entries of a row; a tally with fewer is one row.
  package var least: UInt64
  /// The fewest distinct passwords of a row and of a level; 0 if that many entries are enough.
  package var leastPasswords: UInt64
  /// The digest of the policies by which rows were formed; several of a sum.
  package var workload: String

  /// Makes the statement of a fold.
  package init(least: UInt64, leastPasswords: UInt64 = 0, workload: String) {
    self.least = least
    self.leastPasswords = leastPasswords
    self.workload = workload
  }

  /// The smallest size of a row and of a level.
  package var leastSize: GroupSize { GroupSize(entries: least, passwords: leastPasswords) }

  /// The version of the way in which rows are formed.
  package static let version = 1
}

/// A tally's statement about its file of fingerprints.
package struct FingerprintSeal: Hashable, Sendable {
  /// The ``FingerprintKey/id`` of the key.
  package var keyID: String
  /// The number of records; each is a distinct password.
  package var records: UInt64
  /// A hash of all records.
  package var checksum: String

  /// Makes a seal.
  package init(keyID: String, records: UInt64, checksum: String) {
    self.keyID = keyID
    self.records = records
    self.checksum = checksum
  }
}

/// A directory of lists as the user named it.
package struct RecordedDirectory: Hashable, Sendable, Comparable {
  /// The path that the user gave.
  package var path: String
  /// The name in reports: the directory's own name, which the path alone does not always contain.
  package var label: String

  /// Makes a directory.
  package init(path: String, label: String) {
    self.path = path
    self.label = label
  }

  /// Whether it contains a list with this name.
  package func holds(_ list: String) -> Bool {
    list.hasPrefix(path.hasSuffix("/") ? path : path + "/")
  }

  /// Compares by path, then by label.
  package static func < (a: RecordedDirectory, b: RecordedDirectory) -> Bool {
    (a.path, a.label) < (b.path, b.label)
  }
}

/// Facts about a blocklist for reports, besides those on which its bit depends.
package struct RecordedList: Hashable, Sendable {
  /// Whether it was given as a compiled file, so that reports state its checksum, not its SHA-256.
  package var isCompiled: Bool
  /// For a compiled list, its sources and how they were read, one on each line.
  package var origins: [String]
  /// Values by length in code points, with one last bin for all longer ones; empty if lengths are
  /// unknown.
  ///
  /// Reports use these to compute the share of a list that a policy's lengths make useless.
  package var lengthCounts: [UInt64]

  /// Makes the record of a list.
  package init(isCompiled: Bool = false, origins: [String] = [], lengthCounts: [UInt64] = []) {
    self.isCompiled = isCompiled
    self.origins = origins
    self.lengthCounts = lengthCounts
  }
}

/// The position of a checkpoint, and the settings of its run.
package struct RecordedProgress: Hashable, Sendable {
  /// Chunks of all lists together.
  package var chunks: UInt64
  /// The number of their bytes.
  package var bytes: UInt64
  /// A hash of them in order, in hexadecimal.
  package var hash: String
  /// The settings on which the counts depend, in order.
  package var settings: [Setting]

  /// A setting with its value.
  package struct Setting: Hashable, Sendable {
    package var name: String
    package var value: String

    /// Makes a setting.
    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Makes a position.
  package init(chunks: UInt64, bytes: UInt64, hash: String, settings: [Setting]) {
    self.chunks = chunks
    self.bytes = bytes
    self.hash = hash
    self.settings = settings
  }
}

/// A reason why two recordings cannot be added.
package enum MergeFault: Error, Hashable, Sendable {
  /// They record different facts; holds the first difference, in words.
  case unlike(String)
  /// They used different readings of a setting; holds the setting's name and both readings.
  case reading(String, String, String)
  /// One is the checkpoint of an unfinished run.
  case unfinished
  /// They differ in the facts about a blocklist; holds its name.
  case list(String)
  /// Both, or one of two non-empty recordings, count distinct passwords, and the same password may
  /// be in both.
  case distinct
  /// The sum of a count is 2⁶³ or more; holds the count, in words.
  case overflow(String)
}
