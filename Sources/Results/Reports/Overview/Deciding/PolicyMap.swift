package import Metrics

/// Policies by what they refuse and what they leave to attackers: the further left, the fewer of
/// today's passwords are refused; the further down, the less of the rest is found.
///
///     PolicyMap(overview)?.finding   // "Of 434 policies 11 are best trade-offs"
///
/// A report, a sweep and Policy Lab show the same map.
package struct PolicyMap: Sendable {
  /// The policies that have a place, the first of equal ones for all.
  package let places: [MappedPolicy]
  /// The policies with too few passwords for a place.
  package let unplaced: [String]
  /// Published policies to compare with; they are neither counted nor compared.
  package let references: [MappedPolicy]
  /// The measure of what is left.
  package let measure: Measure
  /// Of which passwords shares are refused.
  var base = "all passwords"
  /// The number of the user's policy; nil if there is none, as in a grid.
  var own: Int?

  /// A policy, or several that are alike, and its place.
  package struct MappedPolicy: Sendable {
    /// The names of the policies.
    package let names: [String]
    /// The share of all passwords that is refused.
    package let refused: Double
    /// The same in words.
    package let refusedWords: String
    /// The height, from 0 for nothing that is left to attackers to 1 for all of it.
    package let left: Double
    /// The measure in words: `34 %`.
    package let leftWords: String
    /// The number of passwords that comply.
    package let size: SampleSize
    /// The standing of the policy.
    package let standing: Standing
    /// The number of the policy in its report, from 0.
    package let number: Int
    /// Whether its name stands beside its mark, however many there are.
    package var isNamed = false
    /// The most that is refused and left, if a folded tally tells only the ends; the place has the least.
    package var most: (refused: Double, left: Double)?

    /// The number of passwords that comply, with commas.
    package var accepted: String { grouped(size.count) }
    /// The name, and how many others are alike: `1800flowers.com and 3 more`.
    package var name: String { nameOfGroup(names) }

    /// Whether the mark of a policy would cover this one's.
    func isCovered(by places: [MappedPolicy]) -> Bool {
      places.contains { abs($0.refused - refused) < 0.015 && abs($0.left - left) < 0.02 }
    }
  }

  /// How a policy stands among the others.
  package enum Standing: String, Hashable, Sendable, CaseIterable {
    /// No other one refuses fewer passwords and leaves less.
    case front = "best trade-off"
    /// Some other one does.
    case beaten
    /// It is made for use beside a second factor, so it is not compared with the others.
    case besideFactor = "beside a second factor"
    /// Fewer than 1,000 passwords comply, too few to compare it.
    case few = "fewer than 1,000"
    /// It is a published policy that stands there to compare with.
    case reference = "a preset, to compare with"
  }

  /// What the height of a place measures.
  package struct Measure: Hashable, Sendable {
    /// The words at the axis: `found in a day, of those admitted`.
    package let axis: String
    /// The sentence that says what is measured, without its end.
    package let sentence: String
    /// The head of the table's column.
    package let column: String
    /// Heights with their labels, from the bottom.
    package var levels = percents

    /// A height with its label.
    package struct Level: Hashable, Sendable {
      /// The height in 0…1.
      package let height: Double
      package let label: String
    }

    /// Quarters from 0 to 100 per cent.
    static let percents = (0...4).map {
      Level(height: Double($0) / 4, label: "\($0 * 25) %")
    }
  }

  /// The policies that no other one beats, by what they refuse.
  package var front: [MappedPolicy] {
    places.filter { $0.standing == .front }
      .sorted { ($0.refused, $1.left, $0.number) < ($1.refused, $0.left, $1.number) }
  }

  /// Whether a folded tally tells only the ends of some places.
  package var hasExtents: Bool { places.contains { $0.most != nil } }

  /// Whether of those that nothing beats the ones that refuse more leave less: where ends overlap, they may not.
  package var frontFalls: Bool {
    zip(front, front.dropFirst()).allSatisfy { $0.left >= $1.left }
  }

  /// The number of policies with this standing.
  package func count(_ standing: Standing) -> Int {
    places.reduce(0) { $0 + ($1.standing == standing ? $1.names.count : 0) }
  }

  /// The number of all policies.
  package var total: Int { places.reduce(0) { $0 + $1.names.count } + unplaced.count }

  /// What the map shows, in a short sentence without a full stop.
  package var finding: String {
    let (best, compared) = (count(.front), count(.front) + count(.beaten))
    if best == 0 { return "Too few passwords are accepted to say which policy beats which" }
    if compared == 1, let only = front.first {
      let name = clipped(only.name, to: 40)
      return total == 1
        ? "\(name) refuses \(roundedPercent(only.refused))"
        : "Of \(grouped(total)) policies only \(name) can be compared"
    }
    // Those that are compared with none are not counted.
    let all = grouped(compared) + (compared < total ? " compared" : "") + " policies"
    return best == compared
      ? "None of \(all) beats another"
      : "Of \(all) \(grouped(best)) \(best == 1 ? "is a best trade-off" : "are best trade-offs")"
  }

  /// What is measured, and what marks mean, in sentences.
  ///
  /// `own` is the number of the user's policy.
  package func explanation(of own: Int?) -> String {
    let standings =
      hasExtents
      ? "By a folded tally: marks stand at the least of both, thin lines go to the most, and a policy "
        + "is beaten only by one that is better with its whole intervals."
      : count(.front) > 1
        ? "No policy is left of the line and below it: the best trade-offs are on it, and no other policy "
          + "both refuses less and leaves less to guess."
        : nil
    let presets =
      "Small diamonds are presets, published policies that come with audit, to compare with: nobody "
      + "asked for them, so none is counted."
    let others =
      "\(counted(unplaced.count, "policy", "policies")) with "
      + "\(hasExtents ? "too few" : "fewer than 100") \(unplaced.count == 1 ? "has" : "have") no place."
    return paragraph(
      "Across: refused of \(base). Up: \(measure.sentence).", best(within: own), standings,
      count(.besideFactor) > 0
        ? "Squares are for use beside a second factor and not ranked with the others." : nil,
      count(.few) > 0
        ? "Rings: fewer than 1,000 passwords are accepted, too few to compare." : nil,
      references.isEmpty ? nil : presets, unbeatenReferences, unplaced.isEmpty ? nil : others)
  }
}

