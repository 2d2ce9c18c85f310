@_spi(Internal) import Bytes
package import Diagnostics
@_spi(Internal) import Files

/// A blocklist in a compiled file, which is mapped into memory: opening reads a page or two of a
/// file of any size.
///
///     let list = try CompiledBlocklist(path: "pwned.blocklist", name: "pwned")
///     let set = try BlocklistSet(sources: [.compiled(list)])
///
/// Opening checks the header, the text and the table of checksums, so truncated files and other
/// files are refused; ``verify(_:)`` checks every byte. Look-ups stay within the file, whatever it
/// contains.
package final class CompiledBlocklist: Sendable {
  /// The list's name.
  package let name: String
  /// The path at which it was opened.
  package let path: String
  /// The first page of the file.
  package let header: CompiledHeader
  /// The sources of its values, one per line.
  package let text: String

  private let file: MappedFile
  private let index: CompiledIndex

  /// Opens a file.
  package init(path: String, name: String) throws(Problem) {
    do { file = try MappedFile(path) } catch { throw .unreadable(path, error) }
    self.name = name
    self.path = path
    do throws(Problem) {
      (header, text) = try file.withBytes { bytes throws(Problem) in
        let header = try CompiledHeader(bytes)
        let text = bytes.extracting(header.textStart..<header.textStart + header.textByteCount)
        guard Checksum.of(text) == header.textChecksum else {
          throw CompiledFile.damaged(.text, offset: header.textStart)
        }
        guard Checksum.of(bytes.extracting(header.tableStart...)) == header.tableChecksum else {
          throw CompiledFile.damaged(.checks, offset: header.tableStart)
        }
        let words = Span<UInt8>(_bytes: text)
        return (header, String(decoding: words.indices.map { words[$0] }, as: UTF8.self))
      }
    } catch {
      throw error.of(path)
    }
    index = CompiledIndex(header)
  }

  /// Whether the first bytes of a file look like a compiled blocklist, whole or damaged.
  package static func isRecognised(path: String) -> Bool {
    guard let file = try? MappedFile(path) else { return false }
    return file.withBytes(CompiledHeader.isRecognised)
  }

  /// Checks that the file did not change while passwords were looked up.
  ///
  /// Beyond the new end of a truncated file, look-ups silently find nothing. So call this after the
  /// last look-up and before using the answers.
  ///
  /// - Throws: ``Problem`` if another program truncated the file or changed its bytes.
  /// - Complexity: One system call; reads the file once if its modification time has changed.
  package func checkUnchanged() throws(Problem) {
    switch file.change {
    case .none: return
    case .cut: break
    case .touched:
      let isSame =
        file.withBytes { try? CompiledHeader($0) } == header && (try? verify()) != nil
      if isSame, file.change != .cut { return }
    }
    throw CompiledFile.changed.of(path)
  }

  /// The rank band of a fingerprint; ``CompiledIndex/nothing`` if it is not listed.
  func find(_ fingerprint: UInt64) -> UInt8 {
    file.withBytes { index.find(fingerprint, in: $0) }
  }

  /// Finds the rank bands of the first `count` fingerprints.
  func find(_ fingerprints: Span<UInt64>, count: Int, into bands: inout MutableSpan<UInt8>) {
    file.withBytes { index.find(fingerprints, count: count, in: $0, into: &bands) }
  }

  /// Checks every byte, and that look-ups find each value at its place.
  ///
  /// - Parameter progress: Receives the number of checked bytes and of all bytes; returns false to
  ///   stop.
  /// - Throws: ``Problem`` for the first damage found.
  /// - Complexity: Reads the file once; one second for 100 million values that are already in
  ///   memory.
  package func verify(
    _ progress: (_ done: Int, _ total: Int) -> Bool = { _, _ in true }
  ) throws(Problem) {
    try file.withBytes { bytes throws(Problem) in
      for block in 0..<header.blockCount {
        let start = header.valuesStart + block * CompiledHeader.block
        let end = min(start + CompiledHeader.block, header.tableStart)
        let expected = bytes.number(at: header.tableStart + 8 * block, as: UInt64.self)
        guard Checksum.of(bytes.extracting(start..<end)) == expected else {
          throw CompiledFile.damaged(.values, offset: start).of(path)
        }
        if !progress(end - header.valuesStart, header.tableStart - header.valuesStart) { return }
      }
      try verifyValues(bytes)
    }
  }

  /// Checks that the counts by band match the values, and that only zeros follow the values.
  private func verifyValues(_ bytes: RawSpan) throws(Problem) {
    var bands = [UInt64](repeating: 0, count: RankBand.count)
    var count = 0
    for place in 0..<header.placeCount + CompiledHeader.padding / 8 {
      let value: UInt64 = bytes.number(at: header.valuesStart + 8 * place)
      if value == 0 { continue }
      guard value & 15 != 0, place < header.placeCount else {
        throw CompiledFile.damaged(.values, offset: header.valuesStart + 8 * place).of(path)
      }
      bands[Int(value & 15)] += 1
      count += 1
    }
    guard bands == header.bandCounts, count == header.valueCount else {
      throw CompiledFile.damaged(.values, offset: header.valuesStart).of(path)
    }
  }

  /// The list as reports describe it.
  package var blocklist: Blocklist {
    Blocklist(
      name: name, provenance: text, comparison: header.comparison, valueCount: header.valueCount,
      repeatCount: header.repeatCount, emptyCount: header.emptyCount,
      bandCounts: header.bandCounts, lengthCounts: header.lengthCounts)
  }
}
