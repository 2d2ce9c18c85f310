@_spi(Internal) import Passwords
import Tallies

extension Recording {
  /// Whether the kinds of line add up to 2⁶³ or more, so that partial sums could be wrong.
  var hasTooManyLines: Bool {
    var sum: UInt64 = 0
    for kind in LineCounts.kinds {
      let number = tally.lines[keyPath: kind.field]
      let (next, isTooMuch) = sum.addingReportingOverflow(number)
      if isTooMuch || next > Self.largestCount { return true }
      sum = next
    }
    return false
  }

  /// The small tables, in the order of the file.
  ///
  /// - Parameter checksum: The checksum of the whole file; empty if it is not known yet.
  /// - Returns: The tables; equal for equal recordings.
  func tables(checksum: String) -> [Table] {
    [
      metaTable(checksum: checksum), inputTable, fileTable, problemTable, lineTable,
      characterGroupTable,
      factTable, budgetTable, patternTable, listTable, listSourceTable, listLengthTable,
      bandTable, progressTable,
    ] + (layout == .directory ? [stratumTable, accountTable] : [])
  }

  /// The layout of its file.
  var layout: FileSchema.Layout {
    folding != nil ? .folded : strata.isEmpty ? .exact : .directory
  }

  private var stratumTable: Table {
    let rows = strata.enumerated().map { number, stratum -> [Cell] in
      [
        .number(number), .text(stratum.option), .text(stratum.label), .count(stratum.accounts),
        .count(stratum.joined), .flag(stratum.describesPersons),
      ]
    }
    return Table(
      "strata",
      [
        ("number", .integer), ("by", .text), ("label", .text), ("accounts", .integer),
        ("joined", .integer), ("describes_persons", .integer),
      ], rows)
  }

  private var accountTable: Table {
    let rows = strata.enumerated().flatMap { number, stratum in
      stratum.rows.map {
        [Cell.number(number), .text($0.metric), .text($0.bucket), .count($0.count)]
      }
    }
    return Table(
      "account_counts",
      [("stratum", .integer), ("metric", .text), ("bucket", .text), ("count", .integer)], rows)
  }

  private func metaTable(checksum: String) -> Table {
    func flag(_ isSet: Bool) -> String { isSet ? "yes" : "no" }
    var rows = versions.map { ("program", "audit \($0)") }
    rows += directories.map { (Self.directoryName + $0.path, $0.label) }
    rows += [
      ("holds", statement), ("complete", flag(isComplete)), ("names_users", flag(namesUsers)),
      ("distinct", flag(spectrum != nil)), ("clamped", flag(hasClampedOccurrences)),
      ("recipe", schema.text),
    ]
    if let folding {
      rows += [
        (Self.leastName, "\(folding.least)"), (Self.foldingName, "\(RecordedFolding.version)"),
        (Self.workloadName, folding.workload),
      ]
      if folding.leastPasswords > 0 {
        rows.append((Self.leastPasswordsName, "\(folding.leastPasswords)"))
      }
    }
    if let fingerprints {
      rows += [
        ("fingerprint_key", fingerprints.keyID), ("fingerprint_records", "\(fingerprints.records)"),
        ("fingerprint_checksum", fingerprints.checksum),
      ]
    }
    if let shapes = tally.shapes { rows.append(("shapes", shapes.metaText)) }
    rows += readings.sorted { $0.key < $1.key }.map { ("reading \($0.key)", $0.value) }
    rows.append(("checksum", checksum))
    return Table(
      "meta", [("name", .text), ("value", .text)], rows.map { [.text($0.0), .text($0.1)] })
  }

  /// A description of the tally file for a person who comes across it.
  private var statement: String {
    if let folding {
      return
        "Counts of facts about passwords, folded: a row has at least \(folding.least) entries, and "
        + "states for each fact the least and the greatest number of its passwords. Every group of "
        + "entries that can be told from this file has at least \(folding.least), unless the file has "
        + "fewer. It holds no password and no part of one. Left out: ranks on blocklists, shapes, bytes "
        + "of text, and numbers of lines below \(folding.least)."
        + (spectrum == nil
          ? ""
          : " How often distinct passwords occur is told in levels of at least \(folding.least) entries.")
        + (folding.leastPasswords == 0
          ? ""
          : " Each row and each level has at least \(folding.leastPasswords) distinct passwords, unless "
            + "the file has fewer.")
    }
    let habits =
      " Habits say how it begins and ends, and that it has a common word, a month or a year."
    let shapes = " Shapes say of what kind each character is, in its place."
    return
      "Counts of facts about passwords: the facts that the table 'facts' names, and how many entries "
      + "share them. It holds no password and no part of one. A row that stands for one entry tells "
      + "that entry's facts: a length, kinds of character, runs, a score."
      + (schema.demand.habits ? habits : "") + (tally.shapes == nil ? "" : shapes)
      + (strata.isEmpty
        ? ""
        : " The table 'account_counts' counts the accounts of a directory and of its strata: it holds "
          + "no name and no hash.")
  }

  private var inputTable: Table {
    Table(
      "inputs", [("number", .integer)] + RecordedInput.fields.map { ($0.column, $0.field.type) },
      inputs.enumerated().map { number, input in
        [.number(number)] + RecordedInput.fields.map { $0.field.cell(of: input) }
      })
  }

