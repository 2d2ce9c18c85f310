package import Diagnostics

/// A reason why fingerprints cannot be read or do not belong to a tally.
package typealias FingerprintProblem = FaultyFile<FingerprintFault>

/// The kinds of ``FingerprintProblem``.
package enum FingerprintFault: FileFault {
  /// The file cannot be read, or not be made.
  case unreadable(SystemError)
  /// The file cannot be written to its end.
  case unwritable(SystemError)
  /// The tally at the same position of the command was recorded without fingerprints.
  case ofNoTally
  /// The file is too long or too short for the records of its tally.
  case size(byteCount: Int, records: UInt64)
  /// The record with this number, from 1, is invalid.
  case record(Int, found: String)
  /// The records do not add up to the entries of the tally.
  case total
  /// The records differ from the written ones.
  case checksum
  /// The file was made with another key than the previous file.
  case otherKey
  /// The key file does not hold a key.
  case noKey(byteCount: Int)

  package var found: String {
    switch self {
    case .unreadable(let fault): "\(fault)"
    case .unwritable(let fault): "cannot write: \(fault)"
    case .ofNoTally: "the tally was recorded without fingerprints"
    case .size(let byteCount, let records):
      "\(byteCount) bytes of fingerprints for a tally of \(records) distinct passwords"
    case .record(let number, let found): "fingerprint \(number): \(found)"
    case .total: "the fingerprints do not add up to the entries of the tally"
    case .checksum: "the fingerprints do not have the checksum that the tally states"
    case .otherKey: "the fingerprints were made by another key than those before"
    case .noKey(let byteCount): "a key of \(byteCount) bytes"
    }
  }

  package var expected: String? {
    switch self {
    case .size(_, let records):
      records.multipliedReportingOverflow(by: UInt64(FingerprintFile.recordSize)).overflow
        ? nil : "\(records * UInt64(FingerprintFile.recordSize))"
    case .noKey: "32 bytes, as 'audit scan' makes them"
    default: nil
    }
  }

  package var remedy: String? {
    switch self {
    case .unreadable: nil
    case .unwritable:
      "Name a place with room for 32 bytes a distinct password. A new key is kept: the next scan takes "
        + "it."
    case .ofNoTally, .size, .total, .checksum, .record:
      "Name the fingerprint files in the order of the tallies, or scan again."
    case .otherKey: "Scan all lists with one --fingerprint-key."
    case .noKey: "Name a file that does not exist, and a key is made."
    }
  }
}
