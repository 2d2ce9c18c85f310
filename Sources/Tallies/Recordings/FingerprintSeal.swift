/// The facts that a tally states about its file of fingerprints.
package struct FingerprintSeal: Hashable, Sendable {
  /// ``FingerprintKey/id`` of their key.
  package var keyID: String
  /// The number of records, which are distinct passwords.
  package var records: UInt64
  /// A hash of all records.
  package var checksum: String

  /// Makes the seal of a file.
  package init(keyID: String, records: UInt64, checksum: String) {
    self.keyID = keyID
    self.records = records
    self.checksum = checksum
  }
}
