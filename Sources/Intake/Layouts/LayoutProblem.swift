package import Diagnostics

/// The problems with the layout of a list's lines.
///
/// No case contains bytes of the text.
package enum LayoutProblem: Error, Hashable, Sendable {
  /// The first lines do not determine a layout.
  case unclear(list: String, [Candidate])
  /// A table lacks the requested column.
  case missingColumn(list: String, String, of: Int)
  /// The first line was taken for a header and skipped.
  case header(list: String, LineLayout)
  /// A list read as plain passwords resembles another layout; the first candidate is the likeliest.
  case looksLike(list: String, [Candidate])
  /// Lines of a Windows account database contain hashes and no passwords.
  case accountHashes(list: String, LayoutEvidence)
  /// Passwords look like hashes.
  case hashes(list: String, LayoutEvidence)
  /// Some lines do not have the layout; `first` is the number of the first of them, from 1.
  case malformed(list: String, LineLayout, count: UInt64, of: UInt64, first: UInt64)

  /// A layout that a list might have.
  package struct Candidate: Hashable, Sendable {
    /// The layout.
    package let layout: LineLayout
    /// The evidence for the layout.
    package let evidence: LayoutEvidence
  }
}

extension LayoutProblem: Diagnosable {
  package var severity: Severity {
    switch self {
    case .unclear, .missingColumn, .malformed, .accountHashes: .error
    case .looksLike, .hashes: .warning
    case .header: .note
    }
  }

  package var location: Location? {
    switch self {
    case .unclear(let list, _), .missingColumn(let list, _, _), .looksLike(let list, _),
      .hashes(let list, _), .accountHashes(let list, _):
      Location(file: list)
    case .header(let list, _): Location(file: list, .init(line: 1, column: 1))
    case .malformed(let list, _, _, _, let first):
      Location(file: list, .init(line: Int(clamping: first), column: 1))
    }
  }

  package var found: String {
    switch self {
    case .unclear(_, let candidates) where candidates.isEmpty:
      "the first lines do not show how the lines are laid out"
    case .unclear(_, let candidates):
      "the first lines do not show for certain how the lines are laid out: "
        + candidates.map { "\($0.layout.description) fits \($0.evidence.text)" }.joined(
          separator: ", ")
    case .missingColumn(_, let name, let count):
      "no column '\(name)' among the \(count) of the first line"
    case .header(_, let layout):
      "the first line is read as the header of \(layout.name), no password"
    case .looksLike(_, let candidates):
      Self.look(
        like: candidates.map(\.layout.name).joined(separator: " or "),
        candidates.first?.evidence ?? .init(fitting: 0, lines: 0))
    case .accountHashes(_, let evidence):
      "\(evidence.text("is", "are")) of a Windows account database (user:rid:lm:nt:::), which holds hashes"
    case .hashes(_, let evidence):
      Self.look(like: "hashes", evidence)
    case .malformed(_, let layout, let count, let lines, _):
      "\(count) of \(lines) lines \(count == 1 ? "is" : "are") not of layout \(layout.name) and "
        + "\(count == 1 ? "was" : "were") skipped; this is the first"
    }
  }

  private static func look(like what: String, _ evidence: LayoutEvidence) -> String {
    evidence.text("looks", "look") + " like \(what), and "
      + (evidence.fitting == 1 ? "is read as a password" : "are read as passwords")
  }

  package var expected: String? {
    if case .accountHashes = self { return "passwords" }
    guard case .malformed(_, let layout, _, _, _) = self else { return nil }
    switch layout.form {
    case .plain: return nil
    case .counted(.prefix): return "a count above 0, one blank, the password"
    case .counted(.colon): return "the password, a colon, a count above 0"
    case .counted(.bar): return "the password, a bar, a count above 0"
    case .user: return "a user name, the separator, the password"
    case .userHash: return "a user name, a hash and the password, with separators between"
    case .saltedHash: return "a hash, its salt and the password, with separators between"
    case .hash: return "a hash, the separator, the password"
    case .table(let column): return "at least \(column + 1) cells, every quote closed in its line"
    }
  }

  package var remedy: String? {
    switch self {
    case .unclear(_, let candidates):
      if let best = candidates.first {
        "State it: \(best.layout.options), or --layout plain"
      } else {
        "State it with --layout."
      }
    case .missingColumn: "Name one of the header's columns, or its number, from 1."
    case .header: nil
    case .looksLike(_, let candidates):
      "If so, use "
        + candidates.map(\.layout.options).joined(separator: ", or ")
    case .accountHashes:
      "Audit the passwords that were cracked: 'hashcat -m 1000 --username --show' prints it, for --layout "
        + "user:hash:password."
    case .hashes: "Hashes are not passwords: audit the cracked passwords instead."
    case .malformed: "Choose the layout that the list has with --layout."
    }
  }
}
