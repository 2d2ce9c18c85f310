@_spi(Internal) import Bytes
import CCrypto

/// The key of fingerprints.
///
/// Under one key, equal passwords have equal fingerprints; without the key, an attacker cannot test
/// guesses.
///
///     let key = FingerprintKey.random()
///     key.id        // "9f2c…": distinguishes keys, and reveals nothing else
package struct FingerprintKey: Hashable, Sendable {
  /// The size of a key, and of a file that holds one.
  package static let byteCount = 32

  /// The bytes of the key.
  package let bytes: [UInt8]

  /// Makes a key from bytes; nil unless there are ``byteCount``.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  /// Makes a key from the system's random numbers.
  package static func random() -> FingerprintKey {
    var generator = SystemRandomNumberGenerator()
    return FingerprintKey(
      checked: (0..<byteCount).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }

  private init(checked bytes: [UInt8]) { self.bytes = bytes }

  /// 32 hexadecimal digits that identify the key: the fingerprint of the empty text, which is not a
  /// password.
  package var id: String {
    let hash = KeyedHash(self)
    let empty: [UInt8] = []
    let fingerprint = hash.fingerprint(of: empty.raw)
    return [fingerprint.high, fingerprint.low].map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}

/// A password's 128-bit hash.
package struct Fingerprint: Hashable, Sendable {
  /// The first eight bytes, as a big-endian number.
  package var high: UInt64
  /// The last eight bytes, as a big-endian number.
  package var low: UInt64

  /// Makes a fingerprint from its halves.
  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }
}

/// Makes keyed fingerprints: BLAKE2s with a key, 16 bytes long (RFC 7693).
///
/// In Python, `hashlib.blake2s(password, key=key, digest_size=16).digest()`.
@safe package final class KeyedHash {
  // SAFETY: made in `init`, freed in `deinit`. One worker owns the hash, so calls never overlap.
  private let context: OpaquePointer

  /// Prepares the hash for one key.
  package init(_ key: FingerprintKey) {
    // SAFETY: the algorithm is built into the library and freed with the context. The parameter
    // points to its name and to the number; these and the key outlive the call that reads them.
    let algorithm = unsafe EVP_MAC_fetch(nil, "BLAKE2SMAC", nil)
    defer { unsafe EVP_MAC_free(algorithm) }
    guard let context = unsafe EVP_MAC_CTX_new(algorithm) else {
      fatalError("libcrypto has no BLAKE2s, which version 3 and later have")
    }
    unsafe self.context = context
    var size = MemoryLayout<Fingerprint>.size
    let isKeyed = unsafe OSSL_MAC_PARAM_SIZE.withCString { name in
      unsafe withUnsafeMutablePointer(to: &size) { size in
        let parameters = unsafe [
          OSSL_PARAM_construct_size_t(name, size), OSSL_PARAM_construct_end(),
        ]
        return unsafe EVP_MAC_init(context, key.bytes, key.bytes.count, parameters)
      }
    }
    precondition(isKeyed == 1, "a key of 32 bytes, and a hash of 16")
  }

  deinit { unsafe EVP_MAC_CTX_free(context) }

  /// The fingerprint of some bytes.
  package func fingerprint(of bytes: RawSpan) -> Fingerprint {
    var (hash, count) = (Fingerprint(high: 0, low: 0), 0)
    // SAFETY: the library reads the bytes of the buffer and writes at most the size of the
    // fingerprint, which is two words without padding.
    let isDone = unsafe bytes.withUnsafeBytes { bytes in
      unsafe withUnsafeMutableBytes(of: &hash) { hash in
        unsafe EVP_MAC_init(context, nil, 0, nil) == 1
          && EVP_MAC_update(context, bytes.baseAddress, bytes.count) == 1
          && EVP_MAC_final(context, hash.baseAddress, &count, hash.count) == 1
      }
    }
    precondition(isDone && count == MemoryLayout<Fingerprint>.size, "a hash of bytes in memory")
    return Fingerprint(high: UInt64(bigEndian: hash.high), low: UInt64(bigEndian: hash.low))
  }
}
