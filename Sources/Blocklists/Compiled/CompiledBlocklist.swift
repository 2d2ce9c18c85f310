/// A blocklist that was compiled into a file, and is mapped from there: opening it reads a page or
/// two, whatever its size.
///
///     let list = try CompiledBlocklist(path: "pwned.blocklist", name: "pwned")
///     let set = try BlocklistSet(sources: [.compiled(list)])
///
/// What opening checks is the header, the text and the table of checksums, so a file that was cut short
/// or is something else is refused; ``verify(_:)`` checks every byte. No content of a file makes a
/// look-up read beyond it.
package final class CompiledBlocklist: Sendable {
  /// What the list is called.
  package let name: String
  /// Where it was opened.
  package let path: String
  /// What its first page says.
  package let header: CompiledHeader
  /// Where its values come from, a line a source.
  package let text: String

  private let file: MappedFile
  private let index: CompiledIndex

  /// Opens a file.
  package init(path: String, name: String) throws(CompiledFault) {
    do { file = try MappedFile(path) } catch { throw .unreadable(error) }
    self.name = name
    self.path = path
    (header, text) = try file.withBytes { bytes throws(CompiledFault) in
      let header = try CompiledHeader(bytes)
      let text = bytes.extracting(header.textStart..<header.textStart + header.textByteCount)
      guard Checksum.of(text) == header.textChecksum else {
        throw .damaged(part: .text, offset: header.textStart)
      }
      guard Checksum.of(bytes.extracting(header.tableStart...)) == header.tableChecksum else {
        throw .damaged(part: .checks, offset: header.tableStart)
      }
      let words = Span<UInt8>(_bytes: text)
      return (header, String(decoding: words.indices.map { words[$0] }, as: UTF8.self))
    }
    index = CompiledIndex(header)
  }

  /// Whether a file is a compiled blocklist, or was one before it was damaged: by its first bytes.
  package static func isRecognised(path: String) -> Bool {
    guard let file = try? MappedFile(path) else { return false }
    return file.withBytes(CompiledHeader.isRecognised)
  }

  /// Makes sure that all that was looked up was looked up in the file that was opened.
  ///
  /// A file that was cut gives no hits where it ended, without a word; so this belongs behind the last
  /// look-up, before its answer is believed.
  ///
  /// - Throws: ``CompiledFault/changed`` when another program cut it or changed its bytes.
  /// - Complexity: one system call; reads the file once where its time of change is another.
  package func checkUnchanged() throws(CompiledFault) {
    switch file.change {
    case .none: return
    case .cut: throw .changed
    case .touched:
      guard let now = file.withBytes({ try? CompiledHeader($0) }), now == header else {
        throw .changed
      }
      do throws(CompiledFault) { try verify() } catch { throw .changed }
      if file.change == .cut { throw .changed }
    }
  }

  /// The rank band of a fingerprint; ``CompiledIndex/nothing`` where it is not listed.
  func find(_ fingerprint: UInt64) -> UInt8 {
    file.withBytes { index.find(fingerprint, in: $0) }
  }

  /// The rank bands of the first of many fingerprints.
  func find(_ fingerprints: Span<UInt64>, count: Int, into bands: inout MutableSpan<UInt8>) {
    file.withBytes { index.find(fingerprints, count: count, in: $0, into: &bands) }
  }

  /// Checks every byte, and that values stand where they are sought.
  ///
  /// - Parameter progress: Is told how many of how many bytes have been checked; false ends the work.
  /// - Throws: ``CompiledFault`` for the first damage.
  /// - Complexity: reads the file once: a second for 100 million values that are in memory.
  package func verify(
    _ progress: (_ done: Int, _ total: Int) -> Bool = { _, _ in true }
  ) throws(CompiledFault) {
    try file.withBytes { bytes throws(CompiledFault) in
      for block in 0..<header.blockCount {
        let start = header.valuesStart + block * CompiledHeader.block
        let end = min(start + CompiledHeader.block, header.tableStart)
        let expected = bytes.number(at: header.tableStart + 8 * block, as: UInt64.self)
        guard Checksum.of(bytes.extracting(start..<end)) == expected else {
          throw .damaged(part: .values, offset: start)
        }
        if !progress(end - header.valuesStart, header.tableStart - header.valuesStart) { return }
      }
      try verifyValues(bytes)
    }
  }

  /// Checks that the counts of bands are those of the values, and that nothing stands behind them.
  private func verifyValues(_ bytes: RawSpan) throws(CompiledFault) {
    var bands = [UInt64](repeating: 0, count: RankBand.count)
    var count = 0
    for place in 0..<header.placeCount + CompiledHeader.padding / 8 {
      let value: UInt64 = bytes.number(at: header.valuesStart + 8 * place)
      if value == 0 { continue }
      guard value & 15 != 0, place < header.placeCount else {
        throw .damaged(part: .values, offset: header.valuesStart + 8 * place)
      }
      bands[Int(value & 15)] += 1
      count += 1
    }
    guard bands == header.bandCounts, count == header.valueCount else {
      throw .damaged(part: .values, offset: header.valuesStart)
    }
  }

  /// What a report says of the list.
  package var blocklist: Blocklist {
    Blocklist(
      name: name, provenance: text, comparison: header.comparison, valueCount: header.valueCount,
      repeatCount: header.repeatCount, emptyCount: header.emptyCount,
      bandCounts: header.bandCounts, lengthCounts: header.lengthCounts)
  }
}
