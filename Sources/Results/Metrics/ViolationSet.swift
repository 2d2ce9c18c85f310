/// The entries that break exactly these rules of a policy.
package struct ViolationSet: Hashable, Sendable {
  /// The rules, as a bit for each in the policy's order; at least one.
  package let mask: UInt64
  /// Entries that break all of them and no other.
  package let count: UInt64

  /// Makes a set with its count.
  package init(mask: UInt64, count: UInt64) {
    self.mask = mask
    self.count = count
  }

  /// Whether the set contains a rule, given by its index in the policy.
  package func contains(_ rule: Int) -> Bool { rule < 64 && mask >> UInt64(rule) & 1 != 0 }

  /// The number of rules in the set.
  package var ruleCount: Int { mask.nonzeroBitCount }
}

extension ViolationSet: Comparable {
  /// Whether a set comes first: more entries, then fewer rules, then earlier rules.
  package static func < (a: ViolationSet, b: ViolationSet) -> Bool {
    if a.count != b.count { return a.count > b.count }
    if a.ruleCount != b.ruleCount { return a.ruleCount < b.ruleCount }
    // At the first difference, the set that contains the rule comes first.
    let difference = a.mask ^ b.mask
    return a.mask & (difference & (0 &- difference)) != 0
  }
}

extension [ViolationSet] {
  /// The sets reported individually, the commonest first: sets that at least one entry in a thousand
  /// breaks, 50 at most.
  ///
  /// Sorts only these, since most sets of hundreds of policies are rare.
  ///
  /// - Returns: These sets, and the number of entries that break any other.
  package func told(of entries: UInt64) -> (sets: [ViolationSet], other: UInt64) {
    let common = filter { UInt128($0.count) * 1000 >= UInt128(entries) }.sorted()
    let told = Array(common.prefix(50))
    let all = reduce(0) { $0 &+ $1.count }
    return (told, all &- told.reduce(0) { $0 &+ $1.count })
  }
}
