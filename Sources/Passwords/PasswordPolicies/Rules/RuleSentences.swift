import Passwords

/// The parts that sentences of several rules have in common.
enum RuleSentences {
  /// `1 character`, `6 characters`.
  static func many(_ count: Int) -> String { "\(count) character\(count == 1 ? "" : "s")" }

  /// `1 is`, `8 are`.
  static func are(_ count: Int) -> String { "\(count) \(count == 1 ? "is" : "are")" }
}

/// The stretches of a password that rules limit, as offsets in code points.
enum Stretches {
  /// The stretches of equal characters.
  static func alike(_ password: [Unicode.Scalar]) -> [Range<Int>] { of(password) { $1 == $2 } }

  /// The stretches through a–z, A–Z or 0–9, up or down.
  static func sequences(_ password: [Unicode.Scalar]) -> [Range<Int>] { of(password, continues) }

  /// The stretches of one kind: lower case, upper case, digits, specials, or none of these.
  static func ofKinds(_ password: [Unicode.Scalar]) -> [Range<Int>] {
    let kinds: [CodePointSet] = [.lower, .upper, .digit, .special]
    func kind(_ scalar: Unicode.Scalar) -> Int? { kinds.firstIndex { $0.contains(scalar) } }
    return of(password) { kind($1) == kind($2) }
  }

  /// The stretches of characters that are of a class, or of those that are not.
  static func of(
    _ password: [Unicode.Scalar], in characters: PasswordRules.CharacterClass,
    are isInside: Bool = true
  ) -> [Range<Int>] {
    of(password) { characters.contains($1) == characters.contains($2) }
      .filter { characters.contains(password[$0.lowerBound]) == isInside }
  }

  /// The stretches in which each character continues the previous one; together they cover the
  /// password.
  ///
  /// `goesOn` also gets the third-last character if it belongs to the stretch.
  static func of(
    _ password: [Unicode.Scalar],
    _ goesOn: (_ first: Unicode.Scalar?, Unicode.Scalar, Unicode.Scalar) -> Bool
  ) -> [Range<Int>] {
    guard !password.isEmpty else { return [] }
    var (stretches, start) = ([Range<Int>](), 0)
    for index in password.indices.dropFirst() {
      let first = index - start > 1 ? password[index - 2] : nil
      if goesOn(first, password[index - 1], password[index]) { continue }
      stretches.append(start..<index)
      // A new direction may begin with the previous character.
      start = goesOn(nil, password[index - 1], password[index]) ? index - 1 : index
    }
    return stretches + [start..<password.count]
  }

  /// Whether a character is the next or previous one within a–z, A–Z or 0–9, in the same direction
  /// as the two characters before it.
  private static func continues(
    _ first: Unicode.Scalar?, _ middle: Unicode.Scalar, _ last: Unicode.Scalar
  ) -> Bool {
    let step = Int(last.value) - Int(middle.value)
    let families: [CodePointSet] = [.lower, .upper, .digit]
    guard abs(step) == 1, families.contains(where: { $0.contains(middle) && $0.contains(last) })
    else { return false }
    return first.map { Int(middle.value) - Int($0.value) == step } ?? true
  }
}
