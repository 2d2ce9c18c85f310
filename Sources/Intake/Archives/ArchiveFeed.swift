import CArchive
import Glibc

/// The bytes of an archive, as libarchive asks for them.
///
/// It lives as long as the ``Archive``, which hands libarchive its address.
@safe final class ArchiveFeed {
  /// Where the bytes come from.
  private enum Source {
    /// In order, once.
    case stream(any PieceSource)
    /// From anywhere in a regular file.
    case file(ByteSource, byteCount: UInt64)
  }

  private let source: Source
  private let progress: ReadingProgress?
  private var position: UInt64 = 0
  private var lent = 0
  private lazy var buffer = InputBuffer(capacity: 262_144)

  /// Feeds an archive in order.
  init(_ pieces: any PieceSource) {
    source = .stream(pieces)
    progress = nil
  }

  /// Feeds an archive from anywhere in a file; nil when that is no regular file.
  init?(fromAnywhereIn file: ByteSource) {
    guard let byteCount = file.byteCount else { return nil }
    source = .file(file, byteCount: byteCount)
    progress = file.giveUpProgress()
  }

  /// Whether libarchive may ask for any place.
  var isSeekable: Bool {
    if case .file = source { true } else { false }
  }

  /// Whether a fault ended the bytes early, which the account has.
  var hadFault: Bool {
    switch source {
    case .stream(let pieces): pieces.hadFault
    case .file(let file, _): file.hadFault
    }
  }

  /// Bytes of the archive that libarchive has had, or the place in the file where it reads.
  var offset: UInt64 {
    switch source {
    case .stream(let pieces): pieces.offset + UInt64(lent)
    case .file: position
    }
  }

  /// Lends the next piece.
  ///
  /// - Returns: Bytes lent, 0 at the end; nil once reading failed.
  // SAFETY: libarchive is done with a piece when it asks for the next; until then the source keeps it.
  func nextPiece() -> UnsafeRawBufferPointer? {
    switch source {
    case .stream(let pieces):
      pieces.advance(by: lent)
      lent = 0
      if pieces.isEmpty { _ = pieces.refill() }
      let piece = unsafe pieces.unread
      lent = piece.count
      return unsafe piece
    case .file(let file, _):
      // SAFETY: the buffer is larger than what is read into it.
      guard let count = unsafe file.read(at: position, into: buffer.space(from: 0)) else {
        return nil
      }
      position += UInt64(count)
      progress?.add(count)
      return unsafe buffer.bytes(in: 0..<count)
    }
  }

  /// Up to 2 KiB that libarchive will ask for next, from a place in the file; none of a stream.
  func peek(at place: UInt64) -> [UInt8] {
    guard case .file(let file, let end) = source else { return [] }
    let start = min(place, end)
    return file.bytes(in: start..<start + min(2048, end - start)) ?? []
  }

  /// Goes to a place in the file.
  ///
  /// - Returns: The place, counted from the start; a libarchive status where that cannot be.
  func seek(to offset: Int64, from origin: Int32) -> Int64 {
    guard case .file(_, let byteCount) = source else { return Int64(ARCHIVE_FATAL) }
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

  /// Tells libarchive where to ask.
  ///
  /// The feed must outlive the handle's use.
  func connect(to handle: OpaquePointer) {
    unsafe archive_read_set_callback_data(handle, Unmanaged.passUnretained(self).toOpaque())
    unsafe archive_read_set_read_callback(handle) { _, feed, address in
      // SAFETY: the address is that of the feed, which outlives the handle.
      guard let feed = unsafe feed, let address = unsafe address else { return -1 }
      let owner = unsafe Unmanaged<ArchiveFeed>.fromOpaque(feed).takeUnretainedValue()
      guard let piece = unsafe owner.nextPiece() else { return -1 }
      unsafe address.pointee = piece.baseAddress
      return piece.count
    }
    guard case .file = source else { return }
    unsafe archive_read_set_seek_callback(handle) { _, feed, offset, origin in
      // SAFETY: as above.
      guard let feed = unsafe feed else { return Int64(ARCHIVE_FATAL) }
      let owner = unsafe Unmanaged<ArchiveFeed>.fromOpaque(feed).takeUnretainedValue()
      return owner.seek(to: offset, from: origin)
    }
  }
}
