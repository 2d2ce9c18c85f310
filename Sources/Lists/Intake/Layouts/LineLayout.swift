/// How a line holds its password: alone, with a count, after a user name or a hash, or in a table.
///
///     LineLayout(.counted(.prefix)).name   // "counted:prefix": "   7 password", as from 'uniq -c'
package struct LineLayout: Hashable, Sendable {
  /// The parts of a line.
  package enum Form: Hashable, Sendable {
    /// The line is the password.
    case plain
    /// The password and its count.
    case counted(CountPlace)
    /// A user name, the separator and the password, which may contain the separator.
    case user
    /// A user name, a hash, an optional salt, and the password, in the format of hashcat's
    /// `--username --show`.
    case userHash
    /// The same without a salt: the first separator ends the hash, and the password may contain
    /// further ones.
    case userHashFirst
    /// A hash, an optional salt, and the password: a potfile.
    case hash(HashEnd)
    /// A hash, its salt and the password, which may contain the separator.
    case saltedHash
    /// A user name, the password, and the fields of an account, as `john --show` prints them.
    case john
    /// A table in which one column, numbered from 0, holds passwords, and another one may name
    /// users (RFC 4180).
    case table(column: Int, user: Int? = nil)
  }

  /// The place of a count.
  package enum CountPlace: String, Hashable, Sendable, CaseIterable {
    /// Blanks, the count, exactly one space or tab, and the password with any leading spaces.
    case prefix
    /// The password, a colon, and the count.
    case colon
    /// The password, a bar, and the count.
    case bar
  }

  /// The separator that precedes the password in a potfile.
  package enum HashEnd: String, Hashable, Sendable, CaseIterable {
    /// The first separator if the hash has one of john's tags (`$`, `{` or `_`) or is a DES crypt
    /// hash, since john writes passwords unchanged. Otherwise the last, since hashcat writes
    /// `hash:salt:password`, and writes passwords with a colon as `$HEX[…]`.
    case told
    /// The first separator.
    case first
    /// The last separator.
    case last
  }

  /// The parts of a line.
  package let form: Form
  /// The byte between the parts of a line, in forms that use one.
  package let separator: UInt8
  /// Whether a password written as `$HEX[6162]` stands for the bytes 61 62.
  package let decodesHex: Bool
  /// The number of cells that each row of a table has; 0 if it is not known.
  package internal(set) var width = 0

  /// Makes a layout.
  ///
  /// - Parameters:
  ///   - form: The parts of a line.
  ///   - separator: The separator of users, hashes and tables; nil for the default, a comma in
  ///     tables and a colon elsewhere.
  ///   - decodesHex: Nil for the default: true for potfiles and users, false for lists.
  package init(_ form: Form, separator: UInt8? = nil, decodesHex: Bool? = nil) {
    self.form = form
    switch form {
    case .plain, .counted:
      self.separator = 0
      self.decodesHex = decodesHex ?? false
    case .user, .userHash, .userHashFirst, .hash, .saltedHash, .john:
      self.separator = separator ?? UInt8(ascii: ":")
      // John the Ripper knows no `$HEX[…]`: in its output, this text is the password.
      self.decodesHex = decodesHex ?? (form != .john)
    case .table:
      self.separator = separator ?? UInt8(ascii: ",")
      self.decodesHex = decodesHex ?? false
    }
  }

  /// The password alone, unchanged.
  package static let plain = LineLayout(.plain)

  /// Whether each line is just a password.
  package var isPlain: Bool { self == .plain }

  /// Whether lines contain the count of their password.
  package var isWeighted: Bool { if case .counted = form { true } else { false } }

  /// Whether lines are rows of a table, which may span several lines.
  package var isTable: Bool { if case .table = form { true } else { false } }

  /// Whether lines name a user.
  package var hasUsers: Bool { form.namesUsers }

  /// The value of the option `--layout`.
  package var name: String {
    switch form {
    case .plain: "plain"
    case .counted(let place): "counted:\(place.rawValue)"
    case .user: "user:password"
    case .userHash: "user:hash:password"
    case .userHashFirst: "user:hash:password:first"
    case .saltedHash: "hash:salt:password"
    case .hash(.told): "hash:password"
    case .hash(let end): "hash:password:\(end.rawValue)"
    case .john: "john:show"
    case .table(let column, let user):
      "csv:\(column + 1)" + (user.map { ",user=\($0 + 1)" } ?? "")
    }
  }

  /// The options that request this layout, as words of a command.
  package var words: [String] {
    let usual = LineLayout(form)
    var words = ["--layout", name]
    if separator != usual.separator { words += ["--separator", separatorWord] }
    if decodesHex != usual.decodesHex {
      words.append(decodesHex ? "--decode-hex" : "--no-decode-hex")
    }
    return words
  }

  /// The options that request this layout, as a user types them in a shell.
  package var options: String {
    words.map { [";", "|", ":", "\\", "#", "~", "^"].contains($0) ? "'\($0)'" : $0 }.joined(
      separator: " ")
  }

  /// The name and all deviations from the defaults: `user:password, separator ';'`.
  package var description: String {
    let usual = LineLayout(form)
    var text = name
    if separator != usual.separator { text += ", separator \(separatorName)" }
    if decodesHex != usual.decodesHex { text += ", $HEX[…] \(decodesHex ? "decoded" : "as it is")" }
    return text
  }

  private var separatorName: String {
    [";", "|"].contains(separatorWord) ? "'\(separatorWord)'" : separatorWord
  }

  /// The separator as a value of the option `--separator`.
  private var separatorWord: String {
    switch separator {
    case 9: "tab"
    case 0x20: "space"
    default: String(Unicode.Scalar(separator))
    }
  }
}

extension LineLayout.Form {
  /// Whether lines name a user; then a line without a password is an account without a password.
  ///
  /// Called for each line, so it compares no payloads.
  package var namesUsers: Bool {
    switch self {
    case .user, .userHash, .userHashFirst, .john: true
    case .table(_, let user): user != nil
    case .plain, .counted, .hash, .saltedHash: false
    }
  }
}

extension LineLayout {
  /// The layout with this ``description``; nil if there is none.
  package init?(description text: String) {
    let form: Form
    let name = text.split(separator: ", ", maxSplits: 1).first.map(String.init) ?? text
    switch LayoutRequest(name)?.choice {
    case .stated(let stated): form = stated
    case .table(.number(let column), user: nil): form = .table(column: column - 1)
    case .table(.number(let column), user: .number(let user)):
      form = .table(column: column - 1, user: user - 1)
    default: return nil
    }
    for separator in UInt8.min ... .max {
      for decodesHex in [false, true] {
        let layout = LineLayout(form, separator: separator, decodesHex: decodesHex)
        if layout.description == text {
          self = layout
          return
        }
      }
    }
    return nil
  }
}
