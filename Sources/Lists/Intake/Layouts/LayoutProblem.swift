package import Diagnostics

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
  case addresses(list: String, LayoutEvidence, LineMark?)
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
    package let layout: LineLayout
    /// The evidence for the layout.
    package let evidence: LayoutEvidence
  }

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
}

extension LayoutProblem: Diagnosable {
  package var problem: Problem {
    switch self {
    case .unclear(let list, let candidates):
      return Problem(
        "unclear-layout", in: list,
        candidates.isEmpty
          ? "the first lines do not show how the lines are laid out"
          : "the first lines do not show for certain how the lines are laid out: "
            + Self.fits(candidates),
        remedy: candidates.first.map { "State it: \($0.layout.options), or --layout plain" }
          ?? "State it with --layout.")
    case .missingColumn(let list, let name, let count):
      return Problem(
        "missing-column", in: list, "no column '\(name)' among the \(count) of the first line",
        remedy: "Name one of the header's columns, or its number, from 1.")
    case .accountColumns(let list):
      return Problem(
        "account-columns", in: list, "the columns of --layout make it a dump of a directory",
        remedy:
          "Only 'audit run' and 'audit scan' read dumps; leave hash=, by=, set=, state= and domain= out."
      )
    case .wrongSeparator(let list, let cells, let other, let otherCells):
      return Problem(
        "wrong-separator", in: list,
        "the first row has \(cells) cell\(cells == 1 ? "" : "s"), and \(otherCells) with "
          + "\(other.separatorNoun)s between",
        remedy: "If so, add --separator \(other.quotedSeparator)")
    case .header(let list, let layout, let line):
      return Problem(
        "header", in: list, line: line,
        "\(line == 1 ? "the first line" : "line \(line)") is read as the header of \(layout.name), no password",
        .note)
    case .above(let list, let lines):
      return Problem(
        "lines-above", in: list,
        lines == 1
          ? "the first line is a title above the others, and is skipped"
          : "the first \(lines) lines are above the others, and are skipped", .note)
    case .doubtful(let list, let trial, let isRefused):
      return Problem(
        "doubtful-layout", in: list, trial.found,
        remedy: trial.remedy(Self.file(list), isRefused: isRefused), isRefused ? .error : .warning)
    case .marked(let list, let mark, let evidence, let isRefused):
      return Problem(
        "marked-lines", in: list, "\(evidence.text("is one of", "are")) \(mark.name)",
        expected: Self.passwords,
        remedy:
          "\(isRefused ? insist + " " : "")\(mark.hint)\(isRefused ? "Better take" : "Take") the passwords out: "
          + mark.command(Self.file(list)), isRefused ? .error : .warning)
    case .counts(let list, _, let column, let filter):
      return Problem(
        "column-of-counts", in: list,
        "column \(column) holds counts by its name, and each row counts once",
        remedy: filter.map {
          "If so, count them: \($0) \(Self.file(list)) | audit --layout counted:prefix -"
        } ?? "Write lines of a count, one blank and a password for --counts.", .warning)
    case .looksLike(let list, let candidates):
      return Problem(
        "looks-like-layout", in: list,
        Self.look(
          like: candidates.map(\.layout.name).joined(separator: " or "),
          candidates.first?.evidence ?? .init(fitting: 0, lines: 0)),
        remedy: "If so, use " + candidates.map(\.layout.options).joined(separator: ", or "),
        .warning)
    case .accountHashes(let list, let evidence):
      return Problem(
        "account-hashes", in: list,
        "\(evidence.text("is", "are")) of a Windows account database (user:rid:lm:nt:::), which holds hashes",
        expected: "passwords",
        remedy:
          "To audit a directory: audit run with --potfile hashcat.potfile (or audit scan), or with "
          + "--layout dump for what hashes alone tell. Other commands take the cracked passwords: "
          + "--layout hash:password hashcat.potfile")
    case .hashes(let list, let evidence):
      return Problem(
        "hashes", in: list, Self.look(like: "hashes", evidence),
        remedy:
          "Hashes are not passwords. Audit the cracked ones: audit --layout hash:password hashcat.potfile",
        .warning)
    case .onlyHashes(let list, let evidence):
      return Problem(
        "only-hashes", in: list,
        "\(evidence.text("holds a hash", "hold hashes")) in place of a password",
        expected: "passwords", remedy: Self.auditCracked)
    case .onlySigns(let list, let layout, let evidence):
      return Problem(
        "only-signs", in: list,
        "\(evidence.text("gives", "give")), read as \(layout.name), no password but separators or a mark",
        expected: "passwords", remedy: Self.auditCracked)
    case .salts(let list, let layout, let length, let evidence, let isRefused):
      return Problem(
        "salts", in: list,
        "\(evidence.text("fits", "fit")) \(layout.name), but the last parts all have \(length) "
          + "characters and differ, as salts do, or PINs",
        remedy: "Salts are not passwords: 'hashcat --show' prints what was cracked."
          + (isRefused
            ? " If these are passwords, state it: \(layout.options)"
            : " If these are passwords, \(layout.options) reads them, with this warning."),
        isRefused ? .error : .warning)
    case .pwned(let list, let evidence, let digits):
      let isRange = digits == 35
      return Problem(
        "pwned-passwords", in: list,
        isRange
          ? "\(evidence.text("is", "are")) of a range file of Pwned Passwords, which holds hashes and counts"
          : "\(evidence.text("is", "are")) of Pwned Passwords: \(digits == 40 ? "SHA-1" : "NTLM") hashes with "
            + "counts", expected: "passwords",
        remedy: isRange
          ? "Compare passwords with the directory of all range files: audit LIST --blocklist DIRECTORY "
            + "(here a file of it, \(escaped(list))). \(insist)"
          : "Compare passwords with it: audit LIST --blocklist \(Self.file(list)). \(insist)")
    case .addresses(let list, let evidence, let cut):
      let rest = cut.map { "Better cut the addresses off: \($0.command(Self.file(list)))" }
      return Problem(
        "addresses", in: list,
        "\(evidence.text("holds", "hold")) the address of a web site beside a user and a password",
        expected: Self.passwords,
        remedy: rest.map { "\(insist) \($0)" }
          ?? "Write the passwords alone to a file, one on each line. \(insist)")
    case .records(let list, let kind, let evidence):
      return Problem(
        "records", in: list, kind.found(evidence), expected: Self.passwords,
        remedy: kind.command(Self.file(list)).map {
          "\(insist) Better take the passwords out: \($0)"
        }
          ?? "Write the passwords alone to a file, one on each line. \(insist)")
    case .shownByJohn(let list, let candidate):
      return Problem(
        "shown-by-john", in: list,
        "\(candidate.evidence.text("has", "have")) the fields of an account behind the password, as "
          + "'john --show' prints them", remedy: "Use \(candidate.layout.options)")
    case .cells(let list, let separator, let count, let likely, let evidence, let isRefused):
      return Problem(
        "cells", in: list,
        "\(evidence.text("has", "have")) \(count) cells with "
          + "\(LineLayout(.user, separator: separator).separatorNoun)s between"
          + (isRefused ? "" : ", and the lines are not read as such"),
        remedy: likely.last.map {
          "Name the cell that holds the password, as in \($0.options)"
        } ?? "None of them looks like passwords alone: write these to a file, one on each line.",
        isRefused ? .error : .warning)
    case .mixed(let list, let candidates, let isRefused):
      return Problem(
        "mixed-separators", in: list,
        "the lines have different separators: " + Self.fits(candidates),
        remedy: "Bring them to one separator, or audit them apart, with "
          + candidates.map(\.layout.options).joined(separator: " and "),
        isRefused ? .error : .warning)
    case .furtherSeparators(let list, let layout, let count, let lines):
      let other = "state --layout \(layout.otherHashEnd)"
      return Problem(
        "further-separators", in: list,
        "\(count) of \(lines) lines \(count == 1 ? "has" : "have") more than one "
          + "\(layout.separatorNoun) behind the hash, and the password is read behind the "
          + (layout.endsHashAtFirst ? "first" : "last"),
        remedy: layout.endsHashAtFirst
          ? "If these are salts, \(other)"
          : "If passwords contain it and the hashes have no salts, \(other)", .warning)
    case .hexOfJohn(let list, _, let evidence):
      return Problem(
        "hex-of-john", in: list,
        "\(evidence.text("has", "have")) '$HEX[…]' behind a hash in John the Ripper's form, and is read as "
          + "the bytes that it spells",
        remedy: "John keeps passwords as they are: if they are so spelt, add --no-decode-hex", .note
      )
    case .hexTwice(let list, let evidence):
      return Problem(
        "hex-twice", in: list,
        "\(evidence.text("gives", "give")) '$HEX[…]' once more after it is decoded, and is decoded once",
        remedy: "If the tool that wrote the list encoded it twice, decode it once before.", .note)
    case .malformed(let list, let layout, let count, let lines, let first):
      return Problem(
        "malformed-lines", in: list, line: Int(clamping: first),
        "\(count) of \(lines) lines \(count == 1 ? "is" : "are") not of layout \(layout.name) and "
          + "\(count == 1 ? "was" : "were") skipped; this is the first",
        expected: layout.expectation,
        remedy: layout.isTable
          ? "A cell that holds the separator must be in quotes: export the table anew, or state another "
            + "--separator or --layout."
          : "State the layout of the list with --layout; --help-all explains each.")
    case .text(let list, .marks, let count, _):
      return Problem(
        "marks-within", in: list,
        "\(count) line\(count == 1 ? "" : "s") behind the first \(count == 1 ? "begins" : "begin") with a byte "
          + "order mark (U+FEFF), as of files that were joined, and \(count == 1 ? "is" : "are") read without it",
        .warning)
    case .text(let list, .headers, let count, _):
      return Problem(
        "headers-within", in: list,
        "\(count) more line\(count == 1 ? " is" : "s are") the header once again, and no password",
        remedy: "Were files joined? Then every one of them must have the same columns.", .warning)
    case .text(let list, .illFormed, let count, let all):
      return Problem(
        "ill-formed-text", in: list,
        "\(count) of \(all) passwords are not UTF-8, and each of their wrong bytes counts as a character",
        remedy:
          "If their bytes are characters, as in Western or Cyrillic lists, add --fallback latin-1 (or "
          + "windows-1252). If characters have several bytes, convert them: iconv -f GB18030 -t UTF-8 "
          + "\(Self.file(list)) | audit - (or SHIFT_JIS, BIG5, EUC-KR).", .warning)
    case .text(let list, .overLong, let count, _):
      return Problem(
        "over-long-lines", in: list,
        "\(count) line\(count == 1 ? " is" : "s are") longer than passwords (64 KiB) and \(count == 1 ? "was" : "were") skipped",
        .warning)
    }
  }

