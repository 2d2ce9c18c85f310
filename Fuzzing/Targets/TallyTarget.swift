@_spi(Internal) import Passwords
import Tallies
import TallyFiles

/// Fuzzes tally files, with any bytes or with a changed file: refused, or written back identically.
///
/// If the first byte is odd, the others are changes: three bytes for a place, one for a value.
func fuzzTally(_ input: [UInt8]) {
  guard let first = input.first else { return }
  var bytes = Array(input.dropFirst())
  if first & 1 == 1 {
    bytes = honestTally
    for change in stride(from: 1, to: input.count - 3, by: 4) {
      let place = input[change..<change + 3].reduce(0) { $0 << 8 | Int($1) } % bytes.count
      bytes[place] = input[change + 3]
    }
    if first & 2 == 2 { bytes.removeLast(min(bytes.count, input.count * 97)) }
  }
  guard let recording = try? TallyFile.recording(in: bytes.span, name: "x") else { return }
  _ = TallyInfo(recording).lines
  let written = (try? TallyFile.bytes(of: recording)) ?? []
  let again = try? TallyFile.recording(in: written.span, name: "x")
  expect(again == recording, "what was read is written otherwise")
}

/// A tally of a few passwords with every table in use.
private let honestTally: [UInt8] = {
  var sources = FactSources()
  sources.lists = [
    ListSource(name: "a", comparison: "exact", digest: "sha256:00", valueCount: 9, bandCounts: [1])
  ]
  sources.scorer = ScorerSource(
    name: "none", referenceYear: 2026, cuts: [1, 2, 3, 4], patternNames: ["one"])
  let demand = FactDemand.full(strength: .zxcvbn, guessBudgets: [10, 100], lists: 1)
  guard let schema = try? Schema(for: demand, sources: sources) else { return [] }
  var recording = Recording(tally: Tally(schema: schema))
  var spectrum = Spectrum(schema: schema)
  for length in 1...400 {
    var profile = Profiler(schema).profile(
      of: [UInt8](repeating: UInt8(33 + length % 90), count: length).span)
    profile.lists = UInt32(length & 1)
    let signature = schema.signature(of: profile)
    recording.tally.record(signature, times: 3)
    recording.tally.lines.count(.ascii, entries: 3)
    spectrum.record(signature, occurrences: 3)
  }
  recording.spectrum = spectrum
  var input = RecordedInput(name: "a.zip", container: "zip", bytes: 9, sha256: "00")
  input.files = [
    RecordedInput.File(
      name: "b", container: "plain", textBytes: 1, encoding: "utf-8", isComplete: true)
  ]
  input.problems = ["cut"]
  recording.inputs = [input]
  recording.lists = [RecordedList(origins: ["here"], lengthCounts: [1, 2])]
  recording.readings = ["line": "LF"]
  recording.versions = ["1"]
  return (try? TallyFile.bytes(of: recording)) ?? []
}()
