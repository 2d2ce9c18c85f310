/// The shape of a password, packed into a three-word key for counting; see ``Shape``.
///
/// In octal, a word is a 1 followed by a digit for each of up to 20 characters: 0 lowercase, 1
/// uppercase, 2 digit, 3 special, and 4 to 7 any other character of 1 to 4 bytes (one mark in
/// ``Shape``). The first word of the empty password is 1; words after the last character are 0.
///
///     PackedShape(of: "Ab1é".utf8Span.span)?.text    // "Uldo"; in octal, 0o1_1025
///
/// The size of each character is kept because hashcat's masks count bytes.
package struct PackedShape: Hashable, Sendable {
  /// The three words.
  package let words: Signature

  /// The most characters of a password with a packed shape.
  ///
  /// About one password in ten thousand of a real list is longer, and the shapes of these are
  /// almost unique.
  package static let longest = 60

  /// The number of characters in a word.
  private static let width = 20

  /// The shape of a password in UTF-8; a maximal ill-formed part counts as one character.
  ///
  /// Nil if the password is longer than ``longest``.
  package init?(of password: Span<UInt8>) {
    var packer = Packer()
    var position = 0
    while position < password.count {
      let byte = password[position]
      if byte < 0x80 {
        position &+= 1
        guard packer.add(Self.digit(of: byte)) else { return nil }
      } else {
        let start = position
        _ = Character32.read(password, at: &position)
        guard packer.add(3 &+ UInt64(truncatingIfNeeded: position &- start)) else { return nil }
      }
    }
    words = packer.finished
  }

  /// Checks words read from a file; nil if they are not a shape.
  package init?(words: Signature) {
    guard words.w0 > 0, let first = Self.characterCount(of: words.w0),
      let second = Self.characterCount(of: words.w1), let third = Self.characterCount(of: words.w2),
      second == 0 ? words.w1 == 0 : first == Self.width,
      third == 0 ? words.w2 == 0 : second == Self.width
    else { return nil }
    self.words = words
  }

  /// Packs digits; nil if there are too many.
  private init?(_ digits: some Sequence<UInt64>) {
    var packer = Packer()
    for digit in digits where !packer.add(digit) { return nil }
    words = packer.finished
  }

  /// The digit of an ASCII byte.
  @inline(__always)
  private static func digit(of byte: UInt8) -> UInt64 {
    if byte &- UInt8(ascii: "a") < 26 { return 0 }
    if byte &- UInt8(ascii: "A") < 26 { return 1 }
    if byte &- UInt8(ascii: "0") < 10 { return 2 }
    return byte &- 0x20 < 95 ? 3 : 4
  }

  /// The number of characters in a word; nil if the word is invalid.
  private static func characterCount(of word: UInt64) -> Int? {
    if word == 0 { return 0 }
    let bits = 63 - word.leadingZeroBitCount
    return bits % 3 == 0 && bits / 3 <= width ? bits / 3 : nil
  }

  /// The digits, one for each character.
  private var digits: [UInt64] {
    [words.w0, words.w1, words.w2].flatMap { word -> [UInt64] in
      let count = Self.characterCount(of: word) ?? 0
      return (0..<count).map { word >> UInt64(3 * (count - 1 - $0)) & 7 }
    }
  }

  /// Packs characters into words.
  private struct Packer {
    private var words = Signature()
    private var word: UInt64 = 1
    private var (filled, complete) = (0, 0)

    /// Adds a character; false if there is no room for it.
    @inline(__always)
    mutating func add(_ digit: UInt64) -> Bool {
      if filled == PackedShape.width {
        guard complete < 2 else { return false }
        put()
        (word, filled) = (1, 0)
        complete &+= 1
      }
      word = word &<< 3 | digit
      filled &+= 1
      return true
    }

    private mutating func put() {
      switch complete {
      case 0: words.w0 = word
      case 1: words.w1 = word
      default: words.w2 = word
      }
    }

    /// The packed words.
    var finished: Signature {
      var packer = self
      packer.put()
      return packer.words
    }
  }
}

