import Blocklists
import Passwords
import TestSupport
import Testing

private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

@Suite struct ListFormTests {
  private static let sha1 = "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8"
  private static let ntlm = "8846F7EAEE8FB117AD06BDD830B7586C"

  @Test(
    arguments: [
      (["a", "b"], .plain), (["a:1", "b:22"], .valueAndCount), (["a:b:3", ":4"], .valueAndCount),
      (["  12 a", "   3 b c"], .countAndValue), (["12\ta", "3\t"], .countAndValue),
      (["a:1", "b"], .plain), (["a:1"], .plain), (["12 a"], .plain), ([], .plain),
      (["", ""], .plain),
      (["a:1", "", "b:2"], .valueAndCount), (["a:99999999999999999999", "b:1"], .plain),
      ([sha1 + ":3"], .sha1), ([sha1.lowercased() + ":3"], .sha1), ([sha1], .plain),
      ([ntlm + ":10"], .ntlm), ([ntlm, ntlm], .plain), ([sha1 + ":3", "x"], .sha1),
      ([sha1 + ":3", ntlm + ":3"], .sha1), ([sha1 + ":3", "x", "y"], .plain),
    ] as [([String], ListForm)])
  func `the first lines reveal the form of a list`(lines: [String], form: ListForm) {
    #expect(ListForm(of: lines.map(bytes)) == form)
  }

  @Test(
    arguments: [
      (.plain, "a:1", .value(0..<3, count: 1)),
      (.valueAndCount, "a:b:17", .value(0..<3, count: 17)),
      (.valueAndCount, "a:", nil), (.valueAndCount, "a", nil), (.valueAndCount, "a:1x", nil),
      (.countAndValue, "   17  a ", .value(6..<9, count: 17)), (.countAndValue, "17", nil),
      (.countAndValue, "x 1", nil), (.sha1, sha1 + ":7", .digest(0x5BAA_61E4_C9B9_3F3F, count: 7)),
      (.sha1, sha1.lowercased(), .digest(0x5BAA_61E4_C9B9_3F3F, count: 1)),
      (.sha1, String(sha1.dropLast()) + "G:7", nil), (.sha1, String(sha1.dropLast()), nil),
      (.sha1, sha1 + ":", nil), (.sha1, sha1 + " 7", nil), (.ntlm, sha1 + ":7", nil),
      (.ntlm, ntlm + ":0", .digest(0x8846_F7EA_EE8F_B117, count: 0)),
    ] as [(ListForm, String, ListForm.Line?)])
  func `a line is read in the form of its list`(
    form: ListForm, line: String, expected: ListForm.Line?
  ) {
    let line = bytes(line)
    #expect(form.read(line.span) == expected)
  }

  /// A line read by expressions.
  private func read(_ line: String, _ form: ListForm) -> ListForm.Line? {
    func digest(_ digits: Int) -> ListForm.Line? {
      guard let match = line.wholeMatch(of: /([0-9a-fA-F]*)(?::([0-9]{1,18}))?/),
        match.1.count == digits, let head = UInt64(match.1.prefix(16), radix: 16)
      else { return nil }
      return .digest(head, count: match.2.map { UInt64($0) ?? 0 } ?? 1)
    }
    switch form {
    case .plain: return .value(0..<line.utf8.count, count: 1)
    case .valueAndCount:
      return line.wholeMatch(of: /(.*):([0-9]{1,18})/).map {
        .value(0..<$0.1.utf8.count, count: UInt64($0.2) ?? 0)
      }
    case .countAndValue:
      return line.wholeMatch(of: /\ *([0-9]{1,18})[\ \t](.*)/).map {
        .value(line.utf8.count - $0.2.utf8.count..<line.utf8.count, count: UInt64($0.1) ?? 0)
      }
    case .sha1: return digest(40)
    case .ntlm: return digest(32)
    }
  }

  @Test(.firstFailureOnly, arguments: seeds(3, of: 30))
  func `a line is read as by expressions`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let digits = Array("0123456789abcdefABCDEF")
    for _ in 0..<500 {
      let count = [0, 1, 17, 18, 19, 31, 32, 33, 39, 40, 41].randomElement(using: &random) ?? 0
      let isDecimal = Bool.random(using: &random)
      var line = (0..<count).map { _ in
        digits[Int.random(in: 0..<(isDecimal ? 10 : 22), using: &random)]
      }
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        line.insert(
          Array(" :\tgG:1 9@`").randomElement(using: &random) ?? "x",
          at: Int.random(in: 0...line.count, using: &random))
      }
      let text = String(line)
      for form in ListForm.allCases {
        #expect(form.read(bytes(text).span) == read(text, form), "\(form), '\(text)'")
      }
    }
  }
}
