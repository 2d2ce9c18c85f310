import Diagnostics
import Glibc
import PasswordPolicies
import Testing

/// Texts far longer than any policy, which cost no more than their length.
@Suite struct LongPolicyTests {
  /// Texts that grow with a number.
  enum Text: String, CaseIterable {
    case quotes, words, parts, requiredRules, blocklists, openBrackets

    func bytes(_ count: Int) -> [UInt8] {
      let numbers = 0..<count
      let text =
        switch self {
        case .quotes: "context: \(String(repeating: #""a" "b" "#, count: count));"
        case .words: "context: \(numbers.map { "\"w\($0)\"" }.joined(separator: ", "));"
        case .parts:
          "context: \(numbers.map { "\"w\($0)\" substring" }.joined(separator: ", "));"
        case .requiredRules: String(repeating: "required: digit; ", count: count)
        case .blocklists: numbers.map { "blocklist: \"w\($0)\"; " }.joined()
        case .openBrackets: String(repeating: "[;", count: count)
        }
      return Array(text.utf8)
    }
  }

  /// Processor time of this thread for reading a text, in seconds.
  private func time(of bytes: [UInt8]) -> Double {
    func now() -> Double {
      var time = timespec()
      // SAFETY: the pointer lives for the call.
      unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    _ = PolicyReading(policyFile: bytes, file: "p")
    return now() - start
  }

  @Test(arguments: Text.allCases)
  func `eight times the text takes no more than about eight times as long`(text: Text) {
    // Time squared would take 64 times as long.
    let short = (0..<3).map { _ in time(of: text.bytes(1500)) }.min() ?? 0
    #expect(time(of: text.bytes(12_000)) < 24 * max(short, 0.002))
  }

  @Test func `of very many problems a thousand are kept, and the others counted`() {
    let reading = reading("minlength: 0;\(String(repeating: ";", count: 5000))")
    #expect(reading.problems.count == 1001)
    #expect(reading.hasErrors)
    #expect(
      reading.problems.last?.message == """
        p: error: further problems are not listed: 4,001 errors
          Correct the ones above first.
        """)
    #expect(messages(String(repeating: ";", count: 1000)).count == 1000)
  }

  @Test func `an error behind a thousand warnings is an error`() {
    let warnings = (0..<2000).map { "[s\($0)]\nminlength: 0;\n" }.joined()
    let reading = PolicyReading(policyFile: Array((warnings + "[x]\nfoo: 1;").utf8), file: "p")
    #expect(reading.hasErrors)
    #expect(
      reading.problems.last?.message == """
        p: error: further problems are not listed: 1 error, 1,000 warnings
          Correct the ones above first.
        """)
  }

  @Test func `a message quotes the beginning of a long word`() {
    let word = String(repeating: "x", count: 100_000)
    let reading = PolicyReading(policyFile: Array("\(word): 8;".utf8), file: "p")
    #expect(
      reading.problems.first?.message.hasPrefix(
        "p:1:1: error: unknown rule '\(word.prefix(40))…'\n") == true)
  }

  @Test func `many context words are advised to be a blocklist`() {
    func advice(_ count: Int) -> [String] {
      let words = (0..<count).map { "\"w\($0)\"" }.joined(separator: ", ")
      return messages("context: \(words); allowed: unicode;")
    }
    #expect(advice(10_000).isEmpty)
    #expect(
      advice(10_001) == [
        """
        p:1:1: warning: 10,001 context words
          Put them into a file, one a line, and write 'blocklist: "words.txt" fold;', which is faster.
        """
      ])
  }
}