  private static let passwords = "a password on each line, or a user and a password"
  private static let auditCracked =
    "Audit the cracked passwords: 'hashcat --show' prints them for --layout hash:password, with "
    + "--username for user:hash:password. \(insist)"

  /// How well candidates fit.
  private static func fits(_ candidates: [Candidate]) -> String {
    candidates.map { "\($0.layout.description) fits \($0.evidence.text)" }
      .joined(separator: ", ")
  }

  /// A list as a word of a command.
  private static func file(_ list: String) -> String {
    list == ListInput.standardInputName ? "FILE" : list.shellWord
  }

  private static func look(like what: String, _ evidence: LayoutEvidence) -> String {
    evidence.text("looks", "look") + " like \(what), and "
      + (evidence.fitting == 1 ? "is read as a password" : "are read as passwords")
  }
}

extension LayoutProblem.RecordKind {
  fileprivate func found(_ evidence: LayoutEvidence) -> String {
    switch self {
    case .ldif: "\(evidence.text("is", "are")) of an LDIF, whose records have several lines"
    case .fields:
      "\(evidence.text("is", "are")) of records with a name and a value on each line"
    case .sql: "the lines are statements of SQL"
    }
  }

  /// The command that takes passwords out of a file; nil if there is none.
  fileprivate func command(_ file: String) -> String? {
    switch self {
    case .ldif(let field?):
      "sed -n 's/^\(field): //p' \(file) | audit - (where the LDIF has two colons, 'base64 -d' decodes them)"
    case .fields(let field?): "sed -n 's/^\(field)//p' \(file) | audit -"
    case .ldif(nil), .fields(nil), .sql: nil
    }
  }
}

