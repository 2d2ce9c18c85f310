import Findings

extension Overview {
  /// The policy with the widest gap, of equals the first; nil for a single policy, without scores,
  /// or if no policy refuses a larger share of the easy than of the hard passwords.
  var bestTrade: PolicyOverview? { bestTradeNumber.map { policies[$0] } }

  /// The index of ``bestTrade``.
  var bestTradeNumber: Int? {
    guard policies.count > 1 else { return nil }
    let best = policies.indices.max {
      policies[$0].trade?.gap ?? -1 < policies[$1].trade?.gap ?? -1
    }
    return best.flatMap { policies[$0].trade?.gap ?? 0 > 0 ? $0 : nil }
  }

  /// The policies that no other one dominates in refusals and in the share of easy passwords left,
  /// sorted by refusals.
  var front: [PolicyOverview] {
    paretoFront(
      policies.map { policy in
        policy.survivors?.strength?.weak.map { (1 - policy.compliant.share, $0.share) }
      }
    ).map { policies[$0] }
  }
}
