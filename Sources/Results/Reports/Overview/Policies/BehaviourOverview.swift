import Metrics

/// What ten guesses an account find under each policy, by what the refused do, for people.
///
/// A list whose repetitions are not accounts says something of occurrences only, and every sentence
/// says so. Of policies that few passwords are accepted by nothing is said; the tables have them.
package struct BehaviourOverview: Sendable {
  /// The guesses of all its numbers.
  package static let guesses: UInt64 = 10

  /// The policies of which enough passwords comply, in the order of the report.
  package let rows: [Row]
  /// The names of the models, in the order of each row's shares.
  package let models: [String]
  /// Policies that are left out, since nothing or too little complies with them.
  package let leftOut: Int
  /// Pairs of neighbours in the order of ``Behaviour/proportional``, the better one first.
  package let neighbours: [Neighbours]
  /// Whether repetitions are accounts.
  package let isOfAccounts: Bool
  /// Whether the list is the top of a longer one, so that policies are not ordered.
  package let isTruncated: Bool

  /// A policy's shares.
  package struct Row: Sendable {
    /// The policy's name.
    package let name: String
    /// Its number in the report.
    package let number: Int
    /// The share that guesses find under each model.
    package let shares: [Double]
    /// The least and the most that they find, whatever the refused choose.
    package let bracket: ClosedRange<Double>
    /// The share if the refused choose as the others do.
    package let usual: Double
    /// The tier among all policies; nil if they are not ordered.
    package let tier: Int?
  }

  /// Two policies that follow each other.
  package struct Neighbours: Sendable {
    /// The name of the one of which less is found if the refused choose as the others do.
    package let better: String
    /// The name of the other one.
    package let other: String
    /// The share of the refused from which the other is the better one; nil if never.
    package let turns: Double?
    /// Whether both are equal throughout.
    package let isEqual: Bool
    /// Whether halves of the list tell them apart; nil if that is not known.
    package let isSeparate: Bool?
  }

  /// The most pairs that a screen names.
  private static let mostPairs = 12

  /// Prepares findings; `all` policies were asked about.
  init(_ findings: BehaviourFindings, all: Int) {
    isOfAccounts = findings.weights == .accounts
    isTruncated = findings.isTruncated
    models = findings.models.map(\.name)
    let guesses = Self.guesses
    let tiers =
      findings.rankings.first { $0.metric == .foundBy10 && !$0.rows.isEmpty }?.rows.map(\.tier)
    let stated = findings.policies.indices.filter { findings.policies[$0].size.permitsGuessing }
    rows = stated.compactMap { place in
      let policy = findings.policies[place]
      guard let bracket = policy.after.bracket(by: guesses),
        let usual = policy.after.found(by: guesses, .proportional)
      else { return nil }
      return Row(
        name: policy.name, number: policy.number,
        shares: findings.models.map { policy.after.found(by: guesses, $0)?.value ?? 0 },
        bracket: bracket.least.value...max(bracket.least.value, bracket.most.value),
        usual: usual.value, tier: tiers?[place])
    }
    leftOut = all - rows.count
    let order = findings.isTruncated ? [] : Self.order(stated, findings)
    neighbours = zip(order, order.dropFirst()).prefix(Self.mostPairs).compactMap { first, second in
      guard let flip = findings.flip(first, second, by: guesses) else { return nil }
      let (better, other) = flip.before == .second ? (second, first) : (first, second)
      let isAsked = findings.models.contains(.pure(.proportional))
      return Neighbours(
        better: findings.policies[better].name, other: findings.policies[other].name,
        turns: flip.share?.value, isEqual: flip.before == nil,
        isSeparate: isAsked
          ? findings.separates(first, second, by: .foundBy10, .pure(.proportional)) : nil)
    }
  }

  /// The places of policies, by what guesses find if the refused choose as the others do.
  private static func order(_ places: [Int], _ findings: BehaviourFindings) -> [Int] {
    let shares = places.map { place in
      (place: place, share: findings.policies[place].after.found(by: guesses, .proportional))
    }
    return shares.sorted { a, b in
      guard let first = a.share, let second = b.share, first != second else {
        return a.place < b.place
      }
      return first < second
    }.map(\.place)
  }

  /// What is found of: `accounts`, or `occurrences`.
  package var noun: String { isOfAccounts ? "accounts" : "occurrences" }

  /// What the shares are, in a sentence.
  package var caption: String {
    "Share of \(isOfAccounts ? "all accounts" : "occurrences, which are not people,") that the "
      + "best ten guesses find, by what those choose whose password a policy refuses."
  }

  /// How many policies are left out, and what a tier is or why there is none, in sentences.
  package var remarks: [String] {
    let left =
      "Left out, since fewer than 1,000 passwords are accepted: \(counted(leftOut, "policy", "policies"))."
    let tiers =
      isTruncated
      ? "The list is the top of a longer one, which makes strict policies look worse than they are; so "
        + "policies are not ordered."
      : "A policy of a later tier is worse than at least one policy of an earlier tier, whichever of the four "
        + "models of behaviour you assume; within a tier the order depends on what people choose whose "
        + "password was refused."
    return (leftOut > 0 ? [left] : []) + (rows.count > 1 || isTruncated ? [tiers] : [])
  }

  /// When the order of two neighbours turns, in a sentence.
  package func sentence(on pair: Neighbours) -> Sentence {
    let (better, other): (Sentence, Sentence) = ("\(name: pair.better)", "\(name: pair.other)")
    let base = isOfAccounts ? "" : "Of occurrences, "
    if pair.isEqual { return "\(base)\(better) and \(other) leave equally much to guess." }
    let refused =
      isOfAccounts
      ? "of those it refuses choose one and the same password"
      : "of the occurrences it refuses become one and the same password"
    let condition: Sentence =
      pair.turns.map { " unless more than \(number: precise($0)) \(refused)" }
      ?? ", however many \(refused)"
    let close = pair.isSeparate == false ? "; halves of the list do not tell the two apart" : ""
    return "\(base)\(better) leaves less to guess than \(other)\(condition)\(close)."
  }
}
