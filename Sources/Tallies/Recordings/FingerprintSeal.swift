/// A tally's statement about its file of fingerprints.
package struct FingerprintSeal: Hashable, Sendable {
  /// The ``FingerprintKey/id`` of the key.
  package var keyID: String
  /// The number of records; each is a distinct password.
  package var records: UInt64
  /// A hash of all records.
  package var checksum: String

  /// Makes a seal.
  package init(keyID: String, records: UInt64, checksum: String) {
    self.keyID = keyID
    self.records = records
    self.checksum = checksum
  }
}
