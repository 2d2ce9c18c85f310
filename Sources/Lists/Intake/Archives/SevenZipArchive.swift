import CSevenZip
import Glibc

/// Unpacks the files in a 7z archive by libarchive.
@safe final class SevenZipArchive: Archive {
  private let feed: ArchiveFeed
  private let list: String

  // SAFETY: made in `init`, freed in `deinit`, used by one owner at a time.
  private let handle: OpaquePointer
  // SAFETY: as above; nil if the system lacks this locale; then names may lose letters.
  private let locale: locale_t?

  private var isOver = false
  /// A fault that is reported before the first member.
  private var fault: Ending?
  /// How the text of the current member ended, after its end.
  private var ending = Ending.whole
  private var isMemberOver = true
  /// The part of libarchive's last block that has not been returned yet.
  // SAFETY: `nextMember` and `readBlock` set it; used only until they call libarchive again.
  private var block = unsafe UnsafeRawBufferPointer(start: nil, count: 0)

  /// Whether the library that unpacks 7z archives is installed.
  static var isReadable: Bool { sevenzip_open() }

  /// Opens an archive, which must be ``isReadable``; nil if memory is short.
  init?(_ feed: ArchiveFeed, list: String) {
    guard let handle = unsafe archive_read_new() else { return nil }
    unsafe self.handle = handle
    self.feed = feed
    self.list = list
    // For names in UTF-8 in every locale.
    unsafe locale = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)
    let status = unsafe archive_read_support_format_7zip(handle)
    unsafe feed.connect(to: handle)
    let isOpen = unsafe status >= ARCHIVE_WARN && archive_read_open1(handle) == ARCHIVE_OK
    if !isOpen { fault = failure() }
  }

  deinit {
    unsafe archive_read_free(handle)
    if let locale = unsafe locale { unsafe freelocale(locale) }
  }

  func nextMember() -> ArchiveMember? {
    ending = .whole
    if let fault {
      self.fault = nil
      return .fault(fault)
    }
    if isOver { return nil }
    unsafe block = UnsafeRawBufferPointer(start: nil, count: 0)
    let previous = unsafe locale.map { unsafe uselocale($0) }
    defer { if let previous = unsafe previous { unsafe uselocale(previous) } }
    var entry: OpaquePointer?
    let status = unsafe archive_read_next_header(handle, &entry)
    if status == ARCHIVE_EOF {
      isOver = true
      return nil
    }
    guard status >= ARCHIVE_WARN, let entry = unsafe entry else { return .fault(failure()) }
    isMemberOver = false
    let name = unsafe name(of: entry)
    // SAFETY: the entry is valid until the next header is read.
    let isFile = unsafe archive_entry_filetype(entry) == S_IFREG
    let isLink = unsafe archive_entry_hardlink(entry) != nil
    if !isFile || isLink || isHidden(name) { return .other }
    if unsafe archive_entry_is_encrypted(entry) != 0 {
      return .refused(name: name, .encrypted(list: list))
    }
    return .file(name: name)
  }

  func read(into space: UnsafeMutableRawBufferPointer) -> Portion {
    // Not `archive_read_data`: at a fault it discards the text that it has just written.
    while unsafe block.isEmpty {
      if isMemberOver || !readBlock() { return .over(ending) }
    }
    let count = unsafe min(block.count, space.count)
    // SAFETY: both sides have that many bytes; the block is valid until the next one is read.
    unsafe space.copyMemory(from: UnsafeRawBufferPointer(rebasing: block[..<count]))
    unsafe block = UnsafeRawBufferPointer(rebasing: block[count...])
    return .bytes(count)
  }

  /// Reads the next block of the current member.
  ///
  /// - Returns: Whether there is one; it may be empty.
  private func readBlock() -> Bool {
    var start: UnsafeRawPointer?
    var count = 0
    var offset: Int64 = 0
    let status = unsafe archive_read_data_block(handle, &start, &count, &offset)
    if status == ARCHIVE_OK {
      // SAFETY: libarchive lends the block until the next call.
      unsafe block = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
      return true
    }
    isMemberOver = true
    // For libarchive, a wrong checksum is only a warning.
    if status != ARCHIVE_EOF { ending = failure(isFatal: status <= ARCHIVE_FATAL) }
    return false
  }

  /// The fault in libarchive's words, or the fault of the file if that caused it.
  ///
  /// After a fault that is not fatal, other members may still be read.
  private func failure(isFatal: Bool = true) -> Ending {
    if isFatal { isOver = true }
    if let fault = feed.fault { return fault }
    // SAFETY: the text is valid until the next call, and is copied.
    let words = unsafe archive_error_string(handle).map { unsafe String(cString: $0) }
    // If the members' names are also encrypted, as 7z allows, only these words reveal it
    // (`archive_read_has_encrypted_entries` crashes on damaged archives).
    if let words, words.contains("encrypted") {
      return .broken(.encrypted(list: list))
    }
    return .broken(
      .damaged(list: list, .sevenZip, offset: feed.offset, reason: words ?? "unknown reason"))
  }

  /// The name of a member as text.
  private func name(of entry: OpaquePointer) -> String {
    // SAFETY: the text is valid as long as the entry, and is copied.
    guard let name = unsafe archive_entry_pathname_utf8(entry) ?? archive_entry_pathname(entry)
    else { return "?" }
    let bytes = unsafe UnsafeBufferPointer(start: name, count: strnlen(name, 4096))
    return unsafe memberName(bytes.lazy.map(UInt8.init(bitPattern:)))
  }
}
