import Metrics
import PasswordSpaces

/// A generated sentence, in which numbers and names are marked.
package struct Sentence: Hashable, Sendable {
  /// A piece of a sentence.
  package enum Piece: Hashable, Sendable {
    case words(String)
    /// A number with its unit, kept on one line.
    case number(String)
    /// The name of a policy or rule.
    case name(String)
  }

  /// Its pieces in order.
  package let pieces: [Piece]

  /// The sentence without marks.
  package var text: String {
    pieces.map { piece in
      switch piece {
      case .words(let text), .number(let text), .name(let text): text
      }
    }.joined()
  }

  /// Makes a sentence of pieces.
  package init(_ pieces: Piece...) { self.pieces = pieces }
  /// Makes a sentence of pieces.
  package init(_ pieces: [Piece]) { self.pieces = pieces }
}

extension Part {
  /// The share at the beginning of a sentence: `Between 0.97 % and 1.17 %`, `At most 1.1 %`.
  fileprivate var pieces: [Sentence.Piece] {
    let words = percent
    if words.hasPrefix("≤ ") { return [.words("At most "), .number(String(words.dropFirst(2)))] }
    guard let dash = words.firstIndex(of: "–") else { return [.number(words)] }
    return [
      .words("Between "), .number(words[..<dash] + " %"), .words(" and "),
      .number(String(words[words.index(after: dash)...])),
    ]
  }
}

