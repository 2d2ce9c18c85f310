import Reports
import Testing

/// Reports of folded tallies, whose numbers have two ends, read back and compared.
@Suite struct FoldedComparisonTests {
  private let rows = """
    dataset,policy,metric,bucket,order,unit,count,share,count_least,count_most,share_least,share_most
    new,,entries,audited,0,entries,100,1.000000,100,100,1.000000,1.000000
    new,,lines,empty,1,entries,,,,,,
    new,site,compliance,compliant,0,entries,,,40,60,0.400000,0.600000
    new,site,compliance,violating,1,entries,,,40,60,0.400000,0.600000
    new,site,violation,minlength,0,entries,30,0.300000,30,30,0.300000,0.300000

    """
  private let results = """
    {"policy":"site","acceptedLeast":40,"acceptedMost":60,"refusedLeast":40,"refusedMost":60,
     "rules":[{"rule":"minlength","count":30,"countLeast":30,"countMost":30}]}
    """

  private func record(_ table: String, _ name: String, _ results: String) throws -> ReportRecord {
    let manifest = """
      {"version":"1","complete":true,"dataset":"\(name)","inputs":[],"blocklists":[],"readings":{},
       "policies":[{"name":"site","rules":"minlength: 8; allowed: unicode;"}],"results":[\(results)]}
      """
    return try ReportRecord(tables: [[Array(table.utf8)]], manifest: Array(manifest.utf8))
  }

  @Test func `each number of a manifest is that of the table, at both ends`() throws {
    #expect(throws: Never.self) { try record(rows, "new", results) }
    for (part, other, fault) in [
      (#""acceptedLeast":40"#, #""acceptedLeast":41"#, ReportRecord.Fault.mixed),
      (#""acceptedMost":60"#, #""acceptedMost":61"#, .mixed),
      (#""refusedMost":60"#, #""refusedMost":59"#, .mixed),
      (#""countMost":30"#, #""countMost":31"#, .mixed),
      (#""refusedMost":60"#, #""refusedMost":39"#, .manifest),
      (#""refusedMost":60"#, #""refusedOften":60"#, .manifest),
      (#""refusedLeast":40"#, #""refused":40"#, .mixed),
      (#""acceptedLeast":40"#, #""acceptedSome":40"#, .manifest),
    ] {
      let changed = results.replacing(part, with: other)
      try #require(changed != results)
      #expect(throws: fault, "\(other)") { try record(rows, "new", changed) }
    }
  }

  @Test func `a joined table has both ends, and no end for a number`() throws {
    let exact = """
      dataset,policy,metric,bucket,order,unit,count,share
      old,,entries,audited,0,entries,200,1.000000
      old,,lines,empty,1,entries,7,0.035000
      old,site,compliance,compliant,0,entries,50,0.250000
      old,site,compliance,violating,1,entries,150,0.750000
      old,site,violation,minlength,0,entries,150,0.750000

      """
    let old = try record(
      exact, "old",
      #"{"policy":"site","compliant":50,"violating":150,"#
        + #""refused":[{"rule":"minlength","count":150}]}"#)
    let new = try record(rows, "new", results)
    #expect(
      Comparison([old, new]).table == """
        policy,metric,bucket,unit,count_old,count_new,share_old,share_new,points,\
        count_least_old,count_least_new,count_most_old,count_most_new,\
        share_least_old,share_least_new,share_most_old,share_most_new,points_least,points_most
        ,entries,audited,entries,200,100,1.000000,1.000000,0.0000,\
        200,100,200,100,1.000000,1.000000,1.000000,1.000000,0.0000,0.0000
        ,lines,empty,entries,7,,1.000000,,,7,,7,,1.000000,,1.000000,,,
        site,compliance,compliant,entries,50,,0.250000,,,\
        50,40,50,60,0.250000,0.400000,0.250000,0.600000,15.0000,35.0000
        site,compliance,violating,entries,150,,0.750000,,,\
        150,40,150,60,0.750000,0.400000,0.750000,0.600000,-35.0000,-15.0000
        site,violation,minlength,entries,150,30,0.750000,0.300000,-45.0000,\
        150,30,150,30,0.750000,0.300000,0.750000,0.300000,-45.0000,-45.0000

        """)
    let back = Comparison([new, old]).table
    #expect(back.contains("0.400000,0.250000,0.600000,0.250000,-35.0000,-15.0000\n"))
    let same = Comparison([old, old]).table
    #expect(same.split(separator: "\n")[0].hasSuffix(",share_old,share_new,points"))
  }
}
