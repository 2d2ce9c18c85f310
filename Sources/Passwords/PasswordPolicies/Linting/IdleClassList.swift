import Passwords

extension Policy {
  /// The first `required` that names several classes and refuses next to nothing: every permitted
  /// character is in one of them, or they are all four kinds.
  ///
  /// One of the classes is enough, where most authors of such a rule mean each.
  var idleClassList: (rule: RuleID, problem: PasswordRules.Problem.Kind)? {
    for rule in rulesOfAlternatives.joined() {
      guard let characters = (rule.stated as? Required)?.characters else { continue }
      let permitted = alternatives[rule.id.alternative ?? 0].rules.permitted.members
      let refusesNothing = permitted.isSubset(of: characters.members)
      let namesAll =
        Self.letters.isSubset(of: characters.members) && !characters.holdsBeyondASCII
        && !characters.members.intersection(.special).isEmpty
      guard refusesNothing || namesAll else { continue }
      let classes = characters.elements
      if classes.count > 1 {
        return (
          rule.id, .oneOfClasses(characters, each: classes, refusesNothing: refusesNothing)
        )
      }
    }
    return nil
  }

  private static let letters = CodePointSet.upper.union(.lower).union(.digit)
}

extension PasswordRules.CharacterClass {
  fileprivate var holdsBeyondASCII: Bool { !members.beyond.isEmpty }

  /// The classes that make it up, as they are written; printable ASCII is four.
  fileprivate var elements: [String] {
    self == .asciiPrintable
      ? Array(classNames.prefix(4)) : ClassText(self, dashAndBracket: .outermost).elements
  }
}
