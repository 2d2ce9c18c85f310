import Metrics
import Reports
import Testing

/// The tables of folded tallies, in which numbers have two ends.
@Suite struct FoldedTableTests {
  private let table = HistogramTable(
    dataset: "d",
    [
      Histogram(
        .length, total: 100,
        [
          Histogram.Bin(nil, order: 8, count: 40, most: 40),
          Histogram.Bin(nil, order: 9, count: 10, most: 12),
        ]),
      Histogram(
        .lines, total: 100,
        [
          Histogram.Bin("audited", order: 0, count: 100),
          Histogram.Bin("empty", order: 1, count: 0, most: .max),
        ]),
      Histogram(
        policy: "p", Metric.length.ofSurvivors, total: 40, mostTotal: 50,
        [Histogram.Bin(nil, order: 8, count: 20, most: 20)]),
      Histogram(
        policy: "p", .spaceBits, unit: .microbits, total: 0, [.init("floor", order: 0, count: 7)]),
    ], hasBounds: true)

  @Test func `count and share are empty where the ends differ`() {
    #expect(
      String(decoding: table.filled.bytes(), as: UTF8.self) == """
        dataset,policy,metric,bucket,order,unit,count,share,count_least,count_most,share_least,share_most
        d,,length,8,8,entries,40,0.400000,40,40,0.400000,0.400000
        d,,length,9,9,entries,,,10,12,0.100000,0.120000
        d,,lines,audited,0,entries,100,,100,100,,
        d,,lines,empty,1,entries,,,,,,
        d,p,space_bits,floor,0,microbits,7,,7,7,,
        d,p,survivors_length,8,8,entries,20,,20,20,0.400000,0.500000

        """)
  }

  @Test func `lines of JSON have null there`() {
    let lines = String(decoding: table.filled.bytes(as: .jsonl), as: UTF8.self).split(
      separator: "\n")
    #expect(
      lines[1] == #"{"dataset":"d","policy":null,"metric":"length","bucket":"9","order":9,"#
        + #""unit":"entries","count":null,"share":null,"count_least":10,"count_most":12,"#
        + #""share_least":0.100000,"share_most":0.120000}"#)
    #expect(
      lines[3].hasSuffix(
        #""count_least":null,"count_most":null,"share_least":null,"share_most":null}"#))
  }
}
