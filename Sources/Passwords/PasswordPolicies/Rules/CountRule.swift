import Diagnostics
import Passwords

/// A rule that bounds the number of characters of a class: `at-most: 2 digit, special`.
package struct CountRule<Form: CountForm>: ExtraRule {
  /// The numbers as written; they are bounds.
  package let numbers: [Int]
  /// The bounds that they state.
  package let bounds: ClosedRange<Int>
  /// The class whose characters are counted.
  package let characters: PasswordRules.CharacterClass

  /// Bounds the number of characters of a class by one or two numbers; nil if they are no bounds.
  package init?(numbers: [Int], of characters: PasswordRules.CharacterClass) {
    guard let bounds = Form.bounds(numbers) else { return nil }
    (self.numbers, self.bounds, self.characters) = (numbers, bounds, characters)
  }

  package static var keyword: String { Form.keyword }
  package static var numbering: RuleNumbering { .always }
  static var example: String? { Form.bounds([1, 3]) == nil ? "2 digit" : "1, 3 digit" }
}

/// One of the keywords that bound the number of characters of a class.
package protocol CountForm {
  static var keyword: String { get }
  /// The bounds that one or two numbers state, each at least 0; nil if they are no bounds.
  static func bounds(_ numbers: [Int]) -> ClosedRange<Int>?
  /// The same rule in the public form.
  static func publicRule(
    _ numbers: [Int], _ characters: PasswordRules.CharacterClass
  ) -> PasswordRules.Extended.Rule
}

/// `at-least: 2 digit`.
package typealias AtLeast = CountRule<AtLeastForm>
/// `at-most: 2 digit`.
package typealias AtMost = CountRule<AtMostForm>
/// `exactly: 1 special`.
package typealias Exactly = CountRule<ExactlyForm>
/// `between: 1, 3 digit`.
package typealias Between = CountRule<BetweenForm>

package enum AtLeastForm: CountForm {
  package static let keyword = "at-least"
  package static func bounds(_ numbers: [Int]) -> ClosedRange<Int>? {
    numbers.count == 1 ? numbers[0]...Int.max : nil
  }
  package static func publicRule(
    _ numbers: [Int], _ characters: PasswordRules.CharacterClass
  ) -> PasswordRules.Extended.Rule { .atLeast(numbers[0], characters) }
}

package enum AtMostForm: CountForm {
  package static let keyword = "at-most"
  package static func bounds(_ numbers: [Int]) -> ClosedRange<Int>? {
    numbers.count == 1 ? 0...numbers[0] : nil
  }
  package static func publicRule(
    _ numbers: [Int], _ characters: PasswordRules.CharacterClass
  ) -> PasswordRules.Extended.Rule { .atMost(numbers[0], characters) }
}

package enum ExactlyForm: CountForm {
  package static let keyword = "exactly"
  package static func bounds(_ numbers: [Int]) -> ClosedRange<Int>? {
    numbers.count == 1 ? numbers[0]...numbers[0] : nil
  }
  package static func publicRule(
    _ numbers: [Int], _ characters: PasswordRules.CharacterClass
  ) -> PasswordRules.Extended.Rule { .exactly(numbers[0], characters) }
}

package enum BetweenForm: CountForm {
  package static let keyword = "between"
  package static func bounds(_ numbers: [Int]) -> ClosedRange<Int>? {
    numbers.count == 2 && numbers[0] <= numbers[1] ? numbers[0]...numbers[1] : nil
  }
  package static func publicRule(
    _ numbers: [Int], _ characters: PasswordRules.CharacterClass
  ) -> PasswordRules.Extended.Rule { .between(numbers[0], numbers[1], characters) }
}

