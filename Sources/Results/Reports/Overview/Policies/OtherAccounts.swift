package import Metrics

// What a report says of accounts that are not on its list.
extension ReportOverview {
  /// Whether it says of any policy what guesses find of other accounts.
  var saysOfOthers: Bool { policies.contains { $0.guessed?.bounds(after: 10) != nil } }

  /// How sure it is of them, in words.
  var sureness: String { (guessed?.confidence ?? .usual).words }

  /// A sentence for the whole list, if it says anything, and one for each of some policies, and of what a limit on
  /// popularity leaves.
  func ofOthers(_ policies: [PolicyOverview]) -> [Sentence] {
    let all = [(name: "all passwords", found: guessed)]
    let others = limited.map { (name: $0.policy ?? "", found: Guessed.exact($0)) }
    return (all + policies.map { ($0.shortName, $0.guessed) } + others).compactMap { name, found in
      guard let found, let ends = found.bounds(after: 10) else { return nil }
      let share = outward(ends.lower, ends.upper)
      let isOpen = share.hasPrefix("≤ ")
      return """
        \(name: name): \
        \(isOpen ? "ten guesses find at most" : "with ten guesses the best attacker finds") \
        \(number: isOpen ? String(share.dropFirst(2)) : share) of \
        \(found.policy == nil ? "such" : "the accepted") accounts, \
        \(isOpen ? "whoever guesses" : "and nobody more"); \(found.confidence.words) sure
        """
    }
  }

  /// Which of some policies differ in what ten guesses find, when all intervals that are compared hold at
  /// once; nil of fewer than two of which ends are known.
  func toldApart(_ policies: [PolicyOverview]) -> String? {
    let known = policies.compactMap { policy in
      policy.guessing.flatMap { $0.bounds.ends(of: 10) }.map { (name: policy.shortName, ends: $0) }
    }
    guard let confidence = guessed?.confidence, known.count > 1 else { return nil }
    let rate = confidence.rate(of: known.count)
    let ends = known.map { $0.ends.wrong(in: rate) }
    let pairs = ends.indices.flatMap { one in ends.indices.dropFirst(one + 1).map { (one, $0) } }
    let isApart = pairs.map { ends[$0].isBelow(ends[$1]) || ends[$1].isBelow(ends[$0]) }
    guard known.count <= 3 else {
      return "10 guesses tell apart \(isApart.count { $0 }) of \(pairs.count) pairs"
    }
    return "10 guesses: "
      + zip(pairs, isApart).map { pair, isApart in
        let isFirst = ends[pair.0].isBelow(ends[pair.1])
        let (below, above) = isFirst ? pair : (pair.1, pair.0)
        return isApart
          ? "\(known[below].name) is below \(known[above].name)"
          : "\(known[pair.0].name) and \(known[pair.1].name) are not apart"
      }.joined(separator: "; ")
  }
}

extension AttackBounds {
  /// Of how many guesses so many accounts tell.
  package func reach(_ accounts: UInt128) -> String {
    let base = "with \(counted(accounts, "account")) nothing within a factor of two can be said"
    return resolvedGuesses > 0
      ? base + " beyond \(counted(resolvedGuesses, "guess", "guesses"))" : base
  }
}

extension AttackBounds.Silence {
  /// That nothing is said, and why.
  var sentence: String { "Nothing is said of other accounts: \(words)." }

  /// The reason in words.
  package var words: String {
    switch self {
    case .head: "it is the top of a longer list"
    case .repetitions:
      "its repetitions are not known to be accounts (--weights accounts states that they are)"
    case .few: "it has fewer than \(AttackBounds.fewest) accounts"
    case .distinct: "no password repeats, as in a list without repetitions"
    case .many: "it has more than \(AttackBounds.most) accounts"
    }
  }
}

extension Confidence {
  /// The confidence in words: `99 %`, `99.5 %`.
  package var words: String {
    (UInt(exactly: percent).map { String($0) } ?? "\(percent)") + " %"
  }
}
