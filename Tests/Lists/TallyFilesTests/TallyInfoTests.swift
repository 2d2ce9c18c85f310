@_spi(Internal) import Passwords
import Tallies
import TallyFiles
import TestSupport
import Testing

@Suite struct TallyInfoTests {
  /// A recording in which nothing is unusual, under a demand.
  private func plain(
    _ demand: FactDemand = FactDemand(), _ sources: FactSources = FactSources()
  ) throws -> Recording {
    var recording = Recording(tally: Tally(schema: try Schema(for: demand, sources: sources)))
    recording.tally.record(Signature(1), times: 1)
    recording.tally.lines.ascii = 1
    recording.inputs = [RecordedInput(name: "a", container: "plain", bytes: 1, sha256: "1")]
    return recording
  }

  /// What a tally may hold besides, each alone.
  private static let additions: [(String, @Sendable (inout Recording) -> Void)] = [
    ("a single entry of a list", { _ in }),
    (
      "two groups, two lists of one text",
      {
        $0.tally.record(Signature(2), times: 1999)
        $0.tally.lines.ascii = 2000
        $0.inputs.append(RecordedInput(name: "b", container: "plain", bytes: 1, sha256: "1"))
        $0.versions = ["1.0.0", "1.1.0"]
      }
    ),
    (
      "warnings, forgotten facts",
      { ($0.warnings, $0.readings["forgotten"]) = (["of one", "of two"], "runs") }
    ),
    ("folded by an earlier version", { $0.readings[Recording.foldingReading] = "20" }),
    ("folded at 1", { $0.folding = RecordedFolding(least: 1, leastPasswords: 3, workload: "w") }),
    ("folded at 2", { $0.folding = RecordedFolding(least: 2, workload: "w") }),
    (
      "folded at 2 entries and 1 password",
      {
        $0.folding = RecordedFolding(least: 2, leastPasswords: 1, workload: "w")
        $0.spectrum = Spectrum(schema: $0.schema)
      }
    ),
    (
      "folded at 1000 passwords",
      { $0.folding = RecordedFolding(least: 2, leastPasswords: 1000, workload: "w") }
    ),
    (
      "a directory of one account",
      { $0.strata = [RecordedStratum(accounts: 1, tally: Tally(schema: $0.schema))] }
    ),
    (
      "a directory of 1200 accounts in two parts",
      {
        let tally = Tally(schema: $0.schema)
        $0.strata = [1200, 700, 500].map { RecordedStratum(accounts: $0, tally: tally) }
      }
    ),
    (
      "fingerprints",
      {
        $0.fingerprints = FingerprintSeal(keyID: "k", records: 1200, checksum: "c")
      }
    ),
    ("no shape", { $0.tally.shapes = ShapeCounts() }),
    ("too many shapes", { $0.tally.shapes = .over }),
    ("distinct passwords", { $0.spectrum = Spectrum(schema: $0.schema) }),
    ("users' names, which no rule asks for", { $0.namesUsers = true }),
    ("lines that are over-long", { $0.tally.lines.overLong = 1 }),
    ("lines that are not held", { $0.tally.lines.unheld = 1 }),
  ]

  private static func demand(_ change: (inout FactDemand) -> Void) -> FactDemand {
    var demand = FactDemand()
    change(&demand)
    return demand
  }

  /// Demands whose facts answer more.
  private static let demands: [(String, FactDemand)] = [
    ("one special", demand { $0.classes = [CodePointSet(ascii: "!".utf8)] }),
    (
      "two sets of specials",
      demand { $0.classes = [CodePointSet(ascii: "!".utf8), CodePointSet(ascii: "-_".utf8)] }
    ),
    (
      "counts of vowels and digits",
      demand { $0.counts = [.digit: 3, CodePointSet(ascii: "aeiou".utf8): 2] }
    ),
    ("scores", demand { $0.score = true }), ("the meter", demand { $0.meter = true }),
    ("whole decades", demand { ($0.score, $0.wholeDecades) = (true, true) }),
    ("scores without words", demand { ($0.score, $0.scoreWithoutWords) = (true, true) }),
    ("the combined estimate", .full(strength: .combined, guessBudgets: [10])),
    ("the least of all", .full(strength: .minAuto)),
    ("brought guess numbers", .full(strength: .guesses, sources: 2)),
    ("habits", .full(strength: .none, habits: true)),
  ]

  private func text(of recording: Recording) -> String {
    let info = TallyInfo(recording)
    return [("holds", info.lines), ("answers", info.answers), ("lacks", info.limits)].flatMap {
      title, lines in lines.map { "\(title): \($0)" }
    }.joined(separator: "\n")
  }

  @Test func `info has the texts of before`() throws {
    var texts = RecordedText()
    texts.add("all", text(of: try sampleRecording(seed: 1, passwords: 100)))
    for (title, change) in Self.additions {
      var recording = try plain()
      change(&recording)
      texts.add(title, text(of: recording))
    }
    var sources = FactSources()
    sources.scorer = ScorerSource(
      name: "zxcvbn", referenceYear: 2026, cuts: [1e3, 1e6, 1e8, 1e10],
      contextDigest: "sha256:1,year,sha256:2", patternNames: ["one"], model: "a model",
      guesses: "a file")
    for (title, demand) in Self.demands {
      texts.add(title, text(of: try plain(demand, sources)))
      if demand.score { texts.add("\(title), unknown", text(of: try plain(demand))) }
    }
    try texts.expect(in: "tally-info")
  }

  @Test(arguments: Fact.demanded.filter { $0.row.plural != nil })
  func `info says up to which number policies may limit a fact`(fact: Fact) throws {
    var demand = FactDemand()
    demand[fact] = 7
    let recording = try sampleRecording(seed: 1, schema: try Schema(for: demand), isDistinct: false)
    let limits = TallyInfo(recording).answers.filter { $0.contains(" on \(fact.row.plural ?? "")") }
    let isNumber = fact.row.measure == .saturating
    #expect(
      limits == [
        (isNumber ? "limits on " : "rules on ") + (fact.row.plural ?? "")
          + (isNumber ? ", up to 6" : "")
      ])
  }
}
