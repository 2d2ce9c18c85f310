package import Diagnostics
@_spi(Internal) package import Passwords

/// A reason why a file is not a valid tally, or a recording cannot be written as one.
package typealias TallyFileProblem = FaultyFile<TallyFileFault>

/// The kinds of ``TallyFileProblem``.
package enum TallyFileFault: FileFault {
  /// It is not a tally file.
  case foreign
  /// It is a report of this program, or a file of one.
  case report
  /// It is a directory, with this path.
  case directory(String)
  /// It is a compiled blocklist of this program.
  case blocklist
  /// It cannot be read.
  case unreadable(SystemError)
  /// A later version of the program wrote it.
  case newer(version: Int64)
  /// Its schema is invalid.
  case schema(SchemaTextError)
  /// It has a table, view or trigger that tallies do not have, or lacks one; holds the name.
  case fileSchema(String)
  /// The row with this number, from 1, is invalid; holds the table's name and the value found.
  case row(table: String, row: Int, found: String)
  /// A total differs from the sum of its parts; holds the name of the total, in words.
  case total(String)
  /// The contents differ from the written ones.
  case checksum
  /// SQLite cannot read it; holds SQLite's message.
  case damaged(String)
  /// A count is 2⁶³ or more, too large for a tally file; holds the name of the count, in words.
  case tooMany(String)
  /// There is too little memory.
  case memory

  package var found: String {
    switch self {
    case .foreign: "the file is no tally"
    case .report: "this is a report, not a tally"
    case .directory: "this is a directory, not a tally"
    case .blocklist: "this is a compiled blocklist, not a tally"
    case .unreadable(let fault): "the tally cannot be read: \(fault)"
    case .newer(let version): "the tally has version \(version)"
    case .schema(let fault): "the recipe \(fault.words)"
    case .fileSchema(let name): "the tally and its recipe do not agree on '\(name)'"
    case .row(let table, let row, let found): "table '\(table)', row \(row): \(found)"
    case .total(let words): "\(words) do not add up"
    case .checksum: "the tally does not have the checksum that it states"
    case .damaged(let words): "the tally is damaged: \(words)"
    case .tooMany(let words): "\(words): 2⁶³ or more"
    case .memory: "memory is too short for the tally"
    }
  }

  package var expected: String? {
    switch self {
    case .foreign, .report, .directory, .blocklist:
      "a file that 'audit scan' or 'audit merge' wrote"
    case .newer: "at most version \(FileSchema.Layout.allCases.count)"
    case .schema(.version): "version \(Schema.textVersion)"
    case .row: "a row that this table's definition permits"
    case .tooMany: "counts below 2⁶³"
    default: nil
    }
  }

  package var remedy: String? {
    switch self {
    case .foreign: "Is it the list itself? 'audit scan LIST -o FILE' makes a tally of it."
    case .report: "Compare two reports: audit compare OLD NEW. A tally: audit scan LIST -o FILE."
    case .directory(let path):
      "Add up the tallies in it: audit merge \(path.shellWord)/*.tally -o FILE. Or scan the lists in it: "
        + "audit scan \(path.shellWord) -o FILE."
    case .blocklist: "Compare with it: audit report TALLY --blocklist FILE."
    case .newer, .schema(.version): "Use the version of the program that wrote it, or a later one."
    case .unreadable: "Name a file that 'audit scan' or 'audit merge' wrote, and that you may read."
    case .memory: "Use a machine that has more, or a tally of fewer facts."
    case .tooMany: "Check with --layout which part of a line is the count."
    case .schema, .fileSchema, .row, .total, .checksum, .damaged:
      "Copy it again from where it was made, or scan the list again."
    }
  }
}

extension SchemaTextError {
  /// The error in words, to follow "the schema".
  fileprivate var words: String {
    switch self {
    case .foreign: "is none"
    case .version(let version): "has version '\(version)'"
    case .tooLong(let byteCount): "is \(byteCount) bytes long"
    case .line(let number): "has an unknown statement in line \(number)"
    case .facts: "asks for more than a signature holds"
    }
  }
}
