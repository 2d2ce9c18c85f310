@_spi(Internal) import Bytes

/// The relation of a password to the user name or e-mail address on the same line.
///
///     UserNameRelations(of: password, to: user)   // "7elaine!" to "elaine":        [.whole, .part]
///                                                 // "my elaine" to "e.m@x.org":    []
///                                                 // "Smith1970" to "jo.smith@x.org": [.whole, .part]
///                                                 // "Elaine24" to "CORP\elaine": [.whole, .part]
///
/// The parts of a name are the whole name; for a Windows logon name, also the text after the last
/// `\`; for an address, the text before the last `@`; and the pieces of it between commas, periods,
/// dashes, underscores, spaces, number signs and tabs that have three characters or more. Case and
/// width are ignored.
///
/// - Complexity: O(password × name). Allocates memory only for passwords beyond ASCII or longer
///   than 1 KB.
/// - Source: Microsoft, *Password must meet complexity requirements*, which takes the pieces from
///   the display name; NIST SP 800-63B-4, section 3.1.1.2, for derivatives of the user name.
package struct UserNameRelations: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The whole password is a part of the name or derives from a part: other case, characters that
  /// stand for letters, reversal, digits and punctuation around it.
  ///
  /// A rule `context` with the part as its word refuses the same passwords; see ``ContextWords``.
  package static let whole = UserNameRelations(rawValue: 1)

  /// The password contains a part of the name of three characters or more; the complexity rule of
  /// Active Directory refuses it.
  package static let part = UserNameRelations(rawValue: 2)

  /// The longest name that can relate to a password, in bytes after folding.
  ///
  /// Addresses have at most 254 bytes, display names 256 characters.
  package static let longestName = 512

  /// Compares a password with a user name, both without separators and line end.
  package init(of password: Span<UInt8>, to user: Span<UInt8>) {
    let (password, user) = (password.raw, user.raw)
    self = FoldedForm.with(user) { user in
      if user.byteCount > Self.longestName { return [] }
      return FoldedForm.with(password) { password in
        Self.between(Span(_bytes: password), Span(_bytes: user))
      }
    }
  }

  private static let shortest = 3

  private static func between(
    _ password: Span<UInt8>, _ user: Span<UInt8>
  ) -> UserNameRelations {
    if password.isEmpty || user.isEmpty { return [] }
    var relations = of(password, toPart: user)
    var local = user
    if let end = user.indices.last(where: { user[$0] == UInt8(ascii: "\\") }) {
      local = user.extracting(end + 1..<user.count)
      relations.formUnion(of(password, toPart: local))
    }
    if let at = local.indices.last(where: { local[$0] == UInt8(ascii: "@") }) {
      local = local.extracting(0..<at)
      relations.formUnion(of(password, toPart: local))
    }
    var start = 0
    for end in 0...local.count where end == local.count || isSeparator(local[end]) {
      let piece = local.extracting(start..<end)
      start = end + 1
      if piece.count < local.count, hasEnough(piece) {
        relations.formUnion(of(password, toPart: piece))
      }
    }
    return relations
  }

  private static func of(_ password: Span<UInt8>, toPart part: Span<UInt8>) -> UserNameRelations {
    if part.isEmpty { return [] }
    var relations: UserNameRelations = []
    if ContextWords.derives(password, from: part) { relations.insert(.whole) }
    if hasEnough(part), contains(part, in: password) { relations.insert(.part) }
    return relations
  }

  /// Whether a text has three characters or more.
  private static func hasEnough(_ text: Span<UInt8>) -> Bool {
    var count = 0
    for index in text.indices where text[index] & 0xC0 != 0x80 {
      count += 1
      if count == shortest { return true }
    }
    return false
  }

  private static func contains(_ part: Span<UInt8>, in password: Span<UInt8>) -> Bool {
    if part.count > password.count { return false }
    for start in 0...password.count - part.count where password[start] == part[0] {
      var length = 1
      while length < part.count, password[start + length] == part[length] { length += 1 }
      if length == part.count { return true }
    }
    return false
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: " "), UInt8(ascii: "#"), UInt8(ascii: "\t"):
      true
    default: false
    }
  }
}
