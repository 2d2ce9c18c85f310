/// Lower-cases like JavaScript: by scalar, with a final sigma, independent of language.
///
/// Only the caller's own words need it, since all other words are ASCII.
enum LowerCase {
  /// The lower case of an ASCII character.
  @inline(__always)
  static func lowered(ascii unit: UInt16) -> UInt16 {
    unit &- 0x41 < 26 ? unit | 0x20 : unit
  }

  /// The lower case of UTF-16 units; keeps lone surrogates.
  static func lowered(_ units: some Collection<UInt16>) -> [UInt16] {
    var result: [UInt16] = []
    result.reserveCapacity(units.count)
    var scalars: [Unicode.Scalar?] = []
    var raw: [UInt16] = []
    var iterator = units.makeIterator()
    var held = iterator.next()
    while let unit = held {
      held = iterator.next()
      if UTF16.isLeadSurrogate(unit), let low = held, UTF16.isTrailSurrogate(low) {
        let value = 0x10000 + (UInt32(unit) & 0x3FF) << 10 + UInt32(low) & 0x3FF
        scalars.append(Unicode.Scalar(value))
        held = iterator.next()
      } else {
        scalars.append(Unicode.Scalar(UInt32(unit)))
      }
      raw.append(unit)
    }
    for (index, scalar) in scalars.enumerated() {
      guard let scalar else {
        result.append(raw[index])
        continue
      }
      if scalar == "\u{3A3}" {
        result.append(isFinal(index, in: scalars) ? 0x3C2 : 0x3C3)
      } else {
        result += scalar.properties.lowercaseMapping.utf16
      }
    }
    return result
  }

  /// Whether a sigma is the last letter of a word.
  ///
  /// - Source: The Unicode Standard, table 3-17, `Final_Sigma`.
  private static func isFinal(_ index: Int, in scalars: [Unicode.Scalar?]) -> Bool {
    func meetsLetter(_ neighbours: some Sequence<Unicode.Scalar?>) -> Bool {
      for scalar in neighbours {
        guard let properties = scalar?.properties else { return false }
        if !properties.isCaseIgnorable { return properties.isCased }
      }
      return false
    }
    return meetsLetter(scalars[..<index].reversed()) && !meetsLetter(scalars[(index + 1)...])
  }
}
