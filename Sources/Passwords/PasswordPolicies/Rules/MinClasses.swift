package import Passwords

/// `min-classes: 3`: at least this many kinds of character occur.
package struct MinClasses: ExtraRule {
  package static let keyword = "min-classes"
  /// The least number: from 1 to the number of kinds.
  package let minimum: Int
  /// The kinds that are counted.
  package let kinds: Kinds

  /// Requires characters of several kinds.
  package init(_ minimum: Int, of kinds: Kinds = .ascii) {
    self.minimum = minimum
    self.kinds = kinds
  }

  /// The systems of kinds.
  package enum Kinds: String, Hashable, Sendable, CaseIterable {
    /// upper, lower, digit, special: only ASCII; other characters belong to no kind.
    case ascii
    /// Uppercase, lowercase and other letters of any script, 0–9, and the 32 symbols of ASCII
    /// (without the space): the five categories of Active Directory.
    case unicode
  }

  package var value: String { "\(minimum)\(kinds == .ascii ? "" : " \(kinds.rawValue)")" }
  package var conditions: [Condition] { [.kinds(kinds.sets, atLeast: minimum)] }
  package var isComposition: Bool { true }
  package var brief: String { "classes" }
  package var words: String { "\(minimum) of \(kinds.sets.count) kinds of character" }

  package func portability(among permitted: PasswordRules.CharacterClass) -> Portability {
    let available = kinds.sets.map { permitted.intersection($0) }.filter { !$0.isEmpty }
    return permitted == .unicode && kinds == .unicode || available.count != minimum
      ? .lost : .required(available)
  }

  var extendedRule: PasswordRules.Extended.Rule? {
    .minClasses(minimum, isUnicode: kinds == .unicode)
  }

  package func fault(in password: [Unicode.Scalar]) -> RuleFault {
    RuleFault(kinds.sets.count { set in password.contains { set.contains($0) } })
  }

  package func message(on password: [Unicode.Scalar]) -> String {
    let count = fault(in: password).number ?? 0
    return "The password has \(count) \(count == 1 ? "kind" : "kinds") of characters; at least "
      + "\(RuleSentences.are(minimum)) needed."
  }

  /// Reads `3` or `3 unicode`.
  static func read(_ reader: inout StrictReader) -> Bool {
    let start = reader.scanner.position
    guard let minimum = reader.number(keyword) else { return false }
    reader.skipBlank()
    var kinds = Kinds.ascii
    if reader.seesWordOfValue {
      guard let word = reader.word(of: keyword, among: Kinds.allCases.map(\.rawValue)) else {
        return false
      }
      kinds = Kinds(rawValue: word) ?? .ascii
    }
    guard reader.within(1...kinds.sets.count, minimum, keyword, at: start) else { return true }
    let earlier = reader.draft.single[keyword] as? Self
    if let earlier, earlier.kinds != kinds {
      reader.remarks.add(.conflictingKinds, at: start)
    } else {
      reader.note(minimum, of: keyword, isMinimum: true, at: start)
    }
    reader.draft.single[keyword] = Self(max(minimum, earlier?.minimum ?? 0), of: kinds)
    return true
  }
}

extension MinClasses.Kinds {
  /// The kinds, disjoint.
  package var sets: [CodePointSet] {
    switch self {
    case .ascii: [.upper, .lower, .digit, .special]
    case .unicode:
      [
        CodePointSet.upper.union(CodePointSet(beyond: .uppercase)),
        CodePointSet.lower.union(CodePointSet(beyond: .lowercase)),
        .digit, Self.symbols, CodePointSet(beyond: .otherLetter),
      ]
    }
  }

  /// The symbols of Active Directory: the special characters of ASCII except the space.
  ///
  /// - Source: Microsoft, *Password must meet complexity requirements*.
  private static let symbols = CodePointSet.special.subtracting(
    CodePointSet(ascii: CollectionOfOne(UInt8(ascii: " "))))
}
