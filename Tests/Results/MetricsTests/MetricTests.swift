import Foundation
import Metrics
import PasswordPolicies
import PasswordSpaces
import Passwords
import TestSupport
import Testing

/// What the list of metrics states is so for each of them, and in the documentation.
@Suite struct MetricTests {
  private func histograms() throws -> [Metric: [Histogram]] {
    Dictionary(grouping: try ListSample(times: 100).histograms(), by: \.metric)
  }

  @Test func `every metric has rows in its units, under policies if it is about them`() throws {
    let histograms = try histograms()
    #expect(Set(histograms.keys) == Set(Metric.all))
    #expect(Set(Metric.all.map(\.name)).count == Metric.all.count)
    compared(atLeast: 40) { count in
      for metric in Metric.all {
        let found = histograms[metric] ?? []
        let units = found.map(\.unit).uniqued
        #expect(units == metric.units, "\(metric.name)")
        let policies = Set(found.map(\.policy))
        let expected: Set<String?> =
          switch metric.scope {
          case .list: [nil]
          case .policy, .survivors: ["a", "b"]
          }
        #expect(policies == expected, "\(metric.name)")
        #expect((metric.scope == .survivors) == metric.name.hasPrefix("survivors_"))
        count += 1
      }
    }
  }

  @Test func `bits of a keyspace are lost or gained, and the rules share what is lost`() throws {
    for (text, alphabet, difference) in [
      ("minlength: 3; maxlength: 3; allowed: lower; required: [ab];", .ascii, "lost"),
      ("minlength: 3; maxlength: 3; allowed: unicode;", .unicode, "gained"),
    ] as [(String, ComparisonAlphabet, String)] {
      var counter = KeyspaceCounter(comparing: alphabet)
      let keyspace = try PolicyKeyspace(try #require(try read(text).first), &counter)
      let histograms = Metric.histograms(of: .space(keyspace))
      func bins(_ metric: Metric) throws -> [Histogram.Bin] {
        try #require(histograms.first { $0.metric == metric }).bins
      }
      let bits = try bins(.spaceBits)
      #expect(bits.map(\.name) == ["floor", difference], "\(text)")
      let floor = Double(bits[0].count) / 1e6
      guard difference == "lost" else { continue }
      #expect(abs(floor - log2(Double(26 * 26 * 26 - 24 * 24 * 24))) < 1e-5)
      #expect(abs(floor + Double(bits[1].count) / 1e6 - 3 * log2(95)) < 1e-5)
      let costs = try #require(histograms.first { $0.metric.name == "space_cost_bits" }).bins
      let sum = costs.reduce(0.0) { $0 + Double($1.count) }
      #expect(costs.count > 1 && abs(sum - Double(bits[1].count)) < 10, "\(costs.map(\.name))")
    }
  }

  @Test func `lines are shares of all lines, however few bins they have, and bits of nothing`() {
    for count in 0..<5 {
      let bins = [Histogram.Bin].numbered((0..<count).map { UInt64($0 + 7) })
      let sum = bins.reduce(0) { $0 + $1.count }
      #expect(Metric.lines.total(100, adding: bins) == sum)
      #expect(Metric.compliance.total(100, adding: bins) == 100)
      #expect(Metric.spaceBits.total(100, adding: bins) == 0)
    }
  }

  @Test func `totals are those of the passwords that a metric is about`() throws {
    let histograms = try histograms()
    func count(_ bin: String, of metric: Metric, _ like: Histogram) -> UInt64? {
      let policy = metric == .compliance ? like.policy : nil
      return histograms[metric]?.first { $0.unit == like.unit && $0.policy == policy }?
        .count(of: bin)
    }
    compared(atLeast: 100) { compared in
      for histogram in histograms.values.joined() {
        let metric = histogram.metric
        let words = Comment("\(metric.name) of \(histogram.policy ?? "the list")")
        let passwords: UInt64?
        switch metric.scope {
        // Nobody reads audited lines as passwords only.
        case .list where metric == .lines: passwords = 5100 - 10 + 21 + 48 + 25 + 23 + 24
        case .policy where metric.isOfCompliant:
          passwords = count("compliant", of: .compliance, histogram)
        case .list, .policy: passwords = count("audited", of: .entries, histogram)
        case .survivors: passwords = count("compliant", of: .compliance, histogram)
        }
        #expect(histogram.total == (histogram.unit.hasShares ? passwords : 0), words)
        compared += 1
      }
    }
  }

  @Test func `the bins of a partition add up to its total, those of others do not`() throws {
    let histograms = try histograms()
    compared(atLeast: 33) { compared in
      for metric in Metric.all where metric.units.allSatisfy(\.hasShares) {
        // Those of compliant passwords that do not add up may do so by chance.
        if metric.scope == .survivors, !metric.isPartition { continue }
        let sums = (histograms[metric] ?? []).map { histogram in
          histogram.bins.reduce(0) { $0 + $1.count } == histogram.total
        }
        #expect(metric.isPartition == sums.allSatisfy(\.self), "\(metric.name)")
        compared += 1
      }
    }
  }

  @Test func `no more passwords comply than there are, in any bin`() throws {
    let histograms = try histograms()
    compared(atLeast: 7) { compared in
      for metric in Metric.all where histograms[metric.ofSurvivors] != nil {
        for part in histograms[metric.ofSurvivors] ?? [] where part.unit.hasShares {
          let all = histograms[metric]?.first { $0.unit == part.unit }
          for bin in part.bins {
            let most = all?.count(of: bin.name) ?? 0
            #expect(bin.count <= most, "\(metric.name), \(bin.name)")
          }
          compared += 1
        }
      }
    }
  }

  /// `AUDIT_WRITE_METRICS=1 swift test --filter MetricTests` writes the table instead.
  @Test func `the documentation has a row for each metric`() throws {
    let path = Repository.root.appending(path: "Documentation/report.md")
    var lines = try String(contentsOf: path, encoding: .utf8).components(separatedBy: "\n")
    let table = Metric.documentation
    let start = try #require(lines.firstIndex(of: table[0]), "no table of metrics")
    let end = lines[start...].firstIndex { !$0.hasPrefix("|") } ?? lines.endIndex
    if ProcessInfo.processInfo.environment["AUDIT_WRITE_METRICS"] != nil {
      lines.replaceSubrange(start..<end, with: table)
      try Data(lines.joined(separator: "\n").utf8).write(to: path)
    } else {
      #expect(Array(lines[start..<end]) == table)
    }
  }

  @Test(
    arguments: [
      ([], nil), ([0, 0], nil), ([1], 0), ([2, 0, 2], 0), ([2, 0, 3], 2), ([0, 1, 1, 1], 2),
    ] as [([UInt64], Int?)])
  func `the median of an even number is the lower of two`(counts: [UInt64], median: Int?) {
    #expect(counts.medianIndex == median)
  }

  @Test func `every count of lines but one changes what is told of lines`() {
    let unchanged = LineCounts.kinds.filter { kind in
      var lines = LineCounts()
      (lines.ascii, lines[keyPath: kind.field]) = (9, 3)
      var before = LineCounts()
      before.ascii = 9
      return LineResult.all.allSatisfy { $0.count(in: lines) == $0.count(in: before) }
    }
    // Those that normalisation changes are no result of reading.
    #expect(unchanged.map(\.name) == ["changed_by_nfc"])
  }

  @Test func `a metric of another version is about whom its name and its policy tell`() {
    #expect(Metric(name: "length", isOfPolicy: false) == .length)
    #expect(Metric(name: "length", isOfPolicy: false).words == Metric.length.words)
    let unknown = [("vowels", false), ("vowels", true), ("survivors_vowels", true)].map {
      Metric(name: $0, isOfPolicy: $1)
    }
    #expect(unknown.map(\.scope) == [.list, .policy, .survivors])
    #expect(unknown.map { $0.total(7, adding: []) } == [7, 7, 7])
  }
}

extension [Histogram.Unit] {
  /// Each unit once, in order.
  fileprivate var uniqued: [Histogram.Unit] {
    reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
