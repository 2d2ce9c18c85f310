import CCrypto
import Dispatch
import Workers

/// Computes the SHA-256 of a stream of buffers in parallel with reading.
///
/// Hashing 62 MB takes 34 ms even with the processor's SHA instructions: 7 % of the time in which
/// zlib inflates them, 12 to 18 % of ISA-L's. On a separate thread it costs the reader nothing if a
/// second core is idle. A reader on a single thread hashes by itself.
///
/// The helper is its own, not the run's: helpers of the run are workers, which take chunks until
/// the lists end, so the reader would wait for its buffers.
@safe final class BackgroundDigest: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): the helper uses the digest while it holds a lent buffer; the
  // reader, who calls all methods, uses it only after it has waited for all lent buffers.
  private var digest = ListDigest()
  private var isBesideReader: Bool
  /// Its one helper hashes the buffers in order; made for the first large piece.
  private var workers = WorkerPool.alone
  /// Left when all lent buffers are hashed.
  private let hashing = DispatchGroup()

  init(isBesideReader: Bool) { self.isBesideReader = isBesideReader }

  /// Adds the first bytes of a buffer; the buffer must not be written until it is returned.
  ///
  /// A small piece is hashed immediately, since waking another thread takes longer.
  func update(_ buffer: InputBuffer, byteCount: Int) {
    if isBesideReader, byteCount >= 32_768, workers.width == 1 {
      workers = WorkerPool(width: 2)
      // The system may grant no thread.
      isBesideReader = workers.width > 1
    }
    guard byteCount >= 32_768, workers.width > 1 else {
      hashing.wait()
      return add(buffer, byteCount)
    }
    hashing.enter()
    buffer.lend(to: workers) { [self] in
      add(buffer, byteCount)
      hashing.leave()
    }
  }

  private func add(_ buffer: InputBuffer, _ byteCount: Int) {
    // SAFETY: the caller keeps the buffer, and these bytes have been written.
    unsafe digest.add(buffer.bytes(in: 0..<byteCount))
  }

  /// The digest of all bytes added, 32 bytes; call it once, at the end.
  func finish() -> [UInt8] {
    hashing.wait()
    return digest.finish()
  }
}

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
