import Diagnostics
import Files
import FoundationEssentials
import PasswordPolicies

/// Apple's `apple-password-rules.json`: an object with a rules string for each domain.
enum QuirksFile {
  /// Whether a file is JSON, as quirks are; detected by content, since no policy begins with a brace,
  /// or with a bracket before a brace, bracket or quote.
  ///
  /// A section's name may be in quotes, but a policy ends with a rule, and a list with its bracket.
  static func isRecognised(_ bytes: [UInt8]) -> Bool {
    let marks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
    let text = bytes.drop(while: marks.contains)
    if text.first == UInt8(ascii: "{") { return true }
    guard text.first == UInt8(ascii: "[") else { return false }
    switch text.dropFirst().first(where: { !marks.contains($0) }) {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return true
    case UInt8(ascii: "\""): return text.last { !marks.contains($0) } == UInt8(ascii: "]")
    default: return false
    }
  }

  /// The entries of a file, by domain.
  static func quirks(in bytes: [UInt8], file: String) throws(Problem) -> Quirks {
    do { return Quirks(try parse(bytes)) } catch { throw .noQuirks(file) }
  }

  private static func parse(_ bytes: [UInt8]) throws -> [Quirks.Entry] {
    struct Rules: Decodable {
      let rules: String
      let isExact: Bool?

      enum CodingKeys: String, CodingKey {
        case rules = "password-rules"
        case isExact = "exact-domain-match-only"
      }
    }
    return try JSONDecoder().decode([String: Rules].self, from: Data(bytes))
      .sorted { $0.key < $1.key }.map { domain, rules in
        Quirks.Entry(
          domain: domain, rules: rules.rules, exactDomainMatchOnly: rules.isExact ?? false)
      }
  }
}
