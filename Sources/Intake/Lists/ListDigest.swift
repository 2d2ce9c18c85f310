import CCrypto

/// Computes the SHA-256 of bytes that arrive in pieces.
///
/// Uses OpenSSL's older functions: the newer ones (`EVP_…`) read its configuration and set up every
/// algorithm, which takes 2 MB of memory in each run and is not faster.
@safe struct ListDigest: ~Copyable {
  // SAFETY: made in `init`, freed in `deinit`; no copy can exist.
  private let context: UnsafeMutablePointer<SHA256_CTX>

  init() {
    unsafe context = .allocate(capacity: 1)
    unsafe context.initialize(to: SHA256_CTX())
    unsafe SHA256_Init(context)
  }

  deinit { unsafe context.deallocate() }

  /// Adds the next bytes.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    // SAFETY: OpenSSL reads only the bytes of the buffer.
    _ = unsafe SHA256_Update(context, bytes.baseAddress, bytes.count)
  }

  /// The digest of all bytes added, 32 bytes; call it once, at the end.
  mutating func finish() -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
      // SAFETY: SHA-256 writes 32 bytes.
      _ = unsafe SHA256_Final(digest.baseAddress, context)
      count = 32
    }
  }
}
