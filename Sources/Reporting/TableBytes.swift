// Text and numbers as bytes of a table or page: hundreds of policies make tens of thousands of
// cells, for which strings took most of a report's time.

extension [UInt8] {
  /// Appends the UTF-8 of a text.
  mutating func append(utf8 text: String) {
    let text = text.utf8.span
    append(addingCapacity: text.count) { bytes in
      for index in text.indices { bytes.append(text[index]) }
    }
  }

  /// Appends the UTF-8 of a text, or nothing if it has a byte that is not permitted.
  ///
  /// - Returns: Whether the text was appended.
  mutating func append(utf8 text: String, ifAll isPermitted: (UInt8) -> Bool) -> Bool {
    let text = text.utf8.span
    var isWhole = true
    append(addingCapacity: text.count) { bytes in
      for index in text.indices {
        guard isPermitted(text[index]) else {
          bytes.removeAll()
          isWhole = false
          return
        }
        bytes.append(text[index])
      }
    }
    return isWhole
  }
}

/// The lines of a table, each ended by a line feed.
func tableBytes(_ lines: [String]) -> [UInt8] {
  var bytes: [UInt8] = []
  for line in lines {
    bytes += line.utf8
    bytes.append(UInt8(ascii: "\n"))
  }
  return bytes
}

/// The most decimal digits of a number of 64 bits.
let mostDigits = 20

extension OutputSpan<UInt8> {
  /// Appends a number in decimal digits.
  mutating func appendDecimal(_ number: UInt64) {
    if number < 10 { return append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number)) }
    var digits = InlineArray<20, UInt8>(repeating: 0)
    var first = mostDigits
    var rest = number
    while rest > 0 {
      first -= 1
      digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    for index in first..<mostDigits { append(digits[index]) }
  }

  /// Appends a share in 0…1 with six decimals, rounded half up, independent of the locale.
  mutating func appendSixDecimals(_ share: Double) {
    let millionths = UInt32((Swift.min(Swift.max(share, 0), 1) * 1e6).rounded())
    appendDigit(millionths / 1_000_000)
    append(UInt8(ascii: "."))
    appendDigit(millionths / 100_000 % 10)
    appendDigit(millionths / 10_000 % 10)
    appendDigit(millionths / 1000 % 10)
    appendDigit(millionths / 100 % 10)
    appendDigit(millionths / 10 % 10)
    appendDigit(millionths % 10)
  }

  /// Appends a number with commas, as ``grouped(_:)`` writes it.
  mutating func appendGrouped(_ number: UInt64) {
    guard number >= 1000 else { return appendDecimal(number) }
    appendGrouped(number / 1000)
    let rest = UInt32(truncatingIfNeeded: number % 1000)
    append(UInt8(ascii: ","))
    appendDigit(rest / 100)
    appendDigit(rest / 10 % 10)
    appendDigit(rest % 10)
  }

  /// Appends a share in 0…1 in per cent with one decimal, as ``percent(_:)`` writes most shares.
  mutating func appendPercent(_ share: Double) {
    let tenths = UInt64((Swift.min(Swift.max(share, 0), 1) * 1000).rounded())
    appendDecimal(tenths / 10)
    append(UInt8(ascii: "."))
    appendDigit(UInt32(truncatingIfNeeded: tenths % 10))
    append(utf8: " %")
  }

  /// Appends one digit.
  private mutating func appendDigit(_ digit: UInt32) {
    append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
  }

  /// Appends the UTF-8 of a text.
  mutating func append(utf8 text: String) {
    let text = text.utf8.span
    for index in text.indices { append(text[index]) }
  }
}
