import Auditing
import Diagnostics
import Foundation
import Jobs
import Metrics
import Passwords
import PolicyLab
import Tallies
import TestSupport
import Testing
import Workers

/// The command that serves the lab, or writes a page of it.
@Suite struct AuditLabTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test(
    arguments: [
      ([], "Missing expected argument '<tally> ...'"),
      (["--export", "x", "a", "b"], "--export takes one tally, not 2."),
      (["--export", "x", "a"], nil),
      (["a", "b"], nil), (["--force", "a"], "--force goes with --export."),
      (["--force", "--export", "x", "a"], nil), (["--idle", "1000000", "a"], nil),
      (["--idle", "1000001", "a"], "--idle takes minutes above 0, not 1000001.0."),
      (["--idle", "0", "a"], "--idle takes minutes above 0, not 0.0."),
      (["--idle", "0.1", "a"], nil),
      (["--open", "p=minlength%3A%208%3B", "a"], nil),
      (["--open", "x", "a"], "--open takes a question such as 'p=minlength%3A%208%3B', not 'x'."),
    ] as [([String], String?)])
  func `options that do not go together are refused`(options: [String], told: String?) async {
    // No such tally is there.
    let ended = await run(options)
    #expect(ended.code == (told == nil ? 2 : 64))
    #expect(ended.told == told ?? "")
  }

  /// Runs the command, which waits, on a thread of its own.
  private func run(_ options: [String]) async -> (code: Int32, told: String) {
    await withCheckedContinuation { done in
      let thread = Thread { done.resume(returning: runAuditLab(options)) }
      thread.stackSize = 1 << 28
      thread.start()
    }
  }

  @Test func `a page is written of the tally and the policies that are named`() async throws {
    let tally = directory.path + "/leak.tally"
    let sum = try RecordingSum(
      to: RecordingSum.Destination(tally, replacing: false, besides: []), counting: nil, threads: 1
    ) { _ in }
    try sum.add(sampleRecording(), from: "a")
    try sum.finish()
    let rules = try directory.file("rules.txt", "[own]\nminlength: 7; allowed: unicode;\n")
    let path = directory.path + "/lab.html"
    let ended = await run(["--export", path, "--rules", rules, "--weights", "accounts", tally])
    #expect(ended == (0, ""))

    let policies = PolicySettings(files: [rules])
    var settings = AuditSettings(JudgingSettings())
    settings.distinct = CountingSettings(weights: .accounts)
    let expected = Lab(
      [try LabTally(try TallyStore.read(tally), file: tally, settings: settings) { _ in }],
      try Library(policies) { _ in }, policies, version: Version.current,
      options: ["--rules", rules, "--weights", "accounts"], limit: .seconds(60))
    let page = try await ExportedLab(expected).document()
    let isSame = try directory.bytes("lab.html") == page
    #expect(isSame)
    // It replaces no file unasked, nor one that it reads.
    for options in [
      [path, tally], [tally, "--force", tally], [path + "l", directory.path + "/none.tally"],
    ] {
      #expect(await run(["--export"] + options).code == 2, "\(options)")
    }
    #expect(directory.names() == ["lab.html", "leak.tally", "rules.txt"])
  }
}
