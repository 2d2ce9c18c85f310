@_spi(Internal) import Bytes
package import Diagnostics
@_spi(Internal) package import Files
@_spi(Internal) package import Passwords
package import Tallies

/// The fingerprints of distinct passwords as a file of records, which belongs to a tally.
///
/// A record has 32 bytes: the fingerprint (16 bytes), the 1-based number of a row in the tally's
/// table `signatures` (8 bytes), and the occurrences of the password (8 bytes); both numbers are
/// little-endian. Records are in ascending order of fingerprints, and all fingerprints are
/// distinct. There is no header: the tally stores the facts about the file (``FingerprintSeal``).
package enum FingerprintFile {
  /// The size of a record, in bytes.
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
  // SAFETY (`@unchecked Sendable`): only one worker passes distinct passwords on, and the caller
  // that begins and finishes the file waits for it.
  /// The file's name as the user gave it.
  package let path: String
  private let keyID: String
  private var file: ProvisionalFile?
  private let replacing: Replacing
  private var rows: [Signature: UInt64] = [:]
  private var buffer: [UInt8] = []
  private var records: UInt64 = 0
  private var hash = RecordHash()
  private var failure: SystemError?

  /// Creates the file, so that a bad path fails before a long run; only the owner may read the
  /// file.
  package init(
    _ path: String, keyID: String, replacing: Replacing = Replacing(isForced: false)
  ) throws(SystemError) {
    self.path = path
    self.replacing = replacing
    self.keyID = keyID
    file = try ProvisionalFile(path, for: .owner)
    buffer.reserveCapacity(RecordHash.blockSize)
  }

  /// Sets the tally whose rows the records refer to.
  package func begin(_ tally: Tally) {
    for (index, signature) in TallyFile.rows(of: tally).enumerated() where rows[signature] == nil {
      rows[signature] = UInt64(index + 1)
    }
  }

  /// Adds the record of a password; the tally must contain its signature.
  package func add(_ fingerprint: Fingerprint, _ signature: Signature, count: UInt64) {
    guard failure == nil, let row = rows[signature] else {
      assert(failure != nil, "a password that was not tallied")
      return
    }
    buffer.append(bigEndian: fingerprint.high)
    buffer.append(bigEndian: fingerprint.low)
    buffer.append(littleEndian: row)
    buffer.append(littleEndian: count)
    records += 1
    if buffer.count == RecordHash.blockSize { flush() }
  }

  private func flush() {
    if buffer.isEmpty { return }
    hash.add(buffer)
    do throws(SystemError) { try file?.write(buffer) } catch { failure = failure ?? error }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes the remaining records.
  ///
  /// - Returns: The seal to store in the tally.
  /// - Throws: ``Problem`` with the first write error.
  package func finish() throws(Problem) -> FingerprintSeal {
    flush()
    if let failure { throw Problem.unwritableFingerprints(path, failure) }
    return FingerprintSeal(keyID: keyID, records: records, checksum: hash.text)
  }

  /// Publishes the file under its name.
  ///
  /// - Throws: ``Problem``, also if another program made one meanwhile.
  package func publish() throws {
    do throws(SystemError) { try file?.publish(replacing: replacing.replaceable) } catch {
      if error.isOccupied { throw replacing.problem(path, error) }
      throw Problem.unwritableFingerprints(path, error)
    }
  }

  /// Removes the published file.
  package func withdraw() { file?.withdraw() }

  /// Removes an unpublished file.
  ///
  /// This is not left to `deinit`: a worker may hold the writer until the process has ended.
  package func discard() { file = nil }
}

/// A hash of a file of records, block by block; detects damage, not malice.
struct RecordHash {
  /// The size of every block except the last.
  static let blockSize = 1 << 18

  private var value: UInt64 = 0

  /// Adds the next block.
  mutating func add(_ block: [UInt8]) {
    value = xxh3(block.raw, seed: value ^ UInt64(block.count))
  }

  /// The current hash, in hexadecimal.
  var text: String { hexadecimal(value) }
}
