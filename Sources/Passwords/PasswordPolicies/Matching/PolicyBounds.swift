@_spi(Internal) package import Passwords

/// The verdict on the passwords of a folded row, as far as the row tells it.
package struct VerdictBounds: Hashable, Sendable {
  /// The rules that all passwords break, one bit each.
  package let surely: UInt64
  /// The rules that some password may break; all of ``surely`` are among them.
  package let possibly: UInt64
  /// Whether some password may comply; if all do, nothing is in ``possibly``.
  package let mayComply: Bool

  /// Makes the bounds of a verdict.
  package init(surely: UInt64, possibly: UInt64, mayComply: Bool) {
    self.surely = surely
    self.possibly = possibly
    self.mayComply = mayComply
  }

  /// The verdict on passwords of which everything is known.
  package init(exactly violated: UInt64) {
    self.init(surely: violated, possibly: violated, mayComply: violated == 0)
  }

  /// Whether all passwords comply.
  package var surelyComplies: Bool { possibly == 0 }
}

/// A policy compiled for a schema, to judge the passwords of folded rows.
///
///     let bounds = matcher.bounds()
///     bounds.verdict(on: row).mayComply
package struct PolicyBounds: Sendable {
  /// For each alternative its rules: the bit of the verdict, and the tests.
  private let alternatives: [[(bit: UInt64, tests: [RangeTest])]]

  /// Compiles a policy that a matcher was made of, so the schema records what it asks for.
  init(_ policy: Policy, schema: Schema, lists: (ListReference) -> UInt32?) {
    var bit: UInt64 = 0
    alternatives = policy.rulesOfAlternatives.map { rules in
      rules.map { rule in
        defer { bit += 1 }
        return (
          1 << bit, rule.conditions.flatMap { (try? $0.tests(in: schema, lists: lists)) ?? [] }
        )
      }
    }
  }

  /// The rules that passwords of a row surely and possibly break.
  ///
  /// A password is judged by the alternative of which it breaks fewest rules, and by the first of
  /// equals. A rule is surely broken if no alternative but its own may be the one.
  ///
  /// - Complexity: O(rules).
  package func verdict(on row: ProfileRange) -> VerdictBounds {
    let broken = alternatives.map { rules in
      var (surely, possibly): (UInt64, UInt64) = (0, 0)
      for (bit, tests) in rules {
        var (holds, mayHold) = (true, true)
        for test in tests {
          let bounds = test.bounds(on: row)
          holds = holds && bounds.surely
          mayHold = mayHold && bounds.possibly
        }
        if !mayHold { surely |= bit }
        if !holds { possibly |= bit }
      }
      return (surely: surely, possibly: possibly)
    }
    if broken.contains(where: { $0.possibly == 0 }) { return VerdictBounds(exactly: 0) }
    let chosen = broken.indices.filter { index in
      broken.indices.allSatisfy { other in
        let (fewest, most) = (
          broken[index].surely.nonzeroBitCount, broken[other].possibly.nonzeroBitCount
        )
        return other < index ? fewest < most : fewest <= most
      }
    }
    return VerdictBounds(
      surely: chosen.count == 1 ? broken[chosen[0]].surely : 0,
      possibly: chosen.reduce(0) { $0 | broken[$1].possibly },
      mayComply: broken.contains { $0.surely == 0 })
  }
}
