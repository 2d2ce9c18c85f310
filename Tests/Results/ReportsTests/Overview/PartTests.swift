import Reports
import Testing

/// Shares of which a folded tally tells two ends.
@Suite struct PartTests {
  private func part(
    _ least: UInt64, _ most: UInt64, of total: UInt64 = 1000, mostOf mostTotal: UInt64? = nil,
    isOfCompliant: Bool = false
  ) -> Part {
    Part(least, of: total, isOfCompliant: isOfCompliant)
      .upTo(Part(most, of: mostTotal ?? total, isOfCompliant: isOfCompliant))
  }

  @Test func `both ends are told where they print differently`() {
    #expect(part(38, 38).percent == "3.8 %")
    #expect(part(37, 39).percent == "3.7–3.9 %")
    #expect(part(37_500, 37_510, of: 1_000_000).percent == "3.8 %")
    #expect(part(2, 11).percent == "≤ 1.1 %")
    #expect(part(0, 1).percent == "≤ 0.1 %")
    #expect(part(0, 0).percent == "0.0 %")
    #expect(part(1, 2).grouped == "1–2" && part(1200, 1200).grouped == "1,200")
  }

  @Test func `by an estimate nothing is none or all`() {
    let words = [0, 4, 5, 994, 995, 1000].map { part($0, $0).estimatedPercent }
    #expect(words == ["<1 %", "<1 %", "1 %", "99 %", ">99 %", ">99 %"])
    #expect([0, 4, 1000].map { part($0, $0).roundedPercent } == ["0 %", "<1 %", "100 %"])
  }

  @Test func `a share of an uncertain total lies between both quotients`() {
    let share = part(10, 20, of: 100, mostOf: 200)
    #expect(share.share == 0.05 && share.mostShare == 0.2 && !share.isExact)
    // What is counted is in the total.
    #expect(part(0, 150, of: 100, mostOf: 200).mostShare == 1)
    #expect(part(0, 0, of: 100, mostOf: 200).percent == "0.0 %")
  }

  @Test func `of distant ends a share of few passwords is not told`() {
    func percent(_ least: UInt64, _ most: UInt64, of total: UInt64) -> String {
      part(least, most, of: total, mostOf: total + 100, isOfCompliant: true).percent
    }
    #expect(percent(0, 439, of: 339) == "too few")
    #expect(percent(0, 500, of: 999) == "too few" && percent(0, 500, of: 1000) == "≤ 50.0 %")
    #expect(percent(30, 30, of: 99) == "too few")
    #expect(part(200, 210, of: 339, isOfCompliant: true).percent == "59.0–61.9 % of 339")
  }

  @Test func `the rest and the sum of parts have ends, too`() {
    let rest = part(37, 39).rest
    #expect(rest.count == 961 && rest.most == 963)
    let sum = part(10, 20).joined(with: part(5, 990))
    #expect(sum.count == 15 && sum.most == 1000)
    #expect(Part(3, of: 10).rest == Part(7, of: 10))
    #expect(Part(3, of: 10).joined(with: Part(4, of: 10)) == Part(7, of: 10))
    // Ends in the other order, as of what is the rest of a total.
    #expect(part(39, 37) == part(37, 39))
  }
}
