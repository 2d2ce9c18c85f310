package import Diagnostics
import Files
@_spi(House) package import Passwords
package import Tallies

/// Fingerprints of distinct passwords as a file of records, beside the tally that they belong to.
///
/// A record has 32 bytes: the fingerprint (16 bytes), the number of a row of the tally's table
/// `signatures` from 1 (8 bytes), and how often the password occurs (8 bytes); the two numbers are
/// little-endian. Records ascend by their fingerprints, which differ. There is no header: what a reader
/// must know stands in the tally (``FingerprintSeal``).
package enum FingerprintFile {
  /// Bytes of a record.
  package static let recordSize = 32
}

/// Writes the records of one tally.
///
///     let writer = try FingerprintWriter("leaked.fingerprints", key: key)
///     writer.begin(rows: FingerprintRows(tally))
///     writer.add(fingerprint, signature, count: 3)      // for each password
///     recording.fingerprints = try writer.finish()
///     try writer.publish()
package final class FingerprintWriter: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): distinct passwords are handed on by one worker, and whoever begins
  // and finishes the file waits for it.
  /// The file's name as the user gave it.
  package let path: String
  private let keyID: String
  private var file: ProvisionalFile
  private var rows: [Signature: UInt64] = [:]
  private var buffer: [UInt8] = []
  private var records: UInt64 = 0
  private var hash = RecordHash()
  private var failure: SystemError?

  /// Begins the file, so that a bad place is told before a long run; only its owner may read it.
  package init(_ path: String, keyID: String) throws(SystemError) {
    self.path = path
    self.keyID = keyID
    file = try ProvisionalFile(path, for: .owner)
    buffer.reserveCapacity(RecordHash.blockSize)
  }

  /// Learns the rows of the tally that the records refer to.
  package func begin(_ tally: Tally) {
    for (index, signature) in TallyFile.rows(of: tally).enumerated() where rows[signature] == nil {
      rows[signature] = UInt64(index + 1)
    }
  }

  /// Adds the record of a password whose signature the tally has.
  package func add(_ fingerprint: Fingerprint, _ signature: Signature, count: UInt64) {
    guard failure == nil, let row = rows[signature] else {
      assert(failure != nil, "a password that was not tallied")
      return
    }
    for word in [
      fingerprint.high.bigEndian, fingerprint.low.bigEndian, row.littleEndian,
      count.littleEndian,
    ] {
      unsafe withUnsafeBytes(of: word) { unsafe buffer.append(contentsOf: $0) }
    }
    records += 1
    if buffer.count == RecordHash.blockSize { flush() }
  }

  private func flush() {
    if buffer.isEmpty { return }
    hash.add(buffer)
    do throws(SystemError) { try file.write(buffer) } catch { failure = failure ?? error }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes the rest.
  ///
  /// - Returns: What the tally must say of the file.
  /// - Throws: The first failure to write.
  package func finish() throws(SystemError) -> FingerprintSeal {
    flush()
    if let failure { throw failure }
    return FingerprintSeal(keyID: keyID, records: records, checksum: hash.text)
  }

  /// Gives the file its name.
  package func publish() throws(SystemError) { try file.publish() }
}
