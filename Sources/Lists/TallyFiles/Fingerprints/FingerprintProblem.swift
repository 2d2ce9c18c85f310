package import Diagnostics

// Why fingerprints cannot be read, or do not belong to a tally.
extension Problem {
  /// A file of fingerprints, or of a key, cannot be read or made.
  package static func unreadableFingerprints(_ path: String, _ fault: SystemError) -> Problem {
    Problem("unreadable-fingerprints", in: path, "\(fault)")
  }

  /// The file cannot be written to its end.
  static func unwritableFingerprints(_ path: String, _ fault: SystemError) -> Problem {
    Problem(
      "unwritable-fingerprints", in: path, "cannot write: \(fault)",
      remedy:
        "Name a place with room for 32 bytes a distinct password. A new key is kept: the next scan takes "
        + "it.")
  }

  /// The tally at the same position of the command was recorded without fingerprints.
  static func noFingerprints(_ path: String) -> Problem {
    Problem(
      "no-fingerprints", in: path, "the tally was recorded without fingerprints",
      remedy: nameInOrder)
  }

  /// The file is too long or too short for the records of its tally.
  static func fingerprintSize(_ path: String, byteCount: Int, records: UInt64) -> Problem {
    let (size, isTooMuch) = records.multipliedReportingOverflow(
      by: UInt64(FingerprintFile.recordSize))
    return Problem(
      "fingerprint-size", in: path,
      "\(byteCount) bytes of fingerprints for a tally of \(records) distinct passwords",
      expected: isTooMuch ? nil : "\(size)", remedy: nameInOrder)
  }

  /// The record with this number, from 1, is invalid.
  static func invalidFingerprint(_ path: String, _ number: Int, _ found: String) -> Problem {
    Problem("invalid-fingerprint", in: path, "fingerprint \(number): \(found)", remedy: nameInOrder)
  }

  /// The records do not add up to the entries of the tally.
  static func fingerprintTotal(_ path: String) -> Problem {
    Problem(
      "fingerprint-total", in: path,
      "the fingerprints do not add up to the entries of the tally", remedy: nameInOrder)
  }

  /// The records differ from the written ones.
  static func fingerprintChecksum(_ path: String) -> Problem {
    Problem(
      "fingerprint-checksum", in: path,
      "the fingerprints do not have the checksum that the tally states", remedy: nameInOrder)
  }

  /// The file was made with another key than the previous file.
  package static func otherKey(_ path: String) -> Problem {
    Problem(
      "other-key", in: path, "the fingerprints were made by another key than those before",
      remedy: "Scan all lists with one --fingerprint-key.")
  }

  /// The key file does not hold a key.
  package static func noKey(_ path: String, byteCount: Int) -> Problem {
    Problem(
      "no-key", in: path, "a key of \(byteCount) bytes",
      expected: "32 bytes, as 'audit scan' makes them",
      remedy: "Name a file that does not exist, and a key is made.")
  }

  private static let nameInOrder =
    "Name the fingerprint files in the order of the tallies, or scan again."
}
