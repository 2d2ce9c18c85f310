/// Moves through a zip file from one member to the next, past bytes of no member.
extension ZipArchive {
  /// Begins the member found here, if the directory places one where no header is.
  ///
  /// A wrong place in the directory then loses neither that member's lines nor another's.
  ///
  /// - Parameter place: The place of the next member in the directory.
  /// - Returns: Nil if no such member is here.
  func misplacedMember(before place: UInt64) -> ArchiveMember? {
    while pieces.offset < place, pieces.hasMore {
      let zeros = unsafe pieces.unread.prefix(Int(clamping: place - pieces.offset))
        .prefix { $0 == 0 }.count
      if zeros == 0 { break }
      pieces.advance(by: zeros)
    }
    guard pieces.offset != place, pieces.peek(4) == ZipHeader.Signature.local,
      let header = ZipHeader(localIn: pieces),
      let entry = directory?.takeMisplaced(header, from: nextEntry)
    else { return nil }
    fail("a member that stands elsewhere than the directory says")
    isAstray = false
    isAtStart = false
    return open(header, entry)
  }

  /// Skips bytes that belong to no member; zeros, which align members, are no fault.
  func pass(to offset: UInt64) {
    if isAtStart, offset == 4, pieces.peek(4) == ZipHeader.Signature.singlePart {
      _ = pieces.skip(4)
    }
    isAtStart = false
    while pieces.offset < offset, pieces.hasMore {
      let piece = unsafe pieces.unread.prefix(Int(clamping: offset - pieces.offset))
      if !isAstray, unsafe piece.contains(where: { $0 != 0 }) {
        fail("data between the members, which the directory does not name")
        isAstray = true
      }
      pieces.advance(by: unsafe piece.count)
    }
    isAstray = false
  }

  /// Advances to the next bytes that look like a record.
  func findRecord() {
    while pieces.hasMore {
      pieces.advance(by: unsafe pieces.unread.prefix { $0 != 0x50 }.count)
      if pieces.isEmpty { continue }
      switch pieces.peek(4) {
      case ZipHeader.Signature.local:
        // Checks for a version of the format up to 6.3, and an existing method.
        let header = pieces.peek(10)
        if header.count == 10, header[4] <= 99, header[9] == 0, header[8] <= 99 { return }
      case ZipHeader.Signature.central, ZipHeader.Signature.end: return
      default: break
      }
      _ = pieces.skip(1)
    }
    isOver = true
  }
}
