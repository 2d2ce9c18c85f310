/// A set of code points, at the precision at which policies can distinguish them.
///
/// Each ASCII code point can be a member on its own. Code points beyond ASCII are distinguished
/// only by kind, since no policy names one of them.
///
///     CodePointSet.upper.union(.digit).contains("7")  // true
package struct CodePointSet: Hashable, Sendable {
  /// Bit `b` is set if U+00`b` is a member; `b` in `0..<128`.
  package var ascii: UInt128
  /// The member kinds beyond ASCII.
  package var beyond: Beyond

  /// Makes the set with these ASCII members and these kinds beyond ASCII.
  package init(ascii: UInt128 = 0, beyond: Beyond = []) {
    self.ascii = ascii
    self.beyond = beyond
  }

  /// Makes the set of these ASCII bytes; bytes from 0x80 on are ignored.
  package init(ascii bytes: some Sequence<UInt8>) {
    self.init(ascii: bytes.reduce(into: 0) { if $1 < 0x80 { $0 |= 1 << UInt128($1) } })
  }

  /// The kinds of code points beyond ASCII, by Unicode general category.
  package struct Beyond: OptionSet, Hashable, Sendable {
    /// One bit for each kind.
    package let rawValue: UInt8
    /// Makes a set of kinds from its bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Categories Lu and Lt.
    package static let uppercase = Beyond(rawValue: 1 << 0)
    /// Category Ll.
    package static let lowercase = Beyond(rawValue: 1 << 1)
    /// Categories Lo and Lm: letters without case.
    package static let otherLetter = Beyond(rawValue: 1 << 2)
    /// Every other category.
    package static let other = Beyond(rawValue: 1 << 3)
    /// A maximal ill-formed part of UTF-8, which counts as one character.
    package static let illFormed = Beyond(rawValue: 1 << 4)
    /// All kinds.
    package static let all: Beyond = [.uppercase, .lowercase, .otherLetter, .other, .illFormed]

    /// The kinds as a list.
    package static let each: [Beyond] = [.uppercase, .lowercase, .otherLetter, .other, .illFormed]

    /// The kind of a scalar; the scalar must be beyond ASCII.
    package init(of scalar: Unicode.Scalar) {
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .titlecaseLetter: self = .uppercase
      case .lowercaseLetter: self = .lowercase
      case .otherLetter, .modifierLetter: self = .otherLetter
      default: self = .other
      }
    }
  }

  /// A–Z.
  package static let upper = CodePointSet(ascii: UInt8(ascii: "A")...UInt8(ascii: "Z"))
  /// a–z.
  package static let lower = CodePointSet(ascii: UInt8(ascii: "a")...UInt8(ascii: "z"))
  /// 0–9.
  package static let digit = CodePointSet(ascii: UInt8(ascii: "0")...UInt8(ascii: "9"))
  /// U+0020…U+007E, the 95 printable characters of ASCII.
  package static let asciiPrintable = CodePointSet(ascii: 0x20...0x7E)
  /// The 33 printable ASCII characters that are neither letters nor digits, including the space.
  package static let special = asciiPrintable.subtracting(upper).subtracting(lower)
    .subtracting(digit)
  /// U+0000…U+001F and U+007F.
  package static let control = CodePointSet(ascii: ~asciiPrintable.ascii)
  /// Every code point, and every ill-formed part.
  package static let unicode = CodePointSet(ascii: .max, beyond: .all)

  /// Whether the set has no members.
  package var isEmpty: Bool { ascii == 0 && beyond.isEmpty }

  /// The members of either set.
  package func union(_ other: CodePointSet) -> CodePointSet {
    CodePointSet(ascii: ascii | other.ascii, beyond: beyond.union(other.beyond))
  }

  /// The members of both sets.
  package func intersection(_ other: CodePointSet) -> CodePointSet {
    CodePointSet(ascii: ascii & other.ascii, beyond: beyond.intersection(other.beyond))
  }

  /// The members of this set that the other set lacks.
  package func subtracting(_ other: CodePointSet) -> CodePointSet {
    CodePointSet(ascii: ascii & ~other.ascii, beyond: beyond.subtracting(other.beyond))
  }

  /// Whether the other set contains this one.
  package func isSubset(of other: CodePointSet) -> Bool { subtracting(other).isEmpty }

  /// The number of ASCII members and of kinds beyond ASCII.
  ///
  /// A proper subset has a smaller extent.
  var extent: Int { ascii.nonzeroBitCount + beyond.rawValue.nonzeroBitCount }

  /// Whether this scalar is a member.
  package func contains(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      ? ascii & (1 << UInt128(scalar.value)) != 0 : beyond.contains(Beyond(of: scalar))
  }
}

extension CodePointSet: Comparable {
  /// Defines an arbitrary fixed order, so that equal demands make equal schemas.
  package static func < (a: CodePointSet, b: CodePointSet) -> Bool {
    (a.ascii, a.beyond.rawValue) < (b.ascii, b.beyond.rawValue)
  }
}
