import Foundation
import PasswordPolicies
import PolicySources
import TestSupport
import Testing

/// Other ways to write the sources of `readers.jsonl`, which say the same.
@Suite struct SpellingTests {
  @Test(arguments: ReaderVectorTests.rows)
  func `how a text is encoded, and how its lines end, changes nothing`(
    _ row: ReaderVectorTests.Row
  ) throws {
    let kind = try #require(SourceKind(rawValue: row.kind))
    let bytes = Array(row.text.utf8)
    let reading = SourceReading(of: bytes, as: kind)
    // PAM joins a line that ends in a backslash to the next.
    let isJoined = row.text.contains("\r") || row.text.contains("\\\n")
    let lines = isJoined ? row.text : row.text.replacing("\n", with: "\r\n")
    // White space after a number is an error in Apple's language.
    let end = kind == .passCert ? "" : "\n"
    func wide(_ unit: UInt16) -> [UInt8] { [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    let marked = [0xFEFF] + Array(row.text.utf16)
    let spellings: [(name: String, bytes: [UInt8])] = [
      ("a byte order mark", [0xEF, 0xBB, 0xBF] + bytes),
      ("UTF-16, low bytes first", marked.flatMap(wide)),
      ("UTF-16, high bytes first", marked.flatMap { wide($0).reversed() }),
      ("CR LF", Array(lines.utf8)), ("a line at the end", bytes + end.utf8),
    ]
    for (name, other) in spellings {
      #expect(SourceReading(of: other, as: kind) == reading, "\(name)")
      #expect(Recognition(of: other) == Recognition(of: bytes), "\(name)")
    }
  }

  @Test(arguments: ReaderVectorTests.rows)
  func `below two empty lines all stands two lines further down`(_ row: ReaderVectorTests.Row)
    throws
  {
    let kind = try #require(SourceKind(rawValue: row.kind))
    let reading = SourceReading(of: Array(row.text.utf8), as: kind)
    let below = SourceReading(of: Array("\n\n\(row.text)".utf8), as: kind)
    #expect(below.policies.map(\.alternatives) == reading.policies.map(\.alternatives))
    #expect(below.remarks.count == reading.remarks.count)
    for (one, other) in zip(reading.remarks, below.remarks) {
      #expect([one.part, one.text] == [other.part, other.text])
      // What a source does not say has no place in it.
      if case .text(let line, let column) = one.place, other.place != .start {
        #expect(other.place == .text(line: line + 2, column: column), "\(one)")
      } else {
        #expect(other.place == one.place, "\(one)")
      }
    }
  }

  @Test(arguments: ReaderVectorTests.rows.filter { $0.text.contains { "[{".contains($0) } })
  func `blanks and escapes of JSON change nothing`(_ row: ReaderVectorTests.Row) throws {
    let kind = try #require(SourceKind(rawValue: row.kind))
    guard (try? JSONSerialization.jsonObject(with: Data(row.text.utf8))) != nil else { return }
    let reading = SourceReading(of: Array(row.text.utf8), as: kind)
    var (other, isInside, isEscaped) = ("", false, false)
    for scalar in row.text.unicodeScalars {
      if isInside, !isEscaped, scalar != "\\", scalar != "\"" {
        for unit in UTF16.encode(scalar) ?? .init() {
          let digits = String(unit, radix: 16, uppercase: unit % 2 == 0)
          other += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      } else if isInside || scalar.properties.isAlphabetic
        || "+-.0123456789\"".unicodeScalars.contains(scalar)
      {
        other.unicodeScalars.append(scalar)
      } else {
        other += " \t\(scalar)\r\n"
      }
      if scalar == "\"", !isEscaped { isInside.toggle() }
      isEscaped = isInside && scalar == "\\" && !isEscaped
    }
    #expect(SourceReading(of: Array(other.utf8), as: kind) == reading, "\(other)")
    #expect(Recognition(of: Array(other.utf8)) == Recognition(of: Array(row.text.utf8)))
  }
}