extension CountRule {
  package var value: String {
    "\(numbers.map(String.init).joined(separator: ", ")) \(characters)"
  }
  package var textWithoutCommas: String {
    "\(Self.keyword): \(numbers.map(String.init).joined(separator: " to ")) "
      + characters.description.replacing(", ", with: " or ")
  }
  package var conditions: [Condition] { [.count(of: characters.members, in: bounds)] }
  package var isComposition: Bool { true }
  package var brief: String { bounds.upperBound == .max ? value : "\(spoken) \(characters)" }
  package var words: String {
    let text = characters.description
    if let exceptions = characters.exceptions { return "\(spoken) other than \(exceptions)" }
    guard let named = ClassWords.named[text] else { return "\(spoken) of \(text)" }
    // Without the article: a digit.
    let one = named.one.drop { $0 != " " }.dropFirst()
    return "\(spoken) \(bounds.upperBound == 1 ? String(one) : named.many)"
  }

  /// The bounds in words: `at most 2`, `1 to 3`.
  private var spoken: String {
    let (least, most) = (bounds.lowerBound, bounds.upperBound)
    if most == .max { return "at least \(least)" }
    if least == most { return "exactly \(least)" }
    return least == 0 ? "at most \(most)" : "\(least) to \(most)"
  }

  package func portability(among permitted: PasswordRules.CharacterClass) -> Portability {
    let needed = permitted.intersection(characters.members)
    if bounds.lowerBound == 0 || needed.isEmpty
      || needed == .asciiPrintable && permitted == .unicode
    {
      return .lost
    }
    return bounds == 1...Int.max ? .required([needed]) : .partly(needed)
  }

  var extendedRule: PasswordRules.Extended.Rule? { Form.publicRule(numbers, characters) }

  package func fault(in password: [Unicode.Scalar]) -> RuleFault {
    let stretches = Stretches.of(password, in: characters)
    var permitted = bounds.upperBound
    let excess = stretches.compactMap { stretch -> Range<Int>? in
      let rest = stretch.dropFirst(permitted)
      permitted -= stretch.count - rest.count
      return rest.isEmpty ? nil : rest
    }
    return RuleFault(stretches.map(\.count).reduce(0, +), at: excess)
  }

  package func message(on password: [Unicode.Scalar]) -> String {
    if bounds == 1...Int.max { return Required(characters).message(on: password) }
    let count = fault(in: password).number ?? 0
    let wanted =
      count < bounds.lowerBound
      ? "at least \(RuleSentences.are(bounds.lowerBound)) needed"
      : bounds.upperBound == 0
        ? "none is permitted" : "at most \(RuleSentences.are(bounds.upperBound)) permitted"
    return "The password has \(count) of these: \(characters.inWords); \(wanted)."
  }

  /// Reads numbers separated by commas, and the class.
  static func read(_ reader: inout StrictReader) -> Bool {
    let place = reader.scanner.position
    let isZeroIdle = Form.bounds([0]) == 0...Int.max
    var numbers: [Int] = []
    repeat {
      reader.skipBlank()
      guard let number = reader.number(keyword, mayBeZero: !isZeroIdle) else { return false }
      numbers.append(number)
      reader.skipBlank()
    } while reader.scanner.take(",")
    if numbers.count == 1, Form.bounds(numbers) == nil {
      reader.remarks.add(.noBounds(rule: keyword, numbers, class: "digit"), at: place)
      return false
    }
    let start = reader.scanner.position
    guard let list = reader.classList(keyword) else { return false }
    guard let rule = Self(numbers: numbers, of: list.characters) else {
      reader.remarks.add(.noBounds(rule: keyword, numbers, class: "\(list.characters)"), at: place)
      return true
    }
    if list.characters.isEmpty {
      if list.isWhole, !list.hasExceptions {
        reader.remarks.add(.emptyClass(rule: keyword), at: start, .warning)
      }
    } else if rule.bounds != 0...Int.max {
      reader.draft.append(rule)
    }
    return true
  }
}

extension CountRule where Form == AtLeastForm {
  /// Requires a number of characters of a class.
  package init(_ minimum: Int, of characters: PasswordRules.CharacterClass) {
    (numbers, bounds, self.characters) = ([minimum], minimum...Int.max, characters)
  }
}

extension CountRule where Form == AtMostForm {
  /// Permits a number of characters of a class.
  package init(_ maximum: Int, of characters: PasswordRules.CharacterClass) {
    (numbers, bounds, self.characters) = ([maximum], 0...maximum, characters)
  }
}
