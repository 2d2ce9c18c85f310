@_spi(Internal) import Passwords

/// Fuzzes the profiler with any text: batches, single passwords and the plain reference must agree.
func fuzzLines(_ input: [UInt8]) {
  guard let first = input.first else { return }
  let text = Array(input.dropFirst()) + [10]
  let padded = text + [UInt8](repeating: first, count: 64)
  let schema = schemas[Int(first) % schemas.count]
  let profiler = Profiler(schema)
  var counts = LineCounts()
  var batch = LineBatch()
  var cursor = 0
  var signatures: [Signature] = []
  while cursor < text.count {
    batch.removeAll()
    // SAFETY: bytes have no padding.
    unsafe profiler.fill(
      &batch, from: padded.span.bytes, end: text.count, at: &cursor, counting: &counts)
    for index in 0..<batch.count { signatures.append(batch[signature: index]) }
  }
  let lines = text.dropLast().split(separator: 10, omittingEmptySubsequences: false)
  let passwords = lines.map { Array($0.last == 13 ? $0.dropLast() : $0) }
  let audited = passwords.filter { !$0.isEmpty && $0.count <= Schema.longestLine }
  expect(counts.empty == UInt64(passwords.count { $0.isEmpty }), "empty lines")
  expect(signatures.count == audited.count, "\(signatures.count) of \(audited.count) lines")
  for (signature, password) in zip(signatures, audited) {
    expect(
      schema.signature(of: profiler.profile(of: password.span)) == signature,
      "a line alone differs: \(password)")
    if password.count <= 200 {
      expect(
        NaiveProfile(password).profile(schema) == schema.profile(of: signature),
        "the naive profile differs: \(password)")
    }
  }
}

/// Schemas for each path through the profiler.
private let schemas: [Schema] = {
  var runs = FactDemand()
  runs[.longestRun] = 4
  var meter = runs
  meter.meter = true
  var everything = meter
  everything[.longestSequence] = 5
  everything[.longestClassRun] = 6
  everything[.uniqueCharacters] = 7
  (everything[.firstCharacter], everything[.lastCharacter]) = (1, 1)
  everything.counts = [.digit: 3, .upper.union(.lower): 2, .special: 300]
  var custom = runs
  custom.classes = [CodePointSet(ascii: "!@#".utf8), CodePointSet(ascii: "-_ ".utf8)]
  var singles = runs
  singles.classes = Set((UInt8(0x20)...0x7E).map { CodePointSet(ascii: [$0]) })
  return [FactDemand(), runs, meter, everything, custom, singles].compactMap {
    try? Schema(for: $0)
  }
}()
