import Diagnostics
import Passwords

/// `at-least: 2 digit, special`: at least this many characters of a class.
package struct AtLeast: ExtraRule {
  package static let keyword = "at-least"
  package static let numbering = RuleNumbering.always
  private let minimum: Int
  private let characters: PasswordRules.CharacterClass

  /// Requires a number, at least 1, of characters of a class.
  package init(_ minimum: Int, of characters: PasswordRules.CharacterClass) {
    self.minimum = minimum
    self.characters = characters
  }

  package var value: String { "\(minimum) \(characters)" }
  package var conditions: [Condition] { [.count(characters.members, atLeast: minimum)] }
  package var isComposition: Bool { true }
  package var brief: String { value }
  package var words: String {
    if let exceptions = characters.exceptions {
      return "at least \(minimum) other than \(exceptions)"
    }
    let text = characters.description
    return "at least \(minimum) " + (ClassWords.named[text].map(\.many) ?? "of \(text)")
  }

  package func portability(among permitted: PasswordRules.CharacterClass) -> Portability {
    let needed = permitted.intersection(characters.members)
    if needed.isEmpty || needed == .asciiPrintable && permitted == .unicode { return .lost }
    return minimum > 1 ? .partly(needed) : .required([needed])
  }

  var extendedRule: PasswordRules.Extended.Rule? { .atLeast(minimum, characters) }

  package func fault(in password: [Unicode.Scalar]) -> RuleFault {
    RuleFault(password.count { characters.contains($0) })
  }

  package func message(on password: [Unicode.Scalar]) -> String {
    if minimum == 1 { return Required(characters).message(on: password) }
    let count = fault(in: password).number ?? 0
    return "The password has \(count) of these: \(characters.inWords); at least "
      + "\(RuleSentences.are(minimum)) needed."
  }

  static func read(_ reader: inout StrictReader) -> Bool {
    guard let minimum = reader.number(keyword) else { return false }
    reader.skipBlank()
    let start = reader.scanner.position
    guard let list = reader.classList(keyword) else { return false }
    if list.characters.isEmpty {
      if list.isWhole, !list.hasExceptions {
        reader.remarks.add(.emptyClass(rule: keyword), at: start, .warning)
      }
    } else if minimum > 0 {
      reader.draft.append(Self(minimum, of: list.characters))
    }
    return true
  }
}
