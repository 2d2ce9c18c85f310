import Diagnostics
import Foundation
import Intake
import Jobs
import PasswordPolicies
import Reports
import TestSupport
import Testing

/// Guess models made of lists.
@Suite struct TrainingSettingsTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func settings(
    _ lists: [String] = ["a.txt"], order: Int = 3, leastCount: Int = 1, isDistinct: Bool = false,
    weight: Double = 0.5, threads: Int = 1, memory: Int? = 64 << 20
  ) -> TrainingSettings {
    TrainingSettings(
      ListSettings(names: lists),
      TrainingSettings.Form(
        order: order, leastCount: leastCount, isDistinct: isDistinct, weight: weight),
      threads: threads, memory: memory, directory: directory.path)
  }

  @Test func `settings that make no model are refused`() {
    for (settings, told) in [
      (settings(order: 1), "--order takes"), (settings(order: 7), "--order takes"),
      (settings(order: 2), ""), (settings(order: 6), ""),
      (settings(leastCount: 0), "--prune takes"), (settings(leastCount: 1_000_000_001), "--prune"),
      (settings(leastCount: 1_000_000_000), ""),
      (settings(weight: 1.1), "--weight takes a number from 0 to 1, not 1.1."),
      (settings(weight: -0.1), "--weight takes a number from 0 to 1, not -0.1."),
      (settings(weight: 0), ""), (settings(weight: 1), ""),
      (settings(memory: (64 << 20) - 1), "--memory takes at least 64MiB."),
      (settings(memory: nil), ""),
      (settings(threads: 0), "--threads"),
    ] {
      let found = problem { try settings.validate() }
      #expect(found?.message.contains(told) ?? told.isEmpty, "\(found?.message ?? ""), not \(told)")
      #expect((found == nil) == told.isEmpty, "\(told)")
    }
  }

  @Test func `a model lies beside no report, and replaces no other file`() throws {
    let list = try directory.file("leak.txt", "stone\n")
    try directory.file("report/audit.json", "{}")
    let beside = directory.path + "/report/own.model"
    for (path, force, code) in [
      (beside, true, "model-beside-report"), (list, false, "other-kind"),
      (directory.path + "/report/audit.json", true, "model-beside-report"),
      (directory.path + "/own.model", false, nil),
    ] as [(String, Bool, String?)] {
      let found = thrownCode {
        _ = try settings([list]).prepare(to: path, replacing: force, tell: { _ in })
      }
      #expect(found == code, "\(path)")
    }
  }

  @Test func `of lists that cannot be read to their ends no model is made`() throws {
    let list = try directory.file("leak.gz", [0x1F, 0x8B, 8, 0, 0])
    let listener = Listener()
    let path = directory.path + "/own.model"
    let job = try settings([list]).prepare(to: path, tell: listener.tell)
    #expect(throws: ProblemsTold.self) { try job.run(showing: nil) }
    #expect(listener.told.count == 1 && directory.text("own.model") == nil)
  }

  @Test func `a model is described alike for people and for programs`() throws {
    let words = (0..<300).map { "\(["meadow", "lark", "otter", "fern"][$0 % 4])\($0)" }
    let list = try directory.file("leak.txt", (words + [""]).map { $0 + "\n" }.joined())
    for (isDistinct, leastCount) in [(false, 1), (true, 2)] {
      let path = "\(directory.path)/own\(leastCount).model"
      let info = try #require(
        try settings([list], leastCount: leastCount, isDistinct: isDistinct, weight: 0.25)
          .prepare(to: path) { _ in }.run(showing: nil))
      let policies = try policies(
        "[all]\nallowed: unicode;\n[some]\nallowed: unicode; minlength: 6;")
      let object = try JSONSerialization.jsonObject(with: Data(info.json(for: policies) { _ in }))
      let facts = try #require(object as? [String: Any])
      let text = info.text
      #expect(
        text.contains(
          ": 3-grams of 300 \(isDistinct ? "different passwords" : "passwords")\n"), "\(text)")
      #expect(facts["distinct"] as? Bool == isDistinct && facts["prune"] as? Int == leastCount)
      #expect(facts["order"] as? Int == 3 && facts["passwords"] as? Int == 300)
      #expect(facts["empty"] as? Int == 1 && facts["over_long"] as? Int == 0)
      #expect(text.contains("skipped  1 empty lines, 0 of more than 255 characters"))
      for (name, word) in [
        ("contexts", "contexts"), ("transitions", "transitions"), ("bytes", "bytes"),
      ] {
        let number = try #require(facts[name] as? Int)
        #expect(text.contains("\(grouped(number)) \(word)"), "\(name)")
      }
      #expect(try facts["bytes"] as? Int == directory.bytes("own\(leastCount).model").count)
      #expect(facts["weight"] as? Double == 0.25 && text.contains("weight   0.25 beside"))
      #expect(text.contains("pruned   nothing") == (leastCount == 1))
      #expect(text.contains("seen 2 times or more") == (leastCount == 2))
      let known4 = text.split(separator: "\n").filter { $0.contains("guesses are known to ± ") }
      #expect(
        zip(known4, ["10^4     ", "10^6     ", "10^10    ", "10^14    "]).allSatisfy {
          $0.hasPrefix("  \($1)")
        }
          && known4.count >= 2, "\(text)")
      // Who knows a policy that accepts all saves nothing.
      let guesses = try #require(facts["policies"] as? [[String: Any]])
      #expect(guesses.map { $0["policy"] as? String } == ["all", "some"])
      let counts = guesses.map { [$0["drawn"] as? Int ?? 0, $0["compliant"] as? Int ?? 0] }
      #expect(counts[0][0] == counts[1][0] && counts[0][1] > counts[1][1])
      #expect(Double(counts[0][1]) > 0.99 * Double(counts[0][0]))
      let savings = try #require(guesses[0]["savings"] as? [[String: Double]])
      #expect(
        savings.compactMap { $0["blind_log10"] } == [4, 6, 8, 10, 12, 14])
      for saving in savings {
        let (blind, least, most) = try (
          #require(saving["blind_log10"]), #require(saving["aware_log10_least"]),
          #require(saving["aware_log10_most"])
        )
        #expect(least <= blind + 0.1 && blind <= most + 0.1 && least <= most)
      }
      let known = try info.text(for: policies) { _ in }
      #expect(known.hasPrefix(text) && text.hasSuffix("10 or more.\n"))
      for (name, count) in zip(["all", "some"], counts) {
        let percent = (Double(count[1]) / Double(count[0]) * 1000).rounded() / 10
        #expect(
          known.contains(
            "\n\n\(name): \(percent) % of the model's passwords are accepted (\(grouped(count[1])) of "
              + "\(grouped(count[0])) drawn)\n"))
      }
      #expect(!known.contains("few passwords are accepted"))
    }
  }
}
