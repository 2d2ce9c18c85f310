import CArchive
import Glibc

/// Packs files with libarchive, like common tools.
enum Packing: String, CaseIterable {
  case zstd, xz, bzip2, lz4, lzip, gzip
  case zip
  case storedZip = "zip, stored"
  case sevenZip = "7z"
  case tar
  case gnuTar = "GNU tar"
  case tarGzip = "tar.gz"
  case tarXZ = "tar.xz"
  case tarZstd = "tar.zst"

  static let compressions: [Packing] = [.zstd, .xz, .bzip2, .lz4, .lzip, .gzip]
  static let archives = allCases.filter { !compressions.contains($0) }

  /// The summary's name for a list packed like this.
  var container: String {
    switch self {
    case .storedZip: "zip"
    case .gnuTar: "tar"
    default: rawValue
    }
  }

  enum Kind: UInt32 {
    case directory = 0o040000
    case file = 0o100000
    case link = 0o120000
  }

  /// One entry of an archive.
  struct Entry {
    var name: String
    var bytes: [UInt8] = []
    var kind = Kind.file
    var target: String?
  }

  /// A file that contains one text, named `list.txt` in archives.
  func pack(_ text: [UInt8]) -> [UInt8] { pack([Entry(name: "list.txt", bytes: text)]) }

  /// A file that contains several texts, packed with libarchive's options.
  func pack(_ entries: [Entry], options: String? = nil) -> [UInt8] {
    guard let writer = unsafe archive_write_new() else { return [] }
    defer { unsafe archive_write_free(writer) }
    switch self {
    case .zip, .storedZip: unsafe archive_write_set_format_zip(writer)
    case .sevenZip: unsafe archive_write_set_format_7zip(writer)
    case .tar, .tarGzip, .tarXZ, .tarZstd: unsafe archive_write_set_format_pax_restricted(writer)
    case .gnuTar: unsafe archive_write_set_format_gnutar(writer)
    case .zstd, .xz, .bzip2, .lz4, .lzip, .gzip: unsafe archive_write_set_format_raw(writer)
    }
    switch self {
    case .storedZip: _ = unsafe archive_write_zip_set_compression_store(writer)
    case .zstd, .tarZstd: unsafe archive_write_add_filter_zstd(writer)
    case .xz, .tarXZ: unsafe archive_write_add_filter_xz(writer)
    case .bzip2: unsafe archive_write_add_filter_bzip2(writer)
    case .lz4: unsafe archive_write_add_filter_lz4(writer)
    case .lzip: unsafe archive_write_add_filter_lzip(writer)
    case .gzip, .tarGzip: unsafe archive_write_add_filter_gzip(writer)
    case .zip, .sevenZip, .tar, .gnuTar: break
    }
    let areTaken = unsafe archive_write_set_options(writer, options) == ARCHIVE_OK
    precondition(areTaken, "libarchive knows no such options")
    unsafe archive_write_set_bytes_in_last_block(writer, 1)
    let room = entries.reduce(1 << 20) { $0 + 2 * $1.bytes.count + 4096 }
    // SAFETY: the writer keeps this address until it is closed.
    let used = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    unsafe used.initialize(to: 0)
    defer { unsafe used.deallocate() }
    // Names are UTF-8 whatever the locale.
    let locale = unsafe newlocale(1 << LC_CTYPE, "C.UTF-8", nil)
    let previous = unsafe uselocale(locale)
    defer {
      unsafe uselocale(previous)
      unsafe freelocale(locale)
    }
    return unsafe [UInt8](unsafeUninitializedCapacity: room) { space, count in
      // SAFETY: the writer is closed before the space goes.
      var status = unsafe archive_write_open_memory(writer, space.baseAddress, room, used)
      for entry in entries { status = min(status, unsafe write(entry, to: writer)) }
      status = min(status, unsafe archive_write_close(writer))
      precondition(status == ARCHIVE_OK, "the test's archive could not be written")
      count = unsafe used.pointee
    }
  }

  private func write(_ entry: Entry, to writer: OpaquePointer) -> Int32 {
    guard let header = unsafe archive_entry_new() else { return ARCHIVE_FATAL }
    defer { unsafe archive_entry_free(header) }
    unsafe archive_entry_set_pathname_utf8(header, entry.name)
    unsafe archive_entry_set_filetype(header, entry.kind.rawValue)
    unsafe archive_entry_set_perm(header, 0o644)
    unsafe archive_entry_set_mtime(header, 1_000_000_000, 0)
    if let target = entry.target, entry.kind == .link {
      unsafe archive_entry_set_symlink_utf8(header, target)
    }
    if entry.kind == .file {
      unsafe archive_entry_set_size(header, Int64(entry.bytes.count))
    }
    let status = unsafe archive_write_header(writer, header)
    let written = unsafe archive_write_data(writer, entry.bytes, entry.bytes.count)
    return written == entry.bytes.count ? status : ARCHIVE_FATAL
  }
}
