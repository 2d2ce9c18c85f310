import Directories
import Testing

@Suite
struct PotfileLineTests {
  struct Row: Decodable {
    let lineHex: String
    let outcome: String
    let hash: String?
    let plainHex: String?
  }

  @Test
  func `lines are read as the vectors say`() throws {
    for row in try rows("potfile-line", as: Row.self) {
      let line = bytes(row.lineHex)
      let text = line.span
      switch PotfileLine(text) {
      case .hashed(let hash, let plain):
        try #require(row.outcome == "nt")
        try #require(digits(hash) == row.hash)
        try #require(text.array(plain) == row.plainHex.map(bytes))
      case .cleartext(let plain, _):
        try #require(row.outcome == "text")
        try #require(text.array(plain) == row.plainHex.map(bytes))
      case .lm: try #require(row.outcome == "lm")
      case .other: try #require(row.outcome == "other")
      case .empty: try #require(row.outcome == "empty")
      }
    }
  }

  @Test(arguments: [
    ("ann:a:1105:\(someHash):\(someHash):::", "a"), ("ann:a:b:1:NO LM:\(someHash):::", "a:b"),
    ("ann:a:1:***:\(someHash):note:home", "a"), ("ann:a:1:x:\(someHash):::", nil),
    ("ann:a:1::\(someHash)::home: (pwdLastSet=2020-01-02 03:04)", "a"),
    ("ann:a:1::\(someHash)::home (pwdLastSet=2020-01-02 03:04)", "a"),
    ("ann:a:1::\(someHash)::home x:y", nil), ("ann:a:1::\(someHash)::(x:y)", nil),
    ("ann:a:x::\(someHash):::", nil),
  ])
  func `what john shows`(line: String, password: String?) {
    let line = Array(line.utf8)
    guard case .hashed(let found, let plain) = PotfileLine(line.span) else {
      #expect(password == nil)
      return
    }
    #expect(line.span.text(plain) == password && digits(found) == someHash)
  }

  @Test(arguments: [
    ("0xabcd", true), ("0xD83DDD11", true), ("0x00e4fffd0041", true), ("0x", false),
    ("0xab", false), ("0xabcdef", false), ("0xabcde", false), ("0xabcg", false), ("abcd", false),
    ("0xabcdefabcd", false),
  ])
  func `clear text is hexadecimal in code units of four digits`(
    text: String, isHexadecimal: Bool
  ) throws {
    let line = Array("ann:CLEARTEXT:\(text)".utf8)
    guard case .cleartext(let plain, isHexadecimal) = PotfileLine(line.span) else {
      Issue.record("\(text) is not read so")
      return
    }
    #expect(line.span.array(plain) == Array(text.utf8))
  }
}
