package import Diagnostics
import Glibc

/// The bytes of a file, mapped for reading; the system reads them on first access.
///
/// If another program changes the file in place, the bytes change; if it truncates the file, the
/// rest reads as zeros, see ``LostPages``. ``change`` detects both. `audit blocklist build`
/// replaces the old file by a new one; the old pages stay as long as a process maps them.
/// Public behind `@_spi(Internal)`, since the compiler inlines only public declarations into other
/// modules.
@_spi(Internal) @safe public final class MappedFile: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): mapped in `init` and only read until `deinit` unmaps it; lent
  // to closures that end before. An empty file has no mapping.
  @usableFromInline let base: UnsafeMutableRawPointer?
  /// The size of the file when it was opened.
  public let byteCount: Int

  private let file: Descriptor
  private let modified: timespec
  private var watch: LostPages?

  /// Maps a regular file.
  package init(_ path: String) throws(SystemError) {
    let file = try Descriptor.regularFile(path)
    let status = try file.status()
    byteCount = Int(clamping: status.st_size)
    modified = status.st_mtim
    unsafe base = try unsafe Self.map(file.number, byteCount)
    self.file = file
    // `deinit` unmaps the file if this throws.
    if let base = unsafe base { watch = try unsafe LostPages(base, byteCount: byteCount) }
  }

  deinit {
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

  /// How the file changed since it was opened.
  package enum Change: Sendable { case none, touched, cut }

  /// The change of the file since it was opened.
  package var change: Change {
    guard let status = try? file.status(), status.st_size == byteCount,
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
