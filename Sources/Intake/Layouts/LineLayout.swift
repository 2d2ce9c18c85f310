/// How a line holds its password: alone, with a count, behind a user name or a hash, in a table.
///
///     LineLayout(.counted(.prefix)).name   // "counted:prefix": "   7 password", as 'uniq -c' has it
package struct LineLayout: Hashable, Sendable {
  /// What stands where.
  package enum Form: Hashable, Sendable {
    /// The line is the password.
    case plain
    /// The password and how often it occurs.
    case counted(CountPlace)
    /// A user name, the separator, the password, which may hold the separator too.
    case user
    /// A user name, a hash, perhaps its salt, and the password: what hashcat's `--username --show` prints.
    case userHash
    /// A hash, perhaps its salt, and the password: a potfile.
    case hash(HashEnd)
    /// A hash, its salt, and the password, which may hold the separator too.
    case saltedHash
    /// A table of which one column, from 0, is passwords (RFC 4180).
    case table(column: Int)
  }

  /// Where a count stands.
  package enum CountPlace: String, Hashable, Sendable, CaseIterable {
    /// Blanks, the count, exactly one space or tab, the password: leading spaces are its own.
    case prefix
    /// The password, a colon, the count.
    case colon
    /// The password, a bar, the count.
    case bar
  }

  /// Which separator of a potfile's line is the one before the password.
  package enum HashEnd: String, Hashable, Sendable, CaseIterable {
    /// The first where the hash begins as john's do, `$`, `{` or `_`, or is that of DES crypt, since
    /// john writes passwords as they are; else the last, since hashcat writes `hash:salt:password`,
    /// and passwords with a colon as `$HEX[…]`.
    case told
    /// The first.
    case first
    /// The last.
    case last
  }

  /// What stands where.
  package let form: Form
  /// The byte between parts of a line, in the forms that have one.
  package let separator: UInt8
  /// Whether a password written `$HEX[6162]` is the bytes 61 62.
  package let decodesHex: Bool

  /// States a layout.
  ///
  /// - Parameters:
  ///   - form: What stands where.
  ///   - separator: That of users, hashes and tables; nil for a colon, in tables a comma.
  ///   - decodesHex: nil for what is usual: potfiles and users do, lists do not.
  package init(_ form: Form, separator: UInt8? = nil, decodesHex: Bool? = nil) {
    self.form = form
    switch form {
    case .plain, .counted:
      self.separator = 0
      self.decodesHex = decodesHex ?? false
    case .user, .userHash, .hash, .saltedHash:
      self.separator = separator ?? UInt8(ascii: ":")
      self.decodesHex = decodesHex ?? true
    case .table:
      self.separator = separator ?? UInt8(ascii: ",")
      self.decodesHex = decodesHex ?? false
    }
  }

  /// Passwords and nothing else, as they are.
  package static let plain = LineLayout(.plain)

  /// Whether lines say how often their password occurs.
  package var isWeighted: Bool { if case .counted = form { true } else { false } }

  /// Whether lines name a user.
  package var hasUsers: Bool { form.namesUsers }

  /// As the option `--layout` spells it.
  package var name: String {
    switch form {
    case .plain: "plain"
    case .counted(let place): "counted:\(place.rawValue)"
    case .user: "user:password"
    case .userHash: "user:hash:password"
    case .saltedHash: "hash:salt:password"
    case .hash(.told): "hash:password"
    case .hash(let end): "hash:password:\(end.rawValue)"
    case .table(let column): "csv:\(column + 1)"
    }
  }

  /// The options that ask for it.
  package var options: String {
    let usual = LineLayout(form)
    var options = "--layout \(name)"
    if separator != usual.separator { options += " --separator \(separatorName)" }
    if decodesHex != usual.decodesHex {
      options += decodesHex ? " --decode-hex" : " --no-decode-hex"
    }
    return options
  }

  /// The name, and what departs from the usual: `user:password, separator ';'`.
  package var description: String {
    let usual = LineLayout(form)
    var text = name
    if separator != usual.separator { text += ", separator \(separatorName)" }
    if decodesHex != usual.decodesHex { text += ", $HEX[…] \(decodesHex ? "decoded" : "as it is")" }
    return text
  }

  private var separatorName: String {
    switch separator {
    case 9: "tab"
    case 0x20: "space"
    case UInt8(ascii: ";"), UInt8(ascii: "|"): "'\(Unicode.Scalar(separator))'"
    default: String(Unicode.Scalar(separator))
    }
  }
}

extension LineLayout.Form {
  /// Whether lines name a user, so that one without a password says that an account has none.
  ///
  /// Asked for each line, so it looks at the case alone and compares no payloads.
  package var namesUsers: Bool {
    switch self {
    case .user, .userHash: true
    case .plain, .counted, .hash, .saltedHash, .table: false
    }
  }
}
