package import Diagnostics
import Glibc

/// The bytes of a file, mapped for reading; the system reads them on first access.
///
/// If another program changes the file in place, the bytes change; if it truncates the file, the
/// rest reads as zeros, see ``LostPages``. ``change`` detects both. `audit blocklist build`
/// replaces the old file by a new one; the old pages stay as long as a process maps them.
/// Public behind `@_spi(House)`, since the compiler inlines only public declarations into other rooms.
@_spi(House) @safe public final class MappedFile: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): mapped in `init` and only read until `deinit` unmaps it; lent
  // to closures that end before. An empty file has no mapping.
  @usableFromInline let base: UnsafeMutableRawPointer?
  /// The size of the file when it was opened.
  public let byteCount: Int

  private let descriptor: Int32
  private let modified: timespec
  private var watch: LostPages?

  /// Maps a regular file.
  package init(_ path: String) throws(SystemError) {
    // Not opened: a FIFO's writer would take that for its reader, and lose what it writes.
    if try FileKind(of: path) == .device { throw SystemError(code: EINVAL) }
    let descriptor = unsafe open(path.systemPath, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .last }
    do throws(SystemError) {
      let status = try Self.status(of: descriptor)
      guard status.st_mode & S_IFMT == S_IFREG, let byteCount = Int(exactly: status.st_size) else {
        throw SystemError(code: EINVAL)
      }
      let base = try unsafe Self.map(descriptor, byteCount)
      unsafe self.base = unsafe base
      self.byteCount = byteCount
      self.descriptor = descriptor
      modified = status.st_mtim
      guard let base = unsafe base else { return }
      do throws(SystemError) { watch = try unsafe LostPages(base, byteCount: byteCount) } catch {
        unsafe munmap(base, byteCount)
        throw error
      }
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit {
    close(descriptor)
    // First, since another mapping may get these addresses right after.
    watch = nil
    if let base = unsafe base { unsafe munmap(base, byteCount) }
  }

  private static func map(
    _ descriptor: Int32, _ byteCount: Int
  ) throws(SystemError) -> UnsafeMutableRawPointer? {
    guard byteCount > 0 else { return nil }
    let mapping = unsafe mmap(nil, byteCount, PROT_READ, MAP_SHARED, descriptor, 0)
    guard let mapping = unsafe mapping, unsafe mapping != MAP_FAILED else { throw .last }
    return unsafe mapping
  }

  private static func status(of descriptor: Int32) throws(SystemError) -> stat {
    var status = stat()
    // SAFETY: the pointer lives for the call.
    guard unsafe fstat(descriptor, &status) == 0 else { throw .last }
    return status
  }

  /// How the file changed since it was opened.
  package enum Change: Sendable { case none, touched, cut }

  /// The change of the file since it was opened.
  package var change: Change {
    guard let status = try? Self.status(of: descriptor), status.st_size == byteCount,
      watch?.hasLostPages != true
    else { return .cut }
    let isUntouched =
      status.st_mtim.tv_sec == modified.tv_sec && status.st_mtim.tv_nsec == modified.tv_nsec
    return isUntouched ? .none : .touched
  }

  /// Lends the bytes.
  @inlinable @inline(__always)
  public func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SAFETY: the span ends with the closure; the mapping outlives it.
    try body(unsafe UnsafeRawBufferPointer(start: base, count: byteCount).bytes)
  }
}
