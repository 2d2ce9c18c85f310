@_spi(House) import Bytes

/// Whether all bytes of a text are printable ASCII and none is one of some special characters.
///
/// Tests eight bytes at once, since a report of hundreds of policies asks this of a megabyte. Letters
/// cannot be special.
@inline(__always)
func isPrintable<let count: Int>(
  _ text: Span<UInt8>, without specials: InlineArray<count, UInt8>
) -> Bool {
  let bytes = text.raw
  if bytes.byteCount < 8 {
    let letters = (UInt64(UInt8(ascii: "a")) &* ones) &<< UInt64(8 &* bytes.byteCount)
    return marks(of: bytes.words.low | letters, specials) == 0
  }
  // The last eight bytes may overlap with those before.
  var found = marks(of: bytes.number(at: bytes.byteCount &- 8), specials)
  var offset = 0
  while offset &+ 8 < bytes.byteCount {
    found |= marks(of: bytes.number(at: offset), specials)
    offset &+= 8
  }
  return found == 0
}

private let ones: UInt64 = 0x0101_0101_0101_0101

/// The top bits of a word's bytes that are not printable ASCII, or special; those after the first
/// such byte may be wrong.
///
/// A difference from a byte borrows from the next one only if the byte is less, so all bits are 0 if
/// there is no such byte.
@inline(__always)
private func marks<let count: Int>(
  of word: UInt64, _ specials: InlineArray<count, UInt8>
) -> UInt64 {
  // Bytes beyond ASCII, controls, and U+007F.
  var marks = word | (word &- 0x20 &* ones) | (word &+ ones)
  for index in specials.indices { marks |= (word ^ (UInt64(specials[index]) &* ones)) &- ones }
  return marks & (0x80 &* ones)
}
