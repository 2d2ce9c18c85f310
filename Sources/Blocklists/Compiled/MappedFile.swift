import Diagnostics
import Glibc

/// The bytes of a file, mapped for reading: no byte is read before somebody looks at it.
///
/// A file that another program cuts short while it is mapped ends this one by SIGBUS, as the pages
/// are gone; nothing short of reading it all can prevent that. What writes such files here puts a new
/// one in the place of the old, whose pages then stay as long as somebody has them mapped.
@safe final class MappedFile: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): mapped in `init` and only ever read until `deinit` unmaps it;
  // lent to closures that end before that. Where there are no bytes there is no mapping.
  private let base: UnsafeMutableRawPointer?
  /// Bytes of the file when it was opened.
  let byteCount: Int

  /// Maps a regular file.
  init(_ path: String) throws(SystemError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    var status = stat()
    // SAFETY: the pointer lives for the call.
    guard unsafe fstat(descriptor, &status) == 0 else { throw .last }
    guard status.st_mode & S_IFMT == S_IFREG, let byteCount = Int(exactly: status.st_size) else {
      throw SystemError(code: EINVAL)
    }
    self.byteCount = byteCount
    guard byteCount > 0 else {
      unsafe base = nil
      return
    }
    let mapping = unsafe mmap(nil, byteCount, PROT_READ, MAP_SHARED, descriptor, 0)
    guard let mapping = unsafe mapping, unsafe mapping != MAP_FAILED else { throw .last }
    unsafe base = mapping
  }

  deinit { if let base = unsafe base { unsafe munmap(base, byteCount) } }

  /// Lends the bytes.
  @inline(__always)
  func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SAFETY: the span ends with the closure, which the mapping outlives.
    try body(unsafe UnsafeRawBufferPointer(start: base, count: byteCount).bytes)
  }
}

extension RawSpan {
  /// The number that stands at an offset, its lowest byte first; the offset must be within the bytes.
  func number<Number: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int, as type: Number.Type = Number.self
  ) -> Number {
    // SAFETY: the load is checked, and any bytes are a number.
    Number(littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: type))
  }
}
