import Blocklists
import CXXHash
import Foundation
import Passwords

/// Compiled blocklists with bytes changed in chosen places, and checksums made right so that what
/// they guard is reached.
///
/// The first byte chooses a sound file, whether checksums are made right, and whether bytes are cut off
/// or added; each four bytes behind it change one. Nothing makes a look-up read beyond the file, and
/// of an unchanged file all is found.
func fuzzBlocklist(_ input: [UInt8]) {
  guard let first = input.first, let sound = soundFiles[safe: Int(first % 4)] else { return }
  var bytes = sound.bytes
  var change = input.dropFirst()
  while change.count >= 4 {
    let words = change.prefix(4).map(Int.init)
    change = change.dropFirst(4)
    let place = (words[0] << 8 | words[1]) % bytes.count
    bytes[place] = words[2] & 1 == 0 ? UInt8(words[3]) : bytes[place] ^ UInt8(words[3])
  }
  if first & 0x10 != 0 { mendChecksums(&bytes) }
  if first & 0x20 != 0 { bytes.removeLast(min(bytes.count, input.count * 8)) }
  if first & 0x40 != 0 { bytes += [UInt8](repeating: first, count: 64) }
  let file = ListFile(bytes)
  defer { _ = file }
  guard let list = try? CompiledBlocklist(path: ListFile.path, name: "list") else {
    return expect(bytes != sound.bytes, "a sound file is refused")
  }
  expect(list.header.fileByteCount == bytes.count, "a file of another size")
  guard let set = try? BlocklistSet(sources: [.compiled(list)]) else {
    return expect(false, "one list is too many")
  }
  let found = sound.values.count { set.lists(holding: $0.span) == 1 }
  _ = set.lists(holding: Array("not there".utf8).span)
  look(up: sound.values, in: set)
  let isSound = (try? list.verify()) != nil
  if bytes == sound.bytes {
    expect(isSound && found == sound.values.count, "a sound file")
  }
  _ = list.blocklist
}

/// Looks up values as the lines of a chunk.
private func look(up values: [[UInt8]], in set: BlocklistSet) {
  guard let recipe = try? Recipe(for: set.demand) else { return expect(false, "no recipe") }
  let text = Array(values.prefix(256).map { $0 + [10] }.joined())
  let padded = text + [UInt8](repeating: 0, count: 64)
  var counts = LineCounts()
  var batch = LineBatch()
  var cursor = 0
  // SAFETY: bytes have no padding.
  unsafe Profiler(recipe).fill(
    &batch, from: padded.span.bytes, end: text.count, at: &cursor, counting: &counts)
  unsafe set.mark(&batch, in: padded.span.bytes, recipe: recipe)
}

/// Puts the checksums of text, table and header where the header of format 1 has them.
private func mendChecksums(_ bytes: inout [UInt8]) {
  func word(_ index: Int) -> UInt64 {
    bytes[8 * index..<8 * index + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
  func mend(_ index: Int, _ range: Range<Int>) {
    // SAFETY: the bytes live for the call.
    let hash = unsafe bytes[range].withUnsafeBytes {
      unsafe xxh3_64bits($0.baseAddress, $0.count, 0)
    }
    for place in 0..<8 {
      bytes[8 * index + place] = UInt8(truncatingIfNeeded: hash >> UInt64(8 * place))
    }
  }
  let (values, buckets, text) = (word(4), word(8), word(9))
  let size = UInt64(bytes.count)
  if text <= size, values <= size, buckets <= size {
    let valuesStart = (4096 + Int(text) + 63) / 64 * 64
    let indexEnd = valuesStart + 8 * Int(values) + 64 + 4 * (Int(buckets) + 1)
    let table = (indexEnd + 63) / 64 * 64
    if 4096 + Int(text) <= bytes.count { mend(10, 4096..<4096 + Int(text)) }
    if table <= bytes.count { mend(11, table..<bytes.count) }
  }
  mend(511, 0..<4088)
}

private struct SoundFile {
  let values: [[UInt8]]
  let bytes: [UInt8]

  init(_ count: Int, _ comparison: Blocklist.Comparison) throws {
    let path = NSTemporaryDirectory() + "audit-fuzz-\(UUID().uuidString).blocklist"
    var compiler = try BlocklistCompiler(comparison: comparison, temporaryDirectory: "/tmp")
    try compiler.beginSource(ranking: .byOrder)
    values = (0..<count).map { Array("value \($0)".utf8) }
    for value in values { try compiler.add(value.span) }
    expect(try compiler.finish(to: path, text: ["made up"]) != nil, "not written")
    bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    try FileManager.default.removeItem(atPath: path)
  }
}

/// Sound files of no, one, some and many values.
private let soundFiles = [(0, .exact), (1, .exact), (40, .fold), (1_000, .exact)].compactMap {
  (count: Int, comparison: Blocklist.Comparison) in try? SoundFile(count, comparison)
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}
