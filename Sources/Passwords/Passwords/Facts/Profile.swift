/// The facts of one password, relative to the character groups of a schema.
///
/// Lengths count code points; a maximal ill-formed part of UTF-8 counts as one. Facts may be
/// saturated (see ``FactDemand``).
///
/// Public behind `@_spi(Internal)`, so that the compiler can inline it into other modules.
@_spi(Internal) public struct Profile: Equatable, Sendable {
  /// The number of characters in each class of the schema's ``Schema/countedClasses``, in that
  /// order.
  ///
  /// First, so that its alignment leaves no gap.
  public var counts = SIMD16<UInt32>()
  /// The facts' numbers by ``Fact/place``; -1 for a fact that is not known.
  ///
  /// Loops of other modules read facts that they do not know by name here.
  public var numbers = InlineArray<40, Int32>(repeating: -1)
  /// The character groups that occur, one bit each.
  public var characterGroups: UInt128 = 0
  /// Bit `i` is set if blocklist `i` holds the password.
  public var lists: UInt32 = 0

  /// The most classes that one profile can count.
  package static let countLimit = 16
  /// The longest line that gets a profile, in bytes; see ``Schema/longestLine``.
  static let longestLine = 65_536

  /// The profile of the empty password, of which only the length is known.
  package init() { self[.length] = 0 }

  /// The number of a fact; -1 if it is not known.
  package subscript(fact: Fact) -> Int {
    @inline(__always) get { Int(numbers[fact.place]) }
    @inline(__always) set { numbers[fact.place] = Int32(truncatingIfNeeded: newValue) }
  }

  /// Whether all facts are equal.
  public static func == (a: Profile, b: Profile) -> Bool {
    a.characterGroups == b.characterGroups && a.counts == b.counts && a.lists == b.lists
      && a.numbers.indices.allSatisfy { a.numbers[$0] == b.numbers[$0] }
  }
}

extension Profile {
  /// The number of code points; exact, since lines beyond 64 KiB have no profile.
  @inlinable public var codePointCount: Int { Int(numbers[Fact.length.place]) }
  /// The length of the longest run of one code point; 0 for the empty password.
  @inlinable public var longestRun: Int { Int(numbers[Fact.longestRun.place]) }
  /// The level of the four-criteria meter; this property and those below are nil if not known.
  package var meter: MeterLevel? { MeterLevel(rawValue: self[.meter]) }
  /// The raw value of ``meter``.
  @inlinable public var meterLevel: Int? { known(.meter) }
  /// The strength score, 0…4.
  @inlinable public var score: Int? { known(.score) }
  /// The pattern that decided the strength, in the numbering of `PasswordStrength`.
  @inlinable public var decisivePattern: Int? { known(.decisivePattern) }

  @inlinable @inline(__always)
  func known(_ fact: Fact) -> Int? {
    let number = numbers[fact.place]
    return number < 0 ? nil : Int(number)
  }
}

/// The three levels of the four-criteria meter.
package enum MeterLevel: Int, Hashable, Sendable, CaseIterable, CustomStringConvertible {
  case weak, medium, strong

  package var description: String {
    switch self {
    case .weak: "weak"
    case .medium: "medium"
    case .strong: "strong"
    }
  }
}
