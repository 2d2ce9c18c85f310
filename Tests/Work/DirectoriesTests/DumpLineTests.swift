import Directories
import Testing

@Suite
struct DumpLineTests {
  struct Row: Decodable {
    let line: String?
    let lineHex: String?
    let outcome: String
    let fields: Fields?

    var bytes: [UInt8] { line.map { Array($0.utf8) } ?? DirectoriesTests.bytes(lineHex ?? "") }
  }

  struct Fields: Decodable, Equatable {
    var domain: String?
    var user: String?
    var rid: UInt64?
    var lm: String?
    var nt: String?
    var state: String?
    var set: String?
    var index: Int?
  }

  @Test(arguments: ["dump-line", "bad-line"])
  func `lines are read as the vectors say`(file: String) throws {
    for row in try rows(file, as: Row.self) {
      let (outcome, fields) = read(row.bytes)
      try #require(outcome == row.outcome, "\(row)")
      guard let expected = row.fields else { continue }
      try #require(named(fields, by: expected) == expected)
    }
  }

  @Test
  func `a carriage return at the end changes nothing`() throws {
    for row in try rows("dump-line", as: Row.self) {
      try #require(read(row.bytes + [0x0D]).outcome == row.outcome)
    }
  }

  @Test(arguments: [
    (" 0010   AB CD EF", "other"), ("0010   AB", "other"), ("0010   ABC 01", "malformed"),
    ("0010 ABCDE", "malformed"), ("00G0   AB CD", "malformed"),
    ("ann::\(someHash):\(someHash):S-1-5-21-1-2-3-1105", "account"),
    ("ann::\(someHash):\(someHash)", "malformed"), ("ann:$NT$\(someHash):S-1-5-9::", "account"),
    ("ann:$NT$\(someHash):S-1-5-::", "malformed"), ("ann:$NT$\(someHash):x::", "malformed"),
    ("ann:des-cbc-md5:0123", "key"), ("ann:des-cbc-md5:0x01", "key"),
    ("ann:des-cbc-md5:0x", "malformed"), ("ann:des-cbc-md5:zz01", "malformed"),
    ("ann:des-cbc-md5:", "malformed"), ("ann:0x17:ab", "key"), ("ann:0x1F:ab", "malformed"),
    ("ann:0x:ab", "malformed"), ("[2026-01-31] x", "other"), ("[202-01-31] xy", "malformed"),
    ("x/EX:$DCC2$10240#x#1", "other"), ("x/EX:\(someHash):x", "other"), ("x/EX:y", "malformed"),
  ])
  func `lines near a form`(line: String, outcome: String) {
    #expect(read(Array(line.utf8)).outcome == outcome)
  }

  @Test
  func `every cut and every byte changed leaves a line of some kind`() throws {
    for row in try rows("dump-line", as: Row.self) {
      let line = row.bytes
      for place in line.indices {
        _ = read(Array(line[..<place]))
        for byte: UInt8 in [0x00, 0x3A, 0x5C, 0x28, 0xFF] {
          var other = line
          other[place] = byte
          _ = read(other)
        }
      }
    }
  }

  /// The fields that a row states.
  private func named(_ fields: Fields, by row: Fields) -> Fields {
    var fields = fields
    if row.state == nil { fields.state = nil }
    if row.index == nil { fields.index = nil }
    return fields
  }

  private func read(_ line: [UInt8]) -> (outcome: String, fields: Fields) {
    let text = line.span
    switch DumpLine(text) {
    case .account(let account): return ("account", fields(text, account, nil))
    case .history(let account, let mark): return ("history", fields(text, account, mark))
    case .cleartext(let domain, let user):
      return ("cleartext", Fields(domain: text.text(domain), user: text.text(user)))
    case .key: return ("key", Fields())
    case .other: return ("other", Fields())
    case .empty: return ("empty", Fields())
    case .malformed: return ("malformed", Fields())
    }
  }

  private func fields(
    _ text: Span<UInt8>, _ account: DumpedAccount, _ mark: HistoryMark?
  ) -> Fields {
    Fields(
      domain: text.text(account.domain), user: text.text(account.user), rid: account.rid,
      lm: "\(account.lm)",
      nt: digits(account.hash), state: "\(account.facts.state ?? .unknown)",
      set: date(account.facts.set), index: mark?.index)
  }

  private func date(_ set: PasswordDate??) -> String? { text(set ?? nil) }
}
