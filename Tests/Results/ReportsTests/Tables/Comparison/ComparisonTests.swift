import Reports
import TestSupport
import Testing

/// The contents of a comparison against the tables of the two reports.
@Suite struct ComparisonTests {
  private let header = "dataset,policy,metric,bucket,order,unit,count,share\n"

  /// A report with made-up rows.
  private func record(
    _ rows: String, name: String,
    policies: String = #"{"name":"site","rules":"minlength: 8; allowed: unicode;"}"#,
    complete: Bool = true, year: Int = 2026
  ) throws -> ReportRecord {
    let manifest = """
      {"version":"1","complete":\(complete),"dataset":"\(name)","inputs":[],"policies":[\(policies)],
       "blocklists":[],"readings":{"strength":"year \(year)"}}
      """
    return try ReportRecord(
      tables: [[Array((header + rows).utf8)]], manifest: Array(manifest.utf8))
  }

  private let before = """
    old,,entries,audited,0,entries,1000,1.000000
    old,,length,4,4,entries,400,0.400000
    old,,length,12,12,entries,600,0.600000
    old,site,compliance,compliant,0,entries,600,0.600000
    old,site,violation,minlength,0,entries,400,0.400000
    old,site,violation_only,minlength,0,entries,300,0.300000
    old,site,survivors_score,0,0,entries,60,0.100000
    old,site,survivors_score,1,1,entries,240,0.400000
    old,site,survivors_blocklist,none,1,entries,540,0.900000
    old,site,survivors_length,12,12,entries,600,1.000000

    """
  private let after = """
    new,,entries,audited,0,entries,200,1.000000
    new,,length,4,4,entries,10,0.050000
    new,,length,12,12,entries,190,0.950000
    new,site,compliance,compliant,0,entries,190,0.950000
    new,site,violation,minlength,0,entries,10,0.050000
    new,site,violation_only,minlength,0,entries,8,0.040000
    new,site,survivors_score,0,0,entries,0,0.000000
    new,site,survivors_score,1,1,entries,19,0.100000
    new,site,survivors_blocklist,none,1,entries,152,0.800000
    new,site,survivors_length,12,12,entries,190,1.000000

    """