extension PolicyMap {
  /// The best of the policies that refuse at most as much as one of them, in a sentence, or else as half of
  /// all passwords; nil if ends leave it open.
  func best(within number: Int?) -> String? {
    let own = number.flatMap { number in places.first { $0.number == number } }
    let compared = places.filter { [.front, .beaten].contains($0.standing) }
    let rivals = (compared + references).filter { $0.refused <= own?.refused ?? 0.5 }
    guard !hasExtents, own.map({ own in compared.contains { $0.number == own.number } }) ?? true,
      let best = rivals.min(by: { ($0.left, $0.refused) < ($1.left, $1.refused) })
    else { return nil }
    let bound = own.map { "as much as \($0.name)" } ?? "half of \(base)"
    let found =
      best.leftWords == own?.leftWords
      ? "none leaves less" : "the best leaves \(best.leftWords) (\(best.name))"
    return "Of the policies that refuse at most \(bound), \(found)"
      + (own.map { "; it leaves \($0.leftWords)." } ?? ".")
  }

  /// Why presets that look as good as the best policies are not among these, in a sentence; nil if none
  /// does.
  private var unbeatenReferences: String? {
    let front = front
    let names = references.filter { preset in
      !front.contains { place in
        let (refused, left) = place.most ?? (place.refused, place.left)
        return refused <= preset.refused && left <= preset.left
          && (refused < preset.refused || left < preset.left)
      }
    }.map(\.name)
    guard !names.isEmpty, !front.isEmpty else { return nil }
    let areMany = names.count > 1
    return "No policy here beats the \(areMany ? "presets" : "preset") "
      + names.joined(separator: ", ")
      + ", which \(areMany ? "were" : "was") not asked for; to count \(areMany ? "them" : "it"): "
      + names.map { "--preset \($0)" }.joined(separator: " ") + "."
  }
}

/// The first of several names, and the number of the others: `1800flowers.com and 3 more`.
func nameOfGroup(_ names: [String]) -> String {
  (names.first ?? "") + (names.count > 1 ? " and \(grouped(names.count - 1)) more" : "")
}

