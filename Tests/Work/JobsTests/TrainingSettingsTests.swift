import Diagnostics
import Intake
import Jobs
import PasswordPolicies
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
}
