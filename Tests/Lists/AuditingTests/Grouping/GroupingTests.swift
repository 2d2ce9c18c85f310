import Auditing
import Blocklists
import Intake
@_spi(Internal) import Passwords
import Tallies
import TestSupport
import Testing
import Workers

/// Lines, some of them frequent: plain, beyond ASCII, ill-formed, empty, with a CR, over-long.
private func text(lines: Int, seed: UInt64) -> [UInt8] {
  var generator = SeededGenerator(seed: seed)
  let letters = Array("ab1A!".utf8)
  var text: [UInt8] = []
  for _ in 0..<lines {
    for _ in 0..<Int.random(in: 0...7, using: &generator) {
      text.append(letters[Int.random(in: 0..<letters.count, using: &generator)])
    }
    switch Int.random(in: 0..<40, using: &generator) {
    case 0: text += [0xC3, 0xA9]
    case 1: text.append(0xFF)
    case 2: text.append(13)
    default: break
    }
    text.append(10)
  }
  let long = [UInt8](repeating: 97, count: Schema.longestLine)
  return text + long + [10] + long + [13, 10] + long + [97, 10] + Array("last one".utf8)
}

/// The counts of the same lines by a dictionary.
private func counts(_ text: [UInt8]) -> [ArraySlice<UInt8>: UInt64] {
  var counts: [ArraySlice<UInt8>: UInt64] = [:]
  for line in text.split(separator: 10, omittingEmptySubsequences: true) {
    let password = line.last == 13 ? line.dropLast() : line
    if (1...Schema.longestLine).contains(password.count) { counts[password, default: 0] += 1 }
  }
  return counts
}

private func schema(_ sources: FactSources = FactSources()) throws -> Schema {
  var demand = FactDemand()
  demand[.longestRun] = 3
  demand.lists = max(1, sources.bitCount)
  return try Schema(for: demand, sources: sources)
}

private func lists() throws -> BlocklistSet {
  var builder = BlocklistBuilder(name: "few", provenance: "made up")
  for value in ["a", "ab1", "A!", "aé"] { builder.add(Array(value.utf8).span) }
  return try BlocklistSet([builder])
}

/// Counts a list's distinct passwords; also returns the tally.
private func run(
  _ text: [UInt8], in directory: TemporaryDirectory, threads: Int, memory: Int, stop: StopFlag,
  partLimit: Int = Grouping.partLimit, signatureLimit: Int = AuditPlan.signatureLimit,
  layout: LayoutRequest = .plain, sources: FactSources = FactSources()
) throws -> (grouping: Grouping, tally: Tally) {
  let schema = try schema(sources)
  let grouping = try Grouping(
    schema: schema, limits: GroupingLimits(memory: memory, threads: threads, partitionBits: 3),
    directory: directory.path, stop: stop, partLimit: partLimit)
  let plan = AuditPlan(
    ListsToRead(
      ListInput.resolve([try directory.file("list", text)]).inputs, layout: layout,
      threads: threads,
      stop: stop),
    Criteria(
      schema: schema, blocklists: try lists(),
      strength: StrengthSettings(referenceYear: 2026)),
    signatureLimit: signatureLimit, grouping: grouping)
  let whole = Locked(Tally(schema: schema))
  _ = plan.run { part in whole.withLock { $0.merge(part) } }
  return (grouping, whole.withLock { $0 })
}

@Suite struct GroupingTests {
  @Test(arguments: [1, 2, 8], [1, 1 << 30])
  func `the spectrum of a run agrees with a dictionary`(threads: Int, memory: Int) throws {
    try expectDictionary(
      text(lines: 40_000, seed: UInt64(threads)), threads: threads, memory: memory)
  }

  // The tally numbers its signatures anew after each chunk.
  @Test(arguments: [1, 2])
  func `the spectrum does not depend on when threads hand their tallies over`(threads: Int) throws {
    let texts = [
      text(lines: 30_000, seed: 1), Array(String(repeating: "A!\nb1\n", count: 100_000).utf8),
      text(lines: 60_000, seed: 2),
    ]
    try expectDictionary(
      Array(texts.joined()), threads: threads, memory: 1 << 30, signatureLimit: 0)
  }