extension PolicyMap {
  /// The map of a report's policies; nil without a policy, or without an estimate of guesses.
  package init?(_ overview: ReportOverview) {
    guard let day = overview.strength?.headline, let brief = overview.estimateInBrief,
      !overview.isEmpty
    else { return nil }
    let groups = overview.groups
    let found = groups.map { $0.first.survivors?.strength?.headline?.part }
    func isCompared(_ index: Int) -> Bool {
      groups[index].first.survivors?.size.permitsGuessing == true
        && !groups[index].first.isBesideFactor
    }
    let parts = groups.indices.map { index in
      isCompared(index) ? found[index].map { (cost: groups[index].first.violating, loss: $0) } : nil
    }
    let choices = parts.map { $0.map { (cost: $0.cost.share, loss: $0.loss.share) } }
    // Of equal ones the front has the first, and none is beaten.
    let best = paretoFront(choices).compactMap { choices[$0] }
    let hasExtents = parts.contains { $0?.cost.isExact == false || $0?.loss.isExact == false }
    func isSurelyBeaten(_ index: Int) -> Bool {
      guard let own = parts[index] else { return false }
      return parts.contains { other in
        guard let other else { return false }
        let (cost, loss) = (other.cost.mostShare, other.loss.mostShare)
        return cost <= own.cost.share && loss <= own.loss.share
          && (cost < own.cost.share || loss < own.loss.share)
      }
    }
    var (places, unplaced): ([MappedPolicy], [String]) = ([], [])
    for (index, group) in groups.enumerated() {
      let policy = group.first
      guard let size = policy.survivors?.size, let part = found[index], part.isStated else {
        unplaced += group.names
        continue
      }
      let isBest =
        hasExtents
        ? !isSurelyBeaten(index)
        : best.contains { choices[index].map { [$0.cost, $0.loss] } == [$0.cost, $0.loss] }
      let refused = policy.violating
      places.append(
        MappedPolicy(
          names: group.names, refused: refused.share, refusedWords: refused.percent,
          left: part.share, leftWords: part.percent, size: size,
          standing: policy.isBesideFactor
            ? .besideFactor : !size.permitsGuessing ? .few : isBest ? .front : .beaten,
          number: group.number,
          most: refused.isExact && part.isExact ? nil : (refused.mostShare, part.mostShare)))
    }
    guard !groups.isEmpty else { return nil }
    let references = overview.references.filter { !$0.isCovered(by: places) }
    self.init(
      places: places, unplaced: unplaced, references: references, measure: .day(day.attack, brief))
    if overview.isOfSome { base = "each policy's own passwords" }
    own = overview.policies.count <= PolicyOverview.mostCharted ? groups.first?.number : nil
  }
}

extension PolicyMap.MappedPolicy {
  /// A published policy that stands on a map to compare with; nil without an estimate, or if too few
  /// passwords comply.
  init?(_ reference: Reference, of base: FindingsBase, estimate: GuessEstimate?) {
    let size = SampleSize(reference.compliant)
    guard size.permitsGuessing, let estimate,
      let day = base.attacks.filter({ $0.time == .day }).headline,
      let found = reference.found(by: day, of: base.guessBudgets)
    else { return nil }
    let refused = Part(reference.compliant, of: base.entries).rest
    let left = Part(
      found, of: reference.compliant, isOfCompliant: true, isRough: estimate.source == .combined)
    self.init(
      names: [reference.name], refused: refused.share, refusedWords: refused.percent,
      left: left.share, leftWords: left.percent, size: size, standing: .reference, number: -1)
  }
}

extension PolicyMap.Measure {
  /// The share that an attack of a day finds, by an estimate in words.
  static func day(_ attack: Attack, _ estimate: String) -> PolicyMap.Measure {
    PolicyMap.Measure(
      axis: "guessed in a day, of the accepted",
      sentence: "guessed in a day on each account, of the accepted, at \(attack.rate.words) "
        + "(\(attack.rate.isSlowHash ? "a slow hash; " : "")\(estimate))",
      column: "guessed in a day, of the accepted")
  }
}
