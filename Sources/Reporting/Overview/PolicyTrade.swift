import Findings

/// The shares of easy and of hard passwords that a policy refuses.
struct PolicyTrade: Hashable, Sendable {
  /// The refused passwords of all that score 0 or 1.
  let easyRefused: Part
  /// The refused passwords of all that score 3 or 4.
  let hardRefused: Part

  /// The difference of both shares: 1 if the policy separates them perfectly, 0 if it treats them
  /// alike (Youden's J).
  var gap: Double { easyRefused.share - hardRefused.share }

  /// Compares the scores of all passwords with the scores of compliant ones; nil without scores, or
  /// if the list has no easy or no hard passwords.
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
  /// Explains the difference, to be shown beside the number.
  static let explanation =
    "The difference, in points, is the share of easy passwords refused less the share of hard ones "
    + "refused: 100 for a policy that tells them apart without fault, 0 for one that refuses both "
    + "alike. We call the policy with the widest difference the best trade. That is a choice of ours "
    + "(statistics knows the number as Youden's J): it weighs an easy password let in as heavily as "
    + "a hard one kept out, so a site that fears the one more than the other may choose differently."
}
