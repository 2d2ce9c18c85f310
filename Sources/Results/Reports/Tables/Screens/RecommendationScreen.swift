import Diagnostics
import Metrics

/// A recommendation as text: the policy, its price, how sure it is, what else might be chosen.
package struct RecommendationScreen: Screen {
  private let answer: Recommendation
  private let ink: Summary.Ink

  /// Makes the screen of an answer.
  package init(_ answer: Recommendation, ink: Summary.Ink) {
    (self.answer, self.ink) = (answer, ink)
  }

  private typealias Ends = Recommendation.Ends
  let columns = 80

  private var lists: [RecommendationTable.List] { answer.table.lists }
  private var grid: Int { answer.table.policies.count }

  /// The whole text, ending in LF.
  package var text: String {
    let blocks = [
      chosen, fact("Lists", about),
      fact("Guessed", guessed), fact("How sure", sureness), fact("Worst list", worst), runnersUp,
      steps, fact("Fewer lists", fewerLists), fact("New choices", behaviours), own,
      fact(
        "Not covered",
        "phishing; reuse; users of another kind"
          + (answer.table.limits.meets.isEmpty ? "; standards (--meets ID)." : ".")),
    ]
    return blocks.joined().joined(separator: "\n") + "\n"
  }

  /// What lists there are, as far as known, and what a range means.
  private var about: String? {
    let kinds = lists.compactMap(\.about)
    let hasEnds = answer.details.contains {
      $0.cell.refused.lowerBound < $0.cell.refused.upperBound
    }
    let words = paragraph(
      kinds.isEmpty ? nil : kinds.joined(separator: ", ") + ".",
      hasEnds
        ? "Ranges come of storing them in coarse groups; errors come on top."
        : nil)
    return words.isEmpty ? nil : words
  }

  private func fact(_ name: String, _ text: String?) -> [String] {
    labelled(name, text, columns: columns, width: 12)
  }

  private func sentence(_ text: String) -> [String] { wrapped(text, hanging: 0) }

  // Numbers in words

  private func span(_ ends: Ends) -> String {
    let (low, high) = (ends.lowerBound.points, ends.upperBound.points)
    return low == high ? "\(low)" : "\(low)–\(high)"
  }

  private func percent(_ ends: Ends?) -> String { ends.map { span($0) + " %" } ?? "–" }

  /// A limit, as it was typed.
  private func percent(_ limit: Recommendation.Share) -> String {
    let isWhole = limit.millionths % 10_000 == 0
    return isWhole ? percent(limit...limit) : "\(Double(limit.millionths) / 10_000) %"
  }

  private func points(_ ends: Ends) -> String {
    if ends.upperBound.points == 0 { return "less than 1 point" }
    return span(ends) + " point" + (span(ends) == "1" ? "" : "s")
  }

  private func points(_ share: Recommendation.Share) -> String { points(share...share) }

  private var isOne: Bool { lists.count == 1 }

  /// The limits in words.
  private var limits: String? {
    answer.limit.map {
      "refuse at most \(percent($0)) of \(isOne ? "the list" : "each of \(lists.count) lists")"
        + conditions
    }
  }

  private var conditions: String {
    answer.table.limits.meets.map { ", meet \($0)" }.joined()
      + (answer.table.limits.acceptsManagers ? ", accept what password managers generate" : "")
  }

  // The choice, or why there is none

  private var chosen: [String] {
    guard let limits else {
      return sentence(
        "No limit, so no choice among \(answer.open.count) of \(grid) policies\(conditions). How many "
          + "passwords may a policy refuse? Say --refuse-at-most 30%."
      ).map(ink.strong)
    }
    guard let choice = answer.choice else {
      return sentence("None of \(grid) policies keeps to this: \(limits).").map(ink.bad)
        + fact("Why", reason)
    }
    let rows = answer.details
    let table = TextTable(
      lists.map(\.name), head: ["list"],
      [
        .init("passwords", rows: rows) { grouped($0.list.passwords) },
        .init("refused", rows: rows) { percent($0.cell.refused) },
        .init("accepted", rows: rows) { row in
          let accepted = row.cell.counts.accepted
          return (accepted.lowerBound < accepted.upperBound ? "≥ " : "")
            + grouped(accepted.lowerBound)
        }, .init("guessed of these", rows: rows) { percent($0.cell.ends) },
        .init("with no policy", rows: rows) { percent($0.list.guessedShare) },
      ], columns: columns)
    return sentence("\(answer.ranked.count) of \(grid) policies \(limits); choose:")
      + wrapped(choice.rules, indent: 4).map(ink.strong)
      + (choice.words.map { wrapped("that is: \($0)", indent: 4, hanging: 9) } ?? [])
      + table.lines(faint: ink.faint)
  }

  private var reason: String? {
    switch answer.none?.reason {
    case .standard: "no policy meets \(answer.table.limits.meets.joined(separator: " and "))."
    case .managers: "no policy is known to accept what password managers generate."
    case .few: few
    case .limit:
      answer.none?.nearest.map {
        "the mildest refuses \(percent($0.cell.refused)) of \($0.list): \($0.policy.rules)"
      }
    case .noLimit, nil: nil
    }
  }

  private var few: String {
    let words = conditions.dropFirst(2)
    let each = "accepts fewer than \(grouped(Recommendation.leastAccepted)) passwords of some list"
    let start =
      words.isEmpty
      ? "each \(each)"
      : "\(answer.open.count) of \(grid) policies \(words), but each \(each)"
    guard let most = answer.none?.nearest else { return start + ", too few to compare." }
    return start
      + ", too few to compare. At the most \(grouped(most.cell.counts.accepted.upperBound)) of \(most.list), by "
      + most.policy.rules
  }

  // How sure

  private var guessed: String {
    let against = answer.table.against
    let effort = against.effort.replacing("guesses", with: "guesses on each account")
    let bias =
      switch (answer.table.estimate, against) {
      case (.guesses, _): " The numbers are those that you brought."
      case (.unmeasured, _): " An estimate whose errors were not measured."
      case (nil, .loginPage): " An estimate."
      case (nil, .slowHash): " An estimate, up to 14 points too low with a score."
      case (nil, .fastHash): " An estimate, up to 27 points too high (at 10¹⁴ guesses)."
      }
    return "\(effort) (\(against.name.split(separator: ", ").last ?? "")).\(bias)"
  }

  /// How many others cannot be told apart from the choice, and by what; nil without others.
  private var sureness: String? {
    let others = answer.ranked.count - 1
    if others < 1 { return nil }
    guard let (plain, scored) = answer.table.differenceError, let alike = answer.alike?.count else {
      return "nothing tells policies apart."
    }
    let all = "the " + (others == 1 ? "other" : "\(others) others")
    let winner =
      switch alike {
      case 0: (others == 1 ? all : "each of \(all)") + " differs by more than the error"
      case others:
        "no clear winner: \(others == 1 ? all : "any of \(all)") may be as good, within the error"
      default: "\(alike) of \(all) may be as good, within the error"
      }
    if scored.millionths == 0 { return winner + "." }
    return winner + " of a difference: \(plain.points) percentage points"
      + (scored > plain ? ", \(scored.points) with a score" : "") + " (measured on two leaks)."
  }

  private var worst: String? {
    let regrets = answer.regrets.map(\.ends)
    guard let most = regrets.map(\.upperBound).max(),
      let place = regrets.firstIndex(where: { $0.upperBound == most })
    else { return nil }
    let more = (regrets[place].lowerBound == most ? "" : "up to ") + points(most)
    return most.millionths == 0
      ? "no permitted policy leaves less to guess\(isOne ? "" : " on any list")."
      : (isOne ? "" : "\(lists[place].name): ")
        + "\(more) more guessed than with its own best policy."
  }

  // What else

  private var runnersUp: [String] {
    answer.runnersUp.flatMap { other in
      let name =
        switch other.kind {
        case .next: "Next best"
        case .milder: "Milder"
        case .withoutScore: "No score"
        }
      let lost =
        switch other.reason {
        case .regret: "\(points(other.difference)) more guessed."
        case .refuses: "equal, but refuses \(points(other.difference)) more."
        case .longer: "equal, but longer rules."
        case .order: "equal, but later in the grid."
        case .notToldApart:
          "refuses \(points(other.difference)) fewer; what is guessed is open."
        }
      return fact(name, "\(other.policy.policy): \(lost)")
    }
  }

  /// The choices at limits; limits of the same choice share a row.
  private var steps: [String] {
    var (rows, limits): ([Recommendation.Step], [String]) = ([], [])
    let steps = answer.steps
    for (place, step) in steps.enumerated() {
      let limit = percent(step.limit)
      if place > 0, steps[place - 1].policy?.policy == step.policy?.policy {
        limits.append("\(limits.removeLast().prefix { $0 != " " }) to \(limit)")
      } else {
        rows.append(step)
        limits.append(limit)
      }
    }
    return TextTable([
      .init("Limit", rows: limits, isText: true, gap: 0) { $0.padded(to: 10) },
      .init("choose", rows: rows, isText: true) {
        clippedInside(escaped($0.policy?.policy ?? "none"), to: 46)
      },
      .init("refused", rows: rows, gap: 1) { $0.refused.map(percent) ?? "" },
      .init("guessed", rows: rows, gap: 1) { $0.guessed.map(percent) ?? "" },
    ]).lines(faint: ink.faint)
  }

  private var fewerLists: String? {
    let leftOut = answer.leftOut
    let same = leftOut.filter(\.isSame).map(\.list)
    var say = same.isEmpty ? [] : ["the same choice without \(same.joined(separator: " or "))"]
    for other in leftOut where !other.isSame {
      var harm: [String] = []
      if let over = other.over, over.millionths > 0 {
        harm.append("\(points(over)) over the limit")
      }
      if let regret = other.regret {
        if regret.upperBound.millionths > 0 { harm.append("\(points(regret)) worse") }
      } else if other.policy != nil {
        harm.append("too few accepted")
      }
      say.append(
        "without \(other.list) \(other.policy?.policy ?? "none")"
          + (harm.isEmpty ? "" : ": there \(harm.joined(separator: ", "))"))
    }
    return say.isEmpty ? nil : say.joined(separator: "; ") + "."
  }

  private var behaviours: String? {
    let models = answer.behaviours.filter { $0.model != .proportional }
    let shares = answer.details.flatMap { detail in
      models.compactMap { detail.cell.guessed[$0.model] }
    }
    guard let least = shares.map(\.lowerBound).min(), let most = shares.map(\.upperBound).max()
    else { return nil }
    let others = models.filter { !$0.isSame }.map { model, policy, _ in
      "; if all choose what is \(model == .convergent ? "guessed" : "never guessed"), \(policy.policy) is best"
    }
    return
      "assumed: as the others do. Whatever the refused choose, \(percent(least...most)) of all are guessed"
      + others.joined() + "."
  }

  private static let bars: [Recommendation.Reason: String] = [
    .standard: "breaks a standard", .managers: "not known to accept what managers generate",
    .few: "accepts too few", .limit: "refuses too many",
  ]

  private var own: [String] {
    answer.own.flatMap { policy, barred, cells in
      let refused = cells.map { percent($0?.refused) }.joined(separator: ", ")
      let guessed = cells.map { $0?.known.map(percent) ?? "too few" }.joined(separator: ", ")
      let bars = barred.compactMap { Self.bars[$0] }.joined(separator: ", ")
      return fact(
        "Yours",
        "\(policy.policy): refused \(refused); guessed \(guessed)"
          + (bars.isEmpty ? "." : "; not permitted: \(bars)."))
    }
  }
}
