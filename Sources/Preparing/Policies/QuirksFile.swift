import Files
import FoundationEssentials
import PasswordRules
package import Workers

/// Apple's `apple-password-rules.json`: an object with a rules string for each domain.
package enum QuirksFile {
  /// The file that is parsed ahead, until it is taken.
  private static let ahead = Locked<MadeAhead<Parsed?>?>(nil)

  /// The bytes of a file, and their entries.
  private struct Parsed {
    let bytes: [UInt8]
    let entries: [Quirks.Entry]
  }

  /// Offers a pool to parse a file, for ``quirks(in:file:)`` to take, if it is one.
  ///
  /// Hundreds of policies take as long as a tenth of a short audit, and a front end can parse its
  /// arguments meanwhile. Only a regular file is read, since a pipe can be read only once. A pool
  /// of one thread parses nothing ahead.
  package static func parseAhead(_ path: String, by workers: WorkerPool) {
    if workers.width == 1 { return }
    let parsed = MadeAhead<Parsed?>(by: workers) {
      guard let bytes = try? SmallFile.bytes(of: path, .regular, atMost: PolicyFile.largest),
        isRecognised(bytes), let entries = try? parse(bytes)
      else { return nil }
      return Parsed(bytes: bytes, entries: entries)
    }
    ahead.withLock { $0 = parsed }
  }

  /// Whether a file is JSON, as quirks are; detected by content, since no policy begins with a brace,
  /// or with a bracket before a brace, bracket or quote.
  ///
  /// A section's name may be in quotes, but a policy ends with a rule, and a list with its bracket.
  static func isRecognised(_ bytes: [UInt8]) -> Bool {
    let marks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
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
  static func quirks(in bytes: [UInt8], file: String) throws(PolicyFileProblem) -> Quirks {
    if let parsed = ahead.withLock({ $0.take() })?.value, parsed.bytes == bytes {
      return Quirks(parsed.entries)
    }
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
