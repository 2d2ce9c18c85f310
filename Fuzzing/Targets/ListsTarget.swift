import Blocklists
@_spi(Internal) import Passwords

/// Fuzzes blocklists of any values: each value must be found as it is and, if the list ignores
/// case, folded; single look-ups and batches must agree.
func fuzzLists(_ input: [UInt8]) {
  let values = input.split(separator: 10).map(Array.init).filter { $0.count <= 4_096 }
  var exact = BlocklistBuilder(name: "exact", provenance: "")
  var folded = BlocklistBuilder(name: "folded", provenance: "", comparison: .fold)
  for value in values.prefix(20) {
    exact.add(value.span)
    folded.add(value.span)
  }
  let words = values.prefix(3).map { String(decoding: $0, as: UTF8.self) }
  guard let set = try? BlocklistSet([exact, folded, .context(words)]) else {
    return expect(false, "three lists are too many")
  }
  for value in values.prefix(20) {
    expect(set.lists(holding: value.span) & 3 == 3, "a value is not found: \(value)")
    let upper = value.map { $0 &- UInt8(ascii: "a") < 26 ? $0 & 0xDF : $0 }
    expect(set.lists(holding: upper.span) & 2 == 2, "a capital is not found: \(upper)")
  }
  for word in words where !word.contains("\u{FFFD}") {
    expect(set.lists(holding: Array(word.utf8).span) & 4 == 4, "a context word: \(word)")
  }
  batch(values, set)
}

/// Looks all values up at once, and one by one.
private func batch(_ values: [[UInt8]], _ set: BlocklistSet) {
  guard let schema = try? Schema(for: set.demand) else { return expect(false, "no schema") }
  // A line of a CR alone is an empty one.
  let lines = values.filter { $0 != [13] }
  let text = Array(lines.map { $0 + [10] }.joined())
  let padded = text + [UInt8](repeating: 0, count: 64)
  let profiler = Profiler(schema)
  var counts = LineCounts()
  var batch = LineBatch()
  var (cursor, number) = (0, 0)
  while cursor < text.count {
    batch.removeAll()
    // SAFETY: bytes have no padding.
    unsafe profiler.fill(
      &batch, from: padded.span.bytes, end: text.count, at: &cursor, counting: &counts)
    unsafe set.mark(&batch, in: padded.span.bytes, schema: schema)
    for index in 0..<batch.count {
      let lists = schema.profile(of: batch[signature: index]).lists
      let line = batch.line(index)
      let start = Int(line.start)
      let password = Array(text[start..<start + Int(line.byteCount)])
      expect(lists == set.lists(holding: password.span), "a batch differs: \(password)")
      number += 1
    }
  }
  expect(number == UInt64(lines.count).magnitude, "lines are missing")
}
