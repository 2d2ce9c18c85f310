import Diagnostics

/// `for: "group: Domain Admins"`, `for: everyone`: the accounts of a directory for which the policy
/// is in force; no password can break it.
///
/// Of several policies the first that names a dataset of an account is in force for it, and `everyone`
/// is asked last. Only audits of a directory know datasets.
package enum Audience: ExtraRule {
  /// All accounts for which no other policy is in force.
  case everyone
  /// The accounts of a dataset, by its label in reports.
  case dataset(String)

  package static let keyword = "for"
  package var value: String {
    switch self {
    case .everyone: "everyone"
    case .dataset(let label): quoted(label)
    }
  }

  package var conditions: [Condition] { [] }
  package var isComposition: Bool { false }
  package var brief: String { Self.keyword }
  package var words: String { "in force for \(label)" }
  package func fault(in password: [Unicode.Scalar]) -> RuleFault { RuleFault(nil) }
  package func message(on password: [Unicode.Scalar]) -> String { "" }

  /// The dataset's label, or `everyone`.
  package var label: String {
    switch self {
    case .everyone: "everyone"
    case .dataset(let label): label
    }
  }

  static func read(_ reader: inout StrictReader) -> Bool {
    let start = reader.scanner.position
    let audience: Audience
    if reader.sees(word: "everyone") {
      _ = reader.scanner.word()
      audience = .everyone
    } else {
      guard let label = reader.string(keyword) else { return false }
      audience = .dataset(label)
    }
    if reader.draft.single[keyword] != nil {
      reader.remarks.add(.repeatedRule(keyword), at: start, .warning)
    }
    reader.draft.single[keyword] = audience
    return true
  }
}

extension Policy {
  /// The accounts for which it is in force; nil if it does not say.
  package var audience: Audience? {
    alternatives.lazy.flatMap { $0.extras(Audience.self) }.first
  }

  /// The day since which it is in force, such as `2024-03-01`; nil if it does not say.
  package var since: String? {
    alternatives.lazy.flatMap { $0.extras(Since.self) }.first?.value
  }
}

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
    guard CalendarDay(text) != nil else {
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
}