  @Test func `figures are side by side with differences in points`() throws {
    let comparison = Comparison([try record(before, name: "old"), try record(after, name: "new")])
    #expect(
      comparison.text(columns: 64) == """
        old → new

        all passwords                                old     new  change
          passwords                                1,000     200    −800
          median length                               12      12       0

        site                                  old            new  change
          accepted                         60.0 %         95.0 %   +35.0
          break: at least 8 chara…         40.0 %          5.0 %   −35.0
            and break no other ru…         30.0 %          4.0 %   −26.0
          accepted, zxcvbn's scor…  50.0 % of 600  10.0 % of 190   −40.0
          accepted, on a blocklist  10.0 % of 600  20.0 % of 190   +10.0
          accepted, median length              12             12       0

        Not covered   what people choose instead of a refused password;
                      phishing; passwords reused elsewhere; how far your
                      users are like this list.
        Differences   Shares are of all passwords; after 'accepted,' of
                      the accepted. Changes are percentage points, of
                      shares that are not rounded. A difference between
                      two lists is one of people, of time and of how the
                      lists came about; these numbers cannot tell which.

        """)
  }

  @Test func `the table joins every row of both, with exact differences`() throws {
    let comparison = Comparison([try record(before, name: "old"), try record(after, name: "new")])
    let rows = comparison.table
      .split(separator: "\n").map(String.init)
    #expect(rows.count == 11)
    #expect(rows[0] == "policy,metric,bucket,unit,count_old,count_new,share_old,share_new,points")
    #expect(rows.contains("site,compliance,compliant,entries,600,190,0.600000,0.950000,35.0000"))
    #expect(rows.contains("site,violation,minlength,entries,400,10,0.400000,0.050000,-35.0000"))
    #expect(rows.contains("site,survivors_score,0,entries,60,0,0.100000,0.000000,-10.0000"))
  }

  @Test func `a share between two of six decimals is rounded as in a report's table`() throws {
    let records = try ["old", "new"].map { name in
      try record(
        """
        \(name),,entries,audited,0,entries,640,1.000000
        \(name),,length,4,4,entries,23,0.035937
        \(name),,length,8,8,entries,617,0.964063

        """, name: name)
    }
    let table = Comparison(records).table
    #expect(table.contains("length,4,entries,23,23,0.035937,0.035937,"), "\(table)")
  }

  @Test func `the median length of an even number of passwords is the lower of two`() throws {
    let rows = """
      old,,entries,audited,0,entries,4,1.000000
      old,,length,4,4,entries,2,0.500000
      old,,length,12,12,entries,2,0.500000

      """
    let record = try record(rows, name: "old")
    #expect(
      Comparison([record, record]).text(columns: 64).contains(
        "median length                                4       4       0"))
  }

  @Test func `a single policy on each side is compared, whatever its name`() throws {
    let renamed = after.replacing("new,site,", with: "new,bank,")
    let comparison = Comparison([
      try record(before, name: "old"),
      try record(
        renamed, name: "new",
        policies: #"{"name":"bank","rules":"minlength: 10; required: digit; allowed: unicode;"}"#),
    ])
    let text = comparison.text(columns: 100)
    #expect(text.contains("\nsite → bank "))
    #expect(text.contains("break: at least 8 characters → at least 10 characters"))
    // A rule that the newer table lacks has no number.
    #expect(text.contains("break: a digit") && text.contains("–              –"))
    let table = comparison.table
    #expect(table.contains("site,compliance,compliant,entries,600,190,"))
    #expect(!table.contains("\nbank,"))
  }

  @Test func `the comparison reports settings that differ and policies of one side`() throws {
    let two = #"{"name":"site","rules":"minlength: 8;"},{"name":"gone","rules":"minlength: 9;"}"#
    let comparison = Comparison([
      try record(before.replacing("old,", with: "a,"), name: "a", policies: two),
      try record(after.replacing("new,", with: "a,"), name: "a", complete: false, year: 2027),
    ])
    let text = comparison.text()
    #expect(text.hasPrefix("a: old → new\n"))
    #expect(text.contains("Only in the old report: gone."))
    #expect(text.contains("Not judged alike: strength was 'year 2026', and is 'year 2027'."))
    #expect(text.contains("The new report is incomplete"))
  }

  @Test(arguments: [
    ("old,,entries,audited,0,entries,1000\n", ReportRecord.Fault.row(2)),
    ("old,,entries,audited,0,entries,-1,1.0\n", .row(2)),
    ("old,,entries,audited,0,entries,1,nan\n", .row(2)),
    ("old,,entries,audited,0,entries,1,7\n", .row(2)),
    ("old,,entries,audited,0,entries,18446744073709551616,1\n", .row(2)),
  ])
  func `rows that no report has are refused`(rows: String, fault: ReportRecord.Fault) {
    #expect(throws: fault) { try record(rows, name: "x") }
  }

  @Test func `other tables and manifests are refused`() throws {
    let manifest = #"{"version":"1"}"#
    #expect(throws: ReportRecord.Fault.manifest) {
      try ReportRecord(tables: [[[UInt8]]](), manifest: Array(manifest.utf8))
    }
    let report = try ManifestFile(PageReport().make()).serialized()
    #expect(throws: ReportRecord.Fault.noTable) {
      try ReportRecord(tables: [[[UInt8]]](), manifest: report)
    }
    #expect(throws: ReportRecord.Fault.columns) {
      try ReportRecord(tables: [[Array("a,b\n1,2\n".utf8)]], manifest: report)
    }
  }

  @Test func `a table of another run than the manifest is refused`() throws {
    let report = try PageReport(dataset: "=new").make()
    let (table, manifest) = (
      HistogramTable(report).filled.bytes(), try ManifestFile(report).serialized()
    )
    #expect(throws: Never.self) { try ReportRecord(tables: [[table]], manifest: manifest) }
    let text = String(decoding: table, as: UTF8.self)
    for (cell, other) in [
      ("'=new,", "old,"), (",site,", ",bank,"), ("compliance,compliant,0,entries,", "$0"),
      ("compliance,violating,1,entries,", "$0"), (",violation,minlength,0,entries,", "$0"),
    ] {
      let mixed = text.replacing(cell, with: other == "$0" ? cell + "1" : other)
      try #require(mixed != text, "\(cell)")
      #expect(throws: ReportRecord.Fault.mixed, "\(cell)") {
        try ReportRecord(tables: [[Array(mixed.utf8)]], manifest: manifest)
      }
    }
  }

  @Test func `the largest counts do not trap`() throws {
    let most = UInt64.max
    let rows = """
      x,,entries,audited,0,entries,\(most),1.000000
      x,,length,4,4,entries,\(most),1.000000
      x,,length,5,5,entries,\(most),1.000000
      x,site,compliance,compliant,0,entries,\(most),1.000000
      x,site,survivors_score,0,0,entries,\(most),1.000000
      x,site,survivors_score,1,1,entries,\(most),1.000000
      x,site,survivors_blocklist,none,1,entries,\(most),1.000000

      """
    let comparison = Comparison([try record(rows, name: "x"), try record(before, name: "old")])
    #expect(!comparison.text().isEmpty)
    #expect(!ComparisonPage(comparison, version: "1").serialized().isEmpty)
  }

  @Test(arguments: [
    ("cracked", "", "zxcvbn", "zxcvbn"), ("cracked_zxcvbn", "", "zxcvbn", "zxcvbn"),
    (
      "cracked", "old,,combined_log10,3.0,6,entries,1000,1.000000\n", "the combined estimate",
      "combined"
    ),
  ])
  func `a report says by which estimate passwords are cracked, also one of before the combined one`(
    metric: String, more: String, words: String, name: String
  ) throws {
    let side = try record(
      before + "old,,guesses_log10,3.0,6,entries,1000,1.000000\n" + more
        + "old,,\(metric),1e4/s for 1 day,0,entries,250,0.250000\n", name: "old")
    #expect(side.estimateWords == words)
    let text = Comparison([side, side]).text(columns: 90)
    #expect(text.contains("guessed (\(name)): slow hash"))
    #expect(
      text.contains(name == "combined" ? "    25 %    25 %       0" : "  25.0 %  25.0 %     0.0"))
  }

  @Test func `the combined estimate has no decimals, and its name is not cut off`() throws {
    func side(_ count: Int, _ name: String) throws -> ReportRecord {
      try record(
        before + "old,,combined_log10,3.0,6,entries,1000,1.000000\n"
          + "old,,cracked,1e4/s for 1 day,0,entries,\(count),0.\(count)000\n", name: "old")
    }
    let comparison = Comparison([try side(254, "old"), try side(416, "old")])
    let text = comparison.text(columns: 60)
    #expect(text.contains("  guessed (combined): slow hash         25 %    42 %     +16\n"))
    let page = String(
      decoding: ComparisonPage(comparison, version: "1").serialized(), as: UTF8.self)
    #expect(page.contains("guessed (combined): slow hash"))
    #expect(page.contains("<td>254</td><td>25 %</td><td>416</td><td>42 %</td><td>+16</td>"))
  }

  @Test func `the page has a row for each mark, and the table's numbers`() throws {
    let old = ReportRecord(try PageReport(names: ["site", "long"]).make())
    let new = ReportRecord(try PageReport(names: ["long", "site"]).make())
    let comparison = Comparison([old, new])
    let bytes = ComparisonPage(comparison, version: "1").serialized()
    let tree = try #require(PageTree.parse(bytes), "not well-formed")
    #expect(ComparisonPage(comparison, version: "1").serialized() == bytes)
    let ids = tree.elements.compactMap { $0.attributes["id"] }
    #expect(Set(ids).count == ids.count)
    for figure in tree.all("figure") {
      let marks = figure.all("g")
      #expect(marks.count == 2 * figure.all("tbody").flatMap { $0.all("tr") }.count)
    }
    #expect(tree.all("figure").count > 4)
    #expect(tree.all("script").isEmpty && tree.all("img").isEmpty)
    let rules = try #require(tree.element("c3-1"))
    let row = try #require(rules.all("tbody").first?.all("tr").first)
    let cells = row.cells
    let table = comparison.table
    #expect(cells[0] == "at least 6 characters")
    #expect(table.contains("\nsite,violation,minlength,entries,\(cells[1]),\(cells[3]),"))
  }

  @Test(arguments: ["</title><script>alert(1)</script>", "\"><img src=x onerror=a>", "=1+1,\"x\""])
  func `hostile names are text in the page and harmless in the table`(name: String) throws {
    let report = ReportRecord(try PageReport(names: [name], dataset: name, file: name).make())
    let comparison = Comparison([report, report])
    let tree = try comparison.page()
    #expect(tree.all("script").isEmpty && tree.all("img").isEmpty)
    #expect(!comparison.table.contains("\n="))
  }
}
