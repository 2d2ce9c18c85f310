import Metrics
import Passwords
import PolicyLab
import Reports
import TestSupport
import Testing

/// One lab with several tallies, and several policies of which some cannot be read.
@Suite struct TallyChoiceTests {
  @Test func `each tally gives its own answer, also after another one's`() async throws {
    let lab = try lab(of: [
      (try sampleRecording(), "a.tally"),
      (try sampleRecording(of: ["kurz", "lang-genug", "kurz"]), "b.tally"),
    ])
    var question = Question("minlength: 8; allowed: unicode;")
    for (tally, (all, accepted)) in zip(
      [0, 1, 0, 1, 7], [(12, 11), (3, 1), (12, 11), (3, 1), (3, 1)])
    {
      question.tally = tally
      let report = try #require(await lab.answer(question, .numbers).report)
      #expect(report.findings.entries == UInt64(all), "\(tally)")
      #expect(report.findings.policies[0].compliant == UInt64(accepted), "\(tally)")
    }
  }

  /// All that a password breaks of the edited policy, four of the others; what cannot be read is none.
  @Test(arguments: [(1, [6, 4, 4]), (2, [4, 4, 4]), (3, [4, 6, 4]), (4, [4, 4, 6])])
  func `the rules of the edited policy are told in full beside one that cannot be read`(
    at: Int, told: [Int]
  ) async throws {
    let rules =
      "required%3A+lower%3B+required%3A+upper%3B+required%3A+digit%3B+required%3A+special%3B"
    let query =
      "p=minlength%3A+8%3B+\(rules)&p=nonsense&p=minlength%3A+9%3B+\(rules)"
      + "&p=minlength%3A+10%3B+\(rules)&at=\(at)&part=1"
    let reply = try await reply("try", query, method: "POST", body: "password=%C3%A4")
    let broken = (reply.tree?.all("p").map(\.text) ?? []).compactMap {
      $0.split(separator: "✗ breaks: ").dropFirst().first?.split(separator: "; ").count
    }
    #expect(broken == told)
  }
}
