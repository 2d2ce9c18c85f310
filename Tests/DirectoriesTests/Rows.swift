import Directories
import Foundation

/// The bytes that hexadecimal digits stand for.
func bytes(_ digits: String) -> [UInt8] {
  let digits = Array(digits)
  return stride(from: 0, to: digits.count, by: 2).compactMap {
    UInt8(String(digits[$0...($0 + 1)]), radix: 16)
  }
}

/// The 32 digits of a hash; empty for none.
func digits(_ hash: NTHash?) -> String {
  guard let hash else { return "" }
  return [hash.high, hash.low].map { String(format: "%016lx", $0) }.joined()
}

/// A hash of 32 digits.
func hash(_ digits: String) -> NTHash? { NTHash(digits: Array(digits.utf8).span) }

/// A date as the vectors write it; nil for none.
func text(_ date: PasswordDate?) -> String? {
  switch date {
  case nil, .unclear: nil
  case .never: "never"
  case .day(let day): PasswordDate.text(ofDay: day)
  }
}

extension Span<UInt8> {
  /// The text of a range.
  func text(_ range: Range<Int>) -> String { String(decoding: array(range), as: UTF8.self) }
}

/// The hash of a text; nil if it is ill-formed.
func hash(ofText text: [UInt8]) -> NTHash? { NTHash(ofUTF8: text.span) }

/// The date of a cell; nil for none.
func date(_ cell: String) -> PasswordDate? { PasswordDate(Array(cell.utf8).span) }

/// The hash and the password of a cell of clear text.
func cleartext(_ plain: String, isHex: Bool) -> (hash: NTHash, password: ProvenPassword)? {
  ProvenPassword.ofCleartext(Array(plain.utf8).span, isHexadecimal: isHex)
}

/// The hash of a text, where a variable has the other name.
func textHash(_ text: [UInt8]) -> NTHash? { hash(ofText: text) }

/// Reads rows whose keys have underscores.
var snakeCase: JSONDecoder {
  let decoder = JSONDecoder()
  decoder.keyDecodingStrategy = .convertFromSnakeCase
  return decoder
}
