/// How the lines of a text end, by its first bytes.
///
/// Excel on macOS writes tables whose lines end in CR alone; read by LF, such a list would be a
/// single password.
struct LineEnds {
  /// Whether a CR ends each line: there is at least one among the first bytes, and no LF.
  let areCR: Bool
  /// Whether one of these stands before other text, so that it changes what is read.
  let areInside: Bool

  /// Examines the first ``TextHead/byteCount`` bytes of a text, or all of a shorter one.
  ///
  /// A CR that is the last of so many bytes tells nothing: an LF may follow.
  init(_ head: [UInt8], _ encoding: TextEncoding) {
    var (hasLF, hasCR, hasText) = (false, false, false)
    func take(_ unit: UInt16) {
      if unit == 0x0A { hasLF = true }
      if hasCR, unit != 0x0D { hasText = true }
      if unit == 0x0D { hasCR = true }
    }
    if encoding.isWide {
      let low = encoding == .utf16LittleEndian ? 0 : 1
      for start in stride(from: 0, to: head.count - 1, by: 2) where !hasLF {
        take(UInt16(head[start + low]) | UInt16(head[start + 1 - low]) << 8)
      }
    } else if !head.contains(0x0A) {
      for byte in head { take(UInt16(byte)) }
    } else {
      hasLF = true
    }
    let isCut = head.count >= TextHead.byteCount && !hasText
    areCR = hasCR && !hasLF && !isCut
    areInside = areCR && hasText
  }

  /// Replaces each CR by an LF.
  static func replaceCR(in bytes: UnsafeMutableRawBufferPointer) {
    for index in bytes.indices where unsafe bytes[index] == 0x0D {
      unsafe bytes[index] = 0x0A
    }
  }
}
