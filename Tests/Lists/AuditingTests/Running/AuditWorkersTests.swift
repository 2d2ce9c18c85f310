import Auditing
import Blocklists
import Foundation
import Intake
import PasswordStrength
import Passwords
import Tallies
import TestSupport
import Testing
import Workers

/// The counts of every worker must reach the sum, whichever worker did the work.
@Suite struct AuditWorkersTests {
  /// Audits a list that pauses in its middle until workers other than the reader's have audited.
  ///
  /// Meanwhile the reader waits for text and cannot audit, so another worker counted the passwords
  /// that ``AuditProgress`` shows: this fails if none does.
  private func tally(
    ofStalled text: [UInt8], threads: Int, signatureLimit: Int = AuditPlan.signatureLimit,
    checkpoints: Bool = false
  ) throws -> Tally {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/fifo"
    let code = unsafe mkfifo(path, 0o600)
    try #require(code == 0)
    let plan = try plan(path, threads: threads, signatureLimit: signatureLimit)
    let othersAudited = Locked(false)
    // A chunk and a half: the first chunk is full, and the reader waits in the second.
    let first = Chunk.defaultCapacity * 3 / 2
    Thread.detachNewThread {
      let descriptor = unsafe open(path, O_WRONLY)
      Self.write(text[..<first], to: descriptor)
      let audited = wait { plan.lists.progress.passwordCount > 0 }
      othersAudited.withLock { $0 = audited }
      Self.write(text[first...], to: descriptor)
      close(descriptor)
    }
    let whole = Locked(Tally(schema: plan.schema))
    let summaries: [ListSummary]
    if checkpoints {
      var writer = CheckpointWriter(from: nil, interval: .zero) { _ in }
      summaries = plan.run(&writer) { tally in whole.withLock { $0.merge(tally) } }
    } else {
      summaries = plan.run { tally in whole.withLock { $0.merge(tally) } }
    }
    #expect(summaries.allSatisfy { $0.isComplete })
    #expect(othersAudited.withLock { $0 }, "no other lane audited while the reader waited")
    return whole.withLock { $0 }
  }

  private func plan(_ path: String, threads: Int, signatureLimit: Int) throws -> AuditPlan {
    var demand = FactDemand()
    demand[.longestRun] = 4
    var builder = BlocklistBuilder(name: "few", provenance: "made up")
    builder.add(Array("line12".utf8).span)
    let lists = try BlocklistSet([builder])
    demand.formUnion(lists.demand)
    let (inputs, problems) = ListInput.resolve([path])
    #expect(problems.isEmpty)
    return AuditPlan(
      ListsToRead(inputs, threads: threads),
      Criteria(
        schema: try Schema(for: demand), blocklists: lists,
        strength: StrengthSettings(referenceYear: 2026)),
      signatureLimit: signatureLimit)
  }

  private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) {
    var rest = bytes
    while !rest.isEmpty {
      let piece = Array(rest.prefix(65_536))
      let count = unsafe Glibc.write(descriptor, piece, piece.count)
      precondition(count > 0, "the reader is there until the end")
      rest = rest.dropFirst(count)
    }
  }

  /// Lines of lengths 5 to 9 or so, three chunks of them.
  private static let text: [UInt8] = {
    var text: [UInt8] = []
    var number = 0
    while text.count < 3 * Chunk.defaultCapacity {
      text += Array("line\(number % 4_000)\n".utf8)
      number += 1
    }
    return text
  }()

  /// The tally of the same lines by one worker, from a file.
  private func expected() throws -> Tally {
    let directory = try TemporaryDirectory()
    let plan = try plan(
      try directory.file("list", Self.text), threads: 1, signatureLimit: AuditPlan.signatureLimit)
    let whole = Locked(Tally(schema: plan.schema))
    _ = plan.run { tally in whole.withLock { $0.merge(tally) } }
    let tally = whole.withLock { $0 }
    #expect(tally.lines.audited == UInt64(Self.text.count { $0 == 10 }))
    #expect(tally.hits.counts.reduce(0, +) > 0)
    return tally
  }

  @Test(arguments: [2, 3, 5])
  func `the sum includes the counts of other threads`(threads: Int) throws {
    #expect(try tally(ofStalled: Self.text, threads: threads) == expected())
  }

  @Test func `the sum includes the tallies that other threads hand over early`() throws {
    #expect(try tally(ofStalled: Self.text, threads: 2, signatureLimit: 1) == expected())
  }

  @Test func `the sum includes the counts of other threads when checkpoints are saved`() throws {
    #expect(try tally(ofStalled: Self.text, threads: 2, checkpoints: true) == expected())
  }
}
