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
