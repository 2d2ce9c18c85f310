import CSevenZip
import Glibc

/// Delivers the bytes of an archive in a regular file as libarchive requests them.
///
/// It lives as long as the ``SevenZipArchive``, which passes its address to libarchive.
@safe final class ArchiveFeed {
  private let file: ByteSource
  private let byteCount: UInt64
  private let progress: ReadingProgress?
  private var position: UInt64 = 0
  private lazy var buffer = InputBuffer(capacity: 262_144)

  /// Makes the feed of an archive; nil if the file is not regular.
  init?(fromAnywhereIn file: ByteSource) {
    guard let byteCount = file.byteCount else { return nil }
    self.file = file
    self.byteCount = byteCount
    progress = file.giveUpProgress()
  }

  /// The fault that ended reading early; nil if there was none.
  var fault: Ending? { file.fault }

  /// The offset in the file at which libarchive reads.
  var offset: UInt64 { position }

  /// Lends the next piece.
  ///
  /// - Returns: The bytes; empty at the end, nil after a failure.
  // SAFETY: the buffer keeps a piece until libarchive requests the next one and no longer needs it.
  func nextPiece() -> UnsafeRawBufferPointer? {
    // SAFETY: the buffer is larger than the bytes read into it.
    guard let count = unsafe file.read(at: position, into: buffer.space(from: 0)) else {
      return nil
    }
    position += UInt64(count)
    progress?.add(count)
    return unsafe buffer.bytes(in: 0..<count)
  }

  /// Moves to an offset in the file.
  ///
  /// - Returns: The offset from the start of the file; a libarchive status if it is invalid.
  func seek(to offset: Int64, from origin: Int32) -> Int64 {
    let base: UInt64
    switch origin {
    case SEEK_SET: base = 0
    case SEEK_CUR: base = position
    default: base = byteCount
    }
    let (place, overflow) = Int64(clamping: base).addingReportingOverflow(offset)
    if overflow || place < 0 { return Int64(ARCHIVE_FATAL) }
    position = UInt64(place)
    return place
  }

  /// Connects the feed to libarchive.
  ///
  /// The feed must outlive the use of the handle.
  func connect(to handle: OpaquePointer) {
    unsafe archive_read_set_callback_data(handle, Unmanaged.passUnretained(self).toOpaque())
    unsafe archive_read_set_read_callback(handle) { _, feed, address in
      // SAFETY: the address points to the feed, which outlives the handle.
      guard let feed = unsafe feed, let address = unsafe address else { return -1 }
      let owner = unsafe Unmanaged<ArchiveFeed>.fromOpaque(feed).takeUnretainedValue()
      guard let piece = unsafe owner.nextPiece() else { return -1 }
      unsafe address.pointee = piece.baseAddress
      return piece.count
    }
    unsafe archive_read_set_seek_callback(handle) { _, feed, offset, origin in
      // SAFETY: as above.
      guard let feed = unsafe feed else { return Int64(ARCHIVE_FATAL) }
      let owner = unsafe Unmanaged<ArchiveFeed>.fromOpaque(feed).takeUnretainedValue()
      return owner.seek(to: offset, from: origin)
    }
  }
}
