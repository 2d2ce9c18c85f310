@_spi(Internal) import Passwords
import Tallies
import TestSupport

/// A recording with every field in use, made of random passwords.
func sampleRecording(
  seed: UInt64, passwords: Int = 200, schema: Schema? = nil, isDistinct: Bool = true
) throws -> Recording {
  var generator = SeededGenerator(seed: seed)
  let schema = try schema ?? fullSchema()
  let profiler = Profiler(schema)
  var recording = Recording(tally: Tally(schema: schema))
  var spectrum = Spectrum(schema: schema)
  var shapes = ShapeCounts()
  let alphabet = Array("aabcdAB12339! @~\t日é".utf8)
  for _ in 0..<passwords {
    let bytes = (0..<Int.random(in: 1...12, using: &generator))
      .map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] }
    var profile = profiler.profile(of: bytes.span)
    profile.lists =
      UInt32.random(in: 0 ... .max, using: &generator) & UInt32((1 << schema.demand.lists) - 1)
    if schema.demand.score {
      profile[.score] = Int.random(in: 0...4, using: &generator)
      profile[.guessesBin] = Int.random(in: 0...616, using: &generator)
      profile[.budgetsTooSmall] = Int.random(
        in: 0...schema.demand.guessBudgets.count, using: &generator)
      profile[.decisivePattern] = Int.random(in: 0...1, using: &generator)
    }
    let count = UInt64.random(in: 1...9, using: &generator)
    let signature = schema.signature(of: profile)
    recording.tally.record(signature, times: count)
    recording.tally.lines.count(.ascii, entries: count)
    spectrum.record(signature, occurrences: count)
    PackedShape(of: bytes.span).map { shapes.record($0, times: count) }
  }
  recording.tally.shapes = shapes
  if isDistinct { recording.spectrum = spectrum }
  recording.tally.lines.empty = 3
  recording.tally.lines.headers = 1
  recording.tally.lines.malformed = 7
  recording.tally.lines.scoredInPart = 1
  var hits: [UInt64] = []
  for _ in 0..<schema.demand.lists * ListHits.bandCount {
    hits.append(passwords < 100 ? 0 : UInt64.random(in: 0...2, using: &generator))
  }
  recording.tally.hits = ListHits(hits, listCount: schema.demand.lists) ?? recording.tally.hits
  var input = RecordedInput(
    name: "list \(seed)\n日.txt.gz", container: "gzip", bytes: 100 + seed, sha256: "00ff")
  input.textBytes = 1000
  input.members = 2
  input.encoding = "latin-1"
  input.fallbackLines = 5
  input.cutLines = 11
  input.overLongLines = 12
  input.skippedFiles = 13
  input.layoutToldBy = "all of the first 1000 lines"
  input.hasMalformedLines = true
  input.lists = 14
  input.files = [
    RecordedInput.File(
      name: "a.txt", container: "plain", textBytes: 7, encoding: "latin-1", isComplete: false)
  ]
  input.layout = "user:password"
  input.isComplete = false
  input.problems = ["it broke off", "and again"]
  recording.inputs = [input, RecordedInput(name: "b", container: "plain", bytes: 0, sha256: "")]
  recording.lists = schema.sources.lists.map { _ in
    RecordedList(isCompiled: true, origins: ["one", "two"], lengthCounts: [0, 4, 9])
  }
  recording.directories = [
    RecordedDirectory(path: "a/日\n", label: ""), RecordedDirectory(path: "b", label: "b"),
  ]
  if isDistinct {
    recording.progress = RecordedProgress(
      chunks: 3, bytes: seed, hash: "ab",
      settings: [RecordedProgress.Setting(name: "a list", value: "x\ny")])
  }
  recording.readings = ["encoding": "utf-8", "line": "ends at LF"]
  recording.versions = ["0.3.0"]
  recording.isComplete = false
  recording.namesUsers = true
  recording.tally.lines.cut = 2
  recording.tally.lines.unheld = 4
  return recording
}

/// The full schema with lists, users and a scorer.
func fullSchema() throws -> Schema {
  var sources = FactSources()
  sources.lists = [
    ListSource(
      name: "built-in", comparison: "exact", digest: "", valueCount: 29_001, bandCounts: [1, 2]),
    ListSource(
      name: "it's \"mine\"", comparison: "leet+substring:4", digest: "sha256:00", valueCount: 3),
  ]
  sources.userRelations = ["user-name", "user-name-part"]
  sources.scorer = ScorerSource(
    name: "zxcvbn 4.4.2 rules", referenceYear: 2026, cuts: [1e3, 1e6, 1e8, 1e10],
    patternNames: ["one", "two"])
  return try Schema(
    for: .full(strength: .zxcvbn, guessBudgets: [100, 1e6], lists: 4), sources: sources)
}
