import Metrics
import Reports
import TestSupport
import Testing

/// Which lists two reports are of, and what follows from it.
@Suite struct ComparedListTests {
  private func record(_ dataset: String, _ file: String, _ digest: String, rules: String) throws
    -> ReportRecord
  {
    var report = PageReport(
      names: ["site"], dataset: dataset, file: file, hasDistinct: false, hasSpace: false,
      times: 100)
    (report.rules, report.statesRules, report.sha256) = ([rules], true, digest)
    return ReportRecord(try report.make())
  }

  @Test(arguments: [
    ("d", "2024/dump.txt", "00", "d", "2025/dump.txt", "11", "2024/dump.txt → 2025/dump.txt"),
    ("d", "a/b/x.txt", "00", "d", "a/c/x.txt", "00", "b/x.txt → c/x.txt"),
    ("d", "x.txt", "00", "d", "x.txt", "00", "d, the same list in both reports"),
    ("d", "x.txt", "00", "d", "x.txt", "11", "d: old → new"),
    ("old", "x.txt", "00", "new", "x.txt", "00", "old → new"),
    ("old", "a/x.txt", "00", "new", "b/x.txt", "11", "old → new"),
  ])
  func `two reports are called by what tells them apart, and pictures of one list are left out`(
    one: String, file: String, digest: String, two: String, other: String, otherDigest: String,
    title: String
  ) throws {
    let comparison = Comparison([
      try record(one, file, digest, rules: "minlength: 6; allowed: unicode;"),
      try record(two, other, otherDigest, rules: "minlength: 8; allowed: unicode;"),
    ])
    #expect(comparison.text(columns: 100).split(separator: "\n").first ?? "" == title)
    let isOfOneList = digest == otherDigest
    #expect(comparison.isOfOneList == isOfOneList)
    #expect(comparison.caveat.contains("of the same list") == isOfOneList)
    let page = try comparison.page()
    // The passwords of one list have one strength.
    for id in ["c4", "c5"] { #expect((page.element(id) == nil) == isOfOneList, "\(id)") }
    #expect(page.element("c2-1") != nil)
  }
}
