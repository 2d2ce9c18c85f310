package import Passwords

extension PasswordRules {
  /// A set of characters that the language can express: some printable ASCII characters, or
  /// everything, or everything except some printable ASCII characters.
  ///
  ///     let class: PasswordRules.CharacterClass = "-_."
  ///     class.union(.digit).contains("7")   // true
  ///
  /// The named classes are ASCII only: `É` is not in ``upper`` but only in ``unicode``.
  public struct CharacterClass: Hashable, Sendable {
    /// The members: printable ASCII characters, or everything, or everything except printable ASCII
    /// characters.
    package let members: CodePointSet

    /// Makes a class from a set, which must be only printable ASCII, or lack nothing else.
    package init(_ members: CodePointSet) {
      assert(
        members.isSubset(of: .asciiPrintable)
          || CodePointSet.unicode.subtracting(members).isSubset(of: .asciiPrintable))
      self.members = members
    }

    /// Makes the class of exactly these characters; nil if one is not printable ASCII, since the
    /// language cannot express that.
    public init?(_ members: String) {
      guard members.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else { return nil }
      self.init(CodePointSet(ascii: members.utf8))
    }

    /// A–Z.
    public static let upper = CharacterClass(.upper)
    /// a–z.
    public static let lower = CharacterClass(.lower)
    /// 0–9.
    public static let digit = CharacterClass(.digit)
    /// The 33 other printable ASCII characters, including space, `/` and `\`.
    public static let special = CharacterClass(.special)
    /// U+0020…U+007E, the union of the four classes above.
    public static let asciiPrintable = CharacterClass(.asciiPrintable)
    /// Every code point.
    public static let unicode = CharacterClass(.unicode)
    /// The class without members.
    package static let none = CharacterClass(CodePointSet())

    /// Whether it has no members.
    public var isEmpty: Bool { members.isEmpty }

    /// Whether this code point is a member.
    public func contains(_ scalar: Unicode.Scalar) -> Bool { members.contains(scalar) }

    /// The characters in at least one of two classes.
    public func union(_ other: CharacterClass) -> CharacterClass {
      CharacterClass(members.union(other.members))
    }

    /// The characters in at least one of the classes.
    package static func union(of classes: some Sequence<CharacterClass>) -> CharacterClass {
      classes.reduce(.none) { $0.union($1) }
    }

    /// The characters in this class but not in the other; nothing is taken from a class with
    /// characters beyond ASCII, whose name would become longer.
    package func subtracting(_ other: CharacterClass) -> CharacterClass {
      members.beyond.isEmpty ? excluding(other) : self
    }

    /// The characters in this class but not in the other: `unicode except [<>]`.
    package func excluding(_ other: CharacterClass) -> CharacterClass {
      CharacterClass(members.subtracting(other.members))
    }

    /// The printable ASCII characters that a class lacks which has all others; nil for a class that
    /// Apple's language can express.
    package var exceptions: CharacterClass? {
      members.beyond.isEmpty || members == .unicode
        ? nil : CharacterClass(CodePointSet.unicode.subtracting(members))
    }

    /// The class as Apple's language can express it: without its characters beyond printable ASCII
    /// if it lacks some of ASCII.
    package var portable: CharacterClass {
      exceptions == nil ? self : CharacterClass(members.intersection(.asciiPrintable))
    }
  }
}

extension PasswordRules.CharacterClass: ExpressibleByStringLiteral {
  /// Makes the class of exactly these characters; all must be printable ASCII.
  public init(stringLiteral members: String) {
    guard let made = Self(members) else {
      preconditionFailure("a character class can name printable ASCII only: '\(members)'")
    }
    self = made
  }
}

extension PasswordRules.CharacterClass: CustomStringConvertible {
  /// The class in the language; reading it back gives the same class.
  public var description: String {
    let elements = ClassText(self, dashAndBracket: .outermost).elements
    return elements.count == 1 ? elements[0] : elements.joined(separator: ", ")
  }
}
