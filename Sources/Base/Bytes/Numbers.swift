#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Formats numbers independently of the locale.
package enum Numbers {
  /// Six decimals; empty without a number; never a negative zero.
  package static func bits(_ bits: Double?) -> String { bits.map { fixed($0, decimals: 6) } ?? "" }

  /// A number with this many decimals.
  package static func fixed(_ number: Double, decimals: Int) -> String {
    let text = printed("%.\(decimals)f", number)
    return text.hasPrefix("-") && !text.contains { "123456789".contains($0) }
      ? String(text.dropFirst()) : text
  }

  /// A number with this many significant digits; in exponent form if it has many zeros.
  package static func significant(_ number: Double, digits: Int) -> String {
    printed("%.\(digits)g", number)
  }

  /// A count with commas: 12,002,888.
  package static func grouped(_ count: some BinaryInteger) -> String {
    let digits = String(count)
    let most = digits.utf8.count
    if most <= 3 { return digits }
    var result: [UInt8] = []
    let text = digits.utf8.span
    result.append(addingCapacity: most + most / 3) { result in
      for index in text.indices {
        if index > 0, (most - index) % 3 == 0 { result.append(UInt8(ascii: ",")) }
        result.append(text[index])
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// A number as printed by C: Swift's own library cannot write a fixed number of digits.
  private static func printed(_ format: String, _ number: Double) -> String {
    // SAFETY: the format takes one number. C writes at most the room, and a 0 at the end.
    unsafe withVaList([number]) { arguments in
      unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: longest) { room in
        let count = unsafe vsnprintf(room.baseAddress, room.count, format, arguments)
        let text = unsafe UnsafeRawBufferPointer(room).prefix(Int(count))
        return unsafe String(decoding: text, as: UTF8.self)
      }
    }
  }

  // The largest number has 309 digits before the point.
  private static let longest = 512
}
