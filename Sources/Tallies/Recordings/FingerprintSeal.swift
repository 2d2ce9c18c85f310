/// What a tally says of the fingerprints beside it.
package struct FingerprintSeal: Hashable, Sendable {
  /// ``FingerprintKey/id`` of their key.
  package var keyID: String
  /// How many records there are: distinct passwords.
  package var records: UInt64
  /// A hash of all records.
  package var checksum: String

  /// States what is known of a file of fingerprints.
  package init(keyID: String, records: UInt64, checksum: String) {
    self.keyID = keyID
    self.records = records
    self.checksum = checksum
  }
}