extension LineLayout {
  /// The separator as a noun.
  var separatorNoun: String {
    switch separator {
    case UInt8(ascii: ":"): "colon"
    case UInt8(ascii: ";"): "semicolon"
    case UInt8(ascii: ","): "comma"
    case UInt8(ascii: "|"): "bar"
    case 9: "tab"
    case 0x20: "space"
    default: "'\(String(Unicode.Scalar(separator)))'"
    }
  }

  /// The separator as a value of the option `--separator`, for a shell.
  var quotedSeparator: String {
    switch separator {
    case 9: "tab"
    case 0x20: "space"
    default: "'\(String(Unicode.Scalar(separator)))'"
    }
  }

  /// Whether the first separator ends the hash.
  fileprivate var endsHashAtFirst: Bool { form == .hash(.first) || form == .userHashFirst }

  /// The layout with the other end of the hash.
  fileprivate var otherHashEnd: String {
    switch form {
    case .hash(.first): "hash:password:last"
    case .userHashFirst: "user:hash:password"
    case .userHash: "user:hash:password:first"
    default: "hash:password:first"
    }
  }

  /// What a line of the layout holds.
  fileprivate var expectation: String? {
    switch form {
    case .plain: nil
    case .counted(.prefix): "a count above 0, one blank, the password"
    case .counted(.colon): "the password, a colon, a count above 0"
    case .counted(.bar): "the password, a bar, a count above 0"
    case .user, .john: "a user name, the separator, the password"
    case .userHash, .userHashFirst:
      "a user name, a hash and the password, with separators between"
    case .saltedHash: "a hash, its salt and the password, with separators between"
    case .hash: "a hash, the separator, the password"
    case .table(let column, _):
      (width == 0 ? "at least \(column + 1) cells" : "\(width) cell\(width == 1 ? "" : "s")")
        + ", every quote closed"
    }
  }
}

private let insist = "With --binary the lines are read all the same."
