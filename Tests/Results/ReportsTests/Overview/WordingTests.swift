import Reports
import Testing

@Suite struct WordingTests {
  @Test(arguments: [
    (0, "0"), (7, "7"), (999, "999"), (1000, "1,000"), (54_321, "54,321"), (999_999, "999,999"),
    (1_000_000, "1,000,000"), (12_002_888, "12,002,888"),
    (UInt64.max, "18,446,744,073,709,551,615"),
  ])
  func `counts have commas between thousands`(count: UInt64, text: String) {
    #expect(grouped(count) == text)
  }
}
