@_spi(House) import Bytes

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

  /// A cell in lower case, without blanks, `-`, `_` and points.
  static func plain(_ cell: String) -> String {
    String(cell.lowercased().filter { !" -_.\t".contains($0) })
  }

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

/// A line before the header of a table: `sep=;`, as Excel reads it, or `#TYPE …`, as PowerShell
/// writes it.
struct TablePreamble {
  /// The offset of the line after it; 0 if there is none.
  let end: Int
  /// The separator that it states; nil for none.
  let separator: UInt8?

  /// Examines the first line of a text.
  init(_ text: RawSpan) {
    var cursor = 0
    var found: (end: Int, separator: UInt8?) = (0, nil)
    if let line = text.nextLine(at: &cursor) {
      var cells = line
      let isQuoted = line.count > 2 && text.byte(at: line.lowerBound) == UInt8(ascii: "\"")
      if isQuoted { cells = line.lowerBound + 1..<line.upperBound - 1 }
      let start = String(decoding: cells.prefix(6).map { text.byte(at: $0) }, as: UTF8.self)
      // A quote separates nothing, as with the option.
      if start.lowercased().hasPrefix("sep="), cells.count == 5,
        text.byte(at: cells.lowerBound + 4) != UInt8(ascii: "\"")
      {
        found = (cursor, text.byte(at: cells.lowerBound + 4))
      } else if start.hasPrefix("#TYPE ") {
        found = (cursor, nil)
      }
    }
    (end, separator) = found
  }
}
