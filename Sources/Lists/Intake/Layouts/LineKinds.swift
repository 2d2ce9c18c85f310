@_spi(Internal) import Bytes

// What single lines look like.
extension RawSpan {
  /// Whether bytes look like a password hash: 32 to 128 hexadecimal digits, as of MD5, SHA-1 or
  /// SHA-2, or the tag of crypt, LDAP, MySQL or of another program, such as `$krb5tgs$`.
  ///
  /// The line of a potfile looks like a hash if it begins with one.
  func looksLikeHash(_ range: Range<Int>) -> Bool {
    let end = first(colon, in: range) ?? range.upperBound
    let hash = range.lowerBound..<end
    if hash.count == 16 { return areHex(hash) && areMixed(hash) }
    if hash.count < 20 { return false }
    if isBase64Digest(hash) { return true }
    if [32, 40, 48, 56, 64, 96, 128].contains(hash.count), areHex(hash) { return true }
    // The key of a wireless network, and its name.
    if hash.count > 66, byte(at: hash.lowerBound + 64) == UInt8(ascii: "*") {
      return areHex(hash.prefix(64)) && areHex(hash.dropFirst(65))
    }
    switch byte(at: hash.lowerBound) {
    case UInt8(ascii: "*"):
      return hash.count == 41 && areHex(hash.dropFirst())
    case UInt8(ascii: "0"):
      // As SQL Server prints: 0x0100, the salt, the digits.
      return hash.count >= 54 && byte(at: hash.lowerBound + 1) | 0x20 == UInt8(ascii: "x")
        && areHex(hash.dropFirst(2))
    case UInt8(ascii: "$"): return isTag(hash, UInt8(ascii: "$"))
    case UInt8(ascii: "{"): return isTag(hash, UInt8(ascii: "}"))
    default:
      return hash.count >= 20
        && Self.hashTags.contains { begins(hash, with: $0) }
    }
  }

  /// Whether bytes are a hash and nothing else.
  func isHash(_ range: Range<Int>) -> Bool {
    first(colon, in: range) == nil && looksLikeHash(range)
  }

  /// Whether a line is `user:rid:lm:nt:::`, where the hashes are 32 hexadecimal digits or
  /// `NO PASSWORD***`; the relative id or the LM hash may be missing, as Ophcrack writes it, or
  /// both, as in LSA's copy of a machine's account.
  func isAccountLine(_ line: Range<Int>) -> Bool {
    var cells: [Range<Int>] = []
    var start = line.lowerBound
    while cells.count < 5, let end = first(colon, in: start..<line.upperBound) {
      cells.append(start..<end)
      start = end + 1
    }
    guard cells.count >= 4, !cells[0].isEmpty else { return false }
    if cells[1].allSatisfy({ isDigit(at: $0) }), cells[1].count < 12 {
      return (isAccountHash(cells[2]) || cells[2].isEmpty) && isAccountHash(cells[3])
    }
    // A machine's account without a relative id ends in three colons.
    return cells.count == 5 && cells[1].count == 32 && isAccountHash(cells[1])
      && isAccountHash(cells[2]) && cells[3].isEmpty && cells[4].isEmpty
  }

  /// Whether bytes are the hash of a Windows account, or the words for none.
  func isAccountHash(_ cell: Range<Int>) -> Bool {
    begins(cell, with: "NO PASSWORD") || cell.count == 32 && areHex(cell)
  }

  /// Whether a line begins with a user, a separator and a hash, and gives nothing behind it but
  /// separators, numbers, or the SID of a Windows account.
  func isUserAndBareHash(_ line: Range<Int>, _ separator: UInt8) -> Bool {
    guard let user = first(separator, in: line), user > line.lowerBound else { return false }
    if separator == colon, endOfNetNTLM(line) == line.upperBound { return true }
    let end = first(separator, in: user + 1..<line.upperBound) ?? line.upperBound
    guard isHash(user + 1..<end) else { return false }
    let rest = end..<line.upperBound
    let isSID = begins(rest.dropFirst(), with: "S-1-")
    return rest.count < 2 || rest.count > 5 && isSID
      || rest.allSatisfy { byte(at: $0) == separator }
      || rest.count { byte(at: $0) == separator } == 7
        && rest.allSatisfy { byte(at: $0) == separator || isDigit(at: $0) }
  }

