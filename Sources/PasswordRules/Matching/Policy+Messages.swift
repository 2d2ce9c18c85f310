import Passwords

extension Policy.Test {
  /// Explains in one sentence, with the numbers, why a password fails this test.
  ///
  ///     Policy.Test.minLength(8).message(on: "secret")
  ///     // "The password has 6 characters; at least 8 are needed."
  ///
  /// The sentence quotes no part of the password. For lists and scores it gives no reason.
  ///
  /// - Complexity: O(length of the password).
  func message(on password: String) -> String {
    let scalars = Array(password.unicodeScalars)
    switch self {
    case .minLength(let least):
      return "The password has \(many(scalars.count)); at least \(are(least)) needed."
    case .maxLength(let most):
      return "The password has \(many(scalars.count)); at most \(are(most)) permitted."
    case .required(let set), .atLeast(1, of: let set):
      let one = PasswordRules.CharacterClass(set).oneInWords
      let isListed = one.hasPrefix("one of")
      return "The password needs \(isListed ? "" : "at least one ")\(one); it has none."
    case .atLeast(let least, of: let set):
      let words = PasswordRules.CharacterClass(set).inWords
      let count = scalars.count { set.contains($0) }
      return "The password has \(count) of these: \(words); at least \(are(least)) needed."
    case .allowed(let set):
      let words = PasswordRules.CharacterClass(set).inWords
      let count = scalars.count { !set.contains($0) }
      return "\(many(count)) of the password \(count == 1 ? "is" : "are") not permitted; only "
        + "\(words) are."
    case .maxRun(of: let run, sequence: let sequence):
      let longest = Self.longest(scalars) { $1 == $2 }
      if let run, longest > run {
        return
          "The password has \(longest) equal characters in a row; at most \(are(run)) permitted."
      }
      let steps = Self.longest(scalars, Self.continues)
      return "The password has a sequence of \(many(steps)), such as abc or 321; at most "
        + "\(are(sequence ?? 0)) permitted."
    case .maxClassRun(let most):
      let longest = Self.longest(scalars) { Self.kind(of: $1) == Self.kind(of: $2) }
      return "The password has \(longest) characters of one kind in a row; at most \(are(most)) "
        + "permitted."
    case .minClasses(let least, of: let sets):
      let count = sets.count { set in scalars.contains { set.contains($0) } }
      return "The password has \(count) \(count == 1 ? "kind" : "kinds") of characters; at least "
        + "\(are(least)) needed."
    case .unlisted: return "A list refuses the password."
    case .minScore(let least):
      return "The password is too easy to guess; a score of \(least) is needed."
    }
  }

  private func many(_ count: Int) -> String { "\(count) character\(count == 1 ? "" : "s")" }

  private func are(_ count: Int) -> String { "\(count) \(count == 1 ? "is" : "are")" }

  /// The length of the longest stretch in which each character continues the previous one.
  ///
  /// `goesOn` also gets the third-last character if it belongs to the stretch.
  private static func longest(
    _ scalars: [Unicode.Scalar],
    _ goesOn: (_ first: Unicode.Scalar?, Unicode.Scalar, Unicode.Scalar) -> Bool
  ) -> Int {
    var (longest, length) = (min(scalars.count, 1), 1)
    for index in scalars.indices.dropFirst() {
      let first = length > 1 ? scalars[index - 2] : nil
      if goesOn(first, scalars[index - 1], scalars[index]) {
        length += 1
      } else {
        // A new direction may begin with the previous character.
        length = goesOn(nil, scalars[index - 1], scalars[index]) ? 2 : 1
      }
      longest = max(longest, length)
    }
    return longest
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

  /// The kind of a character for `max-class-run`; nil beyond printable ASCII.
  private static func kind(of scalar: Unicode.Scalar) -> Int? {
    let kinds: [CodePointSet] = [.lower, .upper, .digit, .special]
    return kinds.firstIndex { $0.contains(scalar) }
  }
}
