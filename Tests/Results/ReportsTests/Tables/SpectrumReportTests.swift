import Metrics
import Reports
import Testing

/// The screen of a list of which only counts are known.
@Suite struct SpectrumReportTests {
  private func text(_ counts: [UInt64: UInt64], perMillion: UInt64? = nil) -> String {
    var findings = GuessingFindings(CountSpectrum(counts))
    if let perMillion { findings.limit(perMillion: perMillion) }
    return SpectrumReport("leak", findings).text(columns: 2000)
  }

  /// The words of a line under a title.
  private func line(_ title: String, of text: String) -> Substring {
    text.split(separator: "\n").last { $0.hasPrefix(title + " ") } ?? ""
  }

  /// How many of the three shares the counts cover: passwords that occur once cover none.
  @Test(
    arguments: [
      ([1: 1000], 0), ([1: 850, 150: 1], 1), ([1: 700, 300: 1], 2), ([1: 400, 600: 1], 3),
      ([2: 500], 3),
    ] as [([UInt64: UInt64], Int)])
  func `bits are told of those shares whose guesses are known`(
    counts: [UInt64: UInt64], known: Int
  ) {
    let text = text(counts)
    let (guesses, bits) = (line("guesses", of: text), line("bits", of: text))
    for (number, share) in ["a tenth", "a quarter", "a half"].enumerated() {
      #expect(guesses.contains("unknown for \(share)") == (number >= known), "\(guesses)")
      #expect(bits.contains(" for \(share) of the accounts") == (number < known), "\(bits)")
      #expect(guesses.contains("for \(share)"))
    }
    #expect(bits.contains(" for one guess, ") && bits.contains(" for ten guesses"))
  }

  @Test func `the head counts accounts and passwords, and numbers are of this list`() {
    let text = text([1: 400, 600: 1])
    #expect(text.hasPrefix("leak: 1,000 accounts, 401 different passwords\n\n"))
    let rows = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    let first = rows.first { $0.first == "1" } ?? []
    #expect(first.dropFirst().prefix(2) == ["60.0", "%"] || first.dropFirst().first == "60.0%")
    #expect(line("policies", of: text).contains("cannot be judged: a spectrum has no passwords"))
  }
}
