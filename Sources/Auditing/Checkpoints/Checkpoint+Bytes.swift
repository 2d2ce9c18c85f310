import Bytes
import Diagnostics
@_spi(House) package import Passwords
import Tallies

/// Why a file is no checkpoint to go on from.
package enum CheckpointFault: Error, Hashable, Sendable {
  /// It is something else.
  case foreign
  /// Another version of the program wrote it.
  case version(UInt64)
  /// It is cut short or damaged.
  case damaged
}

/// **The file.** Eight bytes of magic, then numbers of eight bytes, the least byte first: version;
/// identity (settings, then each name and value as byte count and UTF-8); position (chunks, bytes, hash);
/// line counts (how many, then each); hits of blocklists by rank (how many, then each); signatures
/// (how many, then three words and a count each); and an XXH3 of all before.
extension Checkpoint {
  private static let magic = Array("AUDIT-CP".utf8)
  /// The version of the format: 2 since identities are settings and their values.
  package static let version: UInt64 = 2

  /// The checkpoint as the bytes of a file.
  package var bytes: [UInt8] {
    var writer = NumberWriter(Self.magic)
    writer.append(Self.version)
    writer.append(UInt64(identity.settings.count))
    for setting in identity.settings {
      writer.append(setting.name)
      writer.append(setting.value)
    }
    writer.append(position.chunks)
    writer.append(position.bytes)
    writer.append(position.hash)
    writer.append(UInt64(LineCounts.fields.count))
    for field in LineCounts.fields { writer.append(tally.lines[keyPath: field]) }
    writer.append(UInt64(tally.hits.counts.count))
    for count in tally.hits.counts { writer.append(count) }
    writer.append(UInt64(tally.signatureCount))
    tally.forEach { signature, count in
      writer.append(signature.w0)
      writer.append(signature.w1)
      writer.append(signature.w2)
      writer.append(count)
    }
    // SAFETY: bytes have no padding.
    writer.append(xxh3(unsafe writer.bytes.span.bytes))
    return writer.bytes
  }

  /// Reads a checkpoint of a run with this recipe from the bytes of a file.
  ///
  /// - Throws: ``CheckpointFault`` for bytes that ``bytes`` never gives.
  /// - Complexity: O(bytes), memory too, whatever numbers the file holds.
  package init(_ bytes: [UInt8], recipe: Recipe) throws(CheckpointFault) {
    guard bytes.starts(with: Self.magic) else { throw .foreign }
    var reader = NumberReader(bytes[Self.magic.count...])
    let version = try reader.number()
    guard version == Self.version else { throw .version(version) }
    // SAFETY: bytes have no padding.
    guard bytes.count >= 8,
      xxh3(unsafe bytes.span.extracting(droppingLast: 8).bytes) == reader.last
    else {
      throw .damaged
    }
    var settings: [RunIdentity.Setting] = []
    for _ in 0..<(try reader.count(ofSize: 16)) {
      let name = try reader.text()
      settings.append(RunIdentity.Setting(name: name, value: try reader.text()))
    }
    identity = RunIdentity(settings)
    position = Position()
    position.chunks = try reader.number()
    position.bytes = try reader.number()
    position.hash = try reader.number()
    tally = Tally(recipe: recipe)
    guard try reader.number() == UInt64(LineCounts.fields.count) else { throw .damaged }
    for field in LineCounts.fields { tally.lines[keyPath: field] = try reader.number() }
    var hits: [UInt64] = []
    for _ in 0..<(try reader.count(ofSize: 8)) { hits.append(try reader.number()) }
    guard let hits = ListHits(hits, listCount: recipe.demand.lists) else { throw .damaged }
    tally.hits = hits
    for _ in 0..<(try reader.count(ofSize: 32)) {
      let signature = Signature(try reader.number(), try reader.number(), try reader.number())
      tally.record(signature, times: try reader.number())
    }
    guard reader.rest == 8 else { throw .damaged }
  }
}

/// Appends numbers to bytes.
private struct NumberWriter {
  private(set) var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func append(_ number: UInt64) {
    bytes.append(littleEndian: number)
  }

  mutating func append(_ text: String) {
    append(UInt64(text.utf8.count))
    bytes += text.utf8
  }
}

/// Takes numbers from bytes, and never one that is not there.
private struct NumberReader {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// Bytes not read yet.
  var rest: Int { bytes.count }

  /// The number at the end, which stays there; nil where there is none.
  var last: UInt64? { bytes.count < 8 ? nil : littleEndian(bytes.suffix(8)) }

  mutating func number() throws(CheckpointFault) -> UInt64 {
    guard bytes.count >= 8 else { throw .damaged }
    defer { bytes.removeFirst(8) }
    return littleEndian(bytes.prefix(8))
  }

  /// A number of things of at least so many bytes each: no more than can follow.
  mutating func count(ofSize size: Int) throws(CheckpointFault) -> Int {
    let count = try number()
    guard count <= UInt64(bytes.count / size) else { throw .damaged }
    return Int(count)
  }

  mutating func text() throws(CheckpointFault) -> String {
    let count = try count(ofSize: 1)
    defer { bytes.removeFirst(count) }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
