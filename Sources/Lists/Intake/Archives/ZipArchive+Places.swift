/// Moves through a zip file from member to member, past bytes that belong to no member.
extension ZipArchive {
  /// Begins the member found here, if the directory gives an offset for it at which there is no
  /// header.
  ///
  /// So a wrong offset in the directory loses lines of neither this member nor another.
  ///
  /// - Parameter place: The offset of the next member in the directory.
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
    fail("a member at another offset than the directory states")
    isAstray = false
    isAtStart = false
    return open(header, entry)
  }

  /// Skips bytes that belong to no member; zeros, which align members, are not a fault.
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
        // Checks for an existing method and a format version up to 6.3.
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
