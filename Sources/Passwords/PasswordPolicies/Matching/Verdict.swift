/// The rules of a policy that a password broke.
///
/// Bit `i` stands for rule `i` of ``Policy/rules``.
package struct Verdict: Hashable, Sendable {
  /// One bit per broken rule.
  package let violated: UInt64

  /// Makes the verdict with exactly these broken rules.
  @inlinable
  package init(violated: UInt64) { self.violated = violated }

  /// Whether no rule was broken.
  @inlinable package var isCompliant: Bool { violated == 0 }

  /// The number of broken rules.
  @inlinable package var count: Int { violated.nonzeroBitCount }

  /// Whether a rule was broken.
  @inlinable
  package func contains(_ rule: Int) -> Bool { violated >> UInt64(rule) & 1 != 0 }

  /// The indices of the broken rules, ascending.
  package var indices: [Int] { (0..<UInt64.bitWidth).filter(contains) }
}
