import Bytes

/// The header of a member in a tar archive: one block of 512 bytes.
///
/// - Source: POSIX.1-2017, pax, "ustar Interchange Format"; the GNU tar manual, "Basic Tar Format".
struct TarHeader {
  /// The size of a header; the data of a member are padded to a multiple of it.
  static let byteCount = 512

  /// The kind of member: `0` a file, `5` a directory, `x` a header for the next member.
  let kind: UInt8
  /// The number of bytes of data after the header.
  let byteCount: UInt64
  /// The path, without the parts in extended headers.
  let name: [UInt8]
  /// Whether the map of an old GNU sparse file continues in another block.
  let isMapContinued: Bool

  /// Reads a block whose checksum is correct; nil if its size is not a number.
  init?(_ block: [UInt8]) {
    guard let size = Self.number(block[124..<136]) else { return nil }
    kind = block[156]
    byteCount = size
    // GNU headers have times where POSIX headers have the start of the path.
    let isPOSIX = block[257..<263].elementsEqual(Array("ustar\0".utf8))
    let prefix = isPOSIX ? Array(block[345..<500].prefix { $0 != 0 }) : []
    let path = block[..<100].prefix { $0 != 0 }
    name = prefix.isEmpty ? Array(path) : prefix + [UInt8(ascii: "/")] + path
    isMapContinued = block[482] != 0
  }

  /// Whether a block states the sum of its own bytes.
  ///
  /// The sum counts its own field as spaces; old programs sum signed bytes (POSIX.1-2001, pax).
  static func isSumRight(_ block: [UInt8]) -> Bool {
    guard let (stated, sums) = sums(block) else { return false }
    return sums.contains(stated)
  }

  /// Whether a block is a header with at most one damaged byte.
  static func isLikely(_ block: [UInt8]) -> Bool {
    guard block.count >= byteCount, block[0] != 0 else { return false }
    if isSumRight(block) { return true }
    // Mode, owner, size and time are octal numbers.
    let strange = block[100..<156].count { !(0x30...0x37).contains($0) && $0 != 0x20 && $0 != 0 }
    if block[257..<262].elementsEqual(Array("ustar".utf8)), [0, 0x20].contains(block[262]) {
      return strange <= 1
    }
    // That word is missing, or has a damaged byte: one byte changes the sum by 255 at most.
    guard strange == 0, let (stated, sums) = sums(block) else { return false }
    return sums.contains { abs($0 - stated) <= 255 }
  }

  /// The sum that a block states, and the two valid sums.
  private static func sums(_ block: [UInt8]) -> (stated: Int, found: [Int])? {
    guard block.count >= byteCount, let stated = number(block[148..<156]),
      block[148..<156].contains(where: { (0x30...0x37).contains($0) })
    else { return nil }
    var (unsigned, signed) = (8 * 0x20, 8 * 0x20)
    for (index, byte) in block.prefix(byteCount).enumerated() where !(148..<156).contains(index) {
      unsigned += Int(byte)
      signed += Int(Int8(bitPattern: byte))
    }
    return (Int(clamping: stated), [unsigned, signed])
  }

  /// A number in octal digits between spaces and zeros, or in binary (as GNU writes large ones).
  ///
  /// Ignores bytes after a zero that ends the digits.
  static func number(_ field: ArraySlice<UInt8>) -> UInt64? {
    if field.first == 0x80 {
      guard field.dropFirst().dropLast(8).allSatisfy({ $0 == 0 }) else { return nil }
      return bigEndian(field.suffix(8))
    }
    let digits = field.drop { $0 == 0x20 || $0 == 0 }.prefix { (0x30...0x37).contains($0) }
    let rest = field.drop { $0 == 0x20 || $0 == 0 }.dropFirst(digits.count)
    guard rest.prefix(while: { $0 != 0 }).allSatisfy({ $0 == 0x20 }) else { return nil }
    // There are at most twelve digits of three bits.
    return digits.reduce(0) { $0 << 3 | UInt64($1 - 0x30) }
  }
}
