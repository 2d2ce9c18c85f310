/// How a password comes from the one before it, without being searched for.
///
/// The neighbours of a known password are a fixed set of at most 17, which are hashed and compared;
/// both relations are symmetric.
package enum PasswordStep: Sendable {
  /// The last run of digits is one higher or lower: `Lampe09`, `Lampe10`.
  case increment
  /// A digit or `!` is added or dropped at the end, or the case of the first letter is changed.
  case edit
  case none

  /// The relation of a known password in UTF-8 to the one that has a hash.
  package init(between known: [UInt8], and hash: NTHash) {
    let isHashed = { (text: [UInt8]) in NTHash(ofUTF8: text.span) == hash }
    self =
      Self.increments(of: known).contains(where: isHashed)
      ? .increment : Self.edits(of: known).contains(where: isHashed) ? .edit : .none
  }

  /// The password with its last run of at most 18 digits one higher or lower.
  ///
  /// The new digits are as many as the old ones, or neither have zeros in front.
  static func increments(of password: [UInt8]) -> [[UInt8]] {
    guard let last = password.lastIndex(where: isDigit) else { return [] }
    var first = last
    while first > 0, isDigit(password[first - 1]) { first -= 1 }
    let run = first..<last + 1
    guard let number = password.span.decimal(run) else { return [] }
    var found: [[UInt8]] = []
    for other in [number + 1, number == 0 ? nil : number - 1] {
      guard let other else { continue }
      let digits = Array(String(other).utf8)
      if digits.count > 18 { continue }
      var spellings: [[UInt8]] = []
      if digits.count <= run.count {
        spellings.append(Array(repeating: 0x30, count: run.count - digits.count) + digits)
      }
      if password[first] != 0x30 || run.count == 1 { spellings.append(digits) }
      for spelling in spellings {
        let text = password[..<first] + spelling + password[(last + 1)...]
        if !found.contains(Array(text)) { found.append(Array(text)) }
      }
    }
    return found
  }

  /// The password with another end, or with the case of its first letter changed.
  static func edits(of password: [UInt8]) -> [[UInt8]] {
    var found = endings.map { password + [$0] }
    if let last = password.last, endings.contains(last), password.count > 1 {
      found.append(password.dropLast())
    }
    if let first = password.first, isLetter(first) {
      found.append([first ^ 0x20] + password.dropFirst())
    }
    return found
  }

  private static let endings = Array("0123456789!".utf8)
}
