@_spi(Internal) import Bytes

/// The words by which headers name columns.
enum ColumnWords {
  /// Whether a cell of a header names passwords: `Password`, `login_password`, `Kennwort`.
  static func isPassword(_ cell: String) -> Bool { passwords.contains(plain(cell)) }

  /// Whether a cell of a header names users: `User Name`, `SamAccountName`, `e-mail`.
  static func isUser(_ cell: String) -> Bool { users.contains(plain(cell)) }

  /// Whether a cell names what stands before a password: a user or a hash.
  static func isKey(_ cell: String) -> Bool {
    let word = plain(cell)
    return users.contains(word) || word == "name" || word == "hash"
  }

  /// Whether a cell names how often a password occurs.
  static func isCount(_ cell: String) -> Bool { counts.contains(plain(cell)) }

  /// A cell in lower case, without blanks, line ends, quotes, `-`, `_` and points.
  static func plain(_ cell: String) -> String {
    String(cell.lowercased().filter { !" -_.\t\n\r\r\n\"'".contains($0) })
  }

  private static let counts: Set = [
    "count", "counts", "frequency", "freq", "occurrences", "occurrence", "times", "hits", "uses",
    "seen",
    "anzahl", "häufigkeit",
  ]

  private static let passwords: Set = [
    "password", "passwords", "passwd", "pass", "pwd", "plaintext", "plain", "cleartext",
    "loginpassword", "userpassword", "plaintextpassword", "cleartextpassword", "clearpassword",
    "passwort", "kennwort", "motdepasse", "contraseña", "contrasena", "wachtwoord", "senha",
    "hasło", "пароль", "密码",
  ]

  private static let users: Set = [
    "user", "username", "userid", "login", "loginname", "loginusername", "email", "mail",
    "emailaddress", "account", "accountname", "samaccountname", "userprincipalname", "benutzer",
    "benutzername",
  ]
}

/// The lines before the others: `sep=;`, as Excel reads it, `#TYPE …`, as PowerShell writes it, a title above the
/// header of a table, or what hashcat says before `--show`.
struct TablePreamble {
  /// The offset of the line after it; 0 if there is none.
  let end: Int
  /// The separator that it states; nil for none.
  let separator: UInt8?
  /// The number of lines of a title or a program.
  let lines: Int

  /// Examines the first lines of a text.
  init(_ text: RawSpan) {
    var cursor = 0
    var found: (end: Int, separator: UInt8?, lines: Int) = (0, nil, 0)
    if let line = text.nextLine(at: &cursor) {
      var cells = line
      let isQuoted = line.count > 2 && text.byte(at: line.lowerBound) == UInt8(ascii: "\"")
      if isQuoted { cells = line.lowerBound + 1..<line.upperBound - 1 }
      let start = String(decoding: cells.prefix(6).map { text.byte(at: $0) }, as: UTF8.self)
      // A quote separates nothing, as with the option.
      if start.lowercased().hasPrefix("sep="), cells.count == 5,
        text.byte(at: cells.lowerBound + 4) != UInt8(ascii: "\"")
      {
        found = (cursor, text.byte(at: cells.lowerBound + 4), 0)
      } else if start.hasPrefix("#TYPE ") {
        found = (cursor, nil, 0)
      } else if text.begins(line, with: "Hash-mode was not specified with -m") {
        found = Self.banner(text) ?? found
      } else {
        found = Self.title(text) ?? found
      }
    }
    (end, separator, lines) = found
  }

  /// What hashcat says of the mode that it chose.
  private static func banner(_ text: RawSpan) -> (end: Int, separator: UInt8?, lines: Int)? {
    var (cursor, lines) = (0, 0)
    while lines < 200, let line = text.nextLine(at: &cursor) {
      lines += 1
      if text.begins(line, with: "Do NOT report auto-detect issues") { return (cursor, nil, lines) }
    }
    return nil
  }

  /// Lines above a row that names passwords and has other cells than they have.
  private static func title(_ text: RawSpan) -> (end: Int, separator: UInt8?, lines: Int)? {
    var (cursor, above) = (0, [Range<Int>]())
    while above.count < 6, let line = text.nextLine(at: &cursor) {
      for separator in LayoutGuess.separators where text.first(separator, in: line) != nil {
        let layout = LineLayout(.table(column: 0), separator: separator)
        let cells = layout.cells(of: text, line)
        guard cells.contains(where: { ColumnWords.isPassword($0) }) else { continue }
        var rest = cursor
        let next = text.nextLine(at: &rest).map { layout.cellCount(of: text, $0) }
        guard !above.isEmpty, cells.count > 1, next == cells.count,
          above.allSatisfy({ above in
            // A title in the first cell of a table leaves the others empty.
            let others = layout.cells(of: text, above)
            return others.count != cells.count || others.dropFirst().allSatisfy(\.isEmpty)
          })
        else { return nil }
        return (line.lowerBound, nil, above.count)
      }
      above.append(line)
    }
    return nil
  }
}
