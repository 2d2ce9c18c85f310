import Diagnostics

/// A recommendation as text: the policy, its price, how sure it is, what else might be chosen.
package struct RecommendationScreen {
  private let answer: Recommendation
  private let ink: Summary.Ink

  /// Makes the screen of an answer.
  package init(_ answer: Recommendation, ink: Summary.Ink) {
    (self.answer, self.ink) = (answer, ink)
  }

  private typealias Ends = Recommendation.Ends
  private static let columns = 80

  /// The whole text, ending in LF.
  package var text: String {
    let about = answer.lists.compactMap(\.about)
    let blocks = [
      chosen, fact("Lists", about.isEmpty ? nil : about.joined(separator: ", ") + "."),
      fact("Guessed", guessed), fact("How sure", sureness), fact("At worst", worst), runnersUp,
      steps, fact("Other lists", otherLists), fact("New choices", behaviours), own,
      fact("Not covered", "phishing; reused passwords; users unlike those of the lists."),
    ]
    return blocks.joined().joined(separator: "\n") + "\n"
  }

  private static let labels = 12

  private func fact(_ name: String, _ text: String?) -> [String] {
    guard let text else { return [] }
    return wrappedText(text, indent: 0, columns: Self.columns - Self.labels, hanging: 0)
      .enumerated()
      .map { ($0.offset == 0 ? name : "").padded(to: Self.labels) + $0.element }
  }

  private func sentence(_ text: String) -> [String] {
    wrappedText(text, indent: 0, columns: Self.columns, hanging: 0)
  }

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

  private var isOne: Bool { answer.lists.count == 1 }

  /// The limits in words.
  private var limits: String? {
    answer.limits.refuseAtMost.map {
      "refuse at most \(percent($0)) of \(isOne ? "the list" : "each of \(answer.lists.count) lists")"
        + conditions
    }
  }

  private var conditions: String {
    answer.limits.meets.map { ", meet \($0)" }.joined()
      + (answer.limits.acceptsManagers ? ", accept what password managers generate" : "")
  }

  // The choice, or why there is none

  private var chosen: [String] {
    let (grid, columns) = (answer.grid, Self.columns)
    guard let limits else {
      return sentence(
        "No limit, so no choice among \(grid.withinWords) of \(grid.policies) policies\(conditions). How many "
          + "passwords may a policy refuse? Say --refuse-at-most 30%."
      ).map(ink.strong)
    }
    guard let choice = answer.choice else {
      return sentence("None of \(grid.policies) policies keeps to this: \(limits).").map(ink.bad)
        + fact("Why", reason)
    }
    let lists = zip(answer.lists, choice.lists)
    func column(_ head: String, _ cell: (Recommendation.List, Recommendation.Detail) -> String)
      -> TextTable.Column
    { TextTable.Column(head: [head.indented(to: 7)], cells: lists.map(cell)) }
    let table = TextTable(
      answer.lists.map(\.name), head: ["list"],
      [
        column("passwords") { list, _ in grouped(list.passwords) },
        column("refused") { percent($1.refused) },
        column("accepted") {
          ($1.accepted.lowerBound < $1.accepted.upperBound ? "≥ " : "")
            + grouped($1.accepted.lowerBound)
        }, column("guessed of these") { percent($1.guessed) },
        column("with no policy") { list, _ in percent(list.guessed) },
      ], columns: columns)
    return sentence("\(grid.feasible ?? 0) of \(grid.policies) policies \(limits); choose:")
      + wrappedText(choice.rules, indent: 4, columns: columns).map(ink.strong)
      + (choice.words.map {
        wrappedText("that is: \($0)", indent: 4, columns: columns, hanging: 9)
      } ?? []) + [""] + table.lines(faint: ink.faint)
  }

  private var reason: String? {
    switch answer.none?.reason {
    case .standard: "no policy meets \(answer.limits.meets.joined(separator: " and "))."
    case .managers: "no policy is known to accept what password managers generate."
    case .few: few
    case .limit:
      answer.none?.nearest.map {
        "the mildest refuses \(percent($0.refused)) of \($0.list): \($0.rules)"
      }
    case .noLimit, nil: nil
    }
  }

  private var few: String {
    let (grid, words) = (answer.grid, conditions.dropFirst(2))
    let each = "accepts fewer than \(grouped(Recommendation.leastAccepted)) passwords of some list"
    let start =
      words.isEmpty
      ? "each \(each)"
      : "\(grid.withinWords) of \(grid.policies) policies \(words), but each \(each)"
    guard let most = answer.none?.largest else { return start + ", too few to compare." }
    return start
      + ", too few to compare. At the most \(grouped(most.accepted.upperBound)) of \(most.list), by "
      + most.rules
  }

  // How sure

  private var guessed: String {
    let effort = answer.against.name.effort.replacing("guesses", with: "guesses on each account")
    let place = answer.against.name.name.split(separator: ", ").last ?? ""
    return "\(effort) (\(place))."
  }

  private var sureness: String {
    guard let errors = answer.against.differenceError, let plain = errors.first,
      let scored = errors.last
    else { return "the errors of this estimate were not measured: nothing tells policies apart." }
    let bias =
      switch answer.against.name {
      case .loginPage: ""
      case .slowHash: ", up to 14 percentage points too low where a policy has a score"
      case .fastHash: ", up to 27 percentage points too high (at 10¹⁴ guesses)"
      }
    if scored.millionths == 0 { return "\(winner)guesses are the numbers that you brought." }
    let more = scored > plain ? " (from \(scored.points) where one has a score)" : ""
    return
      "\(winner)estimated\(bias). By two leaks, a difference counts from \(plain.points) points on\(more)."
  }

  /// How many others cannot be told apart from the choice.
  private var winner: String {
    guard let alike = answer.notToldApart, alike.of > 0 else { return "" }
    switch alike.policies {
    case 0: return "all \(alike.of) others differ from this one by more than the error; "
    case alike.of:
      return
        "no clear winner: nothing tells this one from \(alike.of == 1 ? "the other" : "the \(alike.of) others"); "
    default: return "nothing tells this one from \(alike.policies) of the \(alike.of) others; "
    }
  }

  private var worst: String? {
    func regret(_ detail: Recommendation.Detail) -> Ends { detail.regretByRows ?? detail.regret }
    let lists = answer.choice?.lists ?? []
    guard let most = lists.map({ regret($0).upperBound }).max(),
      let detail = lists.first(where: { regret($0).upperBound == most })
    else { return nil }
    let range = regret(detail)
    let more = (range.lowerBound == most ? "" : "up to ") + points(most...most)
    return most.millionths == 0
      ? "no permitted policy leaves less to guess\(isOne ? "" : " on any list")."
      : "\(more) more guessed than with the best policy for \(isOne ? "this list" : detail.list + " alone")."
  }

  // What else

  private var runnersUp: [String] {
    answer.runnersUp.enumerated().flatMap { place, other in
      let lost =
        switch other.reason {
        case .regret: "\(points(other.difference)) worse."
        case .refuses: "equal, but refuses \(points(other.difference)) more."
        case .longer: "equal, but longer rules."
        case .order: "equal, but later in the grid."
        case .notToldApart:
          "refuses \(points(other.difference)) fewer; what is guessed is not told apart."
        }
      return fact(
        place == 0 ? "Runners-up" : "",
        "\(other.policy): \(other.kind == .withoutScore ? "no score; " : "")\(lost)")
    }
  }

  /// The choices at limits; limits of the same choice share a row.
  private var steps: [String] {
    var (rows, limits): ([Recommendation.Step], [String]) = ([], [])
    for (place, step) in answer.at.enumerated() {
      let limit = percent(step.refuseAtMost)
      if place > 0, answer.at[place - 1].policy == step.policy {
        let least = limits.removeLast().prefix { $0 != "%" && $0 != "–" }
        limits.append(least + "– " + limit)
      } else {
        rows.append(step)
        limits.append("≤ \(limit)".padded(to: 10))
      }
    }
    func column(_ head: String, isText: Bool = false, _ cell: (Recommendation.Step) -> String)
      -> TextTable.Column
    {
      TextTable.Column(head: [head], cells: rows.map(cell), isText: isText, gap: isText ? 2 : 1)
    }
    return TextTable([
      TextTable.Column(head: ["Refuse"], cells: limits, isText: true, gap: 0),
      column("choose", isText: true) { clippedInside(escaped($0.policy ?? "none"), to: 46) },
      column("refused") { $0.policy == nil ? "" : percent($0.refused) },
      column("guessed") { $0.policy == nil ? "" : percent($0.guessed) },
    ]).lines(faint: ink.faint)
  }

  private var otherLists: String? {
    let same = answer.leaveOneOut.filter(\.same).map(\.list)
    var say = same.isEmpty ? [] : ["the same chosen without \(same.joined(separator: " or "))"]
    for other in answer.leaveOneOut where !other.same {
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
        "without \(other.list) \(other.policy ?? "none")"
          + (harm.isEmpty ? "" : ": there \(harm.joined(separator: ", "))"))
    }
    return say.isEmpty ? nil : say.joined(separator: "; ") + "."
  }

  private var behaviours: String? {
    let models = answer.behaviours.filter { $0.model != .proportional }
    if models.isEmpty { return nil }
    func words(_ model: Recommendation.Behaviour) -> String {
      model == .convergent ? "what is guessed" : "what is never guessed"
    }
    let same = models.filter(\.same).map { words($0.model) }
    return "best if refused users choose as the others do (assumed)"
      + same.map { ", or \($0)" }.joined()
      + models.filter { !$0.same }.map { "; if all choose \(words($0.model)), \($0.policy)" }
      .joined()
      + "."
  }

  private static let bars: [Recommendation.Reason: String] = [
    .standard: "breaks a standard", .managers: "not known to accept what managers generate",
    .few: "accepts too few", .limit: "refuses too many",
  ]

  private var own: [String] {
    answer.own.flatMap { own in
      let guessed = own.guessed.map { $0.map(percent) ?? "too few" }.joined(separator: ", ")
      let barred = own.barred.compactMap { Self.bars[$0] }.joined(separator: ", ")
      return fact(
        "Yours",
        "\(own.policy): refused \(own.refused.map(percent).joined(separator: ", ")); guessed \(guessed)"
          + (barred.isEmpty ? "." : "; not permitted: \(barred)."))
    }
  }
}
