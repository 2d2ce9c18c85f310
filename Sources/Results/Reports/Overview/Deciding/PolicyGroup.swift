/// Policies of a report with the same rules, which therefore have the same numbers.
package struct PolicyGroup: Sendable {
  /// The first of them, which stands for all.
  package let first: PolicyOverview
  /// Its number in the report, from 0.
  package let number: Int
  /// The names of all.
  package fileprivate(set) var names: [String]

  /// The name of the first, and the number of the others: `1800flowers.com and 3 more`.
  package var name: String { nameOfGroup(names) }
}

extension ReportOverview {
  /// The policies, those with the same rules as one, in the order of their first.
  package var groups: [PolicyGroup] {
    var groups: [PolicyGroup] = []
    var known: [String: Int] = [:]
    for (number, policy) in policies.enumerated() {
      // Few policies are shown as they were named.
      let key =
        policies.count <= PolicyOverview.mostCharted
        ? String(number) : "\(policy.isBesideFactor) \(policy.text)"
      if let place = known[key] {
        groups[place].names.append(policy.name)
      } else {
        known[key] = groups.count
        groups.append(PolicyGroup(first: policy, number: number, names: [policy.name]))
      }
    }
    return groups
  }
}