  private func expectDictionary(
    _ text: [UInt8], threads: Int, memory: Int, signatureLimit: Int = AuditPlan.signatureLimit
  ) throws {
    let directory = try TemporaryDirectory()
    let (grouping, tally) = try run(
      text, in: directory, threads: threads, memory: memory, stop: StopFlag(),
      signatureLimit: signatureLimit)
    let (spectrum, isClamped) = try grouping.spectrum(WorkerPool(width: threads))

    let schema = try schema()
    let profiler = Profiler(schema)
    let lists = try lists()
    var expected = Spectrum(schema: schema)
    for (password, count) in counts(text) {
      let bytes = Array(password)
      var profile = profiler.profile(of: bytes.span)
      profile.lists = lists.lists(holding: bytes.span)
      expected.record(schema.signature(of: profile), occurrences: count)
    }
    #expect(spectrum == expected)
    #expect(!isClamped)
    #expect((grouping.spilledByteCount > 0) == (memory == 1))
    #expect(directory.names() == ["list"])

    // Every entry of the plain tally is one occurrence of a distinct password.
    var entries = Tally(schema: schema)
    for (group, passwords) in spectrum.passwords {
      entries.record(group.signature, times: group.occurrences * passwords)
    }
    entries.lines = tally.lines
    entries.hits = tally.hits
    let areEqual = entries == tally
    #expect(areEqual)
  }

  @Test(arguments: [1, 2])
  func `occurrences beyond 64 bits stay at the largest number, with a warning`(threads: Int) throws
  {
    let directory = try TemporaryDirectory()
    let schema = try schema()
    for (count, isClamped) in [(UInt64.max / 2, false), (.max / 2 + 2, true)] {
      let grouping = try Grouping(
        schema: schema, limits: GroupingLimits(memory: 1, threads: threads, partitionBits: 3),
        directory: directory.path, stop: StopFlag())
      for _ in 0..<2 {
        let worker = GroupingWorker(grouping)
        worker.record(
          Fingerprint(high: 1 << 63, low: 2), number: grouping.number(of: Signature()), count: count
        )
      }
      let found = try grouping.spectrum(WorkerPool(width: threads))
      #expect(found.isClamped == isClamped)
      #expect(
        found.spectrum.passwords.map(\.key.occurrences) == [isClamped ? .max : count &* 2])
    }
  }

  @Test(arguments: [1, 2])
  func `relations to users' names do not divide the accounts of a password`(threads: Int) throws {
    let directory = try TemporaryDirectory()
    let lines = (0..<40_000).map { "\($0 % 3 == 0 ? "meadow" : "u")\($0 % 7):meadow\($0 % 5)" }
    var sources = FactSources()
    sources.lists = [ListSource(name: "few", comparison: "exact", digest: "", valueCount: 4)]
    sources.userRelations = UserNameRelation.allCases.map(\.rawValue)
    let (grouping, tally) = try run(
      Array((lines.joined(separator: "\n") + "\n").utf8), in: directory, threads: threads,
      memory: 1 << 30, stop: StopFlag(),
      layout: #require(LayoutRequest("user:password")), sources: sources)
    let spectrum = try grouping.spectrum(WorkerPool(width: threads)).spectrum
    // The five passwords have one signature, which says nothing of users.
    #expect(spectrum.passwords.map(\.value) == [5])
    #expect(spectrum.passwords.map(\.key.occurrences) == [8000])
    for group in spectrum.passwords.keys {
      #expect(tally.schema.profile(of: group.signature).lists == 0)
    }
    var related: UInt64 = 0
    tally.forEach { signature, count in
      related += tally.schema.profile(of: signature).lists == 0 ? 0 : count
    }
    #expect(related > 0 && related < 40_000)
  }

  @Test func `the spectrum of an empty list is empty`() throws {
    let directory = try TemporaryDirectory()
    let (grouping, _) = try run(
      Array("\n\r\n".utf8), in: directory, threads: 2, memory: 1, stop: StopFlag())
    #expect(try grouping.spectrum(WorkerPool(width: 2)).spectrum.passwords.isEmpty)
  }

  // All groups of a list were once held at the same time, in five copies.
  @Test(arguments: [1, 4], [1, 3, 1000])
  func `groups are handed on in parts that add up to the spectrum`(threads: Int, limit: Int) throws
  {
    let directory = try TemporaryDirectory()
    let text = text(lines: 20_000, seed: 7)
    let (grouping, _) = try run(
      text, in: directory, threads: threads, memory: 1, stop: StopFlag(), partLimit: limit)
    let parts = Locked([Spectrum]())
    #expect(
      try !grouping.forEachPart(WorkerPool(width: threads)) { part in
        parts.withLock { $0.append(part) }
      })
    let sizes = parts.withLock { $0.map(\.passwords.count) }
    #expect(sizes.allSatisfy { $0 <= limit } && sizes.dropLast().allSatisfy { $0 == limit })
    let sum = parts.withLock { parts in
      parts.reduce(into: Spectrum(schema: grouping.schema)) { $0.merge($1) }
    }
    let (other, _) = try run(
      text, in: directory, threads: threads, memory: 1 << 30, stop: StopFlag())
    #expect(try sum == other.spectrum(WorkerPool(width: threads)).spectrum)
    #expect(sum.passwords.count > 100)
  }
}
