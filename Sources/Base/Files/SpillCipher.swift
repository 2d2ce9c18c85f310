import CCrypto
package import Diagnostics
import Glibc

/// Encrypts the content of a temporary file with a key that exists only in memory.
///
///     let cipher = SpillCipher()
///     try cipher.apply(to: bytes, into: room, at: offset)   // encrypts
///     try cipher.apply(to: room, into: bytes, at: offset)   // decrypts
///
/// Uses AES-128 in counter mode (NIST SP 800-38A), by libcrypto. The counter is the number of the
/// block of sixteen bytes in the file, so parts may be written and read in any order; a key must
/// not encrypt two contents of one place. Hides the contents, but does not protect them from
/// changes.
package struct SpillCipher: Sendable {
  private let key: (UInt64, UInt64)
  private static let blockSize = 16

  /// Makes a random key.
  init() {
    var random = SystemRandomNumberGenerator()
    self.init(key: (random.next(), random.next()))
  }

  /// Uses the bytes of two numbers in memory as the key.
  package init(key: (UInt64, UInt64)) { self.key = key }

  /// Encrypts or decrypts bytes; both are the same operation.
  ///
  /// - Parameters:
  ///   - bytes: The input bytes.
  ///   - room: Receives the same number of bytes; may be the memory of `bytes`.
  ///   - offset: Their offset in the file; not negative.
  /// - Throws: ``SystemError`` with `ENOMEM` if libcrypto has too little memory.
  package func apply(
    to bytes: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(SystemError) {
    precondition(offset >= 0 && room.count >= bytes.count)
    guard let context = unsafe EVP_CIPHER_CTX_new() else { throw SystemError(code: ENOMEM) }
    // SAFETY: the context is freed once, after its last use.
    defer { unsafe EVP_CIPHER_CTX_free(context) }
    // Big-endian; the upper half stays 0.
    let counter = (UInt64(0), UInt64(offset / Self.blockSize).bigEndian)
    // SAFETY: the key and the counter have sixteen bytes each and are valid during the call.
    var isDone = unsafe withUnsafeBytes(of: key) { key in
      unsafe withUnsafeBytes(of: counter) { counter in
        unsafe EVP_EncryptInit_ex(
          context, EVP_aes_128_ctr(), nil, key.bindMemory(to: UInt8.self).baseAddress,
          counter.bindMemory(to: UInt8.self).baseAddress) == 1
      }
    }
    let zeros = [UInt8](repeating: 0, count: Self.blockSize)
    var skipped = zeros
    var count: Int32 = 0
    // SAFETY: both have sixteen bytes, and fewer are used.
    if isDone {
      isDone =
        unsafe EVP_EncryptUpdate(
          context, &skipped, &count, zeros, Int32(offset % Self.blockSize)) == 1
    }
    var start = 0
    while isDone, start < bytes.count {
      let size = min(bytes.count - start, 1 << 30)
      // SAFETY: both have `bytes.count` bytes, and `start + size` is at most that.
      let from = unsafe bytes[start..<start + size].bindMemory(to: UInt8.self)
      let to = unsafe room[start..<start + size].bindMemory(to: UInt8.self)
      isDone =
        unsafe EVP_EncryptUpdate(context, to.baseAddress, &count, from.baseAddress, Int32(size))
        == 1
      start += size
    }
    if !isDone { throw SystemError(code: ENOMEM) }
  }
}
