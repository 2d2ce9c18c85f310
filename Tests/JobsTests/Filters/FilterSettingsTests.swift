import Auditing
import Diagnostics
import Files
import Intake
import Jobs
import Passwords
import Requests
import TestSupport
import Testing
import Workers

@Suite struct FilterSettingsTests {
  @Test(arguments: [(false, "abcdefg1\n"), (true, "abc\n")])
  func `a filter is prepared and run from values`(isInverted: Bool, kept: String) throws {
    let directory = try TemporaryDirectory()
    var settings = FilterSettings(
      policies: try policies("minlength: 8;"),
      lists: ListSettings(names: [try directory.file("leak.txt", "abc\nabcdefg1\n")]),
      strength: StrengthSettings(referenceYear: 2026))
    settings.blocklists = .off
    settings.isInverted = isInverted
    let prepared = try settings.prepare(tell: { _ in })
    let text = Locked<[UInt8]>([])
    let summaries = prepared.filter.run { lines in text.withLock { $0 += lines.text.bytes } }
    #expect(String(decoding: text.withLock { $0 }, as: UTF8.self) == kept)
    #expect(prepared.review(summaries, audited: 2).isEmpty)
  }

  @Test func `a filter of a damaged list is incomplete, even where nothing could be read`() throws {
    let directory = try TemporaryDirectory()
    let damaged = try directory.file("leak.gz", [0x1F, 0x8B, 8, 0, 0])
    let settings = FilterSettings(
      policies: try policies("minlength: 8;"), lists: ListSettings(names: [damaged]),
      strength: StrengthSettings(referenceYear: 2026))
    let listener = Listener()
    let prepared = try settings.prepare(tell: listener.tell)
    let summaries = prepared.filter.run { _ in }
    #expect(prepared.review(summaries, audited: 0).outcome == .incomplete)
    #expect(listener.told.count == 1)
  }

  @Test func `a filter that judged no password is incomplete`() throws {
    let directory = try TemporaryDirectory()
    let settings = FilterSettings(
      policies: try policies("minlength: 8;"),
      lists: ListSettings(names: [try directory.file("leak.txt", "\n\n")]),
      strength: StrengthSettings(referenceYear: 2026))
    let prepared = try settings.prepare { _ in }
    let summaries = prepared.filter.run { _ in }
    let shortfalls = prepared.review(summaries, audited: 0)
    #expect(shortfalls.contains(.nothingAudited) && shortfalls.outcome == .incomplete)
    #expect(prepared.review(summaries, audited: 1).outcome == .done)
  }

  @Test func `lines that are not of the layout are a shortfall of a filter`() throws {
    let directory = try TemporaryDirectory()
    let list = try directory.file("leak.txt", "3 abcdefgh\nabcdefgh\n")
    var settings = FilterSettings(
      policies: try policies("minlength: 8;"), lists: ListSettings(names: [list]),
      strength: StrengthSettings(referenceYear: 2026))
    settings.blocklists = .off
    settings.lists.layout = LayoutRequest(.stated(.counted(.prefix)))
    let prepared = try settings.prepare { _ in }
    #expect(prepared.review(prepared.filter.run { _ in }, audited: 1) == .malformedLines)
  }

  @Test func `what passes is written to a file, with an account of it`() throws {
    let directory = try TemporaryDirectory()
    var settings = FilterSettings(
      policies: try policies("minlength: 8;"),
      lists: ListSettings(
        names: [try directory.file("leak.txt", "meadow12\nabc\nbracken1\n\nmeadow12\n")]),
      strength: StrengthSettings(referenceYear: 2026))
    settings.blocklists = .off
    let prepared = try settings.prepare { _ in }
    let sink = try prepared.open("\(directory.path)/kept.txt", standardOutput: 1, force: false)
    var runs = 0
    let found = try prepared.write(to: sink) { read in
      runs += 1
      return read()
    }
    #expect(runs == 1)
    #expect(directory.text("kept.txt") == "meadow12\nbracken1\nmeadow12\n")
    #expect(found?.text == "kept 3 of 4 passwords (75.0 %); 1 empty")
    #expect(found?.shortfalls.isEmpty == true)
  }

  @Test func `a filter opens its output before it reads, and replaces none unasked`() throws {
    let directory = try TemporaryDirectory()
    let list = try directory.file("leak.txt", "meadow12\n")
    var settings = FilterSettings(
      policies: [], lists: ListSettings(names: [list]),
      strength: StrengthSettings(referenceYear: 2026))
    settings.blocklists = .off
    let prepared = try settings.prepare { _ in }
    #expect(throws: OutputProblem.self) {
      _ = try prepared.open(list, standardOutput: 1, force: false)
    }
  }
}
