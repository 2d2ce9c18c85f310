import Passwords

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

extension Recording {
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
