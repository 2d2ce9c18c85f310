import Bytes
import Diagnostics
import Glibc
import PasswordSpaces

/// A count with commas: 12,002,888.
package func grouped(_ count: some BinaryInteger) -> String { Numbers.grouped(count) }

/// The integer nearest to a number; 10¹⁵ for larger ones, and 0 for what is no number.
package func wholeNumber(_ number: Double) -> Int {
  number.isNaN ? 0 : Int(min(max(number, -1e15), 1e15).rounded())
}

/// The step, from 0, of a share in 0…1 among equal ones.
package func shadeStep(_ share: Double, of count: Int) -> Int {
  min(count - 1, wholeNumber((min(max(share, 0), 1) * Double(count)).rounded(.down)))
}

/// A share in 0…1 as per cent with one decimal, or with more if one would show a false 0 or 100.
package func percent(_ share: Double) -> String {
  if share > 0, share < 0.0005 { return "<0.1 %" }
  if share < 1, share >= 0.9995 { return ">99.9 %" }
  let tenths = wholeNumber(share * 1000)
  // Not interpolated, since the pages of hundreds of policies have thousands of shares.
  return String(tenths / 10) + "." + String(tenths % 10) + " %"
}

/// A share without decimals: `12 %`, `<1 %`, `>99 %`.
func roundedPercent(_ share: Double) -> String {
  share == 0 || share == 1 ? "\(wholeNumber(share * 100)) %" : estimatedPercent(share)
}

/// A share by an estimate, which has no decimals and knows neither none nor all: `12 %`, `<1 %`, `>99 %`.
func estimatedPercent(_ share: Double) -> String {
  if share < 0.005 { return "<1 %" }
  if share >= 0.995 { return ">99 %" }
  return "\(wholeNumber(share * 100)) %"
}

/// A share as a number of per cent with three digits, however small: 37.5, 1.29, 0.165.
package func threeDigits(_ share: Double) -> String {
  let number = share * 100
  if number > 0, number < 0.0005 { return "<.001" }
  return Numbers.fixed(
    number, decimals: number >= 9.995 || number == 0 ? 1 : number >= 0.9995 ? 2 : 3)
}

/// The ends of a share, rounded outward so that they contain it: `1.8–1.9 %`, `0.46–0.71 %`; `≤ 1.4 %` if
/// they say little.
func outward(_ lower: Double?, _ upper: Double) -> String {
  let decimals = upper < 0.01 ? 2 : 1
  let unit: Double = decimals == 2 ? 10_000 : 1000
  func words(_ ends: Double) -> String { Numbers.fixed(ends / unit * 100, decimals: decimals) }
  let high = words((upper * unit).rounded(.up)) + " %"
  guard let lower, upper - lower <= upper / 2 else { return "≤ " + high }
  return words((lower * unit).rounded(.down)) + "–" + high
}

/// A difference of shares in points with one decimal and its sign: `+56.1`, `−3.0`, `0.0`.
package func points(_ difference: Double) -> String {
  let tenths = Int((difference * 1000).rounded())
  let sign = tenths < 0 ? "−" : tenths > 0 ? "+" : ""
  return "\(sign)\(abs(tenths) / 10).\(abs(tenths) % 10)"
}

/// A share with six significant digits, independent of the locale.
package func sixDigits(_ share: Double) -> String { Numbers.significant(share, digits: 6) }

/// The share of a count in a total; 0 if the total is 0.
package func share(_ count: UInt64, of total: UInt64) -> Double {
  total == 0 ? 0 : Double(count) / Double(total)
}

/// A number of bytes in decimal units with one decimal: 62.0 MB.
package func bytes(_ count: UInt64) -> String {
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

/// A count with its share of a total: `1,670 (44.3 %)`.
func counted(_ count: UInt64, of total: UInt64) -> String {
  "\(grouped(count)) (\(percent(share(count, of: total))))"
}

/// A count with its noun: 1 line, 2 lines.
package func counted(_ count: some BinaryInteger, _ noun: String) -> String {
  "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
}

/// A count with its noun, whose plural is given: 1 policy, 2 policies.
package func counted(_ count: some BinaryInteger, _ noun: String, _ plural: String) -> String {
  "\(grouped(count)) \(count == 1 ? noun : plural)"
}

/// A share as per cent with three digits, however small.
package func precise(_ share: Double) -> String { threeDigits(share) + " %" }

/// Sentences as one text; nil is left out.
func paragraph(_ sentences: String?...) -> String {
  sentences.compactMap(\.self).joined(separator: " ")
}

/// A large number in words: `18,316`, `3.0·10¹⁵`.
package func powerWord(_ number: Double) -> String {
  if number < 999_999.5 { return grouped(wholeNumber(number)) }
  guard number.isFinite else { return "more than 10³⁰⁸" }
  var exponent = Int(log10(number))
  var factor = Numbers.fixed(number / pow(10, Double(exponent)), decimals: 1)
  if factor == "10.0" { (factor, exponent) = ("1.0", exponent + 1) }
  return "\(factor)·10\(superscript(exponent))"
}

/// A time in the unit that suits it: `3.5 days`, `10¹² years`.
package func duration(seconds: Double) -> String {
  let units = [("second", 60.0), ("minute", 60), ("hour", 24), ("day", 365)]
  if seconds < 1 { return "less than a second" }
  var time = seconds
  for (unit, many) in units {
    if time < many { return "\(Numbers.fixed(time, decimals: time < 9.95 ? 1 : 0)) \(unit)s" }
    time /= many
  }
  return "\(powerWord(time)) years"
}

/// Digits above the line: `¹⁴`.
package func superscript(_ number: Int) -> String {
  let digits: [Character: Character] = [
    "0": "⁰", "1": "¹", "2": "²", "3": "³", "4": "⁴", "5": "⁵", "6": "⁶", "7": "⁷", "8": "⁸",
    "9": "⁹", "-": "⁻",
  ]
  return String(String(number).map { digits[$0] ?? $0 })
}

/// Bits with two decimals.
package func bitsWord(_ bits: Double) -> String { Numbers.fixed(bits, decimals: 2) }

/// A share in whole per cent, for narrow places: `7`, `<1`, `0`.
package func wholePercent(_ share: Double) -> String {
  let number = wholeNumber(share * 100)
  if share > 0, number == 0 { return "<1" }
  return String(number)
}

/// Text clipped to this many characters, with an ellipsis.
package func clipped(_ text: String, to most: Int) -> String {
  // A character has at least one byte, and counting characters is slow.
  if text.utf8.count <= most { return text }
  if isPrintableASCII(text) {
    return String(decoding: text.utf8.prefix(max(0, most - 1)), as: UTF8.self) + "…"
  }
  return text.count <= most ? text : String(text.prefix(max(0, most - 1))) + "…"
}

extension Sequence where Element: Hashable {
  /// The elements without repetitions, in the order of their first occurrences.
  ///
  /// - Complexity: O(elements).
  package func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
