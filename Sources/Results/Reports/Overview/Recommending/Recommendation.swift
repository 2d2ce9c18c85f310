/// One policy of many, with what lets a reader doubt it.
///
/// It is the one whose worst regret over the lists is least, within limits. Encoded, it is the JSON of
/// `audit recommend`.
package struct Recommendation: Encodable, Sendable {
  package private(set) var schema = 1
  package let against: Against
  package let limits: Limits
  package let lists: [List]
  package internal(set) var grid: Grid
  /// The choice; nil if there is none.
  @OrNull package internal(set) var choice: Choice? = nil
  /// Why there is none; nil if there is.
  @OrNull package internal(set) var none: Nothing? = nil
  /// What came next, and why it lost.
  package internal(set) var runnersUp: [RunnerUp] = []
  /// Those that may be chosen and that nothing tells apart from the choice; nil if nothing can be said.
  @OrNull package internal(set) var notToldApart: Alike? = nil
  /// The choices at several limits.
  package internal(set) var at: [Step] = []
  /// The choices without each list.
  package internal(set) var leaveOneOut: [LeftOut] = []
  /// The choices if users whose password is refused choose otherwise.
  package internal(set) var behaviours: [Anew] = []
  /// The user's own policies.
  package internal(set) var own: [Own] = []

  /// The fewest accepted passwords of a policy that is recommended or compared with.
  package static let leastAccepted: UInt64 = 1000

  /// A share in millionths; six decimals in JSON.
  package struct Share: Encodable, Comparable, Hashable, Sendable {
    package let millionths: Int

    init(_ millionths: Int) { self.millionths = millionths }

    /// Whole percentage points, halves up.
    var points: Int { (millionths + 5000) / 10_000 }

    package static func < (a: Share, b: Share) -> Bool { a.millionths < b.millionths }

    package func encode(to encoder: any Encoder) throws {
      var value = encoder.singleValueContainer()
      try value.encode(Double(millionths) / 1e6)
    }
  }

  /// The ends between which a share lies; the same if it is exact.
  package typealias Ends = ClosedRange<Share>

  /// Who guesses, and how exact a difference between two policies is: of two without a score, and with one.
  package struct Against: Encodable, Sendable {
    package let name: NamedAttacker
    package let guesses: Int
    @OrNull package var differenceError: [Share]? = nil
  }

  package struct Limits: Encodable, Sendable {
    @OrNull package var refuseAtMost: Share? = nil
    package let meets: [String]
    package let acceptsManagers: Bool
    package let leastAccepted = Recommendation.leastAccepted
  }

  package struct List: Encodable, Sendable {
    package let name: String
    package let passwords: UInt64
    /// With no policy.
    @OrNull package var guessed: Ends? = nil
    /// Its kind of site and year, if it is a published one.
    package let about: String?
  }

  package struct Grid: Encodable, Sendable {
    package let policies: Int
    /// Those that keep to the standards and accept what password managers generate.
    package let withinWords: Int
    /// Those that also keep to the limit on every list; nil without a limit.
    @OrNull package internal(set) var feasible: Int? = nil
  }

  package struct Choice: Encodable, Sendable {
    package let policy: String
    package let rules: String
    @OrNull package var words: String? = nil
    package let worstRegret: Ends
    /// The same from the rows of folded tallies; nil where only counts are known, or these are exact.
    package internal(set) var worstRegretByRows: Ends?
    package internal(set) var lists: [Detail]
  }

  /// What one list says of the choice.
  package struct Detail: Encodable, Sendable {
    package let list: String
    package let refused: Ends
    package let accepted: ClosedRange<UInt64>
    package let guessed: Ends
    /// The 95 % interval of the share guessed, by the number of passwords.
    package let sampling: Ends
    /// What is guessed above the best for this list, from the counts of each policy alone.
    package let regret: Ends
    /// The same from the rows of a folded tally, which hold for both policies at once.
    package internal(set) var regretByRows: Ends?
  }

  package struct Nothing: Encodable, Sendable {
    package let reason: Reason
    @OrNull package var nearest: Nearest? = nil
    /// The policy that accepts most on its worst list, if all accept too few.
    ///
    /// It is not in JSON, which others compare byte for byte.
    package var largest: Largest?

    private enum CodingKeys: CodingKey { case reason, nearest }
  }

  /// Why there is no choice, or a policy may not be chosen.
  package enum Reason: String, Encodable, Sendable {
    case noLimit = "no limit"
    /// A standard is not met.
    case standard
    /// What password managers generate is not accepted, or nobody knows.
    case managers
    /// Too few passwords of a list are accepted.
    case few
    case limit
  }

  /// The policy that refuses least on its worst list.
  package struct Nearest: Encodable, Sendable {
    package let policy: String
    package let rules: String
    package let list: String
    package let refused: Ends
  }

  /// The policy that accepts most passwords on the list where it accepts fewest.
  package struct Largest: Sendable {
    package let policy: String
    package let rules: String
    package let list: String
    package let accepted: ClosedRange<UInt64>
  }

  package struct RunnerUp: Encodable, Sendable {
    package let kind: Kind
    package let policy: String
    package let rules: String
    package let reason: Lost
    package let difference: Share
    /// The list of its worst regret, if that is why.
    @OrNull package var list: String? = nil

    package enum Kind: String, Encodable, Sendable {
      case next
      case milder
      case withoutScore = "no score"
    }

    /// The first respect in which it is behind.
    package enum Lost: String, Encodable, Sendable {
      case regret
      case refuses
      case longer
      case order
      case notToldApart = "not told apart"
    }
  }

  package struct Alike: Encodable, Sendable {
    package let policies: Int
    package let of: Int
    /// The first of them, by rank.
    package let first: [String]
  }

  /// The choice at a limit; shares go from the least to the most over lists.
  package struct Step: Encodable, Sendable {
    package let refuseAtMost: Share
    @OrNull package var policy: String? = nil
    @OrNull package var rules: String? = nil
    @OrNull package var refused: Ends? = nil
    @OrNull package var guessed: Ends? = nil
    @OrNull package var worstRegret: Ends? = nil
  }

  /// The choice without a list, and what it is on that list.
  package struct LeftOut: Encodable, Sendable {
    package let list: String
    @OrNull package var policy: String? = nil
    package let same: Bool
    @OrNull package var refused: Ends? = nil
    /// What it refuses above the limit.
    @OrNull package var over: Share? = nil
    @OrNull package var guessed: Ends? = nil
    @OrNull package var regret: Ends? = nil
  }

  /// What users choose whose password was refused.
  package enum Behaviour: String, Encodable, Sendable, CaseIterable {
    /// What the others have.
    case proportional
    /// What is guessed.
    case convergent
    /// What is never guessed.
    case extraneous
  }

  package struct Anew: Encodable, Sendable {
    package let model: Behaviour
    package let policy: String
    package let same: Bool
    /// The share of all users guessed under the recommended policy, one a list.
    package let guessed: [Ends]
  }

  package struct Own: Encodable, Sendable {
    package let policy: String
    package let rules: String
    /// Why it may not be chosen.
    package let barred: [Reason]
    package let refused: [Ends?]
    /// Nil where too few are accepted.
    package let guessed: [Ends?]
  }

  /// The answer as one object of JSON.
  package var json: [UInt8] { jsonText(self) + [UInt8(ascii: "\n")] }
}

/// A value of which JSON says `null` where there is none.
@propertyWrapper
package struct OrNull<Value: Encodable & Sendable>: Encodable, Sendable {
  package var wrappedValue: Value?

  package init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    if let wrappedValue { try value.encode(wrappedValue) } else { try value.encodeNil() }
  }
}