extension PackedShape {
  /// The marks of the shape, in the notation of ``Shape``.
  package var text: String {
    String(digits.map { $0 < 4 ? Character(Shape.marks[Int($0)]) : Character(Shape.other) })
  }

  /// The hashcat mask that finds the password, with one position for each byte.
  package var mask: String {
    digits.map { digit in
      digit < 4
        ? ["?l", "?u", "?d", "?s"][Int(digit)] : String(repeating: "?b", count: Int(digit) - 3)
    }.joined()
  }

  /// The number of characters.
  package var count: Int { digits.count }

  /// The number of passwords that ``mask`` finds: the product over its positions.
  package var keyspace: Double {
    digits.reduce(1) { product, digit in
      digit < 4
        ? product * [26, 26, 10, 33][Int(digit)]
        : (0..<Int(digit) - 3).reduce(product) { sum, _ in sum * 256 }
    }
  }

  /// A kind of character, in the order of digits.
  package enum Kind: Int, CaseIterable, Sendable {
    case lower, upper, digit, special, other

    /// The characters of this kind.
    package var members: CodePointSet {
      switch self {
      case .lower: .lower
      case .upper: .upper
      case .digit: .digit
      case .special: .special
      case .other: .unicode.subtracting(.asciiPrintable)
      }
    }
  }

  /// How often the kinds of character occur.
  package struct KindCounts {
    /// The characters of each kind, in the order of ``Kind``.
    package fileprivate(set) var counts: InlineArray<5, Int> = .init(repeating: 0)
    /// All characters.
    package fileprivate(set) var characters = 0
    /// The longest run of characters of one kind.
    package fileprivate(set) var longestRun = 0
  }

  /// How often the kinds of character occur.
  package var kindCounts: KindCounts {
    var kinds = KindCounts()
    var (previous, run) = (-1, 0)
    for digit in digits {
      let kind = Int(min(digit, 4))
      kinds.counts[kind] += 1
      kinds.characters += 1
      run = kind == previous ? run + 1 : 1
      previous = kind
      kinds.longestRun = max(kinds.longestRun, run)
    }
    return kinds
  }

  /// The shape without the sizes of characters; shapes with the same ``text`` become equal.
  package var ofCharacters: PackedShape {
    func fold(_ word: UInt64) -> UInt64 {
      // The upper bit of each digit for other characters; the leading 1 has none.
      let others = word & 0o44444_44444_44444_44444
      return word & ~(others >> 1 | others >> 2)
    }
    return PackedShape(Signature(fold(words.w0), fold(words.w1), fold(words.w2)))
  }

  /// The shape of the bytes; shapes with the same ``mask`` become equal.
  ///
  /// Nil if it is too long.
  package var ofBytes: PackedShape? {
    if ofCharacters == self { return self }
    return PackedShape(digits.flatMap { repeatElement(min($0, 4), count: max(1, Int($0) - 3)) })
  }

  private init(_ words: Signature) { self.words = words }
}

extension PackedShape: Comparable {
  /// Orders by length, then by the first different character: lowercase, uppercase, digit, special,
  /// other.
  package static func < (a: PackedShape, b: PackedShape) -> Bool {
    let (mine, others) = (a.count, b.count)
    return mine == others
      ? (a.words.w0, a.words.w1, a.words.w2) < (b.words.w0, b.words.w1, b.words.w2)
      : mine < others
  }
}

/// The notation of shapes, which outline passwords and do not reveal them: a mark for each character.
///
/// The shape of `Summer24!` is `Ullllldd!`.
package enum Shape {
  /// The marks of lowercase, uppercase, digits and specials of ASCII, in that order.
  static let marks: [Unicode.Scalar] = ["l", "U", "d", "!"]
  /// The mark of every other character.
  static let other: Unicode.Scalar = "o"

  /// The meaning of the marks, in words.
  package static let words =
    "l lowercase, U uppercase, d digit, ! special of ASCII or the space, o any other; a mark a code point"
}
