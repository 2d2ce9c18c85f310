import Dispatch
import Files
import FoundationEssentials
import PasswordRules
import Workers

/// Apple's `apple-password-rules.json`: an object with a rules string for each domain.
package enum QuirksFile {
  /// Bytes that are being parsed ahead, and their entries; nil if they are no such file.
  private static let ahead = Locked<(group: DispatchGroup, parsed: Parsed)?>(nil)

  /// What was parsed ahead.
  private final class Parsed: Sendable {
    let result = Locked<(bytes: [UInt8], entries: [Quirks.Entry])?>(nil)
  }

  /// Begins to parse a file on another thread, for ``quirks(in:file:)`` to take, if it is one.
  ///
  /// Hundreds of policies take as long as a tenth of a short audit, and a front end can parse its
  /// arguments meanwhile. Only a regular file is read, since a pipe can be read only once. Dispatch
  /// must be able to start a thread.
  package static func parseAhead(_ path: String) {
    let group = DispatchGroup()
    let parsed = Parsed()
    DispatchQueue.global().async(group: group) {
      guard let bytes = try? SmallFile.bytes(of: path, .regular, atMost: PolicyFile.largest),
        isRecognised(bytes), let entries = try? parse(bytes)
      else { return }
      parsed.result.withLock { $0 = (bytes, entries) }
    }
    ahead.withLock { $0 = (group, parsed) }
  }

  /// Whether a file is one; detected by content, since no policy begins with a brace.
  static func isRecognised(_ bytes: [UInt8]) -> Bool {
    bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) } == UInt8(ascii: "{")
  }

  /// The entries of a file, by domain.
  static func quirks(in bytes: [UInt8], file: String) throws(PolicyFileProblem) -> Quirks {
    if let (group, parsed) = ahead.withLock({ $0.take() }) {
      group.wait()
      if let (same, entries) = parsed.result.withLock(\.self), same == bytes {
        return Quirks(entries)
      }
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
