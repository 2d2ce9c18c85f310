import Directories
import Foundation
import TestSupport

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

/// The rows of a file of vectors, whose keys have underscores.
func rows<Row: Decodable>(_ name: String, as type: Row.Type) throws -> [Row] {
  let decoder = JSONDecoder()
  decoder.keyDecodingStrategy = .convertFromSnakeCase
  return try VectorFile("directory/\(name)-vectors.jsonl").rows(as: type, by: decoder)
}

extension Accounts {
  /// Takes the lines of a dump.
  mutating func take(_ lines: [String], domain: String = "") {
    var dump = DumpTable(after: self, domain: Array(domain.utf8))
    for line in lines { dump.take(Array(line.utf8).span, into: &self) }
    dump.end(&self)
  }
}

/// The accounts of a dump's lines.
func accounts(_ lines: [String]) -> Accounts {
  var accounts = Accounts()
  accounts.take(lines)
  return accounts
}

/// A text in UTF-8.
func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

/// The digits of a hash.
let someHash = "8846f7eaee8fb117ad06bdd830b7586c"
