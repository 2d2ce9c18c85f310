import Diagnostics
import PasswordSpaces

/// A count with commas: 12,002,888.
package func grouped(_ count: some BinaryInteger) -> String {
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

/// The integer nearest to a number; 10¹⁵ for larger ones, and 0 for what is no number.
func wholeNumber(_ number: Double) -> Int {
  number.isNaN ? 0 : Int(min(max(number, -1e15), 1e15).rounded())
}

/// The step, from 0, of a share in 0…1 among equal ones.
func shadeStep(_ share: Double, of count: Int) -> Int {
  min(count - 1, wholeNumber((min(max(share, 0), 1) * Double(count)).rounded(.down)))
}

/// A share in 0…1 as per cent with one decimal, or with more if one would show a false 0 or 100.
func percent(_ share: Double) -> String {
  if share > 0, share < 0.0005 { return "<0.1 %" }
  if share < 1, share >= 0.9995 { return ">99.9 %" }
  let tenths = wholeNumber(share * 1000)
  // Not interpolated, since the pages of hundreds of policies have thousands of shares.
  return String(tenths / 10) + "." + String(tenths % 10) + " %"
}

/// A share without decimals: `12 %`, `<1 %`, `>99 %`.
func roundedPercent(_ share: Double) -> String {
  if share > 0, share < 0.005 { return "<1 %" }
  if share < 1, share >= 0.995 { return ">99 %" }
  return "\(wholeNumber(share * 100)) %"
}

/// A share as a number of per cent with three digits, however small: 37.5, 1.29, 0.165.
func threeDigits(_ share: Double) -> String {
  let number = share * 100
  if number > 0, number < 0.0005 { return "<.001" }
  return Numbers.fixed(
    number, decimals: number >= 9.995 || number == 0 ? 1 : number >= 0.9995 ? 2 : 3)
}

/// A difference of shares in points with one decimal and its sign: `+56.1`, `−3.0`, `0.0`.
func points(_ difference: Double) -> String {
  let tenths = Int((difference * 1000).rounded())
  let sign = tenths < 0 ? "−" : tenths > 0 ? "+" : ""
  return "\(sign)\(abs(tenths) / 10).\(abs(tenths) % 10)"
}

/// A share with six significant digits, independent of the locale.
func sixDigits(_ share: Double) -> String { Numbers.significant(share, digits: 6) }

/// The share of a count in a total; 0 if the total is 0.
func share(_ count: UInt64, of total: UInt64) -> Double {
  total == 0 ? 0 : Double(count) / Double(total)
}

/// A number of bytes in decimal units with one decimal: 62.0 MB.
func bytes(_ count: UInt64) -> String {
  var value = Double(count)
  var unit = "bytes"
  for larger in ["kB", "MB", "GB", "TB", "PB"] where value >= 1000 {
    value /= 1000
    unit = larger
  }
  guard unit != "bytes" else { return "\(count) \(count == 1 ? "byte" : "bytes")" }
  let tenths = wholeNumber(value * 10)
  return "\(tenths / 10).\(tenths % 10) \(unit)"
}

/// A count with its noun: 1 line, 2 lines.
func counted(_ count: some BinaryInteger, _ noun: String) -> String {
  "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
}

/// A bar for a share of this many columns, in eighths of a column; empty only for 0.
func bar(_ share: Double, columns: Int) -> String {
  guard share > 0 else { return "" }
  let eighths = max(1, Int((min(share, 1) * Double(columns) * 8).rounded()))
  let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
  return String(repeating: "█", count: eighths / 8) + partial[eighths % 8]
}

/// The text wrapped to the page; lines after the first are indented by two more.
func wrappedText(_ text: String, indent: Int, columns: Int) -> [String] {
  let margin = String(repeating: " ", count: indent)
  var lines: [String] = []
  var line = margin
  for word in escaped(text).split(separator: " ") {
    if line.count > indent, line.count + 1 + word.count > columns {
      lines.append(line)
      line = margin + "  "
    }
    line += (line.allSatisfy { $0 == " " } ? "" : " ") + word
  }
  return lines + [line]
}

extension String {
  /// The text padded with spaces on the right.
  func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - count))
  }

  /// The text padded with spaces on the left.
  func indented(to columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - count)) + self
  }
}
