import Blocklists
import CXXHash
import Files
import Foundation
@_spi(Internal) import Passwords

/// Fuzzes compiled blocklists by changing chosen bytes; optionally corrects the checksums, so that
/// the changes get past them.
///
/// The first byte chooses a sound file, whether checksums are corrected, and whether bytes are cut
/// off or added; every four bytes after it change one. No look-up may read beyond the file, and
/// look-ups in an unchanged file must find every value.
func fuzzBlocklist(_ input: [UInt8]) {
  guard let first = input.first else { return }
  let sound = soundFiles[Int(first) % soundFiles.count]
  var bytes = sound.bytes
  var change = input.dropFirst()
  while change.count >= 4 {
    let words = change.prefix(4).map(Int.init)
    change = change.dropFirst(4)
    let place = (words[0] << 8 | words[1]) % bytes.count
    bytes[place] = words[2] & 1 == 0 ? UInt8(words[3]) : bytes[place] ^ UInt8(words[3])
  }
  if first & 0x10 != 0 {
    var file = CompiledFile(bytes)
    file.mend()
    bytes = file.bytes
  }
  if first & 0x20 != 0 { bytes.removeLast(min(bytes.count, input.count * 8)) }
  if first & 0x40 != 0 { bytes += [UInt8](repeating: first, count: 64) }
  lookUp(sound.values, in: bytes, isSound: bytes == sound.bytes)
}

/// Opens a file and looks values up in it; a sound file must have them all.
func lookUp(_ values: [[UInt8]], in bytes: [UInt8], isSound: Bool) {
  let file = ListFile(bytes)
  defer { _ = file }
  guard let list = try? CompiledBlocklist(path: ListFile.path, name: "list") else {
    return expect(!isSound, "a sound file is refused")
  }
  expect(list.header.fileByteCount == bytes.count, "a file of another size")
  expect(CompiledBlocklist.isRecognised(path: ListFile.path), "a list that is taken for text")
  guard let set = try? BlocklistSet(sources: [.compiled(list)]) else {
    return expect(false, "one list is too many")
  }
  let found = values.count { set.lists(holding: $0.span) == 1 }
  _ = set.lists(holding: Array("not there".utf8).span)
  _ = set.bestBand(of: Array("value 1".utf8).span)
  look(up: values, in: set)
  let isVerified = (try? list.verify()) != nil
  if isSound { expect(isVerified && found == values.count, "a sound file") }
  if isVerified { expect((try? set.checkUnchanged()) != nil, "nobody changed it") }
  _ = list.blocklist
}

/// Looks up values as the lines of a chunk.
private func look(up values: [[UInt8]], in set: BlocklistSet) {
  guard let schema = try? Schema(for: set.demand) else { return expect(false, "no schema") }
  let text = Array(values.prefix(256).map { $0 + [10] }.joined())
  let padded = text + [UInt8](repeating: 0, count: 64)
  var counts = LineCounts()
  var batch = LineBatch()
  var cursor = 0
  // SAFETY: bytes have no padding.
  unsafe Profiler(schema).fill(
    &batch, from: padded.span.bytes, end: text.count, at: &cursor, counting: &counts)
  unsafe set.mark(&batch, in: padded.span.bytes, schema: schema)
}

/// The 64-bit XXH3 hash used for the file's checksums.
func checksum(of bytes: ArraySlice<UInt8>) -> UInt64 {
  // SAFETY: the bytes live for the call.
  unsafe bytes.withUnsafeBytes { unsafe xxh3_64bits($0.baseAddress, $0.count, 0) }
}

/// A file as the compiler writes it, with its values.
struct SoundFile {
  /// The values.
  let values: [[UInt8]]
  /// All bytes of the file.
  let bytes: [UInt8]

  /// Compiles so many values.
  init(_ count: Int, _ comparison: ListComparison) throws {
    let path = NSTemporaryDirectory() + "audit-fuzz-\(UUID().uuidString).blocklist"
    var compiler = try BlocklistCompiler(comparison: comparison, temporaryDirectory: "/tmp")
    try compiler.beginSource(ranking: .byOrder)
    values = (0..<count).map { Array("value \($0)".utf8) }
    for value in values { try compiler.add(value.span) }
    expect(try compiler.finish(to: FilePlace(path), text: ["made up"]) != nil, "not written")
    bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    try FileManager.default.removeItem(atPath: path)
  }
}

/// Sound files with no, one, some and many values.
let soundFiles = [(0, .exact), (1, .exact), (40, .fold), (1_000, .exact)].compactMap {
  (count: Int, comparison: ListComparison) in try? SoundFile(count, comparison)
}
