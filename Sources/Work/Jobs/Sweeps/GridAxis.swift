package import Diagnostics
import PasswordPolicies

/// A rule on one number whose numbers a grid varies: `at-most: none,0-2 digit`.
///
/// Every such rule of the language can be one, but those that have options of their own.
package struct GridAxis: Hashable, Sendable {
  /// The rule with each number; nil for no such rule.
  let values: [PasswordRules.Rule?]
  /// One of them, which says in whose place they stand.
  let example: PasswordRules.Rule

  private static let withOptions: Set<Keyword> = [
    .minLength, .minClasses, .maxRepeating, .minScore,
  ]
  private static let keywords = Keyword.allCases.filter {
    $0.isBound && $0.row.direction != .both && !withOptions.contains($0)
  }

  /// Reads a rule that has several numbers, with commas between, ranges, and `none` for no such rule.
  ///
  /// - Throws: ``Problem`` if it is none.
  package init(_ text: String) throws(Problem) {
    let parts = text.split(separator: ":", maxSplits: 1).map { $0.trimming(while: \.isWhitespace) }
    guard parts.count == 2, let keyword = Keyword(rawValue: String(parts[0])),
      Self.keywords.contains(keyword)
    else { throw .noAxis(text, among: Self.keywords) }
    let value = parts[1].split(separator: " ", maxSplits: 1)
    var values: [PasswordRules.Rule?] = []
    for part in value.first?.split(separator: ",", omittingEmptySubsequences: false) ?? [""] {
      guard let numbers = part == "none" ? [nil] : Self.numbers(String(part)) else {
        throw .noAxis(text, among: Self.keywords)
      }
      for number in numbers {
        let rule = try number.map { number throws(Problem) in
          try Self.rule(keyword, "\(number) \(value.dropFirst().first ?? "")")
        }
        if !values.contains(rule) { values.append(rule) }
      }
    }
    guard let example = values.compactMap(\.self).first else {
      throw .noAxis(text, among: Self.keywords)
    }
    (self.values, self.example) = (values, example)
  }

  private static func numbers(_ text: String) -> [Int?]? {
    guard let range = try? Quantity.range(text), range.count <= GridSettings.mostCells else {
      return nil
    }
    return range.map(Optional.some)
  }

  /// The rule with one number.
  private static func rule(_ keyword: Keyword, _ value: String) throws(Problem)
    -> PasswordRules.Rule
  {
    let text = "\(keyword.rawValue): \(value)"
    let read = PolicyReading(policyFile: Array(text.utf8), file: "--vary")
    if let error = read.problems.first(where: \.isError) { throw error.problem }
    let rules = read.policies.first?.alternatives.first?.rules ?? []
    guard let rule = rules.first(where: { $0.word == keyword }) else {
      throw Problem(
        "idle-axis", "'\(text)' has no effect",
        remedy: "Say none for a policy without such a rule.")
    }
    return rule
  }
}

extension Problem {
  fileprivate static func noAxis(_ text: String, among keywords: [Keyword]) -> Problem {
    Problem(
      "no-axis", "--vary '\(text.prefix(100))' is no rule with numbers to vary",
      expected: "a rule such as 'at-most: none,0-2 digit' or 'max-class-run: 3,4'",
      remedy: "The rules are \(keywords.map(\.rawValue).joined(separator: ", ")).")
  }
}

extension Substring {
  fileprivate func trimming(while isUnwanted: (Character) -> Bool) -> Substring {
    let front = drop(while: isUnwanted)
    return front.lastIndex { !isUnwanted($0) }.map { front[...$0] } ?? ""
  }
}
