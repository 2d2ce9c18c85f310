import ArgumentParser

/// Reads a number of bytes, as every option that takes a size does.
///
/// Units are powers of 1024 but for those that end in a plain `B`, which are decimal, as in GNU's tools:
/// `64M` and `64MiB` are 67,108,864 bytes, `1GB` is a thousand million. Case does not matter.
///
/// - Throws: `ValidationError` for anything else, and for more bytes than an `Int` holds.
func byteCount(in text: String) throws -> Int {
  let digits = text.prefix { $0.isASCII && $0.isNumber }
  let unit = text.dropFirst(digits.count).uppercased()
  let isDecimal = unit.count == 2 && unit.hasSuffix("B")
  let prefix = unit.hasSuffix("IB") ? unit.dropLast(2) : isDecimal ? unit.dropLast() : unit[...]
  let isPlain = unit.isEmpty || unit == "B"
  let power = isPlain ? 0 : ["K", "M", "G", "T"].firstIndex(of: String(prefix)).map { $0 + 1 }
  guard var bytes = Int(digits), let power else {
    throw ValidationError("Expected a size such as 512MiB, 4G or 1GB, not '\(text)'.")
  }
  for _ in 0..<power {
    let (product, overflow) = bytes.multipliedReportingOverflow(by: isDecimal ? 1000 : 1024)
    if overflow { throw ValidationError("'\(text)' is more bytes than there can be.") }
    bytes = product
  }
  return bytes
}