  private var fileTable: Table {
    let rows = inputs.enumerated().flatMap { number, input in
      input.files.enumerated().map { place, file -> [Cell] in
        [.number(number), .number(place)]
          + RecordedInput.File.fields.map { $0.field.cell(of: file) }
      }
    }
    return Table(
      "files",
      [("input", .integer), ("number", .integer)]
        + RecordedInput.File.fields.map { ($0.column, $0.field.type) }, rows)
  }

  private var problemTable: Table {
    let rows = inputs.enumerated().flatMap { number, input in
      input.problems.map { [Cell.number(number), .text($0)] }
    }
    return Table("problems", [("input", .integer), ("sentence", .text)], rows)
  }

  private var lineTable: Table {
    let rows = LineCounts.kinds.map {
      [
        Cell.text($0.name),
        tally.hiddenLines.contains($0.name) ? .null : .count(tally.lines[keyPath: $0.field]),
      ]
    }
    let number = folding == nil ? "number" : "number?"
    return Table("lines", [("what", .text), (number, .integer)], rows)
  }

  private var characterGroupTable: Table {
    Table(
      "atoms", [("number", .integer), ("label", .text), ("code_points", .text)],
      schema.characterGroups.sets.enumerated().map { number, set in
        [.number(number), .text(set.name ?? "atom_\(number)"), .text(set.text)]
      })
  }

  private var factTable: Table {
    let rows = schema.facts.compactMap { fact in
      fact.field.map { field -> [Cell] in
        [
          .text(fact.name), .number(field.word), .number(field.shift), .number(field.width),
          fact.saturation.map { .number($0) } ?? .null, .text(fact.meaning),
        ]
      }
    }
    return Table(
      "facts",
      [
        ("name", .text), ("word", .integer), ("shift", .integer), ("width", .integer),
        ("saturation?", .integer), ("meaning", .text),
      ], rows)
  }

  private var budgetTable: Table {
    Table(
      "budgets", [("number", .integer), ("guesses", .text)],
      schema.demand.guessBudgets.enumerated().map { [.number($0), .text("\($1)")] })
  }

  private var patternTable: Table {
    Table(
      "patterns", [("number", .integer), ("name", .text)],
      (schema.sources.scorer?.patternNames ?? []).enumerated().map { [.number($0), .text($1)] })
  }

  private var listTable: Table {
    let rows = schema.sources.lists.enumerated().map { number, list -> [Cell] in
      [
        .number(number), .text(list.name), .text(list.comparison), .text(list.digest),
        .count(list.valueCount),
        .text(list.bandCounts.map { String($0) }.joined(separator: " ")),
        .flag(number < lists.count && lists[number].isCompiled),
      ]
    }
    return Table(
      "blocklists",
      [
        ("number", .integer), ("name", .text), ("comparison", .text), ("digest", .text),
        ("values", .integer), ("bands", .text), ("compiled", .integer),
      ], rows)
  }

  private var listSourceTable: Table {
    let rows = lists.enumerated().flatMap { number, list in
      list.origins.map { [Cell.number(number), .text($0)] }
    }
    return Table("blocklist_sources", [("list", .integer), ("sentence", .text)], rows)
  }

  private var listLengthTable: Table {
    let rows = lists.enumerated().flatMap { number, list in
      list.lengthCounts.enumerated().map { [Cell.number(number), .number($0), .count($1)] }
    }
    return Table(
      "blocklist_lengths", [("list", .integer), ("length", .integer), ("values", .integer)], rows)
  }

  private var progressTable: Table {
    var rows: [(name: String, value: String)] = []
    if let progress {
      rows = [
        ("chunks", "\(progress.chunks)"), ("bytes", "\(progress.bytes)"), ("hash", progress.hash),
      ]
      rows += progress.settings.map { (Self.settingName + $0.name, $0.value) }
    }
    return Table(
      "progress", [("name", .text), ("value", .text)],
      rows.map { [.text($0.name), .text($0.value)] })
  }

  private var bandTable: Table {
    let hits = tally.hits.counts
    let rows = hits.indices.filter { hits[$0] > 0 }.map { place -> [Cell] in
      [
        .number(place / ListHits.bandCount), .number(place % ListHits.bandCount),
        .count(hits[place]),
      ]
    }
    return Table(
      "band_hits", [("list", .integer), ("band", .integer), ("entries", .integer)], rows)
  }
}

extension RecordedField {
  /// The type of its column.
  fileprivate var type: Table.Kind {
    switch self {
    case .text, .optional: .text
    case .count, .flag: .integer
    }
  }

  /// The cell of a record.
  fileprivate func cell(of record: Record) -> Cell {
    switch self {
    case .text(let path): .text(record[keyPath: path])
    case .optional(let path): record[keyPath: path].map { .text($0) } ?? .null
    case .count(let path): .count(record[keyPath: path])
    case .flag(let path): .flag(record[keyPath: path])
    }
  }
}

extension Cell {
  /// A small number.
  static func number(_ number: Int) -> Cell { .integer(Int64(number)) }

  /// A count below 2⁶³; ``TallyFile/bytes(of:)`` checks that first.
  static func count(_ count: UInt64) -> Cell { .integer(Int64(clamping: count)) }

  /// 1 or 0.
  static func flag(_ isSet: Bool) -> Cell { .integer(isSet ? 1 : 0) }
}
