import Metrics
import Reports
import TestSupport
import Testing
import Workers

/// Rows as strings, made cell by cell and sorted by comparison.
private func naiveTable(_ dataset: String, _ histograms: [Histogram]) -> String {
  var policies: [String?] = [nil]
  for policy in histograms.map(\.policy) where !policies.contains(policy) {
    policies.append(policy)
  }
  var rows: [(place: [Int], metric: String, row: String)] = []
  for (number, histogram) in histograms.enumerated() {
    for bin in histogram.bins {
      let cells = [
        naiveCell(dataset), naiveCell(histogram.policy ?? ""), histogram.metric.name,
        naiveCell(bin.name), String(bin.order), histogram.unit.rawValue, String(bin.count),
        histogram.unit.hasShares ? naiveShare(bin.count, of: histogram.total) : "",
      ]
      rows.append(
        (
          [policies.firstIndex(of: histogram.policy) ?? -1, bin.order, number],
          histogram.metric.name, cells.joined(separator: ",")
        ))
    }
  }
  rows.sort { a, b in
    if a.place[0] != b.place[0] { return a.place[0] < b.place[0] }
    if a.metric != b.metric { return a.metric.utf8.lexicographicallyPrecedes(b.metric.utf8) }
    return (a.place[1], a.place[2]) < (b.place[1], b.place[2])
  }
  return ([headerOfHistograms] + rows.map(\.row)).map { $0 + "\n" }.joined()
}

private func naiveCell(_ name: String) -> String {
  let harmless = name.first.map { "=+-@".contains($0) } == true ? "'" + name : name
  guard harmless.contains(",") || harmless.contains("\"") else { return harmless }
  return "\"" + harmless.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
}

private func naiveShare(_ count: UInt64, of total: UInt64) -> String {
  guard total > 0 else { return "0.000000" }
  let millionths = String(Int((Double(count) / Double(total) * 1e6).rounded()))
  let padded = String(repeating: "0", count: max(0, 7 - millionths.count)) + millionths
  return padded.dropLast(6) + "." + padded.suffix(6)
}

@Suite struct HistogramRowsTests {
  @Test(.firstFailureOnly, arguments: seeds(20, of: 400))
  func `rows agree with rows made of strings`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func name() -> String {
      let alphabet = Array("abzAZ09[].+-=@,\" éß_")
      return String(
        (0..<Int.random(in: 0...20, using: &random)).map { _ in
          alphabet.randomElement(using: &random) ?? "x"
        })
    }
    let policies = [nil, "a", "b,c", "=d", name(), name()] as [String?]
    let metrics: [Metric] = [.length, .violation, .violationOnly, .compliance, .guessingBits]
    let units: [Histogram.Unit] = [.entries, .distinct, .microbits, .flags]
    var histograms: [Histogram] = []
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      let policy = policies.randomElement(using: &random) ?? nil
      let metric = metrics.randomElement(using: &random) ?? .length
      // Numbers of every size, and totals that shares of them are rounded against.
      let counts = (0..<Int.random(in: 0...14, using: &random)).map { _ in
        random.next() >> UInt64.random(in: 0..<64, using: &random)
      }
      let total = counts.max() ?? 0
      let histogram =
        Bool.random(using: &random)
        ? Histogram(policy: policy, metric, total: total, counts: counts, from: 1)
        : Histogram(policy: policy, metric, total: total, counts.map { (name(), $0) })
      histograms.append(histogram.counting(units.randomElement(using: &random) ?? .entries))
    }
    let dataset = name()
    let table = HistogramTable(dataset: dataset, histograms).filled.bytes()
    #expect(String(decoding: table, as: UTF8.self) == naiveTable(dataset, histograms))
  }

  @Test func `pieces made by several workers are the table`() {
    let histograms = (0..<400).map { number in
      Histogram(
        policy: "policy \(number / 2)", number % 2 == 0 ? .length : .entries, total: 400,
        counts: [0, UInt64(number), 9], from: 1)
    }
    let table = HistogramTable(dataset: "d", histograms, parts: [.init(dataset: "e", histograms)])
    let pieces = table.pieces(by: WorkerPool(width: 3))
    #expect(pieces.count > 6)
    let rest = naiveTable("e", histograms).dropFirst(headerOfHistograms.count + 1)
    let text = String(decoding: pieces.flatMap(\.value), as: UTF8.self)
    #expect(text == naiveTable("d", histograms) + rest)
    #expect(Array(text.utf8) == table.filled.bytes())
  }

  @Test func `the largest number is written with every digit`() {
    let largest = UInt64.max
    let table = HistogramTable(
      dataset: "d", [Histogram(.entries, total: largest, [("audited", largest), ("other", 1)])])
    #expect(
      String(decoding: table.filled.bytes(), as: UTF8.self)
        == """
        \(headerOfHistograms)
        d,,entries,audited,0,entries,18446744073709551615,1.000000
        d,,entries,other,1,entries,1,0.000000

        """)
  }
}
