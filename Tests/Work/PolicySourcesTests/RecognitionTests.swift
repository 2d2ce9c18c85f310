import PasswordPolicies
import PolicySources
import TestSupport
import Testing

@Suite struct RecognitionTests {
  struct Row: Decodable, Sendable {
    let text: String
    let kind: String?
  }

  private static let rows =
    (try? VectorFile("policies-elsewhere/recognition.jsonl").rows(as: Row.self)) ?? []

  @Test func `a text is recognised by its content`() {
    #expect(Self.rows.count == 166)
    for row in Self.rows {
      #expect(name(of: Recognition(of: Array(row.text.utf8))) == row.kind, "\(row.text)")
    }
  }

  @Test(arguments: [
    ("minlength: 8; at-most: 2 digit;", 1), ("[a]\nexactly: 1 special;\nor\nminlength: 9;", 1),
    ("between: 1, 3 digit;", 1), ("minlen = 12\n", 0), ("letmein\n", 0),
  ])
  func `our own reader is asked once, of a text that names a rule`(text: String, times: Int) {
    var asked = 0
    let found = Recognition(of: Array(text.utf8)) { _ in
      asked += 1
      return true
    }
    #expect(asked == times && (found == .rules) == (times > 0))
  }

  @Test func `UTF-16 with its mark is recognised`() {
    let text = "[Unicode]\r\n[System Access]\r\nMinimumPasswordLength = 8\r\n"
    let units = [0xFEFF] + Array(text.utf16)
    let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    #expect(Recognition(of: little) == .source(.secedit))
    #expect(Recognition(of: big) == .source(.secedit))
    #expect(Recognition(of: [0xEF, 0xBB, 0xBF] + text.utf8) == .source(.secedit))
  }

  @Test func `half of the lines of a pwquality file may have unknown names`() {
    for (text, isKnown) in [
      ("minlen = 12\nminlenght = 3", true), ("minlen = 12\nminlenght = 3\ndcredits = 1", false),
      ("minlen = 12\nminlenght = 3\ndcredits = 1\nucredit = 1\n", true),
    ] {
      #expect(Recognition(of: Array(text.utf8)) == (isKnown ? .source(.pwquality) : .unknown))
    }
  }

  @Test(arguments: [
    ("pasword: ^[a-z]{8,}$", nil), ("pasword ^[a-z]{8,}$", "regex"), ("pas word: ^.{8,}$", "regex"),
    ("min-: 8", nil), ("max-: 8", nil), ("min-x: 8", "rules"), ("max-x: 8", "rules"),
    ("mix-x: 8", nil), ("# [a-z]{8,}", nil),
  ])
  func `one line is ours, an expression, or neither`(text: String, kind: String?) {
    #expect(name(of: Recognition(of: Array(text.utf8))) == kind)
  }

  private func name(of recognition: Recognition) -> String? {
    switch recognition {
    case .rules: "rules"
    case .source(let kind): kind.rawValue
    case .unknown: nil
    }
  }
}
