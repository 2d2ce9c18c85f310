package import Blocklists
@_spi(House) import Bytes
package import Diagnostics
package import Intake
import Passwords

extension TextSettings {
  /// How blocklists are read: UTF-16 is converted, since Windows writes lists so.
  package static let blocklists = TextSettings(encoding: nil)
}

/// The first thousand lines of a blocklist, or as many as fit in 64 KiB.
package struct BlocklistSample {
  /// The form of the list.
  package let form: ListForm
  /// A reason to doubt that each line is a value; nil if there is none.
  package let doubt: BlocklistDoubt?

  /// Examines a list.
  ///
  /// A list that can be read only once, such as a pipe, counts as plain.
  package init(of input: ListInput) {
    guard input.byteCount != nil, input.name != ListInput.standardInputName else {
      (form, doubt) = (.plain, nil)
      return
    }
    var reader = ListReader(input, reading: .blocklists, longestLine: 4096)
    let chunk = Chunk(capacity: 65_536)
    guard reader.fill(chunk) else {
      (form, doubt) = (.plain, nil)
      return
    }
    var lines: [[UInt8]] = []
    forEachLine(of: chunk) { line in
      lines.append(line.indices.map { line[$0] })
      return lines.count < 1_000
    }
    form = ListForm(of: lines)
    doubt = Self.doubt(chunk, lines, list: input.name)
  }

  /// Examines lines that are read as values.
  private static func doubt(
    _ chunk: Chunk, _ lines: [[UInt8]], list: String
  ) -> BlocklistDoubt? {
    let hash = UInt8(ascii: "#")
    let header = lines.prefix { $0.first == hash }
    let isHeader =
      header.count > 1 || header.contains { $0.count > 1 && ($0[1] == hash || $0[1] == 0x20) }
    if isHeader { return .header(list: list, lines: header.count) }
    return chunk.withText { text in
      do throws(LayoutProblem) {
        let reading = try LayoutReading(of: text, .plain, list: list)
        return reading.problems.first { $0.severity == .warning }
          .map { .layout(list: list, $0, digits(lines)) }
      } catch {
        return .layout(list: list, error, digits(lines))
      }
    }
  }

  /// The number of hexadecimal digits of most lines; 0 for other lines.
  private static func digits(_ lines: [[UInt8]]) -> Int {
    let counts = lines.filter { line in line.allSatisfy { $0.isHexadecimal } }.map(\.count)
    let most = Dictionary(counts.map { ($0, 1) }, uniquingKeysWith: +).max { $0.value < $1.value }
    return most.map { $0.value * 2 >= lines.count ? $0.key : 0 } ?? 0
  }
}

extension UInt8 {
  fileprivate var isHexadecimal: Bool {
    (48...57).contains(self) || (65...70).contains(self & 0xDF)
  }
}

/// The lines of a blocklist may not be the values that it should refuse.
package enum BlocklistDoubt: Diagnosable, Hashable {
  /// The list begins with this many lines of comment.
  case header(list: String, lines: Int)
  /// The lines look like something else than passwords; most have this many hexadecimal digits.
  case layout(list: String, LayoutProblem, Int)

  package var severity: Severity { if case .header = self { .note } else { .warning } }

  package var location: Location? {
    switch self {
    case .header(let list, _), .layout(let list, _, _): Location(file: list)
    }
  }

  package var found: String {
    switch self {
    case .header(_, 1): "the first line begins with '#', and is a value like the others"
    case .header(_, let lines):
      "the first \(lines) lines begin with '#', and are values like the others"
    case .layout(_, _, 40): "the values look like SHA-1 hashes, and are compared as words"
    case .layout(_, _, 32): "the values look like NTLM or MD5 hashes, and are compared as words"
    case .layout(_, .pwned, _):
      "the values look like a file of Pwned Passwords, and are compared as words"
    case .layout(_, .looksLike(_, let candidates), _):
      "the lines look like \(candidates.map(\.layout.name).joined(separator: " or ")), and each "
        + "whole line is a value"
    case .layout(_, let problem, _): "\(problem.found); here each whole line is a value"
    }
  }

  package var expected: String? { nil }

  package var remedy: String? {
    switch self {
    case .header(let list, _):
      "If they are a header, leave them out: grep -v '^#' \(list.shellWord)"
    case .layout(_, .pwned(_, _, let digits), _) where digits != 35:
      "State it: --blocklist-form \(digits == 40 ? "sha1" : "ntlm")"
    case .layout(_, .pwned, _): "Name the directory of all range files."
    case .layout(_, _, 40): "If so, state --blocklist-form sha1"
    case .layout(_, _, 32):
      "If these are NTLM hashes, state --blocklist-form ntlm; MD5 hashes cannot be compared."
    case .layout: "Write the values alone to a file, one on each line."
    }
  }
}

/// A line does not have the form of its list.
package struct ListFormProblem: Diagnosable, Hashable {
  /// The list's name as the user gave it.
  package let list: String
  /// The line's number, from 1.
  package let line: Int
  /// The form that was expected.
  package let form: ListForm
  /// The form of digests that the line has; nil for other lines.
  package let other: ListForm?

  package var location: Location? {
    Location(file: list, Location.Position(line: line, column: 1))
  }

  package var found: String {
    other.map { "a line of another form: \($0.digits) hexadecimal digits, as of \($0.digestName)" }
      ?? "a line of another form"
  }

  package var expected: String? {
    switch form {
    case .plain: nil
    case .valueAndCount: "a value, a colon and a number"
    case .countAndValue: "a number, a space and a value"
    case .sha1: "40 hexadecimal digits, and perhaps a colon and a number"
    case .ntlm: "32 hexadecimal digits, and perhaps a colon and a number"
    }
  }

  package var remedy: String? {
    guard form.isOfDigests else { return "If each line is a value, add --blocklist-form plain" }
    guard let other else {
      return "The download may be damaged: fetch it again, then build again."
    }
    return line == 1
      ? "State it: --blocklist-form \(other.rawValue)"
      : "A list has hashes of one kind: fetch it again, or keep those of \(other.digestName) apart."
  }
}

extension ListForm {
  /// The number of hexadecimal digits of a digest.
  fileprivate var digits: Int { self == .sha1 ? 40 : 32 }
  /// The name of the digest.
  fileprivate var digestName: String { self == .sha1 ? "SHA-1" : "NTLM" }
}
