/// The problems with the layout of a list's lines.
///
/// No case contains bytes of the text.
package enum LayoutProblem: Error, Hashable, Sendable {
  /// The first lines do not determine a layout.
  case unclear(list: String, [Candidate])
  /// A table lacks the requested column.
  case missingColumn(list: String, String, of: Int)
  /// The requested columns are of accounts, which only audits know.
  case accountColumns(list: String)
  /// A line was taken for a header and skipped; numbered from 1.
  case header(list: String, LineLayout, line: Int)
  /// These many lines before the others are a title, or of a program, and are skipped.
  case above(list: String, lines: Int)
  /// What a layout gives does not look like passwords.
  case doubtful(list: String, LayoutTrial, isRefused: Bool)
  /// Lines of a program hold passwords beside other text.
  case marked(list: String, LineMark, LayoutEvidence, isRefused: Bool)
  /// A column, numbered from 1, holds counts, which no row of a table has; the filter makes a counted list of them.
  case counts(list: String, LineLayout, column: Int, filter: String?)
  /// A list read as plain passwords resembles another layout; the first candidate is the likeliest.
  case looksLike(list: String, [Candidate])
  /// The separator of a table is another one than the first row has.
  case wrongSeparator(list: String, cells: Int, LineLayout, otherCells: Int)
  /// Lines of a Windows account database contain hashes and no passwords.
  case accountHashes(list: String, LayoutEvidence)
  /// Some passwords look like hashes.
  case hashes(list: String, LayoutEvidence)
  /// The lines hold hashes in place of passwords.
  case onlyHashes(list: String, LayoutEvidence)
  /// The passwords are only separators or marks such as `x`.
  case onlySigns(list: String, LineLayout, LayoutEvidence)
  /// Hashes are followed by texts of one length, as salts are.
  case salts(list: String, LineLayout, length: Int, LayoutEvidence, isRefused: Bool)
  /// The list is a file of Pwned Passwords, whose hashes have this many digits.
  case pwned(list: String, LayoutEvidence, digits: Int)
  /// Lines hold the address of a web site beside a user and a password: first, last (false) or between (nil).
  case addresses(list: String, LayoutEvidence, areFirst: Bool?)
  /// A record has several lines.
  case records(list: String, RecordKind, LayoutEvidence)
  /// `john --show` printed the list.
  case shownByJohn(list: String, Candidate)
  /// Nearly all lines have this many cells, any of which may be the password.
  ///
  /// Those that look like passwords are named.
  case cells(
    list: String, separator: UInt8, Int, likely: [LineLayout], LayoutEvidence, isRefused: Bool)
  /// Lines have different separators.
  case mixed(list: String, [Candidate], isRefused: Bool)
  /// In some lines of a potfile, more than one separator may end the hash.
  case furtherSeparators(list: String, LineLayout, count: UInt64, of: UInt64)
  /// John's potfile holds `$HEX[…]`, which it does not decode.
  case hexOfJohn(list: String, LineLayout, LayoutEvidence)
  /// Decoded passwords are `$HEX[…]` again.
  case hexTwice(list: String, LayoutEvidence)
  /// Some lines do not have the layout; `first` is the number of the first of them, from 1.
  case malformed(list: String, LineLayout, count: UInt64, of: UInt64, first: UInt64)

  /// So many lines of all have something that makes the report less than it looks.
  case text(list: String, TextFact, count: UInt64, of: UInt64)

  /// What lines have.
  package enum TextFact: Hashable, Sendable {
    /// A byte order mark at their beginning, though they are not the first.
    case marks
    /// The text of the header.
    case headers
    /// Bytes that are not UTF-8.
    case illFormed
    /// More bytes than a password.
    case overLong
  }

  /// A kind of record that has several lines.
  package enum RecordKind: Hashable, Sendable {
    /// LDIF, with the name of the field that holds passwords, if one does.
    case ldif(String?)
    /// Lines of a name and a value, with the expression before passwords, if there is one.
    case fields(String?)
    /// Statements of SQL.
    case sql
  }

  /// A layout that a list might have.
  package struct Candidate: Hashable, Sendable {
    /// The layout.
    package let layout: LineLayout
    /// The evidence for the layout.
    package let evidence: LayoutEvidence
  }
}

extension LayoutProblem {
  /// The same problem of a list that is read in spite of it.
  var softened: LayoutProblem {
    switch self {
    case .salts(let list, let layout, let length, let evidence, _):
      .salts(list: list, layout, length: length, evidence, isRefused: false)
    case .cells(let list, let separator, let count, let likely, let evidence, _):
      .cells(
        list: list, separator: separator, count, likely: likely, evidence, isRefused: false)
    case .doubtful(let list, let trial, _): .doubtful(list: list, trial, isRefused: false)
    case .marked(let list, let mark, let evidence, _):
      .marked(list: list, mark, evidence, isRefused: false)
    case .mixed(let list, let candidates, _):
      .mixed(list: list, candidates, isRefused: false)
    default: self
    }
  }

  /// Whether a layout was tried; that which the user states has a trial of its own.
  var isOfTrial: Bool { if case .doubtful = self { true } else { false } }

  /// Whether hashes are followed by what may be salts.
  var isOfSalts: Bool { if case .salts = self { true } else { false } }

  /// The list's name.
  var list: String {
    switch self {
    case .unclear(let list, _), .missingColumn(let list, _, _), .header(let list, _, _),
      .above(let list, _), .doubtful(let list, _, _), .marked(let list, _, _, _),
      .counts(let list, _, _, _),
      .accountColumns(let list),
      .looksLike(let list, _), .wrongSeparator(let list, _, _, _), .accountHashes(let list, _),
      .hashes(let list, _), .onlyHashes(let list, _), .onlySigns(let list, _, _),
      .salts(let list, _, _, _, _), .pwned(let list, _, _), .addresses(let list, _, _),
      .records(let list, _, _), .shownByJohn(let list, _), .cells(let list, _, _, _, _, _),
      .mixed(let list, _, _), .furtherSeparators(let list, _, _, _),
      .hexOfJohn(let list, _, _), .hexTwice(let list, _), .malformed(let list, _, _, _, _),
      .text(let list, _, _, _):
      list
    }
  }
}