/// The main sentences of a report: equal facts give equal sentences, each with the base of its
/// share.
///
/// The selection depends only on the facts that are known.
package struct Sentences {
  private let overview: ReportOverview

  /// Takes the facts of a report.
  package init(_ overview: ReportOverview) { self.overview = overview }

  private var policies: [PolicyOverview] { overview.policies }

  /// All sentences with data, in order.
  package var all: [Sentence] {
    overview.isEmpty
      ? [] : [compliance, refusal, leftOver, random, blank].compactMap(\.self)
  }

  /// The most policies that are named individually.
  private static let named = 4

  /// The number of compliant passwords.
  package var compliance: Sentence? {
    guard let first = policies.first else { return nil }
    // Policies that are in force for some accounts only count the passwords of these.
    let all: [Sentence.Piece] =
      overview.isOfSome
      ? [.words("the passwords of each")]
      : [.number(grouped(overview.entries)), .words(" passwords")]
    if policies.count > Self.named {
      guard let least = policies.min(by: { $0.compliant.share < $1.compliant.share }),
        let most = policies.max(by: { $0.compliant.share < $1.compliant.share })
      else { return nil }
      let ends: [Sentence.Piece] = [
        .words("Between "), .number(least.compliant.percent), .words(" ("), .name(least.name),
        .words(") and "), .number(most.compliant.percent), .words(" ("), .name(most.name),
        .words(") of "),
      ]
      return Sentence(ends + all + [.words(" are accepted, depending on the policy.")])
    }
    if policies.count == 1, !first.compliant.isExact {
      return Sentence(
        first.compliant.pieces + [.words(" of ")] + all
          + [.words(" are accepted by "), .name(first.name), .words(".")])
    }
    var pieces: [Sentence.Piece] =
      [.number(first.compliant.percent), .words(" of ")] + all
      + [.words(" are accepted by "), .name(first.name)]
    for (index, policy) in policies.enumerated().dropFirst() {
      pieces += [
        .words(index == policies.count - 1 ? " and " : ", "), .number(policy.compliant.percent),
        .words(" by "), .name(policy.name),
      ]
    }
    return Sentence(pieces + [.words(".")])
  }

  /// The rule that refuses most.
  package var refusal: Sentence? {
    // Of several policies it would only name the strictest one.
    guard policies.count == 1, let top = policies.first?.topRule else { return nil }
    return Self.refusal(top, isOfAll: policies.first?.audience == nil)
  }

  /// The rule of a policy that refuses most, or those of which it may be one; a policy may be in
  /// force for some accounts only.
  package static func refusal(_ top: PolicyOverview.RuleRow, isOfAll: Bool) -> Sentence {
    guard top.isCertain else { return Sentence(.name(top.words), .words(" refuses most.")) }
    let pieces: [Sentence.Piece] = [
      .words("The rule that refuses most is "), .name(top.words),
      .words(": "), .number(top.any.percent),
      .words(" of \(isOfAll ? "all" : "its") passwords break it, "),
      .number(top.only.percent), .words(" break only this rule."),
    ]
    return Sentence(pieces)
  }

  /// The share of compliant passwords that are easy to guess.
  package var leftOver: Sentence? {
    guard let all = overview.strength?.weak, !policies.isEmpty else { return nil }
    let rows = policies.compactMap { policy in
      (policy.survivors?.strength?.weak).flatMap { weak in
        weak.isStated ? (policy: policy, weak: weak) : nil
      }
    }
    guard let least = rows.min(by: { $0.weak.share < $1.weak.share }),
      let most = rows.max(by: { $0.weak.share < $1.weak.share })
    else { return nil }
    var pieces: [Sentence.Piece] = [.words("By zxcvbn alone, ")]
    if rows.count == 1 {
      pieces += [.number(least.weak.percent)]
    } else {
      pieces += [
        .words("between "), .number(least.weak.percent), .words(" ("), .name(least.policy.name),
        .words(") and "), .number(most.weak.percent), .words(" ("), .name(most.policy.name),
        .words(")"),
      ]
    }
    return Sentence(
      pieces + [
        .words(
          " of the accepted need less than \(overview.easyBound) (score 0 or 1); of all passwords "),
        .number(all.percent), .words("."),
      ] + leftOut(policies.count - rows.count)
        + (overview.strength?.estimate?.source == .combined
          ? [.words(" Shares guessed are by the combined estimate, which is nearer to attacks.")]
          : []))
  }

  /// How many policies a sentence leaves out.
  private func leftOut(_ count: Int) -> [Sentence.Piece] {
    count == 0
      ? []
      : [
        .words(" Left out: "), .number(counted(count, "policy", "policies")),
        .words(" that \(count == 1 ? "accepts" : "accept") too few passwords."),
      ]
  }

  /// The users without a password.
  package var blank: Sentence? {
    overview.blank.map { blank in
      Sentence(
        .number(blank.grouped), .words(" of "), .number(grouped(blank.total)),
        .words(" users \(blank.count == 1 ? "has" : "have") no password ("),
        .number(blank.percent), .words(")."))
    }
  }

  /// The size of the space of random strings.
  package var random: Sentence? {
    let rows = policies.compactMap { policy in
      policy.random.map { (name: policy.name, strings: $0) }
    }
    guard let (name, strings) = rows.max(by: { $0.strings.lost ?? 0 < $1.strings.lost ?? 0 }),
      let bits = strings.bits
    else { return nil }
    var pieces: [Sentence.Piece] = [
      .words("Random passwords of \(strings.length) characters under "), .name(name),
      .words(" have "), .number("\(bitsWord(bits)) bits"),
    ]
    if let lost = strings.lost, lost >= 0.005 {
      pieces += [.words(", "), .number(bitsWord(lost)), .words(" less than without rules")]
      if let rule = strings.costliest {
        pieces += [.words("; "), .name(rule), .words(" costs most")]
      }
    }
    return Sentence(pieces + [.words(".")])
  }

  /// What each policy accepts of what password managers generate, a sentence each.
  package func accepted(by policies: [PolicyOverview]) -> [Sentence] {
    policies.compactMap { policy in
      let shares = (policy.space?.accepted ?? []).compactMap { generator, share in
        generator.isManager ? share.map { (generator.shortName, $0.wholeWords) } : nil
      }
      guard !shares.isEmpty else { return nil }
      let names: [Sentence.Piece] =
        self.policies.count == 1 ? [] : [.words(" by "), .name(policy.name)]
      let list = shares.enumerated().flatMap { place, share -> [Sentence.Piece] in
        [.words((place == 0 ? ": " : ", ") + share.0 + " "), .number(share.1)]
      }
      return Sentence(
        [.words("Generated passwords accepted")] + names + list
          + [.words("; 'audit rules managers' says why.")])
    }
  }
}
