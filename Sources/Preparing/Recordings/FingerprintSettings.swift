import Auditing
import Diagnostics
import Files
import Glibc
@_spi(House) import Passwords
package import Tallies
package import TallyFiles

/// Where a scan writes the fingerprints of distinct passwords, and the key that they are made by.
package struct FingerprintSettings: Hashable, Sendable {
  /// The file of fingerprints, which must not exist.
  package var path: String
  /// The file of the key; made where it is missing.
  package var keyPath: String

  /// Names both files.
  package init(path: String, keyPath: String) {
    self.path = path
    self.keyPath = keyPath
  }

  /// The key in the file, or a new one that only the file's owner can read.
  ///
  /// - Throws: ``FingerprintProblem``.
  package func key() throws(FingerprintProblem) -> FingerprintKey {
    let bytes: [UInt8]
    do throws(SystemError) {
      let isNew = try Occupant(of: keyPath) == .nothing
      bytes = isNew ? try make() : try SmallFile.bytes(of: keyPath, atMost: 1 << 20)
    } catch {
      throw FingerprintProblem(file: keyPath, .unreadable(error))
    }
    guard let key = FingerprintKey(bytes) else {
      throw FingerprintProblem(file: keyPath, .noKey(byteCount: bytes.count))
    }
    return key
  }

  /// Makes a key and keeps it in its file.
  private func make() throws(SystemError) -> [UInt8] {
    let key = FingerprintKey.random()
    var file = try ProvisionalFile(keyPath, for: .owner)
    try file.write(key.bytes)
    try file.publish()
    return key.bytes
  }

  /// Begins a file of fingerprints where there is none yet: nothing tells one from a list, so none is
  /// replaced.
  ///
  /// - Throws: ``FingerprintProblem``.
  package static func writer(
    new path: String, keyID: String
  ) throws(FingerprintProblem) -> FingerprintWriter {
    do throws(SystemError) {
      guard try Occupant(of: path) == .nothing else { throw SystemError(code: EEXIST) }
      return try FingerprintWriter(path, keyID: keyID)
    } catch {
      throw FingerprintProblem(file: path, error.code == EEXIST ? .occupied : .unreadable(error))
    }
  }
}

extension FingerprintWriter {
  /// Takes distinct passwords as a grouping passes them on.
  var taker: FingerprintTaker {
    { fingerprint, signature, count in self.add(fingerprint, signature, count: count) }
  }

  /// The same, with signatures as the tally has them.
  func taker(of coarsened: @escaping @Sendable (Signature) -> Signature) -> FingerprintTaker {
    { fingerprint, signature, count in
      self.add(fingerprint, coarsened(signature), count: count)
    }
  }
}
