import Auditing
import Diagnostics
import Intake
import PasswordRules
import Preparing
import TestSupport
import Testing

/// Whether a run suggests repacking its list, decided from values.
@Suite struct RepackHintTests {
  /// Eight lanes that one gzip member kept busy for a quarter of a minute.
  private func use(
    lanes: Int = 8, elapsed: Double = 60, busy: Double = 120, of list: String = "leaked.txt.gz",
    container: ListContainer = .gzip, members: UInt64 = 1, reading: Double = 59,
    work: Double = 58
  ) -> LaneUse {
    var use = LaneUse()
    use.lanes = lanes
    use.elapsed = .seconds(elapsed)
    use.busy = .seconds(busy)
    use.longest = LaneUse.Reading(
      name: list, container: container, members: members, elapsed: .seconds(reading),
      work: .seconds(work))
    return use
  }

  private func message(_ use: LaneUse) -> String? {
    RepackHint(use)?.message
  }

  @Test func `the hint proposes to repack a gzip member that kept most lanes idle`() {
    #expect(
      message(use()) == """
        leaked.txt.gz: note: 8 lanes had nothing to do for 75 % of the time; one gzip member is \
        inflated by one core alone
          Repack it once: 'zcat leaked.txt.gz | bgzip -@ 8 > leaked.txt.bgz' for all cores, or \
        'zcat leaked.txt.gz | zstd -T0 > leaked.txt.zst'.
        """)
  }

  @Test func `a name that a shell would take apart is not cut within its quotes`() {
    let text = message(use(of: "a b.gz")) ?? ""
    #expect(text.contains("zcat 'a b.gz' | bgzip -@ 8 > 'a b.gz'.bgz"), "\(text)")
    #expect(message(use(of: "<stdin>"))?.contains("zcat LIST | bgzip -@ 8 > LIST.bgz") == true)
  }

  @Test func `other runs get no hint`() {
    #expect(message(use(elapsed: 10, busy: 11, reading: 10, work: 10)) == nil, "a short run")
    #expect(message(use(busy: 240)) == nil, "lanes that were busy for half of it")
    #expect(message(use(busy: 239)) != nil)
    #expect(message(use(lanes: 2, busy: 61)) == nil, "a single lane was busy all the time")
    #expect(message(use(container: .plain)) == nil, "no gzip")
    #expect(
      message(use(container: .init(compression: .gzip, archive: .tar))) == nil, "an archive")
    #expect(message(use(members: 12)) == nil, "members that may be read at once")
    #expect(message(use(reading: 29, work: 29)) == nil, "not this list alone")
    #expect(message(use(work: 40)) == nil, "a slow disk")
    #expect(message(LaneUse()) == nil)
    #expect(RepackHint(use(elapsed: 10, busy: 11, reading: 10, work: 10), longerThan: .zero) != nil)
  }

  // MARK: Given by what reads lists

  /// Records that eight lanes had nothing to do for most of a minute in which a list was read.
  private func idle(_ progress: AuditProgress, _ list: String) {
    let use = use(of: list)
    if let longest = use.longest { progress.note(longest) }
    progress.end(use.busy, lanes: use.lanes, of: use.elapsed)
  }

  /// The number of hints while a list is read, if they are given after runs of some length.
  private func hints(
    after shortestRun: Duration?, _ read: (ListSettings, Listener) throws -> Void
  ) throws -> Int {
    let directory = try TemporaryDirectory()
    var lists = ListSettings(names: [try directory.file("leak.txt", "abcdefgh\n")])
    #expect(lists.repackHintAfter == .seconds(10))
    lists.repackHintAfter = shortestRun
    let listener = Listener()
    try read(lists, listener)
    #expect(listener.told.allSatisfy { $0.contains("8 lanes had nothing to do") })
    return listener.told.count
  }

  @Test(arguments: [(.seconds(10), 1), (.seconds(60), 0), (nil, 0)] as [(Duration?, Int)])
  func `run, scan, sweep and filter give the hint once`(shortestRun: Duration?, count: Int) throws {
    let run = try hints(after: shortestRun) { lists, listener in
      var settings = try settings("minlength: 8;", lists.names)
      settings.lists = lists
      _ = try settings.prepare(tell: listener.tell).read { plan, absorb in
        defer { idle(plan.lists.progress, lists.names[0]) }
        return plan.run(absorb: absorb)
      }
    }
    #expect(run == count)
    let scan = try hints(after: shortestRun) { lists, listener in
      var settings = try settings("minlength: 8;", lists.names)
      settings.lists = lists
      _ = try settings.prepareScan(tell: listener.tell).read(version: "1") { plan, _, absorb in
        defer { idle(plan.lists.progress, lists.names[0]) }
        return plan.run(absorb: absorb)
      }
    }
    #expect(scan == count)
    let sweep = try hints(after: shortestRun) { lists, listener in
      let directory = try TemporaryDirectory()
      var settings = SweepSettings(lists: lists, strength: StrengthReading(referenceYear: 2026))
      settings.estimatesStrength = false
      settings.counting = CountingSettings(memory: 16 << 20, directory: directory.path)
      _ = try settings.prepare(tell: listener.tell).read { plan, absorb in
        defer { idle(plan.lists.progress, lists.names[0]) }
        return plan.run(absorb: absorb)
      }
    }
    #expect(sweep == count)
    let filter = try hints(after: shortestRun) { lists, listener in
      var settings = FilterSettings(
        policies: try policies("minlength: 8;"), lists: lists,
        strength: StrengthReading(referenceYear: 2026))
      settings.blocklists = .off
      let prepared = try settings.prepare(tell: listener.tell)
      let summaries = prepared.filter.run { _ in }
      idle(prepared.filter.lists.progress, lists.names[0])
      _ = prepared.review(summaries, audited: 1)
    }
    #expect(filter == count)
  }
}
