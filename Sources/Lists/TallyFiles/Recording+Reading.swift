import Diagnostics
import Passwords
import Tallies

extension Recording {
  /// Reads the small tables of a file, except the facts that the schema contains.
  ///
  /// Does not read the tally's signatures and the spectrum's groups. The caller must check that the
  /// recording would write equal tables.
  ///
  /// - Returns: The recording, and the checksum stored in the file.
  static func read(
    _ tables: [String: Table], schema: Schema
  ) throws(Problem) -> (recording: Recording, checksum: String, hasGroups: Bool) {
    func rows(_ name: String) -> RowReader { RowReader(tables[name] ?? Table(name, [])) }
    var recording = Recording(tally: Tally(schema: schema))
    let (checksum, hasGroups) = try recording.readMeta(rows("meta"))
    try recording.readInputs(rows("inputs"), files: rows("files"), problems: rows("problems"))
    try recording.readLines(rows("lines"))
    try recording.readLists(
      rows("blocklists"), sources: rows("blocklist_sources"), lengths: rows("blocklist_lengths"))
    try recording.readBands(rows("band_hits"))
    try recording.readProgress(rows("progress"))
    try recording.readStrata(rows("strata"), counts: rows("account_counts"))
    return (recording, checksum, hasGroups)
  }

  private mutating func readMeta(
    _ rows: RowReader
  ) throws(Problem) -> (checksum: String, hasGroups: Bool) {
    var rows = rows
    var values: [String: String] = [:]
    while rows.next() {
      let name = try rows.text()
      // Schemas have a bound of their own.
      let value = try rows.text(
        atMost: name == "recipe" ? Database.longestValue : RowReader.longestText)
      if name == "program" {
        guard value.hasPrefix(Self.programName) else { throw rows.fault("another program") }
        versions.append(String(value.dropFirst(Self.programName.count)))
      } else if name.hasPrefix(Self.directoryName) {
        directories.append(
          RecordedDirectory(
            path: String(name.dropFirst(Self.directoryName.count)), label: value))
      } else if name.hasPrefix(Self.readingName) {
        readings[String(name.dropFirst(Self.readingName.count))] = value
      } else {
        values[name] = value
      }
    }
    if values[Self.foldingName] == "\(RecordedFolding.version)",
      let least = values[Self.leastName].flatMap({ UInt64($0) }), least > 0
    {
      folding = RecordedFolding(
        least: least,
        leastPasswords: values[Self.leastPasswordsName].flatMap { UInt64($0) } ?? 0,
        workload: values[Self.workloadName] ?? "")
    }
    isComplete = values["complete"] == "yes"
    namesUsers = values["names_users"] == "yes"
    hasClampedOccurrences = values["clamped"] == "yes"
    if let shapes = values["shapes"] {
      tally.shapes = shapes == ShapeCounts.overText ? .over : ShapeCounts()
    }
    if let records = values["fingerprint_records"].flatMap({ UInt64($0) }) {
      fingerprints = FingerprintSeal(
        keyID: values["fingerprint_key"] ?? "", records: records,
        checksum: values["fingerprint_checksum"] ?? "")
    }
    return (values["checksum"] ?? "", values["distinct"] == "yes")
  }

  private mutating func readInputs(
    _ rows: RowReader, files: RowReader, problems: RowReader
  ) throws(Problem) {
    var rows = rows
    while rows.next() {
      _ = try rows.index(below: .max)
      var input = RecordedInput(name: "", container: "", bytes: 0, sha256: "")
      for field in RecordedInput.fields { try rows.read(field.field, into: &input) }
      inputs.append(input)
    }
    for field in [\RecordedInput.bytes, \.textBytes, \.members, \.lists] {
      try checkSum(of: inputs.map { $0[keyPath: field] }, "numbers of the lists")
    }
    rows = files
    while rows.next() {
      let input = try rows.index(below: inputs.count)
      _ = try rows.index(below: .max)
      var file = RecordedInput.File(
        name: "", container: "", textBytes: 0, encoding: "", isComplete: false)
      for field in RecordedInput.File.fields { try rows.read(field.field, into: &file) }
      inputs[input].files.append(file)
    }
    rows = problems
    while rows.next() {
      inputs[try rows.index(below: inputs.count)].problems.append(try rows.text())
    }
  }

  private mutating func readProgress(_ rows: RowReader) throws(Problem) {
    var rows = rows
    var numbers: [String: String] = [:]
    var settings: [RecordedProgress.Setting] = []
    while rows.next() {
      let (name, value) = (try rows.text(), try rows.text(atMost: Database.longestValue))
      if name.hasPrefix(Self.settingName) {
        settings.append(
          RecordedProgress.Setting(
            name: String(name.dropFirst(Self.settingName.count)), value: value))
      } else {
        numbers[name] = value
      }
    }
    guard let chunks = numbers["chunks"].flatMap({ UInt64($0) }),
      let bytes = numbers["bytes"].flatMap({ UInt64($0) }), let hash = numbers["hash"]
    else { return }
    progress = RecordedProgress(chunks: chunks, bytes: bytes, hash: hash, settings: settings)
  }