  /// Whether a line has a word, a hash, and something else, in this order.
  func isUserAndHash(_ line: Range<Int>, _ separator: UInt8) -> Bool {
    guard let user = first(separator, in: line), user > line.lowerBound,
      let hash = first(separator, in: user + 1..<line.upperBound)
    else { return false }
    return isHash(user + 1..<hash)
  }

  /// Whether a line begins with a hash, followed by a separator.
  func isHashAndMore(_ line: Range<Int>, _ separator: UInt8) -> Bool {
    guard let end = first(separator, in: line) else { return false }
    return isHash(line.lowerBound..<end)
      || separator == colon && (endOfNetNTLM(line).map { $0 < line.upperBound } ?? false)
  }

  /// The end of the answer to a challenge that a line begins with, as hashcat knows it:
  /// `user::domain:challenge:answer:more` of NTLMv2, `user::domain:lm:nt:challenge` of NTLMv1; nil for none.
  func endOfNetNTLM(_ line: Range<Int>) -> Int? {
    var ends: [Int] = []
    var start = line.lowerBound
    while ends.count < 6, let end = first(colon, in: start..<line.upperBound) {
      ends.append(end)
      start = end + 1
    }
    if ends.count == 5 { ends.append(line.upperBound) }
    guard ends.count == 6, ends[0] > line.lowerBound, ends[1] == ends[0] + 1 else { return nil }
    let parts = (3...5).map { ends[$0 - 1] + 1..<ends[$0] }
    guard parts.allSatisfy({ areHex($0) }) else { return nil }
    let isSecond = parts[0].count == 16 && parts[1].count == 32 && parts[2].count > 16
    let isFirst = [0, 48].contains(parts[0].count) && parts[1].count == 48 && parts[2].count == 16
    return isSecond || isFirst ? ends[5] : nil
  }

