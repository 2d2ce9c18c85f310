import Foundation
import Reports
import TestSupport
import Testing

/// Which lengths have a row of their own, and which are the longer ones together.
@Suite struct LengthTests {
  /// The rows of lengths of a list with so many passwords of each length: on the page, and on the
  /// screen.
  private func rows(
    _ counts: [Int: UInt64], _ rules: [String] = ["minlength: 1; allowed: unicode;"]
  ) throws -> (page: [[String]], screen: [String], lines: [String]) {
    var report = PageReport(
      names: rules.indices.map { "p\($0 + 1)" }, hasStrength: false, hasDistinct: false,
      hasSpace: false)
    report.rules = rules
    let words = counts.keys.map { (String(repeating: "x", count: $0), counts[$0] ?? 0) }
    report.words = Dictionary(uniqueKeysWithValues: words.map { ($0.0, 0) })
    report.counts = Dictionary(uniqueKeysWithValues: words)
    let made = try report.make()
    let picture = try Picture(try made.page(), "f4-l")
    let text = Summary(made, ink: Summary.Ink(isOn: false), columns: 100, isVerbose: true).text
    let lines = text.split(separator: "\n").map(String.init)
    let first = try #require(
      lines.firstIndex { $0.hasPrefix("length  ") && $0.contains(" code point") })
    let screen = lines[(first + 1)...].prefix { $0.hasPrefix("  ") }.map { line in
      line.replacing(#/[█▏▎▍▌▋▊▉]+/#, with: "").split(separator: " ").joined(separator: " ")
    }
    let dashed = picture.dashed.map { line in
      picture.marks.first { ($0.bars.first?.right ?? $0.labels.last?.x ?? 0) > line.x }?
        .labels.last?.text ?? "beyond"
    }
    return (Array(picture.table.dropFirst()), screen, dashed)
  }

  @Test(arguments: [(2, "5+"), (3, "9")])
  func `one per cent of the longest passwords are one row`(longest: UInt64, last: String) throws {
    let rows = try rows([4: 200 - longest, 9: longest])
    let share = longest == 2 ? "1.0 %" : "1.5 %"
    #expect(rows.page.last == [last, "\(longest)", share])
    #expect(rows.screen.last == "\(last) \(longest) \(share)")
    #expect(rows.page.count == (longest == 2 ? 2 : 6))
  }

  @Test(arguments: [(13, "13"), (14, "14"), (15, "5+"), (16, "5+")])
  func `ten lengths without a password end the rows if fewer than half are longer`(
    longest: Int, last: String
  ) throws {
    // From 4 to 14 there are nine lengths between them, to 15 ten.
    let rows = try rows([4: 60, longest: 40])
    #expect(rows.page.last == [last, "40", "40.0 %"])
    #expect(rows.screen.last == "\(last) 40 40.0 %")
    let half = try self.rows([4: 50, 15: 50])
    #expect(half.page.last == ["15", "50", "50.0 %"] && half.page.count == 12)
  }

  @Test(arguments: [(64, nil), (65, "65+"), (66, "65+")])
  func `sixty-four lengths have rows`(longest: Int, last: String?) throws {
    let rows = try rows(Dictionary(uniqueKeysWithValues: (1...longest).map { ($0, 1) }))
    #expect(rows.screen.count == min(longest, 65))
    #expect(rows.screen.last?.split(separator: " ").first.map(String.init) == last ?? "64")
    // The figure has room for forty.
    #expect(rows.page.count == 41)
    #expect(rows.page.last?.prefix(2) == ["41+", "\(longest - 40)"])
  }

  @Test func `least lengths have a line where the axis has them, but not at its start`() throws {
    let rules = [4, 5, 9, 10].map { "minlength: \($0); allowed: unicode;" }
    let rows = try rows([4: 70, 7: 50, 9: 40], rules)
    #expect(rows.page.map { $0[0] } == ["4", "5", "6", "7", "8", "9"])
    #expect(rows.lines == ["5", "9"])
  }
}
