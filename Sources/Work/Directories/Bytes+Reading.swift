extension Span<UInt8> {
  /// The number of up to 16 hexadecimal digits in any case; nil if another byte is among them.
  func hexadecimalNumber(in range: Range<Int>) -> UInt64? {
    var number: UInt64 = 0
    // No branch a digit: an invalid one sets a bit above the lowest four.
    var invalid: UInt8 = 0
    for place in range {
      let digit = hexadecimalValue(self[place])
      invalid |= digit
      number = number << 4 | UInt64(digit & 0x0F)
    }
    return invalid < 16 ? number : nil
  }

  /// Whether a range holds the 32 hexadecimal digits of a hash.
  func isHash(_ range: Range<Int>) -> Bool {
    range.count == 32 && range.allSatisfy { hexadecimalValue(self[$0]) < 16 }
  }

  /// Whether all bytes of a range are decimal digits, of which there are as many as permitted.
  func isDecimal(_ range: Range<Int>, _ counts: ClosedRange<Int>) -> Bool {
    counts.contains(range.count) && range.allSatisfy { isDigit(self[$0]) }
  }

  /// The number of 1 to 18 decimal digits; nil if the range holds something else.
  func decimal(_ range: Range<Int>) -> UInt64? {
    guard isDecimal(range, 1...18) else { return nil }
    return range.reduce(0) { $0 &* 10 &+ UInt64(self[$1] &- 0x30) }
  }

  /// Whether a range begins with some ASCII text.
  func begins(_ range: Range<Int>, with text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    return range.count >= count && equals(range.lowerBound..<range.lowerBound + count, text)
  }

  /// Whether a range holds exactly some ASCII text.
  func equals(_ range: Range<Int>, _ text: StaticString) -> Bool {
    equals(range, text) { $0 }
  }

  /// Whether a range holds some lowercase ASCII text in any case.
  func equalsInAnyCase(_ range: Range<Int>, _ text: StaticString) -> Bool {
    equals(range, text, lowercased)
  }

  @inline(__always)
  private func equals(
    _ range: Range<Int>, _ text: StaticString, _ spelling: (UInt8) -> UInt8
  ) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { text in
      // SAFETY: the counts are the same.
      for place in 0..<text.count
      where unsafe text[place] != spelling(self[range.lowerBound + place]) {
        return false
      }
      return true
    }
  }

  /// A range without white space at its ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var range = range
    let isBlank = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    while let last = range.last, isBlank(self[last]) { range = range.lowerBound..<last }
    while let first = range.first, isBlank(self[first]) { range = first + 1..<range.upperBound }
    return range
  }

  /// The place of the first byte with a value in a range; nil if there is none.
  func first(_ byte: UInt8, in range: Range<Int>) -> Int? {
    for place in range where self[place] == byte { return place }
    return nil
  }

  /// The place of the last byte with a value in a range; nil if there is none.
  func last(_ byte: UInt8, in range: Range<Int>) -> Int? {
    for place in range.reversed() where self[place] == byte { return place }
    return nil
  }

  /// Some bytes as an array.
  package func array(_ range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(extracting(range))
    return bytes
  }
}

/// The value of a hexadecimal digit, or 16 and more if the byte is none.
@inline(__always)
func hexadecimalValue(_ byte: UInt8) -> UInt8 {
  let decimal = byte &- 0x30
  if decimal < 10 { return decimal }
  let letter = (byte | 0x20) &- 0x61
  return letter < 6 ? letter &+ 10 : 0xFF
}

@inline(__always)
func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

@inline(__always)
func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

@inline(__always)
func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

extension [UInt8] {
  package mutating func append(_ bytes: Span<UInt8>) {
    // SAFETY: the buffer is read in the closure only.
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }

  /// Appends the UTF-16LE of a text in UTF-8.
  ///
  /// - Returns: False if the text is ill-formed; then part of it was appended.
  mutating func appendUTF16LE(ofUTF8 text: Span<UInt8>) -> Bool {
    let start = count
    append(contentsOf: repeatElement(0, count: 2 * text.count))
    for place in text.indices {
      let byte = text[place]
      guard byte < 0x80 else {
        removeLast(count - start - 2 * place)
        return appendUTF16LE(ofOtherUTF8: text.extracting(place...))
      }
      self[start + 2 * place] = byte
    }
    return true
  }

  private mutating func appendUTF16LE(ofOtherUTF8 text: Span<UInt8>) -> Bool {
    guard let text = String(validating: text.array(text.indices), as: UTF8.self) else {
      return false
    }
    for unit in text.utf16 {
      append(UInt8(truncatingIfNeeded: unit))
      append(UInt8(truncatingIfNeeded: unit >> 8))
    }
    return true
  }
}
