/// What the patterns ask about one UTF-16 unit, in 32 bits.
///
/// Bits 0–5 are the code of the lower-cased character in the word trie (0: in no word); then six
/// kinds; from bit 12 on one bit for each of the 20 characters that can stand for a letter.
struct CharacterFacts: OptionSet, Hashable {
  var rawValue: UInt32

  /// A–Z.
  static let upper = CharacterFacts(rawValue: 1 << 6)
  /// a–z.
  static let lower = CharacterFacts(rawValue: 1 << 7)
  /// 0–9.
  static let digit = CharacterFacts(rawValue: 1 << 8)
  /// What may part the numbers of a date: `/ \ _ . -` and JavaScript's white space.
  static let separator = CharacterFacts(rawValue: 1 << 9)
  /// What `.` does not match in JavaScript: LF, CR, U+2028, U+2029.
  static let lineEnd = CharacterFacts(rawValue: 1 << 10)
  /// Beyond ASCII.
  static let beyondASCII = CharacterFacts(rawValue: 1 << 11)

  /// The bits of ``code``.
  static let codeMask: UInt32 = 63
  /// Where the bits of ``leetSymbols`` begin.
  static let leetShift: UInt32 = 12

  /// The character's code in the trie, 1…55, or 0.
  @inline(__always) var code: Int { Int(rawValue & Self.codeMask) }

  /// One bit for each character of ``LeetTable/symbols``.
  @inline(__always) var leetSymbols: UInt32 { rawValue >> Self.leetShift }

  /// The facts of each ASCII character.
  static let ascii: [CharacterFacts] = (0..<128).map { byte in
    var facts = CharacterFacts(rawValue: UInt32(WordAlphabet.code(ofLowercased: byte)))
    switch UInt8(byte) {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): facts.insert(.upper)
    case UInt8(ascii: "a")...UInt8(ascii: "z"): facts.insert(.lower)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): facts.insert(.digit)
    case 0x0A, 0x0D: facts.formUnion([.separator, .lineEnd])
    case 0x09, 0x0B, 0x0C, 0x20: facts.insert(.separator)
    case UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "_"), UInt8(ascii: "."),
      UInt8(ascii: "-"):
      facts.insert(.separator)
    default: break
    }
    if let symbol = LeetTable.symbols.firstIndex(of: UInt8(byte)) {
      facts.rawValue |= 1 << (leetShift + UInt32(symbol))
    }
    return facts
  }

  /// The facts of a unit beyond ASCII.
  init(beyondASCII unit: UInt16) {
    self = .beyondASCII
    switch unit {
    // The Kelvin sign is the one such unit whose lower case is in a word by itself.
    case 0x212A: rawValue |= UInt32(WordAlphabet.code(ofLowercased: Int(UInt8(ascii: "k"))))
    case 0x2028, 0x2029: formUnion([.separator, .lineEnd])
    case 0x00A0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000, 0xFEFF: insert(.separator)
    default: break
    }
  }

  init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The characters that occur in words, numbered.
///
/// The lists use 55: a–z, 0–9 and 19 symbols. 0 says "in no word" and ends every walk.
enum WordAlphabet {
  /// In the order of their codes, from 1; letters and digits first.
  static let characters = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8) + symbols

  private static let symbols = Array("!$%'(*+-./;=?@[]_`|".utf8)

  /// The code of an ASCII character after lower-casing.
  static func code(ofLowercased byte: Int) -> Int {
    let upper = Int(UInt8(ascii: "A"))...Int(UInt8(ascii: "Z"))
    let lowered = UInt8(upper.contains(byte) ? byte + 0x20 : byte)
    return (characters.firstIndex(of: lowered) ?? -1) + 1
  }
}
