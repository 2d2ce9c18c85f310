import Auditing
package import Diagnostics
import Files
import Glibc
@_spi(Internal) import Passwords
package import Tallies
import TallyFiles

/// The files of a scan for the fingerprints of distinct passwords and for their key.
package struct FingerprintSettings: Hashable, Sendable, CheckedSettings {
  /// The file of fingerprints.
  let path: String
  /// The file of the key; created if missing.
  let keyPath: String

  /// Sets both files.
  package init(path: String, keyPath: String) {
    self.path = path
    self.keyPath = keyPath
  }

  package func validate() throws(Problem) {
    try Problem.refuse([
      "--fingerprints and --fingerprint-key take two files.":
        path == "-" || keyPath == "-" || path == keyPath
    ])
  }

  /// The key in the file, or a new one that only the file's owner can read.
  ///
  /// - Throws: ``Problem``.
  package func key() throws(Problem) -> FingerprintKey {
    let bytes: [UInt8]
    do throws(SystemError) {
      let place = try FilePlace(keyPath)
      if try FileKind(of: place.heldPath) == .nothing { try make(at: place) }
      // Another scan may have stored its key meanwhile, so the stored one counts.
      bytes = try SmallFile.bytes(of: place.heldPath, atMost: 1 << 20)
    } catch {
      throw .unreadableFingerprints(keyPath, error)
    }
    guard let key = FingerprintKey(bytes) else {
      throw .noKey(keyPath, byteCount: bytes.count)
    }
    return key
  }

  /// Whether the key's file is missing.
  package var lacksKey: Bool {
    do throws(SystemError) { return try FileKind(of: keyPath) == .nothing } catch { return false }
  }

  /// The note that a new key stays although the scan that made it failed; nil if it has made none.
  package var keptKey: Problem? { lacksKey ? nil : .keyKept(keyPath) }

  /// Makes a key and stores it in its file, unless the file exists.
  private func make(at place: FilePlace) throws(SystemError) {
    var file = try ProvisionalFile(place, for: .owner)
    try file.write(FingerprintKey.random().bytes)
    do throws(SystemError) { try file.publish(replacing: .nothing) } catch {
      if !error.isOccupied { throw error }
    }
  }

  /// Creates a file of fingerprints, which replaces one only with `force`, and none of `inputs`.
  ///
  /// - Throws: ``Problem``, `Problem`.
  static func writer(
    _ path: String, keyID: String, force: Bool, besides inputs: [String] = []
  ) throws -> FingerprintWriter {
    let replacing = Replacing(isForced: force)
    try replacing.check(path, besides: inputs)
    do throws(SystemError) {
      return try FingerprintWriter(path, keyID: keyID, replacing: replacing)
    } catch {
      throw Problem.unreadableFingerprints(path, error)
    }
  }
}

extension Problem {
  /// The key that a scan has made stays although the scan failed.
  ///
  /// Nothing tells whether another scan has read it meanwhile, and has perhaps ended since: its
  /// fingerprints could then never be added up.
  fileprivate static func keyKept(_ file: String) -> Problem {
    Problem(
      "key-kept", in: file, "the new fingerprint key stays, for another scan may already use it",
      remedy: "Scan again with it, or remove the file if no other scan uses it.", .note)
  }
}

extension FingerprintWriter {
  /// Receives distinct passwords from a grouping, with signatures converted to those of the tally.
  func taker(coarsening: Coarsening? = nil) -> FingerprintTaker {
    { fingerprint, signature, count in
      self.add(fingerprint, coarsening?.signature(of: signature) ?? signature, count: count)
    }
  }
}
