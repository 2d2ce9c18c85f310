import Metrics
import Reports
import Testing

private func csv(dataset: String = "d", _ histograms: [Histogram]) -> String {
  String(decoding: HistogramTable(dataset: dataset, histograms).filled.bytes(), as: UTF8.self)
}

@Suite struct HistogramTableTests {
  @Test
  func `rows follow the order of the policies, then of metrics, with six decimals of a share`() {
    let histograms = [
      Histogram(policy: "b", .compliance, total: 3, [("violating", 2), ("compliant", 1)]),
      Histogram(policy: "a", .violation, total: 3, [("minlength", 3)]),
      Histogram(policy: "b", .violation, total: 3, [("allowed", 1)]),
      Histogram(.length, total: 3, counts: [9, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2], from: 1),
    ]
    #expect(
      csv(histograms) == """
        dataset,policy,metric,bucket,order,unit,count,share
        d,,length,1,1,entries,0,0.000000
        d,,length,2,2,entries,1,0.333333
        d,,length,3,3,entries,0,0.000000
        d,,length,4,4,entries,0,0.000000
        d,,length,5,5,entries,0,0.000000
        d,,length,6,6,entries,0,0.000000
        d,,length,7,7,entries,0,0.000000
        d,,length,8,8,entries,0,0.000000
        d,,length,9,9,entries,0,0.000000
        d,,length,10,10,entries,2,0.666667
        d,b,compliance,violating,0,entries,2,0.666667
        d,b,compliance,compliant,1,entries,1,0.333333
        d,b,violation,allowed,0,entries,1,0.333333
        d,a,violation,minlength,0,entries,3,1.000000

        """)
  }

  @Test func `units of one metric follow each other, entries first`() {
    let histograms = [
      Histogram(.length, total: 3, counts: [0, 1, 2], from: 1),
      Histogram(policy: "a", .violation, total: 3, [("minlength", 3)]),
      Histogram(.length, total: 2, counts: [0, 1, 1], from: 1).counting(.distinct),
      Histogram(policy: "a", .violation, total: 2, [("minlength", 2)]).counting(.distinct),
    ]
    #expect(
      csv(histograms) == """
        dataset,policy,metric,bucket,order,unit,count,share
        d,,length,1,1,entries,1,0.333333
        d,,length,1,1,distinct,1,0.500000
        d,,length,2,2,entries,2,0.666667
        d,,length,2,2,distinct,1,0.500000
        d,a,violation,minlength,0,entries,3,1.000000
        d,a,violation,minlength,0,distinct,2,1.000000

        """)
  }

  @Test func `the parts of a dataset follow it, each with all its rows`() {
    func lengths(_ counts: [UInt64]) -> [Histogram] {
      [Histogram(.length, total: 3, counts: counts, from: 1)]
    }
    let table = HistogramTable(
      dataset: "a+1", lengths([0, 2, 1]),
      parts: [.init(dataset: "b", lengths([0, 2])), .init(dataset: "a", lengths([0, 0, 1]))])
    #expect(
      String(decoding: table.bytes(only: .length), as: UTF8.self) == """
        dataset,policy,metric,bucket,order,unit,count,share
        a+1,,length,1,1,entries,2,0.666667
        a+1,,length,2,2,entries,1,0.333333
        b,,length,1,1,entries,2,0.666667
        a,,length,1,1,entries,0,0.000000
        a,,length,2,2,entries,1,0.333333

        """)
  }

  @Test(arguments: [
    ("plain", "plain"), ("two words", "two words"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""),
    ("a\nb", "a\\u{a}b"), ("=1+1", "'=1+1"), ("+x", "'+x"), ("-x", "'-x"), ("@x", "'@x"),
    ("\tx", "'\\u{9}x"), ("=a,b", "\"'=a,b\""), ("\u{FF1D}1", "'\u{FF1D}1"),
    ("a\u{202E}b", "a\\u{202e}b"), ("\u{1B}]0;x\u{7}", "\\u{1b}]0;x\\u{7}"),
  ])
  func `names from the user are quoted where needed and never run as formulas`(
    name: String, cell: String
  ) {
    let table = csv(dataset: name, [Histogram(.entries, total: 1, [("audited", 1)])])
    #expect(table.hasSuffix("\n\(cell),,entries,audited,0,entries,1,1.000000\n"))
  }

  @Test func `rows are written as JSON lines with the same columns`() throws {
    let table = HistogramTable(
      dataset: "=\"d\u{1}",
      [
        Histogram(policy: "-a", .violation, total: 4, [("minlength", 1)]),
        Histogram(.entries, total: 4, [("audited", 4)]),
        Histogram(.guessingBits, unit: .microbits, total: 0, [("all", 7)]),
      ])
    #expect(
      String(decoding: table.filled.bytes(as: .jsonl), as: UTF8.self) == #"""
        {"dataset":"=\"d\u0001","policy":null,"metric":"entries","bucket":"audited","order":0,"unit":"entries","count":4,"share":1.000000}
        {"dataset":"=\"d\u0001","policy":null,"metric":"guessing_bits","bucket":"all","order":0,"unit":"microbits","count":7,"share":null}
        {"dataset":"=\"d\u0001","policy":"-a","metric":"violation","bucket":"minlength","order":0,"unit":"entries","count":1,"share":0.250000}

        """#)
  }

  @Test func `an empty total has shares of zero`() {
    let table = csv([Histogram(.entries, total: 0, [("audited", 0)])])
    #expect(table.hasSuffix("d,,entries,audited,0,entries,0,0.000000\n"))
  }

  @Test func `one metric can be written alone`() {
    let histograms = [
      Histogram(.entries, total: 1, [("audited", 1)]),
      Histogram(.length, total: 1, counts: [0, 1], from: 1),
    ]
    let table = HistogramTable(dataset: "d", histograms)
    #expect(table.metrics == [.entries, .length])
    #expect(
      String(decoding: table.bytes(only: .entries), as: UTF8.self)
        == "\(headerOfHistograms)\nd,,entries,audited,0,entries,1,1.000000\n")
  }

  @Test func `rows are counted without writing them`() {
    let lengths = Histogram(.length, total: 1, counts: [0, 1, 0, 2], from: 1)
    let table = HistogramTable(
      dataset: "d", [Histogram(.entries, total: 1, [("audited", 1)]), lengths],
      parts: [.init(dataset: "#b", [lengths.counting(.distinct)])])
    for metric in [nil, .entries, .length, .compliance] as [Metric?] {
      let lines = table.bytes(only: metric).count { $0 == UInt8(ascii: "\n") }
      #expect(table.rowCount(only: metric) == lines - 1)
    }
  }

  @Test(arguments: [
    ("a,b\n1,2\n3,4\n", true, 2), ("a\n", true, 0), ("# c\n\n?d\n#\n?l", false, 2), ("", false, 0),
  ])
  func `the rows of a file are lines that are no comments`(text: String, hasHeader: Bool, rows: Int)
  {
    #expect(
      Page.File(name: "f", table: Array(text.utf8), hasHeader: hasHeader)
        == Page.File(name: "f", rows: rows))
  }
}