  /// The hash of a line of Pwned Passwords, or of one of its range files: capital digits, a colon,
  /// and a count; nil for other lines.
  func pwnedHash(_ line: Range<Int>) -> Range<Int>? {
    guard let end = first(colon, in: line), [32, 35, 40].contains(end - line.lowerBound),
      line.upperBound - end > 1, line.upperBound - end < 13
    else { return nil }
    let hash = line.lowerBound..<end
    let isCapital = hash.allSatisfy { place in
      isDigit(at: place) || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte(at: place))
    }
    return isCapital && (end + 1..<line.upperBound).allSatisfy { isDigit(at: $0) } ? hash : nil
  }

  /// Whether bytes look like an e-mail address: an `@` inside, a point after it, no blank or separator.
  func isAddress(_ range: Range<Int>) -> Bool {
    guard let at = first(UInt8(ascii: "@"), in: range), at > range.lowerBound,
      let point = first(UInt8(ascii: "."), in: at..<range.upperBound)
    else { return false }
    return point > at + 1 && point < range.upperBound - 1
      && !range.contains { isBlank(at: $0) || ":;|,".utf8.contains(byte(at: $0)) }
  }

  /// Whether a line holds an address of the web and something before or behind it: its scheme, as
  /// in `https://example.org:user:word`, or a host with a path at the start.
  func isURLLine(_ line: Range<Int>) -> Bool {
    var start = line.lowerBound
    while let place = first(colon, in: start..<line.upperBound) {
      start = place + 1
      guard place + 2 < line.upperBound, byte(at: place + 1) == slash, byte(at: place + 2) == slash
      else { continue }
      var scheme = place
      while scheme > line.lowerBound, isLetter(at: scheme - 1) { scheme -= 1 }
      let rest = (place + 3..<line.upperBound).count { ":;|,\t ".utf8.contains(byte(at: $0)) }
      return place - scheme >= 3 && (rest >= 2 || scheme > line.lowerBound)
    }
    // `example.org/login:user:word`
    guard let end = first(slash, in: line), let point = first(UInt8(ascii: "."), in: line),
      point > line.lowerBound, point < end, let next = first(colon, in: end..<line.upperBound),
      first(colon, in: next + 1..<line.upperBound) != nil
    else { return false }
    return (line.lowerBound..<end).allSatisfy { place in
      isLetter(at: place) || isDigit(at: place) || ".-".utf8.contains(byte(at: place))
    }
  }

  /// The name of a field that begins a line, as in `Password: word`, `userPassword:: d29yZA==`,
  /// ` * Password : word` of mimikatz, `  - password: word` of YAML, or `password = word`; nil for other lines.
  func field(_ line: Range<Int>) -> (name: String, isEquation: Bool)? {
    let marks = line.prefix { isBlank(at: $0) || "*-".utf8.contains(byte(at: $0)) }
    let line = marks.upperBound..<line.upperBound
    let equals = UInt8(ascii: "=")
    guard let end = line.prefix(40).first(where: { [colon, equals].contains(byte(at: $0)) }),
      end > line.lowerBound
    else { return nil }
    let isEquation = byte(at: end) == equals
    let isName = (line.lowerBound..<end).allSatisfy { place in
      isLetter(at: place) || isDigit(at: place) || " _-;.".utf8.contains(byte(at: place))
    }
    let next = end + 1
    guard isName, isLetter(at: line.lowerBound),
      isEquation || next >= line.upperBound || isBlank(at: next) || byte(at: next) == colon
    else { return nil }
    let name = (line.lowerBound..<end).map { byte(at: $0) }
    let blanks = name.reversed().prefix { $0 == UInt8(ascii: " ") }.count
    return (String(decoding: name.dropLast(blanks), as: UTF8.self), isEquation)
  }

  func areHex(_ range: Range<Int>) -> Bool {
    range.allSatisfy { byte(at: $0).hexDigit != nil }
  }

  /// Whether there are both digits and letters, so that the digits are no number.
  private func areMixed(_ range: Range<Int>) -> Bool {
    let digits = range.count { isDigit(at: $0) }
    return digits > 0 && digits < range.count
  }

  /// Whether bytes are the Base64 of MD5, SHA-1, SHA-256 or SHA-512.
  private func isBase64Digest(_ range: Range<Int>) -> Bool {
    guard let padding = [24: 2, 28: 1, 44: 1, 88: 2][range.count] else { return false }
    let equals = UInt8(ascii: "=")
    return range.suffix(padding).allSatisfy { byte(at: $0) == equals }
      && range.dropLast(padding).allSatisfy { place in
        isLetter(at: place) || isDigit(at: place) || "+/".utf8.contains(byte(at: place))
      }
  }

  /// Whether bytes may be a hash of DES crypt: 13 characters, the last of which has two bits less
  /// than the others.
  func mayBeCrypt(_ range: Range<Int>) -> Bool {
    range.count == 13
      && range.allSatisfy { place in
        isLetter(at: place) || isDigit(at: place) || "./".utf8.contains(byte(at: place))
      }
      && ".26AEIMQUYcgkosw".utf8.contains(byte(at: range.upperBound - 1))
  }

  func isWordByte(at offset: Int) -> Bool { isLetter(at: offset) || isDigit(at: offset) }

  private func isLetter(at offset: Int) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte(at: offset) | 0x20)
  }

  /// Whether a hash begins with a word between two marks, such as `$krb5tgs$` or `{SSHA256}`.
  private func isTag(_ hash: Range<Int>, _ mark: UInt8) -> Bool {
    guard
      let end = first(mark, in: hash.lowerBound + 1..<min(hash.upperBound, hash.lowerBound + 26)),
      end > hash.lowerBound + 1
    else { return false }
    return !begins(hash, with: "$HEX[")
      && (hash.lowerBound + 1..<end).allSatisfy { place in
        isLetter(at: place) || isDigit(at: place) || "-_.".utf8.contains(byte(at: place))
      }
  }

  private static let hashTags = [
    "pbkdf2_", "bcrypt$", "bcrypt_sha", "argon2$", "scrypt:", "sha1$", "sha256$",
  ]
}

private let colon = UInt8(ascii: ":")
private let slash = UInt8(ascii: "/")
