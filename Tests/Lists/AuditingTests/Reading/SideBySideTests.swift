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

/// Lists read by several readers at once, against the same lists read one after the other.
@Suite struct SideBySideTests {
  private func plan(
    _ paths: [String], threads: Int, layout: LayoutRequest = .plain
  ) throws -> AuditPlan {
    var demand = FactDemand()
    demand[.longestRun] = 4
    let (inputs, problems) = ListInput.resolve(paths)
    #expect(problems.isEmpty)
    return AuditPlan(
      ListsToRead(inputs, layout: layout, threads: threads),
      Criteria(
        schema: try Schema(for: demand), blocklists: try BlocklistSet([]),
        strength: StrengthSettings(referenceYear: 2026)))
  }

  private func result(_ plan: AuditPlan) -> (tally: Tally, accounts: [String]) {
    let whole = Locked(Tally(schema: plan.schema))
    let summaries = plan.run { part in whole.withLock { $0.merge(part) } }
    return (whole.withLock(\.self), summaries.map { String(reflecting: $0) })
  }

  /// Short lines; some are beyond ASCII, ill-formed or empty.
  private func text(lines: Int, seed: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    let letters = Array("abAB12! ".utf8)
    var text: [UInt8] = []
    for _ in 0..<lines {
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        text.append(letters[Int.random(in: 0..<letters.count, using: &random)])
      }
      if Int.random(in: 0..<50, using: &random) == 0 { text += [0xC3, 0xA9, 0xFF] }
      text.append(10)
    }
    return text
  }

  /// Lists of all kinds and sizes, every third with a fault.
  private func lists(in directory: TemporaryDirectory, seed: UInt64) throws -> [String] {
    var random = SeededGenerator(seed: seed)
    return try (0..<14).map { number in
      let lines = [0, 3, 2_000, 40_000, 90_000][number % 5]
      var bytes = text(lines: lines, seed: seed &* 100 &+ UInt64(number))
      if number % 7 == 6 { bytes = Array("one:1\ntwo\nthree:3\n".utf8) + bytes }
      if number % 2 == 1 { bytes = try gzip(bytes, in: directory) }
      if number % 3 == 2, !bytes.isEmpty {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[Int.random(in: bytes.indices, using: &random)] ^= 16
        case 1: bytes.removeLast(min(bytes.count, 9))
        default: bytes += [0x1F, 0x8B, 8, 0]
        }
      }
      return try directory.file("\(number)", bytes)
    }
  }

  @Test(.firstFailureOnly, arguments: seeds(1, of: 12))
  func `lists read side by side have the counts and accounts of lists read in order`(
    seed: UInt64
  ) throws {
    let directory = try TemporaryDirectory()
    let paths = try lists(in: directory, seed: seed)
    for layout in ["plain", "auto", "user:password"].compactMap(LayoutRequest.init) {
      let inOrder = try plan(paths, threads: 1, layout: layout)
      let expected = result(inOrder)
      #expect(inOrder.readerCount == 1)
      for threads in few(2, of: [8, 2, 3]) {
        let sideBySide = try plan(paths, threads: threads, layout: layout)
        #expect(sideBySide.readerCount == threads)
        let found = result(sideBySide)
        #expect(found.tally == expected.tally)
        #expect(found.accounts == expected.accounts)
        #expect(sideBySide.lists.progress.passwordCount == expected.tally.lines.audited)
        #expect(
          sideBySide.lists.progress.reading.byteCount == inOrder.lists.progress.reading.byteCount)
      }
    }
  }

  @Test func `a large list before thousands of small ones keeps its place`() throws {
    let directory = try TemporaryDirectory()
    var paths = [try directory.file("large", text(lines: 60_000, seed: 5))]
    for number in 0..<2_300 { paths.append(try directory.file("s\(number)", "word\(number)\n")) }
    let expected = result(try plan(paths, threads: 1))
    let found = result(try plan(paths, threads: 4))
    #expect(found.tally == expected.tally)
    #expect(found.accounts == expected.accounts)
    #expect(found.accounts.count < paths.count, "those behind the first thousand are grouped")
  }

  @Test func `threads beyond the number of lists audit the chunks of readers`() throws {
    let directory = try TemporaryDirectory()
    let paths = try [1, 2].map { try directory.file("\($0)", text(lines: 200_000, seed: $0)) }
    let plan = try plan(paths, threads: 8)
    #expect(plan.readerCount == 2)
    #expect(result(plan).tally == result(try self.plan(paths, threads: 1)).tally)
  }

  @Test func `lists are read in order where order matters`() throws {
    let directory = try TemporaryDirectory()
    let paths = try ["a", "b"].map { try directory.file($0, "word\n") }
    var parts = try plan(paths, threads: 4)
    #expect(parts.readerCount == 2)
    parts.listEnded = { _ in }
    #expect(parts.readerCount == 1)
    let first = AuditPlan(
      ListsToRead(parts.lists.inputs, reading: TextSettings(maxBytes: 7), threads: 4),
      Criteria(
        schema: parts.schema, blocklists: try BlocklistSet([]),
        strength: StrengthSettings(referenceYear: 2026)))
    #expect(first.readerCount == 1)
    let fifo = "\(directory.path)/fifo"
    let code = unsafe mkfifo(fifo, 0o600)
    try #require(code == 0)
    #expect(try plan(paths + [fifo], threads: 4).readerCount == 1)
  }

  @Test func `a raised stop ends all lists`() throws {
    let directory = try TemporaryDirectory()
    let paths = try (0..<5).map { try directory.file("\($0)", text(lines: 100, seed: 1)) }
    let plan = try plan(paths, threads: 3)
    plan.lists.stop.raise()
    let summaries = plan.run { #expect($0.lines.audited == 0) }
    #expect(summaries.map(\.isComplete) == Array(repeating: false, count: 5))
  }
}
