import Findings

/// What a policy refuses of the passwords that are easy to guess, and of those that are hard.
struct PolicyTrade: Hashable, Sendable {
  /// Passwords refused of those that score 0 or 1.
  let easyRefused: Part
  /// Passwords refused of those that score 3 or 4.
  let hardRefused: Part

  /// By how much more of the easy ones are refused: 1 for a policy that tells all apart, 0 for one
  /// that does not look (Youden's J).
  var gap: Double { easyRefused.share - hardRefused.share }

  /// Compares scores of all passwords with those that comply; nil without scores, or where either
  /// kind is missing.
  init?(all: StrengthOverview?, compliant: [Part]) {
    guard let scores = all?.scores, scores.count == 5 else { return nil }
    func refused(_ kind: ClosedRange<Int>) -> Part? {
      let total = kind.reduce(0) { $0 &+ scores[$1].count }
      let left = kind.reduce(0) { $0 &+ ($1 < compliant.count ? compliant[$1].count : 0) }
      return total == 0 ? nil : Part(total &- min(left, total), of: total)
    }
    guard let easy = refused(0...1), let hard = refused(3...4) else { return nil }
    easyRefused = easy
    hardRefused = hard
  }
}

extension PolicyTrade {
  /// What the difference means, for where the number stands.
  static let explanation =
    "The difference, in points, is the share of easy passwords refused less the share of hard ones "
    + "refused: 100 for a policy that tells them apart without fault, 0 for one that refuses both "
    + "alike. We call the policy with the widest difference the best trade. That is a choice of ours "
    + "(statistics knows the number as Youden's J): it weighs an easy password let in as heavily as "
    + "a hard one kept out, so a site that fears the one more than the other may choose differently."
}

extension Overview {
  /// The policy with the widest gap, the first of equals; nil for a single policy, without scores,
  /// or where no policy refuses more of the easy than of the hard passwords.
  var bestTrade: PolicyOverview? {
    guard policies.count > 1 else { return nil }
    let best = policies.max { $0.trade?.gap ?? -1 < $1.trade?.gap ?? -1 }
    return best.flatMap { $0.trade?.gap ?? 0 > 0 ? $0 : nil }
  }

  /// The policies that no other beats in what it refuses and in the share of easy passwords that it
  /// leaves, by what they refuse.
  var front: [PolicyOverview] {
    paretoFront(
      policies.map { policy in
        policy.survivors?.strength?.weak.map { (1 - policy.compliant.share, $0.share) }
      }
    ).map { policies[$0] }
  }
}
