@_spi(House) import Bytes

/// The first lines of a list, examined before it is read.
struct LayoutSample {
  /// The ranges of the lines in the first chunk, without line ends and empty lines.
  let lines: [Range<Int>]

  /// The most lines examined: enough to notice a share of 1 %, and examined in well under a
  /// millisecond.
  static let limit = 1000

  /// Takes the lines of the first chunk.
  init(_ text: RawSpan) {
    var lines: [Range<Int>] = []
    var cursor = 0
    while lines.count < Self.limit, let line = text.nextLine(at: &cursor) {
      if !line.isEmpty { lines.append(line) }
    }
    self.lines = lines
  }

  /// The number of lines that meet a condition.
  ///
  /// If the first line does not meet it, it may be a header and is not counted, unless it is the
  /// only line.
  func fit(_ holds: (Range<Int>) -> Bool) -> LayoutEvidence {
    guard let first = lines.first else { return .init(fitting: 0, lines: 0) }
    let fitting = lines.dropFirst().count(where: holds)
    if holds(first) { return .init(fitting: fitting + 1, lines: lines.count) }
    return .init(fitting: fitting, lines: max(1, lines.count - 1))
  }

  /// The number of lines that have a layout.
  func fit(of layout: LineLayout, _ text: RawSpan) -> LayoutEvidence {
    fit { layout.parts(of: text, $0) != nil }
  }

  /// Whether the first line is a header: it does not fit although the other lines do, or it has a
  /// word such as `password` where they have theirs.
  func hasHeader(_ text: RawSpan, _ layout: LineLayout, isNamed: Bool) -> Bool {
    guard isNamed || lines.count > 1, layout.form != .plain, let first = lines.first else {
      return false
    }
    // If empty lines precede it, it is not the first line.
    if first.lowerBound != 0 { return false }
    if isNamed { return true }
    guard let parts = layout.parts(of: text, first) else {
      return fit(of: layout, text).share >= 0.9
    }
    let word = text.string(parts).lowercased()
    switch layout.form {
    case .table: return Self.passwordWords.contains(word)
    case .user, .userHash, .hash, .saltedHash:
      let before = first.lowerBound..<(text.first(layout.separator, in: first) ?? first.lowerBound)
      return Self.passwordWords.contains(word)
        && Self.keyWords.contains(text.string(LineParts(password: before)).lowercased())
    case .counted, .plain: return false
    }
  }

  /// Words for password columns in headers.
  static let passwordWords: Set = [
    "password", "passwords", "passwd", "pass", "pwd", "plaintext", "plain", "cleartext",
  ]

  /// Words for the other column in headers.
  private static let keyWords: Set = [
    "user", "username", "login", "email", "e-mail", "mail", "account", "name", "hash",
  ]

  /// The number of lines from a Windows account database, in the format of secretsdump and pwdump.
  func accounts(_ text: RawSpan) -> LayoutEvidence { fit { text.isAccountLine($0) } }

  /// The number of passwords that look like hashes.
  func hashes(
    _ text: RawSpan, _ layout: LineLayout, hasHeader: Bool
  ) -> LayoutEvidence {
    var found = 0
    for line in lines.dropFirst(hasHeader ? 1 : 0) {
      guard let parts = layout.parts(of: text, line) else { continue }
      if text.looksLikeHash(parts.password) { found += 1 }
    }
    return .init(fitting: found, lines: lines.count)
  }
}

extension RawSpan {
  /// Whether bytes look like a password hash: 32 to 128 hexadecimal digits, as of MD5, SHA-1 or
  /// SHA-2, or the tag of crypt, LDAP or MySQL.
  ///
  /// The line of a potfile looks like a hash if it begins with one.
  func looksLikeHash(_ range: Range<Int>) -> Bool {
    let end = first(UInt8(ascii: ":"), in: range) ?? range.upperBound
    let hash = range.lowerBound..<end
    if [32, 40, 48, 56, 64, 96, 128].contains(hash.count) {
      return hash.allSatisfy { byte(at: $0).hexDigit != nil }
    }
    if hash.count == 41, byte(at: hash.lowerBound) == UInt8(ascii: "*") {
      return hash.dropFirst().allSatisfy { byte(at: $0).hexDigit != nil }
    }
    return hash.count >= 20
      && Self.hashTags.contains { tag in
        zip(hash, tag.utf8).allSatisfy { byte(at: $0) == $1 }
      }
  }

  /// Whether a line is `user:rid:lm:nt:::`, where the hashes are 32 hexadecimal digits or
  /// `NO PASSWORD***`.
  func isAccountLine(_ line: Range<Int>) -> Bool {
    var cells: [Range<Int>] = []
    var start = line.lowerBound
    while cells.count < 4, let end = first(UInt8(ascii: ":"), in: start..<line.upperBound) {
      cells.append(start..<end)
      start = end + 1
    }
    guard cells.count == 4, !cells[0].isEmpty, !cells[1].isEmpty else { return false }
    return cells[1].allSatisfy { isDigit(at: $0) } && isAccountHash(cells[2])
      && isAccountHash(cells[3])
  }

  private func isAccountHash(_ cell: Range<Int>) -> Bool {
    let isMissing = zip(cell, "NO PASSWORD".utf8).allSatisfy { byte(at: $0) == $1 }
    return cell.count >= 11 && isMissing
      || cell.count == 32 && cell.allSatisfy { byte(at: $0).hexDigit != nil }
  }

  private static let hashTags = [
    "$1$", "$2a$", "$2b$", "$2x$", "$2y$", "$5$", "$6$", "$7$", "$y$", "$P$", "$H$", "$S$", "$NT$",
    "$LM$", "$apr1$", "$argon2", "$dynamic_", "$pbkdf2", "$scrypt$", "pbkdf2_sha", "{SHA",
    "{SSHA", "{MD5}", "{CRYPT}",
  ]
}
