import Foundation
import TestSupport
import Testing

/// What figures and screens of a report show where numbers are small, few or far apart.
@Suite struct FigureRunTests {
  /// The block of a summary about lengths, without its first words.
  private static func lengths(_ output: String) -> Substring {
    output.split(separator: "\nlength  ").last?.split(separator: "\n\n").first ?? ""
  }

  @Test func `a list of eleven lines does not get three hundred rows of lengths`() throws {
    let directory = try TemporaryDirectory()
    let lines = (0..<10).map { "word\($0)" } + [String(repeating: "x", count: 297)]
    try directory.file("list.txt", lines.joined(separator: "\n") + "\n")
    let run = try directory.audit("--verbose --strength none -o out list.txt")
    let lengths = Self.lengths(run.output)
    let rows = lengths.split(separator: "\n").dropFirst()
    #expect(rows.count == 2, "\(lengths)")
    #expect(rows.first?.hasPrefix("       5 ") == true && rows.last?.hasPrefix("      6+ ") == true)
    let page = directory.text("out/report.html") ?? ""
    #expect(page.contains(">6+<"))
    // The table keeps every length up to the longest, as programs expect it.
    let table = directory.text("out/audit.csv") ?? ""
    #expect(table.split(separator: "\n").count { $0.hasPrefix("list,,length,") } == 297)
  }

  @Test func `lengths of a long list that are far apart keep their rows`() throws {
    let directory = try TemporaryDirectory()
    let long = String(repeating: "x", count: 29)
    let lines = (0..<4).map { "word\($0)" } + (0..<6).map { "\($0)\(long)" }
    try directory.file("list.txt", lines.joined(separator: "\n") + "\n")
    let run = try directory.audit("--verbose --strength none -o out list.txt")
    let lengths = Self.lengths(run.output)
    #expect(lengths.split(separator: "\n").dropFirst().count == 26, "\(lengths)")
  }

  @Test func `bits stand beside their bar`() throws {
    let directory = try TemporaryDirectory()
    try directory.file("list.txt", "abcdefgh\n1234\n")
    try directory.file(
      "both.policy",
      "[pin]\nminlength: 4; allowed: digit;\n[long]\nminlength: 24; allowed: unicode;\n")
    try directory.audit("--space --rules both.policy -q -o out list.txt")
    let page = directory.text("out/report.html") ?? ""
    #expect(page.contains(">13.29 bits, 4 characters, 12.99 lost<"))
    #expect(!page.contains(">13.29</text>"))
    #expect(page.contains(">157.68 bits, 24 characters"))
  }

  @Test func `the page has no escaped line end`() throws {
    let directory = try TemporaryDirectory()
    try directory.shell(
      "seq 1 20000 | sed 's/^/word/' | gzip > whole.gz; head -c 20000 whole.gz > cut.gz")
    try directory.audit("-q -o out cut.gz", code: 1)
    let page = directory.text("out/report.html") ?? ""
    #expect(!page.contains("\\u{"))
    let alarm = page.split(separator: "Read this first").dropFirst().first?.prefix(600) ?? ""
    #expect(alarm.contains("cut.gz: error: "))
    #expect(!alarm.contains("cut.gz: cut.gz: "))
    let style = page.split(separator: "<style>").last?.split(separator: "</style>").first ?? ""
    #expect(!style.contains("\n") && style.contains("forced-color-adjust:none"))
  }
}
