package import Diagnostics
@_spi(Internal) import Passwords

// Why a file is not a valid tally, or a recording cannot be written as one.
extension Problem {
  /// It is not a tally file.
  package static var foreignTally: Problem {
    Problem(
      "foreign-tally", "the file is no tally", expected: aTally,
      remedy: "If it is a list, make a tally of it: audit scan LIST -o FILE")
  }

  /// It is a report of this program, or a file of one.
  package static func reportAsTally(_ path: String) -> Problem {
    Problem(
      "report-as-tally", in: path, "this is a report, not a tally", expected: aTally,
      remedy:
        "Compare it: audit compare \(path.shellWord) NEW. To make a tally: audit scan LIST -o FILE")
  }

  /// It is a directory, with this path.
  package static func directoryAsTally(_ path: String) -> Problem {
    Problem(
      "directory-as-tally", in: path, "this is a directory, not a tally", expected: aTally,
      remedy:
        "Add up the tallies in it: audit merge \(path.shellWord)/*.tally -o FILE. Or scan the lists in it: "
        + "audit scan \(path.shellWord) -o FILE")
  }

  /// It is a compiled blocklist of this program.
  package static func blocklistAsTally(_ path: String) -> Problem {
    Problem(
      "blocklist-as-tally", in: path, "this is a compiled blocklist, not a tally", expected: aTally,
      remedy: "Compare a tally with it: audit report TALLY --blocklist \(path.shellWord)")
  }

  /// It cannot be read.
  package static func unreadableTally(_ fault: SystemError) -> Problem {
    Problem(
      "unreadable-tally", "the tally cannot be read: \(fault)",
      remedy: "Name a file that 'audit scan' or 'audit merge' wrote, and that you may read.")
  }

  /// A later version of the program wrote it.
  package static func newerTally(version: Int64) -> Problem {
    Problem(
      "newer-tally", "the tally has version \(version)",
      expected: "at most version \(FileSchema.Layout.allCases.count)", remedy: useItsProgram)
  }

  /// Its schema is invalid.
  static func invalidSchema(_ fault: SchemaTextError) -> Problem {
    let isVersion = if case .version = fault { true } else { false }
    return Problem(
      "invalid-schema", "the schema \(fault.words)",
      expected: isVersion ? "version \(Schema.textVersion)" : nil,
      remedy: isVersion ? useItsProgram : copyAgain)
  }

  /// It has a table, view or trigger that tallies do not have, or lacks one; holds the name.
  static func unlikeSchema(_ name: String) -> Problem {
    Problem(
      "unlike-schema", "the tally and its schema do not agree on '\(name)'", remedy: copyAgain)
  }

  /// The row with this number, from 1, is invalid; holds the table's name and the value found.
  static func invalidRow(table: String, row: Int, found: String) -> Problem {
    Problem(
      "invalid-row", "table '\(table)', row \(row): \(found)",
      expected: "a row that this table's definition permits", remedy: copyAgain)
  }

  /// A total differs from the sum of its parts; holds the name of the total, in words.
  static func wrongTotal(_ words: String) -> Problem {
    Problem("wrong-total", "\(words) do not add up", remedy: copyAgain)
  }

  /// The contents differ from the written ones.
  package static var wrongChecksum: Problem {
    Problem(
      "wrong-checksum", "the tally does not have the checksum that it states", remedy: copyAgain)
  }

  /// SQLite cannot read it; holds SQLite's message.
  static func damagedTally(_ words: String) -> Problem {
    Problem("damaged-tally", "the tally is damaged: \(words)", remedy: copyAgain)
  }

  /// A count is 2⁶³ or more, too large for a tally file; holds the name of the count, in words.
  static func tooManyForTally(_ words: String) -> Problem {
    Problem(
      "many-for-tally", "\(words): 2⁶³ or more", expected: "counts below 2⁶³",
      remedy: "Check with --layout which part of a line is the count.")
  }

  /// There is too little memory.
  static var noTallyMemory: Problem {
    Problem(
      "no-memory-for-tally", "memory is too short for the tally",
      remedy: "Use a machine that has more, or a tally of fewer facts.")
  }

  private static let aTally = "a file that 'audit scan' or 'audit merge' wrote"
  private static let useItsProgram =
    "Use the version of the program that wrote it, or a later one."
  private static let copyAgain = "Copy it again from where it was made, or scan the list again."
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
