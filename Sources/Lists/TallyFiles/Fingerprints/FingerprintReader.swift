@_spi(Internal) import Bytes
package import Diagnostics
import Files
@_spi(Internal) package import Passwords
package import Tallies

/// Reads and checks the records of one tally.
///
///     let reader = try FingerprintReader("a.fingerprints", of: recording)
///     try reader.forEach { fingerprint, row, count in … }
package struct FingerprintReader: ~Copyable {
  /// The file's name as the user gave it.
  package let path: String
  private let file: ReadableFile
  private let seal: FingerprintSeal
  /// The signatures of the tally, by row.
  package let rows: [Signature]
  /// The sum that the counts of the records must have; nil if a count in the tally was clamped.
  private let entries: UInt64?

  /// Opens the file of a recording.
  ///
  /// - Throws: ``Problem``, also if the recording has no fingerprints or the file has
  ///   the wrong size.
  package init(_ path: String, of recording: Recording) throws(Problem) {
    guard let seal = recording.fingerprints else {
      throw .noFingerprints(path)
    }
    let file: ReadableFile
    do throws(SystemError) { file = try ReadableFile(path) } catch {
      throw .unreadableFingerprints(path, error)
    }
    let (size, isTooMuch) = seal.records.multipliedReportingOverflow(
      by: UInt64(FingerprintFile.recordSize))
    guard !isTooMuch, size == UInt64(file.byteCount) else {
      throw .fingerprintSize(path, byteCount: file.byteCount, records: seal.records)
    }
    self.path = path
    self.file = file
    self.seal = seal
    rows = TallyFile.rows(of: recording.tally)
    entries = recording.hasClampedOccurrences ? nil : recording.entries
  }

  /// The id of the fingerprints' key.
  package var keyID: String { seal.keyID }

  /// Calls `body` with each record, in ascending order of fingerprints.
  ///
  /// A record has its signature's index in ``rows``.
  ///
  /// The file is verified only after the last record; if this throws, discard all results.
  ///
  /// - Throws: ``Problem``.
  package func forEach(
    _ body: (Fingerprint, _ row: Int, _ count: UInt64) -> Void
  ) throws(Problem) {
    func fault(_ record: Int, _ found: String) -> Problem {
      .invalidFingerprint(path, record + 1, found)
    }
    var (hash, sum, last): (RecordHash, UInt64, Fingerprint?) = (RecordHash(), 0, nil)
    var block: [UInt8] = []
    for offset in stride(from: 0, to: file.byteCount, by: RecordHash.blockSize) {
      block = [UInt8](repeating: 0, count: min(RecordHash.blockSize, file.byteCount - offset))
      do throws(SystemError) { try file.read(into: &block, at: offset) } catch {
        throw .unreadableFingerprints(path, error)
      }
      hash.add(block)
      for start in stride(from: 0, to: block.count, by: FingerprintFile.recordSize) {
        let number = (offset + start) / FingerprintFile.recordSize
        let bytes = block.raw
        let fingerprint = Fingerprint(
          high: bytes.bigEndian(at: start), low: bytes.bigEndian(at: start + 8))
        let row = bytes.number(at: start + 16, as: UInt64.self)
        let count = bytes.number(at: start + 24, as: UInt64.self)
        if let last, !(last < fingerprint) { throw fault(number, "out of order, or double") }
        guard row >= 1, row <= UInt64(rows.count) else { throw fault(number, "row \(row)") }
        guard count >= 1 else { throw fault(number, "no occurrence") }
        let (next, isTooMuch) = sum.addingReportingOverflow(count)
        if let entries, isTooMuch || next > entries { throw .fingerprintTotal(path) }
        (sum, last) = (next, fingerprint)
        body(fingerprint, Int(row) - 1, count)
      }
    }
    if let entries, sum != entries { throw .fingerprintTotal(path) }
    if hash.text != seal.checksum { throw .fingerprintChecksum(path) }
  }
}

extension Fingerprint: Comparable {
  /// Compares by bytes.
  package static func < (a: Fingerprint, b: Fingerprint) -> Bool {
    a.high == b.high ? a.low < b.low : a.high < b.high
  }
}
