import Diagnostics
package import Passwords

/// `blocklist: "words.txt" fold`, `blocklist: default leet substring 4`: the password is not on a
/// list; the default comparison is exact.
package struct Unlisted: ExtraRule {
  package static let keyword = "blocklist"
  package static let numbering = RuleNumbering.ifSeveral
  /// Where the list comes from.
  package let source: ListReference.Source
  /// How passwords are compared with it.
  package let comparison: ListComparison

  /// Refuses the passwords of a list.
  package init(_ source: ListReference.Source, _ comparison: ListComparison = .exact) {
    self.source = source
    self.comparison = comparison
  }

  package var value: String {
    let list =
      switch source {
      case .builtIn: "default"
      case .file(let name, directory: _): quoted(name)
      }
    return "\(list) \(comparison.inPolicy)"
  }
  package var conditions: [Condition] { [.unlisted(.blocklist(source, comparison))] }
  package var isComposition: Bool { false }
  package var brief: String { "blocklist" }
  package var words: String {
    switch source {
    case .builtIn: "not on the built-in blocklist"
    case .file(let name, directory: _): "not on the blocklist \(name)"
    }
  }

  package func fault(in password: [Unicode.Scalar]) -> RuleFault { RuleFault(nil) }

  package func message(on password: [Unicode.Scalar]) -> String { "A list refuses the password." }

  static func read(_ reader: inout StrictReader) -> Bool {
    let start = reader.scanner.position
    let source: ListReference.Source
    if reader.sees(word: "default") {
      _ = reader.scanner.word()
      source = .builtIn
    } else {
      guard let name = reader.string(keyword) else { return false }
      source = .file(name, directory: reader.directory)
    }
    guard let comparison = comparison(&reader) else { return false }
    let list = Self(source, comparison)
    if reader.draft.seen.blocklists.insert(list).inserted {
      reader.draft.append(list)
    } else {
      reader.remarks.add(.repeatedRule(quotable(list.text)), at: start, .warning)
    }
    return true
  }

  /// Reads how to compare; nil if it cannot be read.
  private static func comparison(_ reader: inout StrictReader) -> ListComparison? {
    reader.skipBlank()
    guard reader.seesWordOfValue else { return .exact }
    let forms = ListComparison.Form.allCases.map(\.rawValue)
    guard let word = reader.word(of: keyword, among: forms + ["substring", "entra-like"]) else {
      return nil
    }
    if word == "entra-like" { return .entraLike }
    guard let form = ListComparison.Form(rawValue: word) else { return part(.exact, &reader) }
    reader.skipBlank()
    guard reader.seesWordOfValue else { return .init(whole: form) }
    return reader.word(of: keyword, among: ["substring"]).flatMap { _ in part(form, &reader) }
  }

  /// Reads the number after `substring`.
  private static func part(
    _ form: ListComparison.Form, _ reader: inout StrictReader
  ) -> ListComparison? {
    reader.skipBlank()
    let start = reader.scanner.position
    guard let count = reader.number("substring", mayBeZero: true) else { return nil }
    let lengths = ListComparison.partLengths
    if !lengths.contains(count) {
      reader.remarks.add(.outOfRange(rule: "substring", count, lengths), at: start)
    }
    return .substring(
      of: form, atLeast: min(max(count, lengths.lowerBound), lengths.upperBound))
  }
}

extension ListComparison {
  /// The comparison in the form of a policy file: `exact`, `leet`, `fold substring 4` or
  /// `entra-like`.
  package var inPolicy: String {
    if case .substring(of: let form, atLeast: let count) = self {
      return "\(form.rawValue) substring \(count)"
    }
    return rawValue
  }
}

/// The text in double quotes, with a backslash before `"` and `\`.
func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    if scalar == "\"" || scalar == "\\" { result += "\\" }
    result.unicodeScalars.append(scalar)
  }
  return result + "\""
}
