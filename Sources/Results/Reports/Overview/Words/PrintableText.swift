@_spi(Internal) public import Bytes
import Diagnostics

/// Whether all bytes of a text are printable ASCII and none is one of some special characters.
///
/// Tests eight bytes at once, since a report of hundreds of policies asks this of a megabyte. Letters
/// cannot be special.
@_spi(Internal) @inlinable @inline(__always)
public func isPrintable<let count: Int>(
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

@inlinable
var ones: UInt64 { 0x0101_0101_0101_0101 }

/// The top bits of a word's bytes that are not printable ASCII, or special; those after the first
/// such byte may be wrong.
///
/// A difference from a byte borrows from the next one only if the byte is less, so all bits are 0 if
/// there is no such byte.
@inlinable @inline(__always)
func marks<let count: Int>(
  of word: UInt64, _ specials: InlineArray<count, UInt8>
) -> UInt64 {
  // Bytes beyond ASCII, controls, and U+007F.
  var marks = word | (word &- 0x20 &* ones) | (word &+ ones)
  for index in specials.indices { marks |= (word ^ (UInt64(specials[index]) &* ones)) &- ones }
  return marks & (0x80 &* ones)
}

extension [UInt8] {
  /// Appends the UTF-8 of a text.
  package mutating func append(utf8 text: String) {
    let text = text.utf8.span
    append(addingCapacity: text.count) { $0.append(text) }
  }
}

/// A name as a CSV reader returns it from a table: harmless to terminals and spreadsheets.
///
///     harmlessCell("=1+1")  // "'=1+1"
package func harmlessCell(_ name: String) -> String {
  beginsFormula(name) ? "'" + escaped(name) : escaped(name)
}

/// Whether a name begins with one of the characters in OWASP ASVS 1.2.10, or with its wide form,
/// which some spreadsheets treat alike.
private func beginsFormula(_ name: String) -> Bool {
  switch name.unicodeScalars.first {
  case "=", "+", "-", "@", "\0", "\t", "\r", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": true
  default: false
  }
}
