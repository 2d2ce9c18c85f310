import Directories
import Foundation
import Testing

@Suite
struct PotfileReadingTests {
  struct Row: Decodable {
    let lineHex: String
    let hash: String
    let reading: String
    let textUtf8Hex: String?
  }

  @Test
  func `the hash decides between the readings of a password`() throws {
    for row in try rows("potfile-reading", as: Row.self) {
      let line = bytes(row.lineHex)
      guard case .hashed(let found, let plain) = PotfileLine(line.span) else {
        Issue.record("\(row)")
        return
      }
      try #require(digits(found) == row.hash)
      let password = ProvenPassword(line.span.extracting(plain), of: found)
      try #require((password?.reading.name ?? "unproven") == row.reading, "\(row)")
      try #require(password?.text == row.textUtf8Hex.map(bytes), "\(row)")
    }
  }

  @Test(arguments: [
    ("Lampe", false, "Lampe"), ("L\u{E4}mpe", false, "L\u{E4}mpe"),
    ("0x4c00e400", true, "L\u{E4}"), ("4c00e400", true, "L\u{E4}"),
  ])
  func `the hash of clear text is computed`(plain: String, isHex: Bool, text: String) throws {
    let found = try #require(cleartext(plain, isHex: isHex))
    #expect(found.password.text == Array(text.utf8))
    #expect(found.hash == hash(ofText: Array(text.utf8)))
  }

  @Test
  func `bytes of Windows-1252 stand for its characters`() throws {
    for byte: UInt8 in 0x80...0x9F {
      let isNone = [0x81, 0x8D, 0x8F, 0x90, 0x9D].contains(byte)
      let scalar = try #require(
        isNone ? "\u{1}" : String(bytes: [byte], encoding: .windowsCP1252))
      let proven = try #require(hash(ofText: Array("a\(scalar)".utf8)))
      let found = ProvenPassword([0x61, byte].span, of: proven)
      #expect(found?.reading == (isNone ? nil : .windows1252), "\(byte)")
    }
  }

  @Test
  func `clear text that is no text has a hash only`() throws {
    let found = try #require(cleartext("0x00d8", isHex: true))
    #expect(found.password.text == nil)
    #expect(cleartext("0x0", isHex: true) == nil)
  }
}
