package import Blocklists
@_spi(Internal) import Bytes
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
  /// Reasons to doubt that each line is a value.
  package let doubts: [BlocklistDoubt]

  /// Examines a list.
  ///
  /// A list that can be read only once, such as a pipe, counts as plain.
  package init(of input: ListInput) {
    guard input.byteCount != nil, input.name != ListInput.standardInputName else {
      (form, doubts) = (.plain, [])
      return
    }
    var reader = ListReader(input, reading: .blocklists, longestLine: 4096)
    let chunk = Chunk(capacity: 65_536)
    guard reader.fill(chunk) else {
      (form, doubts) = (.plain, [])
      return
    }
    var lines: [[UInt8]] = []
    forEachLine(of: chunk) { line in
      lines.append(line.indices.map { line[$0] })
      return lines.count < 1_000
    }
    form = ListForm(of: lines)
    let plain = lines.filter { $0.span.decodedHex == nil }
    let spelt = lines.count - plain.count
    doubts =
      Self.doubts(plain, list: input.name)
      + (spelt == 0 ? [] : [.hex(list: input.name, lines: spelt, of: lines.count)])
  }

  /// Whether the values are hashes, which no password equals.
  package var isOfHashes: Bool {
    doubts.contains { if case .hashes = $0 { true } else { false } }
  }

  /// Examines lines that are read as values.
  private static func doubts(_ lines: [[UInt8]], list: String) -> [BlocklistDoubt] {
    if lines.isEmpty { return [] }
    let digits = digits(lines)
    if hashes.contains(digits) { return [.hashes(list: list, digits: digits)] }
    let hash = UInt8(ascii: "#")
    let header = lines.prefix { $0.first == hash }
    let isHeader =
      header.count > 1 || header.contains { $0.count > 1 && ($0[1] == hash || $0[1] == 0x20) }
    if isHeader { return [.header(list: list, lines: header.count)] }
    do throws(LayoutProblem) {
      let text = Array(lines.joined(separator: [0x0A])) + [0x0A]
      let reading = try LayoutReading(of: text.raw, .plain, list: list)
      if let problem = reading.problems.first(where: { $0.severity == .warning }) {
        return [.layout(list: list, problem)]
      }
    } catch {
      if case .onlyHashes = error { return [.hashes(list: list, digits: digits)] }
      return [.layout(list: list, error)]
    }
    let values = lines.filter { !$0.isEmpty }
    return BlocklistDoubt.Wrapping.allCases.filter { wrapping in
      values.count > 3 && values.count { wrapping.is(of: $0) } * 100 >= values.count * 95
    }.prefix(1).map { .wrapped(list: list, $0) }
  }

  /// The numbers of digits of hashes: of MD5 and NTLM, SHA-1, others of SHA-2; and of NTLM and SHA-1
  /// without the first five, which are the name of a range file.
  private static let hashes: Set = [27, 32, 35, 40, 48, 56, 64, 96, 128]

  /// The number of hexadecimal digits of half of the lines or more, counts behind a colon left out; 0 of
  /// other lines.
  private static func digits(_ lines: [[UInt8]]) -> Int {
    var counts: [Int: Int] = [:]
    for line in lines {
      let value = line.prefix { $0 != UInt8(ascii: ":") }
      let isCounted = line.dropFirst(value.count + 1).allSatisfy { (48...57).contains($0) }
      if isCounted, value.allSatisfy({ $0.isHexadecimal }) { counts[value.count, default: 0] += 1 }
    }
    let most = counts.max { $0.value < $1.value }
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
  /// The lines look like something else than passwords.
  case layout(list: String, LayoutProblem)
  /// The lines are hashes of so many hexadecimal digits, or of another form if these are 0.
  case hashes(list: String, digits: Int, isStated: Bool = false)
  /// So many of the first lines are `$HEX[…]`.
  case hex(list: String, lines: Int, of: Int)
  /// Nearly all lines have the same around their words.
  case wrapped(list: String, Wrapping)

  /// What stands around words.
  package enum Wrapping: CaseIterable, Sendable {
    case blanksBefore, blanksBehind

    func `is`(of line: [UInt8]) -> Bool {
      switch self {
      case .blanksBefore: line.first == 0x20 || line.first == 9
      case .blanksBehind: line.last == 0x20 || line.last == 9
      }
    }
  }

  package var severity: Severity {
    switch self {
    case .header, .hex, .wrapped: .note
    case .layout: .warning
    case .hashes(_, _, let isStated): isStated ? .warning : .error
    }
  }

  /// The same where the user stated that each line is a value.
  package var stated: BlocklistDoubt {
    if case .hashes(let list, let digits, _) = self {
      .hashes(list: list, digits: digits, isStated: true)
    } else {
      self
    }
  }

  private var list: String {
    switch self {
    case .header(let list, _), .layout(let list, _), .hashes(let list, _, _), .hex(let list, _, _),
      .wrapped(let list, _):
      list
    }
  }

  package var location: Location? { Location(file: list) }

  package var found: String {
    switch self {
    case .header(_, 1): "the first line begins with '#', and is a value like the others"
    case .header(_, let lines):
      "the first \(lines) lines begin with '#', and are values like the others"
    case .layout(_, .looksLike(_, let candidates)):
      "the lines look like \(candidates.map(\.layout.name).joined(separator: " or ")), and each "
        + "whole line is a value"
    case .layout(_, let problem): "\(problem.found); here each whole line is a value"
    case .hashes(_, 40, _): "the lines are hashes of 40 digits, as of SHA-1"
    case .hashes(_, 32, _): "the lines are hashes of 32 digits, as of NTLM or MD5"
    case .hashes(_, let digits, _) where digits == 35 || digits == 27:
      "the lines are \(digits == 35 ? "SHA-1" : "NTLM") hashes without the first five digits, as in range "
        + "files of Pwned Passwords"
    case .hashes: "the lines are hashes"
    case .hex(_, let lines, let all):
      "\(lines) of the first \(all) lines \(lines == 1 ? "is" : "are") '$HEX[…]', and "
        + "\(lines == 1 ? "is" : "are") read as the bytes that it spells"
    case .wrapped(_, .blanksBefore): "blanks stand before the words, and are parts of the values"
    case .wrapped(_, .blanksBehind): "blanks stand behind the words, and are parts of the values"
    }
  }

  package var expected: String? {
    if case .hashes(_, _, let isStated) = self {
      isStated ? "words, as stated" : "words"
    } else {
      nil
    }
  }

  package var remedy: String? {
    let file = list.shellWord
    return switch self {
    case .header: "If they are a header, leave them out: grep -v '^#' \(file)"
    case .layout: "Write the values alone to a file, one on each line."
    case .hashes(_, 40, _): "State it: --blocklist-form sha1"
    case .hashes(_, 32, _):
      "If these are NTLM hashes, state --blocklist-form ntlm; MD5 hashes cannot be compared."
    case .hashes(_, let digits, _) where digits == 35 || digits == 27:
      "Name the directory of all range files; or put the names of its files back, for i in DIRECTORY/*; do "
        + "sed \"s/^/$(basename \"$i\" .txt)/\" \"$i\"; done > hashes.txt, and state --blocklist-form "
        + (digits == 35 ? "sha1" : "ntlm")
    case .hashes: "Such hashes cannot be compared: give the words themselves."
    case .hex: nil
    case .wrapped:
      "If they are not, cut them off: sed 's/^[[:blank:]]*//; s/[[:blank:]]*$//' \(file) > words.txt"
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
