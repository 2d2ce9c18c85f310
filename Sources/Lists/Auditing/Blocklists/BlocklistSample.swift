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
  package let doubts: [Problem]

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
      + (spelt == 0 ? [] : [.hexValues(input.name, lines: spelt, of: lines.count)])
  }

  /// Whether the values are hashes, which no password equals.
  package var isOfHashes: Bool {
    doubts.contains { $0.code == "hashes-as-values" }
  }

  /// Examines lines that are read as values.
  private static func doubts(_ lines: [[UInt8]], list: String) -> [Problem] {
    if lines.isEmpty { return [] }
    let digits = digits(lines)
    if hashes.contains(digits) { return [.hashesAsValues(list, digits: digits)] }
    let hash = UInt8(ascii: "#")
    let header = lines.prefix { $0.first == hash }
    let isHeader =
      header.count > 1 || header.contains { $0.count > 1 && ($0[1] == hash || $0[1] == 0x20) }
    if isHeader { return [.headerOfValues(list, lines: header.count)] }
    do throws(LayoutProblem) {
      let text = Array(lines.joined(separator: [0x0A])) + [0x0A]
      let reading = try LayoutReading(of: text.raw, .plain, list: list)
      if let problem = reading.problems.first(where: { $0.severity == .warning }) {
        return [.layoutOfValues(list, problem)]
      }
    } catch {
      if case .onlyHashes = error { return [.hashesAsValues(list, digits: digits)] }
      return [.layoutOfValues(list, error)]
    }
    let values = lines.filter { !$0.isEmpty }
    func areWrapped(at end: ([UInt8]) -> UInt8?) -> Bool {
      values.count > 3
        && values.count { [0x20, 9].contains(end($0)) } * 100 >= values.count * 95
    }
    if areWrapped(at: \.first) { return [.wrappedValues(list, "before")] }
    return areWrapped(at: \.last) ? [.wrappedValues(list, "behind")] : []
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

// The lines of a blocklist may not be the values that it should refuse.
extension Problem {
  /// The list begins with this many lines of comment.
  fileprivate static func headerOfValues(_ list: String, lines: Int) -> Problem {
    Problem(
      "header-of-values", in: list,
      lines == 1
        ? "the first line begins with '#', and is a value like the others"
        : "the first \(lines) lines begin with '#', and are values like the others",
      remedy: "If they are a header, leave them out: grep -v '^#' \(list.shellWord)", .note)
  }

  /// The lines look like something else than passwords.
  fileprivate static func layoutOfValues(_ list: String, _ problem: LayoutProblem) -> Problem {
    let found =
      if case .looksLike(_, let candidates) = problem {
        "the lines look like \(candidates.map(\.layout.name).joined(separator: " or ")), and each "
          + "whole line is a value"
      } else {
        "\(problem.problem.found); here each whole line is a value"
      }
    return Problem(
      "layout-of-values", in: list, found,
      remedy: "Write the values alone to a file, one on each line.", .warning)
  }

  /// The lines are hashes of so many hexadecimal digits, or of another form if these are 0.
  fileprivate static func hashesAsValues(_ list: String, digits: Int) -> Problem {
    let (found, remedy) =
      switch digits {
      case 40: (" of 40 digits, as of SHA-1", "State it: --blocklist-form sha1")
      case 32:
        (
          " of 32 digits, as of NTLM or MD5",
          "If these are NTLM hashes, state --blocklist-form ntlm; MD5 hashes cannot be compared."
        )
      case 35, 27:
        (
          " without the first five digits, as in range files of Pwned Passwords",
          "Name the directory of all range files; or put the names of its files back, for i in DIRECTORY/*; do "
            + "sed \"s/^/$(basename \"$i\" .txt)/\" \"$i\"; done > hashes.txt, and state --blocklist-form "
            + (digits == 35 ? "sha1" : "ntlm")
        )
      default: ("", "Such hashes cannot be compared: give the words themselves.")
      }
    let kind = digits == 35 ? "SHA-1 hashes" : digits == 27 ? "NTLM hashes" : "hashes"
    return Problem(
      "hashes-as-values", in: list, "the lines are \(kind)\(found)", expected: "words",
      remedy: remedy)
  }

  /// The same where the user stated that each line is a value, so that hashes are no error.
  var asStated: Problem {
    if code != "hashes-as-values" { return self }
    return Problem(
      code, at: location, found, expected: "words, as stated", remedy: remedy, .warning)
  }

  /// So many of the first lines are `$HEX[…]`.
  fileprivate static func hexValues(_ list: String, lines: Int, of all: Int) -> Problem {
    Problem(
      "hex-values", in: list,
      "\(lines) of the first \(all) lines \(lines == 1 ? "is" : "are") '$HEX[…]', and "
        + "\(lines == 1 ? "is" : "are") read as the bytes that it spells", .note)
  }

  /// Nearly all lines have blanks before their words, or behind them.
  fileprivate static func wrappedValues(_ list: String, _ side: String) -> Problem {
    Problem(
      "wrapped-values", in: list,
      "there are blanks \(side) the words, which are parts of the values",
      remedy:
        "If they are not, cut them off: sed 's/^[[:blank:]]*//; s/[[:blank:]]*$//' \(list.shellWord) > words.txt",
      .note)
  }

  /// A line, numbered from 1, does not have the form of its list, but that of other digests or none.
  static func otherForm(
    _ list: String, line: Int, than form: ListForm, other: ListForm?
  ) -> Problem {
    let expected: String? =
      switch form {
      case .plain: nil
      case .valueAndCount: "a value, a colon and a number"
      case .countAndValue: "a number, a space and a value"
      case .sha1: "40 hexadecimal digits, and perhaps a colon and a number"
      case .ntlm: "32 hexadecimal digits, and perhaps a colon and a number"
      }
    let remedy =
      if !form.isOfDigests {
        "If each line is a value, add --blocklist-form plain"
      } else if let other {
        line == 1
          ? "State it: --blocklist-form \(other.rawValue)"
          : "A list has hashes of one kind: fetch it again, or keep those of \(other.digestName) apart."
      } else {
        "The download may be damaged: fetch it again, then build again."
      }
    return Problem(
      "other-form", in: list, line: line,
      "a line of another form"
        + (other.map { ": \($0.digits) hexadecimal digits, as of \($0.digestName)" } ?? ""),
      expected: expected, remedy: remedy)
  }
}

extension ListForm {
  /// The number of hexadecimal digits of a digest.
  fileprivate var digits: Int { self == .sha1 ? 40 : 32 }
  /// The name of the digest.
  fileprivate var digestName: String { self == .sha1 ? "SHA-1" : "NTLM" }
}
