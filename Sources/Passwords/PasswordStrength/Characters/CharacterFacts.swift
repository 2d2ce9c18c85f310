/// One UTF-16 unit and the facts that patterns need of it, in 64 bits.
///
/// Bits 0–5 are the code of the lower-cased character in the word trie (0: in no word). Six kinds
/// follow; from bit 12 on, one bit for each of the 20 characters that can stand for a letter; from
/// bit 32 on, the unit itself. Bit 48 is another kind; bit 63 is set if it can stand for a letter.
struct CharacterFacts: OptionSet, Hashable, BitwiseCopyable {
  var rawValue: UInt64

  /// A–Z.
  static let upper = CharacterFacts(rawValue: 1 << 6)
  /// a–z.
  static let lower = CharacterFacts(rawValue: 1 << 7)
  /// 0–9.
  static let digit = CharacterFacts(rawValue: 1 << 8)
  /// A separator of the numbers in a date: `/ \ _ . -` and JavaScript's white space.
  static let separator = CharacterFacts(rawValue: 1 << 9)
  /// Characters that `.` does not match in JavaScript: LF, CR, U+2028, U+2029.
  static let lineEnd = CharacterFacts(rawValue: 1 << 10)
  static let beyondASCII = CharacterFacts(rawValue: 1 << 11)

  /// Keys that differ between the two keypads: `= / * - +`.
  static let keypadOperator = CharacterFacts(rawValue: 1 << 48)

  /// The bits of ``code``.
  static let codeMask: UInt64 = 63
  /// The lowest bit of ``leetSymbols``.
  static let leetShift: UInt64 = 12

  /// The character's code in the trie, or 0.
  @inline(__always) var code: Int { Int(rawValue & Self.codeMask) }

  /// One bit for each character of ``LeetSymbols/all``.
  @inline(__always) var leetSymbols: UInt32 {
    UInt32(truncatingIfNeeded: rawValue) >> UInt32(Self.leetShift)
  }

  /// Set for a character that can stand for a letter.
  static let leetBit: UInt64 = 1 << 63

  /// The unit.
  @inline(__always) var unit: UInt16 { UInt16(truncatingIfNeeded: rawValue >> 32) }

  /// Whether it is U+0130, whose lower case has two units.
  @inline(__always) var isDottedI: Bool { unit == 0x0130 }

  /// The facts of an ASCII character, with its code in the trie.
  init(ascii byte: UInt8, code: Int) {
    self.init(unit: UInt16(byte), code: code)
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): insert(.upper)
    case UInt8(ascii: "a")...UInt8(ascii: "z"): insert(.lower)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): insert(.digit)
    case 0x0A, 0x0D: formUnion([.separator, .lineEnd])
    case 0x09, 0x0B, 0x0C, 0x20: insert(.separator)
    case UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "_"), UInt8(ascii: "."),
      UInt8(ascii: "-"):
      insert(.separator)
    default: break
    }
    if "=/*-+".utf8.contains(byte) { insert(.keypadOperator) }
    if let symbol = LeetSymbols.all.firstIndex(of: byte) {
      rawValue |= 1 << (Self.leetShift + UInt64(symbol)) | Self.leetBit
    }
  }

  /// The facts of a unit beyond ASCII; the Kelvin sign has the code of its lower case "k".
  init(beyondASCII unit: UInt16, codeOfK: Int) {
    // No other such unit has a lower case that occurs in a word.
    self.init(unit: unit, code: unit == 0x212A ? codeOfK : 0)
    insert(.beyondASCII)
    switch unit {
    case 0x2028, 0x2029: formUnion([.separator, .lineEnd])
    case 0x00A0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000, 0xFEFF: insert(.separator)
    default: break
    }
  }

  init(rawValue: UInt64) { self.rawValue = rawValue }

  private init(unit: UInt16, code: Int) { rawValue = UInt64(unit) << 32 | UInt64(code) }
}
