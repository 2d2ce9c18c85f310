import PasswordSpaces

/// The shortest random strings that a policy permits.
package struct RandomStrings: Sendable {
  /// Their length.
  package let length: Int
  /// Their bits; nil if there are none.
  package let bits: Double?
  /// Bits fewer than all strings of printable ASCII of that length; nil beyond it.
  package let lost: Double?
  private let ranked: RuleCosts?
  private let words: @Sendable (RuleCost) -> String

  /// Takes them from a keyspace; nil if no password can comply.
  init?(_ keyspace: PolicyKeyspace, words: @escaping @Sendable (RuleCost) -> String) {
    guard let floor = keyspace.floor else { return nil }
    (length, bits, lost) = (floor.length, floor.bits, floor.lostFromASCII)
    ranked = keyspace.floorCosts
    self.words = words
  }

  /// The rule that costs most of the bits, in words; nil if none costs any.
  package var costliest: String? { ranked?.costliest.map(words) }

  /// The rules that cost half a hundredth of a bit or more, in words, in the order of the policy.
  package var costs: [(rule: String, bits: Double)] {
    (ranked?.rules ?? []).compactMap { cost in
      guard let bits = cost.shapley ?? cost.last, bits >= 0.005 else { return nil }
      return (words(cost), bits)
    }
  }
}
