/// Names of accounts and domains, compared in any case.
package enum FoldedName {
  /// The simple lowercase of a name; ill-formed bytes stay as they are.
  ///
  ///     FoldedName.of(Array("ZOË".utf8))  // "zoë"
  package static func of(_ name: [UInt8]) -> [UInt8] {
    if name.allSatisfy({ $0 < 0x80 }) { return name.map(lowercased) }
    var folded: [UInt8] = []
    forEachPart(of: name) { scalar, bytes in
      if let scalar {
        folded += scalar.properties.lowercaseMapping.utf8
      } else {
        folded += bytes
      }
    }
    return folded
  }

  /// The name as text, with U+FFFD for each ill-formed byte.
  package static func text(_ name: [UInt8]) -> String {
    var text = String.UnicodeScalarView()
    forEachPart(of: name) { scalar, bytes in
      if let scalar {
        text.append(scalar)
      } else {
        for _ in bytes { text.append("\u{FFFD}") }
      }
    }
    return String(text)
  }

  /// Calls `body` with each code point, or with ill-formed bytes and nil.
  private static func forEachPart(
    of name: [UInt8], _ body: (Unicode.Scalar?, ArraySlice<UInt8>) -> Void
  ) {
    var parser = Unicode.UTF8.ForwardParser()
    var rest = name.makeIterator()
    var cursor = 0
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let encoded):
        body(Unicode.UTF8.decode(encoded), [])
        cursor += encoded.count
      case .error(let count):
        body(nil, name[cursor..<min(cursor + count, name.count)])
        cursor += count
      case .emptyInput:
        return
      }
    }
  }

  /// Whether some bytes hold white space of any script, or separators of ASCII.
  static func hasWhiteSpace(_ name: Span<UInt8>) -> Bool {
    String(decoding: name.array(name.indices), as: UTF8.self).unicodeScalars.contains {
      $0.properties.isWhitespace || (0x1C...0x1F).contains($0.value)
    }
  }

  /// Whether two folded names are of one domain: they are equal, or one is the first label of the
  /// other.
  ///
  ///     FoldedName.isSameDomain("corp", "corp.example")  // true
  package static func isSameDomain(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    if one == other { return true }
    let (short, long) = one.count <= other.count ? (one, other) : (other, one)
    return !short.isEmpty && !short.contains(0x2E) && long.count > short.count
      && long[short.count] == 0x2E && long.starts(with: short)
  }

  /// A name of `DOMAIN\user` or `user@domain`, as tables and groups write it.
  package static func foreign(_ name: [UInt8]) -> (domain: [UInt8], user: [UInt8]) {
    if let backslash = name.firstIndex(of: 0x5C) {
      let (domain, user) = (name[..<backslash], name[(backslash + 1)...])
      // `\user@domain` has an empty domain before the backslash.
      if !domain.isEmpty { return (Array(domain), Array(user)) }
      return beforeAt(Array(user))
    }
    return beforeAt(name)
  }

  private static func beforeAt(_ name: [UInt8]) -> (domain: [UInt8], user: [UInt8]) {
    guard let at = name.lastIndex(of: 0x40) else { return ([], name) }
    return (Array(name[(at + 1)...]), Array(name[..<at]))
  }
}

/// Passwords that are made of an account's own name, asked by hash.
package enum OwnName {
  /// Whether a hash is that of a user's name as it is, in lowercase, uppercase or capitalised.
  package static func isPassword(of user: [UInt8], hash: NTHash) -> Bool {
    if NTHash(ofUTF8: user.span) == hash { return true }
    if user.allSatisfy({ $0 < 0x80 }) { return isOther(user, hash: hash) }
    guard let name = String(validating: user, as: UTF8.self) else { return false }
    let first = name.unicodeScalars.prefix(1).map(\.properties.uppercaseMapping).joined()
    let rest = String(String.UnicodeScalarView(name.unicodeScalars.dropFirst())).lowercased()
    return [name.lowercased(), name.uppercased(), first + rest].contains {
      NTHash(ofUTF8: Array($0.utf8).span) == hash
    }
  }

  /// The same for the other spellings of a name in ASCII, each of them once.
  private static func isOther(_ user: [UInt8], hash: NTHash) -> Bool {
    let lower = user.map(lowercased)
    let upper = lower.map { isLetter($0) ? $0 ^ 0x20 : $0 }
    if lower != user, NTHash(ofUTF8: lower.span) == hash { return true }
    if upper != user, NTHash(ofUTF8: upper.span) == hash { return true }
    var capitalised = lower
    if let first = upper.first { capitalised[0] = first }
    return capitalised != lower && capitalised != upper && capitalised != user
      && NTHash(ofUTF8: capitalised.span) == hash
  }

  /// Whether a hash is that of the password which a computer account has before it is joined: its
  /// name in lowercase without `$`, 14 characters at most.
  package static func isMachineDefault(_ user: [UInt8], hash: NTHash) -> Bool {
    guard let name = String(validating: user, as: UTF8.self) else { return false }
    var scalars = name.unicodeScalars[...]
    while scalars.last == "$" { scalars.removeLast() }
    let text = String(String.UnicodeScalarView(scalars)).lowercased().unicodeScalars.prefix(14)
    return NTHash(ofUTF8: Array(String(String.UnicodeScalarView(text)).utf8).span) == hash
  }
}
