import Auditing
import Intake
import Passwords
import TestSupport
import Testing

/// Lines without a readable password reach the counts of lines.
@Suite struct LineCountsTests {
  @Test func `every count of an account is added except the number of its lines`() {
    var account = PasswordLines.Counts()
    account.lines = 1
    account.empty = 2
    account.blank = 4
    account.overLong = 8
    account.malformed = 16
    account.headers = 32
    account.firstMalformed = 64
    account.continued = 128
    account.furtherSeparators = 256
    (account.headersAgain, account.marks) = (512, 1024)
    (account.utf8, account.illFormed) = (2048, 4096)
    #expect(fieldsAlike(account, PasswordLines.Counts()) == [], "give every field a value here")
    #expect(numbers(of: account).count == fields(of: account).count)
    var counts = LineCounts()
    for field in LineCounts.kinds.map(\.field) { counts[keyPath: field] = 1000 }
    counts.add(account)
    var expected = numbers(of: account)
    expected["lines"] = nil
    // Places and doubts are no kinds of line, and passwords are counted by their profiles.
    for name in [
      "firstMalformed", "continued", "furtherSeparators", "headersAgain", "marks", "utf8",
      "illFormed",
    ] { expected[name] = nil }
    expected["ascii"] = expected.removeValue(forKey: "blank")
    for (name, number) in numbers(of: counts) {
      #expect(number == 1000 + (expected[name] ?? 0), "\(name)")
      expected[name] = nil
    }
    #expect(expected.isEmpty, "in no count of lines")
  }
}
