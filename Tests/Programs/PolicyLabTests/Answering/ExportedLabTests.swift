import Auditing
import Foundation
import Jobs
import PolicyLab
import TestSupport
import Testing

@Suite struct ExportedLabTests {
  @Test
  func `an exported page answers each of its policies once, holds no password, and asks nobody`()
    async throws
  {
    let exported = ExportedLab(try sampleLab(), lengths: 8...9)
    let page = String(decoding: try await exported.document(), as: UTF8.self)
    let lists = page.matches(of: #/<select id="(\w+)">(.*?)</select>/#.dotMatchesNewlines()).map {
      $0.2.matches(of: #/<option value="(\d+)"/#).compactMap { Int($0.1) }
    }
    #expect(lists.map(\.count) == [2, 4, 2, exported.policyCount - 16])
    // What the lists have chosen adds up to the number of an answer.
    let sums = lists.dropLast().reduce([0]) { sums, values in
      sums.flatMap { sum in values.map { sum + $0 } }
    }
    #expect((sums + (lists.last ?? [])).sorted() == Array(0..<exported.policyCount))
    for password in SampleList.passwords where password.count > 8 {
      #expect(!page.contains(password))
    }
    #expect(page.contains("default-src 'none'"))
    #expect(!page.contains("href=\"./"))
    #expect(!page.contains("http://"))
  }

  @Test func `an exported answer has the parts of the page in their order`() async throws {
    let name = String(repeating: "mirrowel ", count: 12)
    let directory = try TemporaryDirectory()
    let policies = PolicySettings(
      files: [try directory.file("a.policy", "[\(name)]\nminlength: 5; allowed: unicode;")])
    let recording = try sampleRecording(of: (0..<1200).map { "q\($0 * $0 % 170)rv\($0 % 7)" })
    let tally = try LabTally(recording, file: "a", settings: AuditSettings(JudgingSettings())) {
      _ in
    }
    let lab = Lab([tally], try Library(policies) { _ in }, policies, version: "1.0")
    let exported = ExportedLab(lab, lengths: 5...6)
    let page = String(decoding: try await exported.document(), as: UTF8.self)
    let packed = try #require(page.firstMatch(of: #/id="answers">([^<]*)</#)?.1)
    // A stream without gzip's end is read to its own, with a warning.
    let stream =
      [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + (Data(base64Encoded: String(packed)) ?? Data())
    let bytes = try output(of: "gzip -dc '\(directory.file("packed", stream))' 2>/dev/null || true")
    let parts = try JSONDecoder().decode([[String]].self, from: Data(bytes))
    #expect(parts.allSatisfy { $0.count == exported.policyCount })
    func titles(_ text: String) -> [String] {
      text.matches(of: #/<h2[^>]*>([^<]*)</#).map { String($0.1) }
    }
    let texts = ["minlength: 5;", "minlength: 6; min-classes: 3; blocklist: default;"]
    for (number, text) in zip([0, 12], texts) {
      let query = Question(text).query + "&open=guessing"
      let shown = titles(try await reply("answer", query, by: lab).text)
      let written = titles(parts.map { $0[number] }.joined())
      #expect(written.contains("What is guessed"))
      #expect(written == shown.filter { $0 != "Passwords it would accept" }, "\(text)")
    }
    let titles = page.matches(of: #/<option[^>]*>([^<]*)</#).map(\.1)
    #expect(titles.allSatisfy { $0.count <= 60 } && titles.contains { $0.hasPrefix("mirrowel") })
  }

  @Test func `a tally that was recorded without the built-in list offers none`() throws {
    let with = ExportedLab(try sampleLab())
    let without = ExportedLab(
      try lab(of: [(sampleRecording(blocklists: .off), "leak.tally")]))
    #expect(with.policyCount - without.policyCount == 11 * 4)
  }
}
