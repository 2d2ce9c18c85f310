import Diagnostics

/// `since: 2024-03-01`: the day since which the policy is in force; no password can break it.
///
/// Audits of a directory compare it with the days on which passwords were set.
package struct Since: ExtraRule {
  package static let keyword = "since"
  /// The day, such as `2024-03-01`.
  package let value: String

  package var conditions: [Condition] { [] }
  package var isComposition: Bool { false }
  package var brief: String { Self.keyword }
  package var words: String { "in force since \(value)" }
  package func fault(in password: [Unicode.Scalar]) -> RuleFault { RuleFault(nil) }
  package func message(on password: [Unicode.Scalar]) -> String { "" }

  static func read(_ reader: inout StrictReader) -> Bool {
    let start = reader.scanner.position
    let text = reader.scanner.textUntilDelimiter(from: start)
    guard isDay(text) else {
      reader.remarks.add(.expectedDay(found: "'\(quotable(text))'"), at: start)
      return false
    }
    reader.scanner.position = start + text.utf8.count
    if reader.draft.single[keyword] != nil {
      reader.remarks.add(.repeatedRule(keyword), at: start, .warning)
    }
    reader.draft.single[keyword] = Self(value: text)
    return true
  }

  /// Whether a text is a day of the calendar.
  private static func isDay(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.utf8.allSatisfy(RulesScanner.isDigit) ? Int($0) : nil }
    guard parts.map(\.utf8.count) == [4, 2, 2], numbers.count == 3, numbers[0] > 0 else {
      return false
    }
    let isLeap = numbers[0] % 4 == 0 && (numbers[0] % 100 != 0 || numbers[0] % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...12).contains(numbers[1]) && (1...lengths[numbers[1] - 1]).contains(numbers[2])
  }
}

extension Policy {
  /// The day since which it is in force, such as `2024-03-01`; nil if it does not say.
  package var since: String? {
    alternatives.lazy.flatMap { $0.extras(Since.self) }.first?.value
  }
}
