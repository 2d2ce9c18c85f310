/// The rules of a policy that a password broke.
///
/// Bit `i` stands for rule `i` of ``Policy/rules``.
package struct Verdict: Hashable, Sendable {
  /// One bit a broken rule.
  package let violated: UInt64

  /// Makes the verdict in which exactly these rules are broken.
  @inlinable
  package init(violated: UInt64) { self.violated = violated }

  /// Whether no rule was broken.
  @inlinable package var isCompliant: Bool { violated == 0 }

  /// How many rules were broken.
  @inlinable package var count: Int { violated.nonzeroBitCount }

  /// Whether this rule was broken.
  @inlinable
  package func contains(_ rule: Int) -> Bool { violated >> UInt64(rule) & 1 != 0 }

  /// The rules that were broken, in order.
  package var indices: [Int] { (0..<UInt64.bitWidth).filter(contains) }
}
