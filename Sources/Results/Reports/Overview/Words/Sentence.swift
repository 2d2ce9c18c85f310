import Metrics
import PasswordSpaces

/// A generated sentence, in which numbers and names are marked.
///
///     let sentence: Sentence = "\(number: "12.3 %") of all are accepted by \(name: policy.name)."
package struct Sentence: Hashable, Sendable, ExpressibleByStringInterpolation {
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

  /// Makes a sentence of words.
  package init(stringLiteral words: String) { pieces = [.words(words)] }
  /// Makes a sentence of words, marked numbers and names, and other sentences.
  package init(stringInterpolation parts: Interpolation) { pieces = parts.pieces }

  /// Collects the pieces of a sentence.
  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var pieces: [Piece] = []

    /// Begins without pieces.
    package init(literalCapacity: Int, interpolationCount: Int) {}
    /// Adds words.
    package mutating func appendLiteral(_ words: String) { pieces.append(.words(words)) }
    /// Adds words.
    package mutating func appendInterpolation(_ words: String) { appendLiteral(words) }
    /// Adds a number with its unit.
    package mutating func appendInterpolation(number: String) { pieces.append(.number(number)) }
    /// Adds the name of a policy or rule.
    package mutating func appendInterpolation(name: String) { pieces.append(.name(name)) }
    /// Adds another sentence, or nothing.
    package mutating func appendInterpolation(_ sentence: Sentence?) {
      pieces += sentence?.pieces ?? []
    }
  }
}

extension [Sentence] {
  /// One sentence of all, with words between them.
  func joined(separator: String = " ") -> Sentence {
    enumerated().reduce("") { "\($0)\($1.offset == 0 ? "" : separator)\($1.element)" }
  }
}

extension Part {
  /// The share at the beginning of a sentence: `Between 0.97 % and 1.17 %`, `At most 1.1 %`.
  fileprivate var start: Sentence {
    let words = percent
    if words.hasPrefix("≤ ") { return "At most \(number: String(words.dropFirst(2)))" }
    guard let dash = words.firstIndex(of: "–") else { return "\(number: words)" }
    let most = String(words[words.index(after: dash)...])
    return "Between \(number: words[..<dash] + " %") and \(number: most)"
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

  /// A share with the policy that has it: `12.3 % (site)`.
  private func told(_ part: Part, _ policy: PolicyOverview) -> Sentence {
    "\(number: part.percent) (\(name: policy.name))"
  }

  /// The number of compliant passwords.
  package var compliance: Sentence? {
    guard let first = policies.first else { return nil }
    // Policies that are in force for some accounts only count the passwords of these.
    let all: Sentence =
      overview.isOfSome
      ? "the passwords of each" : "\(number: grouped(overview.entries)) passwords"
    if policies.count > Self.named {
      guard let least = policies.min(by: { $0.compliant.share < $1.compliant.share }),
        let most = policies.max(by: { $0.compliant.share < $1.compliant.share })
      else { return nil }
      return """
        Between \(told(least.compliant, least)) and \(told(most.compliant, most)) of \(all) are \
        accepted, depending on the policy.
        """
    }
    let start = policies.count == 1 ? first.compliant.start : "\(number: first.compliant.percent)"
    let others = policies.enumerated().dropFirst().map { index, policy -> Sentence in
      let comma = index == policies.count - 1 ? " and " : ", "
      return "\(comma)\(number: policy.compliant.percent) by \(name: policy.name)"
    }
    return "\(start) of \(all) are accepted by \(name: first.name)\(others.joined(separator: ""))."
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
    guard top.isCertain else { return "\(name: top.words) refuses most." }
    return """
      The rule that refuses most is \(name: top.words): \(number: top.any.percent) of \
      \(isOfAll ? "all" : "its") passwords break it, \(number: top.only.percent) break only this rule.
      """
  }

  /// The share of compliant passwords that are easy to guess.
  package var leftOver: Sentence? {
    guard let strength = overview.strength, let all = strength.weak, !policies.isEmpty else {
      return nil
    }
    let rows = policies.compactMap { policy in
      (policy.survivors?.strength?.weak).flatMap { $0.isStated ? (policy: policy, weak: $0) : nil }
    }
    guard let least = rows.min(by: { $0.weak.share < $1.weak.share }),
      let most = rows.max(by: { $0.weak.share < $1.weak.share })
    else { return nil }
    let shares: Sentence =
      rows.count == 1
      ? "\(number: least.weak.percent)"
      : "between \(told(least.weak, least.policy)) and \(told(most.weak, most.policy))"
    let isCombined = strength.estimate?.source == .combined
    return """
      By zxcvbn alone, \(shares) of the accepted need less than \(overview.easyBound) \
      (score 0 or 1); of all passwords \(number: all.percent).\(leftOut(policies.count - rows.count))\
      \(isCombined ? " Shares guessed are by the combined estimate, which is nearer to attacks." : "")
      """
  }

  /// How many policies a sentence leaves out.
  private func leftOut(_ count: Int) -> Sentence? {
    let policies = counted(count, "policy", "policies")
    return count == 0
      ? nil
      : " Left out: \(number: policies) that \(count == 1 ? "accepts" : "accept") too few passwords."
  }

  /// The users without a password.
  package var blank: Sentence? {
    overview.blank.map { blank in
      """
      \(number: blank.grouped) of \(number: grouped(blank.total)) users \
      \(blank.count == 1 ? "has" : "have") no password (\(number: blank.percent)).
      """
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
    let costs: Sentence? = strings.costliest.map { "; \(name: $0) costs most" }
    let lost: Sentence? = strings.lost.flatMap { lost in
      lost >= 0.005 ? ", \(number: bitsWord(lost)) less than without rules\(costs)" : nil
    }
    return """
      Random passwords of \(String(strings.length)) characters under \(name: name) have \
      \(number: "\(bitsWord(bits)) bits")\(lost).
      """
  }

  /// What each policy accepts of what password managers generate, a sentence each.
  package func accepted(by policies: [PolicyOverview]) -> [Sentence] {
    policies.compactMap { policy in
      let shares = (policy.space?.accepted ?? []).compactMap { generator, share -> Sentence? in
        guard generator.isManager, let share else { return nil }
        return "\(generator.shortName) \(number: share.wholeWords)"
      }
      if shares.isEmpty { return nil }
      let whose: Sentence = self.policies.count == 1 ? "" : " by \(name: policy.name)"
      return """
        Generated passwords accepted\(whose): \(shares.joined(separator: ", ")); \
        'audit rules managers' says why.
        """
    }
  }
}
