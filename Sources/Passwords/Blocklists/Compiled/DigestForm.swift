import Bytes
import CDigests
import Passwords

/// A kind of digest that lists hold in place of values, cut to 64 bits.
protocol DigestForm {
  /// The first 64 bits of a value's digest.
  static func fingerprint(of value: Span<UInt8>) -> UInt64
  /// The longest line that ``fingerprints(_:_:_:_:in:into:)`` takes, in bytes.
  static var short: UInt32 { get }
  /// Whether ``fingerprints(_:_:_:_:in:into:)`` takes only ASCII.
  static var isForASCII: Bool { get }
  /// Digests many short lines at once; 64 bytes must be readable from the start of each line.
  static func fingerprints(
    _ starts: Span<UInt32>, _ byteCounts: Span<UInt8>, count: Int, in text: RawSpan,
    into fingerprints: inout MutableSpan<UInt64>)
}

/// SHA-1 of the bytes of a password.
enum SHA1Form: DigestForm {
  static let short = UInt32(DIGESTS_SHA1_SHORT)
  static let isForASCII = false

  static func fingerprint(of value: Span<UInt8>) -> UInt64 {
    // SAFETY: the function reads only the bytes of the buffer.
    unsafe value.withUnsafeBufferPointer { unsafe digests_sha1($0.baseAddress, $0.count) }
  }

  static func fingerprints(
    _ starts: Span<UInt32>, _ byteCounts: Span<UInt8>, count: Int, in text: RawSpan,
    into fingerprints: inout MutableSpan<UInt64>
  ) {
    unsafe call(digests_sha1_short, starts, byteCounts, count, text, &fingerprints)
  }
}

/// NTLM: MD4 of the text in UTF-16LE, with U+FFFD for each maximal ill-formed part of UTF-8.
enum NTLMForm: DigestForm {
  static let short = UInt32(DIGESTS_NTLM_SHORT)
  static let isForASCII = true

  static func fingerprint(of value: Span<UInt8>) -> UInt64 {
    let text = String(decoding: value.indices.map { value[$0] }, as: UTF8.self)
    var bytes: [UInt8] = []
    for unit in text.utf16 { bytes.append(littleEndian: UInt64(unit), byteCount: 2) }
    // SAFETY: the function reads only the bytes of the buffer.
    return unsafe bytes.withUnsafeBufferPointer { unsafe digests_md4($0.baseAddress, $0.count) }
  }

  static func fingerprints(
    _ starts: Span<UInt32>, _ byteCounts: Span<UInt8>, count: Int, in text: RawSpan,
    into fingerprints: inout MutableSpan<UInt64>
  ) {
    unsafe call(digests_ntlm_short, starts, byteCounts, count, text, &fingerprints)
  }
}

private typealias Digests = (
  UnsafePointer<UInt8>, UnsafePointer<UInt32>, UnsafePointer<UInt8>, Int,
  UnsafeMutablePointer<UInt64>
) -> Void

@inline(__always)
private func call(
  _ digests: Digests, _ starts: Span<UInt32>, _ byteCounts: Span<UInt8>, _ count: Int,
  _ text: RawSpan, _ fingerprints: inout MutableSpan<UInt64>
) {
  precondition(count <= min(starts.count, byteCounts.count, fingerprints.count))
  if count == 0 { return }
  // SAFETY: the functions read `count` starts and lengths, and 64 bytes of the text from each
  // start, which the caller guarantees; they write `count` numbers.
  unsafe text.withUnsafeBytes { text in
    unsafe starts.withUnsafeBufferPointer { starts in
      unsafe byteCounts.withUnsafeBufferPointer { byteCounts in
        unsafe fingerprints.withUnsafeMutableBufferPointer { fingerprints in
          guard let text = text.baseAddress, let starts = starts.baseAddress,
            let byteCounts = byteCounts.baseAddress, let fingerprints = fingerprints.baseAddress
          else { return }
          unsafe digests(
            text.assumingMemoryBound(to: UInt8.self), starts, byteCounts, count, fingerprints)
        }
      }
    }
  }
}
