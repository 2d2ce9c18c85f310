import Metrics

/// The sentences below the first table of a page: what a reader who decides must know, by fixed
/// rules, at most five.
package struct Decision {
  private let overview: ReportOverview

  /// Takes the facts of a report.
  package init(_ overview: ReportOverview) { self.overview = overview }

  /// The sentences with data, in order.
  package var sentences: [Sentence] {
    overview.isEmpty ? [] : [extremes, beaten, crossing, dropping, idle].compactMap(\.self)
  }

  private var policies: [PolicyOverview] { overview.policies }

  /// The policies that are ranked: one for use beside a second factor is not.
  private var ranked: [PolicyOverview] { policies.filter { !$0.isBesideFactor } }

  /// The policy that refuses least, and the one of which the least is guessed; nil of one policy.
  private var extremes: Sentence? {
    let policies = ranked
    guard policies.count > 1 else { return nil }
    // Of all, those beside a second factor may refuse less.
    let some = policies.count < self.policies.count ? ", of those that are ranked" : ""
    let least: Sentence? = Self.least(
      policies.map { ($0.name, $0.violating, "") }, \.roundedPercent
    ).map {
      "Refuses least\(some): \($0)."
    }
    // Of few passwords the share guessed says how many they are.
    let known = policies.compactMap { policy in
      policy.isOfMany
        ? policy.survivors?.strength?.headline.map { (policy.name, $0.part, note(policy)) }
        : nil
    }
    let whose: Sentence =
      known.count == policies.count
      ? "Smallest share of the accepted guessed in a day"
      : """
      Of the \(number: grouped(known.count)) policies that accept 1,000 or more, smallest share of \
      the accepted guessed in a day
      """
    let fewest: Sentence? =
      known.count > 1 ? Self.least(known, \.estimatedPercent).map { "\(whose): \($0)." } : nil
    return Self.told([least, fewest])
  }

  /// Some sentences as one; nil without any.
  private static func told(_ sentences: [Sentence?]) -> Sentence? {
    let known = sentences.compactMap(\.self)
    return known.isEmpty ? nil : known.joined(separator: " ")
  }

  /// The policy of the least share, with others whose share is the same as it is written, and the share;
  /// nil if a folded tally leaves open which it is.
  private static func least(
    _ rows: [(name: String, part: Part, note: String)], _ words: (Part) -> String
  ) -> Sentence? {
    guard let best = rows.min(by: { $0.part.share < $1.part.share }) else { return nil }
    func isAlike(_ part: Part) -> Bool {
      part.isRough
        ? words(part) == words(best.part)
        : (part.share, part.mostShare) == (best.part.share, best.part.mostShare)
    }
    let greater = rows.filter { !isAlike($0.part) }
    guard greater.allSatisfy({ best.part.mostShare < $0.part.share || best.part.isExact }) else {
      return nil
    }
    let more = rows.count - greater.count - 1
    let others = more == 0 ? "" : " and \(grouped(more)) more"
    return "\(name: best.name)\(others) (\(number: words(best.part))\(best.note))"
  }

  /// What follows a share guessed whose error was not measured while that of others was.
  private func note(_ policy: PolicyOverview) -> String {
    overview.errors?.meaningOfMark([policy.kind]) == nil ? "" : ", error not measured"
  }

  /// The policies that can be compared, with shares of one list that are no intervals.
  private var choices: [PolicyChoice] {
    overview.isOfSome
      ? [] : overview.choices.filter { $0.refused.isExact && $0.guessed.isExact }
  }

  /// The most policies of which it is said which other one beats them.
  private static let mostBeaten = 2

  /// Which policies are beaten, by which, and why; nil if none is.
  private var beaten: Sentence? {
    let choices = choices
    let pairs = choices.compactMap { own in
      choices.filter { $0.beats(own) }.min {
        ($0.guessed.share, $0.refused.share) < ($1.guessed.share, $1.refused.share)
      }.map { (own: own, better: $0) }
    }
    let told = pairs.prefix(Self.mostBeaten).map { own, better -> Sentence in
      let isTold = own.guessed.estimatedPercent != better.guessed.estimatedPercent
      let certainty = Certainty(
        own.guessed.share, own.error, against: better.guessed.share, better.error)
      let refused = Self.compared(own.refused.percent, better.refused.percent)
      let left = Self.compared(
        own.guessed.estimatedPercent, better.guessed.estimatedPercent, " to guess in a day")
      return """
        \(name: own.policy.name) \(isTold && certainty == .open ? "may be" : "is") beaten by \
        \(name: better.policy.name): it refuses \(refused)) and leaves \(left)\
        \(isTold ? "; this difference is \(certainty.rawValue)" : "")).
        """
    }
    let more = pairs.count - told.count
    let others: Sentence? =
      more == 0 ? nil : "Beaten by some policy, too: \(number: "\(grouped(more)) more")."
    return Self.told(told + [others])
  }

  /// More of something than a better policy, or as much: `more (97.2 % against 96.8 %`.
  private static func compared(_ own: String, _ better: String, _ what: String = "") -> Sentence {
    own == better
      ? "as much\(what) (\(number: own)"
      : "more\(what) (\(number: own) against \(number: better)"
  }

  /// The least difference of two curves that counts on either side of where they cross.
  private static let leastCrossing = 0.01

  /// The two policies of which the one leaves less to guess with few guesses, the other with many, the
  /// difference being greatest; nil if no curves cross once.
  private var crossing: Sentence? {
    let choices = choices.compactMap { choice in
      choice.policy.survivors?.strength.map { (choice, $0.curve(choice.name).points) }
    }
    guard choices.count <= PolicyOverview.mostCharted else { return nil }
    var best: (words: Sentence, size: Double)?
    for (low, lowCurve) in choices {
      for (high, highCurve) in choices {
        let points = zip(lowCurve, highCurve).map { (low: $0, high: $1, by: $1.share - $0.share) }
        // Up to a number of guesses the first leaves less, from the next on the second.
        guard let turn = points.firstIndex(where: { $0.by < 0 }), turn > 0,
          points[turn...].allSatisfy({ $0.by <= 0 }),
          let before = points[..<turn].max(by: { $0.by < $1.by }),
          let after = points[turn...].min(by: { $0.by < $1.by })
        else { continue }
        let size = min(before.by, -after.by)
        guard size >= max(Self.leastCrossing, best?.size ?? 0) else { continue }
        func certainty(_ one: GuessingCurve.Point, _ other: GuessingCurve.Point) -> Certainty {
          func error(_ choice: PolicyChoice) -> StatedError {
            one.decades > StatedErrors.measuredDecades ? .manyGuesses : choice.error
          }
          return Certainty(one.share, error(low), against: other.share, error(high))
        }
        func shares(_ one: Double, _ other: Double, _ point: GuessingCurve.Point) -> Sentence {
          "(at \(point.guesses) \(number: percent(one)) against \(number: percent(other))"
        }
        let words: Sentence = """
          Up to \(points[turn - 1].low.guesses) guesses on each account \(name: low.name) leaves \
          less to guess than \(name: high.name) \
          \(shares(before.low.share, before.high.share, before.low)) of the accepted), \
          from \(points[turn].low.guesses) on more \
          \(shares(after.low.share, after.high.share, after.low))); \
          \(sureness(certainty(before.low, before.high), certainty(after.low, after.high)))
          """
        best = (words, size)
      }
    }
    return best?.words
  }

  /// How sure the differences on both sides of a crossing are.
  private func sureness(_ before: Certainty, _ after: Certainty) -> String {
    before == after
      ? "both differences are \(before.rawValue)."
      : "the first difference is \(before.rawValue), the second \(after.rawValue)."
  }

  /// The least share that has a tenth of a point.
  private static let leastTold = 0.0005

  /// The rule that keeps out most by itself: what would come in if it went, and how much of that is
  /// found; nil if no rule keeps anything out by itself.
  private var dropping: Sentence? {
    let rules = policies.flatMap { policy in policy.rules.map { (policy: policy, rule: $0) } }
    guard let top = rules.max(by: { $0.rule.only.count < $1.rule.only.count }),
      top.rule.only.share >= Self.leastTold
    else { return nil }
    let only = top.rule.only
    let accepted =
      only.isExact ? String(points(only.share).dropFirst()) : String(only.percent.dropLast(2))
    let guessed: Sentence? = top.rule.onlyFound.flatMap { found in
      SampleSize(found.total).permitsGuessing
        ? "; \(number: found.estimatedPercent) of these are guessed in a day" : nil
    }
    return """
      Without \(name: top.rule.text), \(name: top.policy.name) would accept \
      \(number: "\(accepted) percentage points") more\(guessed).
      """
  }

  /// The least share that a rule must refuse by itself to count.
  private static let leastByItself = 0.001

  /// The rules of a policy that refuse next to nothing by themselves, of the policy with most of
  /// them; nil if there are none, or if a policy has no other rule.
  private var idle: Sentence? {
    let rows = policies.map { policy in
      (policy: policy, idle: policy.rules.filter { $0.only.share < Self.leastByItself })
    }
    guard let most = rows.max(by: { $0.idle.count < $1.idle.count }), !most.idle.isEmpty,
      most.policy.rules.count > 1
    else { return nil }
    let (count, all) = (most.idle.count, most.policy.rules.count)
    var named = most.idle[0].text
    var told = 1
    for rule in most.idle.dropFirst() where named.utf8.count + rule.text.utf8.count < 40 {
      named += ", \(rule.text)"
      told += 1
    }
    let more = count > told ? " and \(count - told) more" : ""
    return """
      \(number: "\(count) of the \(all) rules") of \(name: most.policy.name) \
      \(count == 1 ? "refuses" : "each refuse") fewer than 0.1 % that no other refuses: \
      \(name: named + more)\
      \(count == 1 ? "." : "; without several of them at once more would be accepted.")
      """
  }
}

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

extension PolicyChoice {
  /// Whether it refuses no more and leaves no more to guess, and less of one as it is written.
  fileprivate func beats(_ other: PolicyChoice) -> Bool {
    refused.share <= other.refused.share && guessed.share <= other.guessed.share
      && (refused.percent, guessed.estimatedPercent)
        != (other.refused.percent, other.guessed.estimatedPercent)
  }
}