  private mutating func readLines(_ rows: RowReader) throws(Problem) {
    var rows = rows
    var numbers: [String: UInt64] = [:]
    var hidden: Set<String> = []
    while rows.next() {
      let name = try rows.text()
      if let number = try rows.optionalCount() {
        numbers[name] = number
      } else {
        hidden.insert(name)
      }
    }
    tally.hide(lines: hidden)
    for kind in LineCounts.kinds { tally.lines[keyPath: kind.field] = numbers[kind.name] ?? 0 }
    let lines = tally.lines
    for (one, two) in [(lines.ascii, lines.utf8), (lines.ascii &+ lines.utf8, lines.illFormed)]
    where one.addingReportingOverflow(two).partialValue > Self.largestCount {
      throw .wrongTotal("entries of each encoding")
    }
    if hasTooManyLines { throw .wrongTotal("lines") }
    let isWhole = tally.hiddenLines.isEmpty
    if isWhole, lines.repeats > lines.entries || lines.changedByFormC > lines.utf8 {
      throw .wrongTotal("entries and lines")
    }
    if isWhole, lines.scoredInPart > lines.audited { throw .wrongTotal("lines scored in part") }
  }

  private mutating func readLists(
    _ rows: RowReader, sources: RowReader, lengths: RowReader
  ) throws(Problem) {
    var rows = rows
    while rows.next() {
      _ = try rows.index(below: .max)
      for _ in 0..<3 { _ = try rows.text() }
      _ = try rows.count()
      _ = try rows.text()
      lists.append(RecordedList(isCompiled: try rows.flag()))
    }
    rows = sources
    while rows.next() {
      lists[try rows.index(below: lists.count)].origins.append(try rows.text())
    }
    rows = lengths
    while rows.next() {
      let list = try rows.index(below: lists.count)
      guard try rows.count() == UInt64(lists[list].lengthCounts.count) else {
        throw rows.fault("lengths out of order")
      }
      lists[list].lengthCounts.append(try rows.count())
    }
    for list in lists { try checkSum(of: list.lengthCounts, "values of a list by length") }
  }

  /// Checks that the sum of counts is itself one.
  private func checkSum(of counts: [UInt64], _ words: String) throws(Problem) {
    var sum: UInt64 = 0
    for count in counts {
      // Both are below 2⁶³, so the sum has not wrapped around.
      sum &+= count
      if sum > Self.largestCount { throw .wrongTotal(words) }
    }
  }

  private mutating func readBands(_ rows: RowReader) throws(Problem) {
    var rows = rows
    let count = schema.demand.lists
    var hits = [UInt64](repeating: 0, count: count * ListHits.bandCount)
    while rows.next() {
      let (list, band) = (try rows.index(below: count), try rows.index(below: ListHits.bandCount))
      hits[list * ListHits.bandCount + band] = try rows.count()
    }
    for list in 0..<count {
      var sum: UInt64 = 0
      for hits in hits[list * ListHits.bandCount..<(list + 1) * ListHits.bandCount] {
        let (next, isTooMuch) = sum.addingReportingOverflow(hits)
        if isTooMuch || next > entries { throw .wrongTotal("hits of list \(list + 1)") }
        sum = next
      }
    }
    tally.hits = ListHits(hits, listCount: count) ?? tally.hits
  }

  private mutating func readStrata(
    _ rows: RowReader, counts: RowReader
  ) throws(Problem) {
    var rows = rows
    while rows.next() {
      _ = try rows.index(below: .max)
      let (option, label) = (try rows.text(), try rows.text())
      guard option.isEmpty == strata.isEmpty,
        !strata.contains(where: { ($0.option, $0.label) == (option, label) })
      else { throw rows.fault("a stratum out of order, or double") }
      var stratum = RecordedStratum(accounts: try rows.count(), tally: Tally(schema: schema))
      (stratum.option, stratum.label, stratum.joined) = (option, label, try rows.count())
      stratum.describesPersons = try rows.flag()
      strata.append(stratum)
    }
    rows = counts
    while rows.next() {
      let number = try rows.index(below: strata.count)
      let row = RecordedStratum.Count(try rows.text(), try rows.text(), try rows.count())
      guard strata[number].take(row) else { throw rows.fault("no count of accounts") }
    }
    for stratum in strata { try checkSum(of: stratum.counts.map(\.count), "accounts") }
  }

  /// The fewest entries of a folded row.
  static let leastName = "min-group"
  /// The fewest distinct passwords of a folded row, if that was asked for.
  static let leastPasswordsName = "min-group-distinct"
  /// The version of the fold.
  static let foldingName = "folding"
  /// The digest of the policies by which it was folded.
  static let workloadName = "workload"
  /// The prefix of a program version.
  static let programName = "audit "
  /// The prefix of a reading's name.
  static let readingName = "reading "
  /// The prefix of a setting of an unfinished run.
  static let settingName = "asked "
  /// The prefix of a directory that the user named.
  static let directoryName = "directory "
}

extension RowReader {
  /// Reads the next cell, a field of a record.
  fileprivate mutating func read<Record>(
    _ field: RecordedField<Record>, into record: inout Record
  ) throws(Problem) {
    switch field {
    case .text(let path): record[keyPath: path] = try text()
    case .optional(let path): record[keyPath: path] = try optionalText()
    case .count(let path): record[keyPath: path] = try count()
    case .flag(let path): record[keyPath: path] = try flag()
    }
  }
}
