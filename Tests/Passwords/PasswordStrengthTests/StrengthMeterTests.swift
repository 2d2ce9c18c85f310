import Foundation
import PasswordStrength
import TestSupport
import Testing

@Suite struct StrengthMeterTests {
  @Test func `a meter says what a scorer with its settings says, from several tasks`() async {
    let meter = StrengthMeter(referenceYear: 2026, contextWords: ["acme"])
    let passwords = ["Acme2019!", "p4ssword", "", "correct horse battery staple"]
    var scorer = Scorer(referenceYear: 2026, contextWords: ["acme"])
    let expected = passwords.map { scorer.estimate($0) }
    await withTaskGroup(of: [StrengthEstimate].self) { group in
      for _ in 0..<4 { group.addTask { passwords.map { meter.estimate($0) } } }
      for await found in group { #expect(found == expected) }
    }
  }

  @Test func `the reference year is the current one by default`() {
    let year = Calendar.current.component(.year, from: Date())
    #expect([year, year - 1].contains(Scorer().referenceYear))
    #expect(StrengthMeter().referenceYear == Scorer.currentYear)
  }
}
