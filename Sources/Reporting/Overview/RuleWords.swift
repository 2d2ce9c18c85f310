import PasswordRules
import Passwords

extension Policy.Rule {
  /// The rule in a word or two, for narrow columns: `length`, `special`, `blocklist`.
  var brief: String {
    switch test {
    case .minLength: "length"
    case .maxLength: "too long"
    case .required: classText
    case .atLeast(let n, of: _): "\(n) \(classText)"
    case .allowed: "characters"
    case .maxRun(of: _?, sequence: nil): "repeats"
    case .maxRun(of: nil, sequence: _): "sequences"
    case .maxRun: "runs"
    case .maxClassRun: "class runs"
    case .minClasses: "classes"
    case .unlisted(.blocklist): "blocklist"
    case .unlisted(.context), .unlisted(.contextParts): "context"
    case .unlisted(.userName): "user name"
    case .minScore: "score"
    }
  }

  /// The rule in words for readers who do not know the policy's language: `at least 8 characters`,
  /// `an upper-case letter`.
  ///
  /// Names the alternative if there are several: `at least 8 characters (alternative 2)`.
  var words: String { plainWords + (id.alternative.map { " (alternative \($0 + 1))" } ?? "") }

  private var plainWords: String {
    switch test {
    case .minLength(let n): "at least \(n) characters"
    case .maxLength(let n): "at most \(n) characters"
    case .required: Self.named[classText].map { "\($0.one)" } ?? "one of \(classText)"
    case .allowed: classText == "ascii-printable" ? "printable ASCII only" : "only \(classText)"
    case .maxRun(of: let run?, sequence: nil): "at most \(run) alike in a row"
    case .maxRun(of: nil, sequence: let run?): "at most \(run) in sequence (abc)"
    case .maxRun(of: let run?, sequence: _?): "at most \(run) repeated or in sequence"
    case .maxRun: text
    case .maxClassRun(let n): "at most \(n) of one kind in a row"
    case .minClasses(let n, of: let sets): "\(n) of \(sets.count) kinds of character"
    case .atLeast(let n, of: _):
      "at least \(n) " + (Self.named[classText].map(\.many) ?? "of \(classText)")
    case .unlisted(.blocklist(.builtIn, _)): "not on the built-in blocklist"
    case .unlisted(.blocklist(.file(let name, directory: _), _)): "not on the blocklist \(name)"
    case .unlisted(.context): "no word of the site or user"
    case .unlisted(.contextParts): "no word of the site anywhere in it"
    case .unlisted(.userName(let match)):
      match == .whole ? "not the user's name" : "no part of the user's name"
    case .minScore(let n): "a score of \(n) or more"
    }
  }

  /// The class of `required: upper` or `at-least: 2 digit`, as the policy writes it.
  private var classText: String {
    // Byte by byte, since the table of hundreds of policies names a rule of each.
    let (colon, space) = (UInt8(ascii: ":"), UInt8(ascii: " "))
    let afterColon = text.utf8.firstIndex(of: colon).map { text.utf8[$0...].dropFirst() }
    let value = (afterColon ?? text.utf8[...]).drop { $0 == space }
    guard case .atLeast = test else { return String(Substring(value)) }
    return String(Substring(value.drop { $0 != space }.drop { $0 == space }))
  }

  private static let named: [String: (one: String, many: String)] = [
    "lower": ("a lower-case letter", "lower-case letters"),
    "upper": ("an upper-case letter", "upper-case letters"),
    "digit": ("a digit", "digits"), "special": ("a special character", "special characters"),
  ]
}
