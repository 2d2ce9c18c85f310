import Foundation
import TestSupport
import Testing

@Suite struct MeterExampleTests {
  @Test func `the example's meter shows levels, colours and broken rules`() throws {
    let directory = try TemporaryDirectory()
    let run = try Program.run(
      [], of: "meter", in: directory, input: Array("Secret-7\npassword\n".utf8))
    #expect(run.code == 0)
    let lines = run.output.split(separator: "\n")
    #expect(lines.first == "strong (green), 4 of 4 points")
    #expect(lines.contains("weak (red), 1 of 4 points"))
    #expect(lines.contains("The password has 8 characters; at least 10 are needed."))
    #expect(lines.contains("The password has 1 of these: digits; at least 2 are needed."))
  }
}
