import Diagnostics
import Metrics

// The first screen: what is refused, and what is guessed of the accepted; then why.
extension Summary {
  /// More policies than this do not all appear on the first screen.
  private static let mostRows = 16
  /// How many appear then.
  private static let rowsOfMany = 12

  /// The policies with a row, in the order given, but those for use beside a second factor last.
  private var shown: [PolicyOverview] {
    let all = overview.policies
    let some = isVerbose || all.count <= Self.mostRows ? all : Array(all.prefix(Self.rowsOfMany))
    return some.filter { !$0.isBesideFactor } + some.filter(\.isBesideFactor)
  }

  /// A row without a policy and one for each policy: what is refused, and what is guessed of the rest.
  var comparison: [String] {
    let shown = shown
    let table = TextTable(
      [Self.noPolicy] + shown.map(\.name), head: ["policy"], numbers(shown), columns: columns
    ).lines(faint: ink.faint)
    let rest = overview.policies.count - shown.count
    let apart = shown.count { $0.isBesideFactor }
    var lines = Array(table.prefix(table.count - apart))
    if apart > 0 { lines += [ink.faint(Self.besideFactor)] + table.suffix(apart) }
    if rest > 0 { lines.append(ink.faint("… and \(grouped(rest)) more: see the last line")) }
    return lines + efforts
      + shown.flatMap { policy in
        policy.notes.flatMap { wrapped("\(escaped(policy.name)): \($0)", indent: 2) }
      }
  }

  /// The name of the row of all passwords.
  private static let noPolicy = "no policy"
  private static let besideFactor = "for use beside a second factor, not to be ranked with others:"

  /// The columns of a row for all passwords, then one for each policy.
  private func numbers(_ policies: [PolicyOverview]) -> [TextTable.Column] {
    let refused = TextTable.Column(
      head: ["refused", "of all"],
      cells: ["none"]
        + policies.map { policy in
          let all = overview.isOfSome ? " of \(grouped(policy.compliant.total))" : ""
          return cell(policy.violating.percent + all)
        }, colour: ink.bad)
    let accepted = TextTable.Column(
      head: ["accepted"],
      cells: [grouped(overview.entries)] + policies.map(\.compliant.grouped), colour: ink.good)
    return [refused, accepted] + guessed(policies)
  }

  /// What attackers guess of the accepted; without an estimate, what else is known of them.
  private func guessed(_ policies: [PolicyOverview]) -> [TextTable.Column] {
    func column(
      _ group: String, _ head: [String], _ all: Part?, _ part: (PolicyOverview.Survivors) -> Part?,
      isEstimate: Bool = false, _ words: (Part) -> String = { $0.percent }
    ) -> TextTable.Column {
      TextTable.Column(
        group: group, head: head,
        cells: [all.map { cell(words($0)) } ?? "–"]
          + policies.map { policy in
            guard let part = policy.survivors.flatMap(part) else { return "–" }
            return cell(words(part)) + (isEstimate && part.isStated ? mark(policy) : "")
          })
    }
    // How many they are stands beside it.
    let whole: (Part) -> String = { $0.isStated ? $0.estimatedPercent : "too few" }
    var columns: [TextTable.Column] = []
    if let strength = overview.strength, !strength.scores.isEmpty {
      let group = "guessed, of the accepted"
      columns = attackers.map { attacker in
        column(
          isNarrow ? "guessed, of the\naccepted" : group,
          isNarrow ? attacker.narrowHeads : attacker.heads, attacker.guessed(of: strength),
          { attacker.guessed(of: $0.strength) }, isEstimate: true, whole)
      }
      if attackers.isEmpty {
        columns.append(
          column("of the accepted", ["zxcvbn's", "score 0–1"], strength.weak) { $0.strength?.weak })
      }
      if !attackers.contains(.slowHash), let headline = strength.headline {
        columns.append(
          column(
            columns.first?.group ?? group, ["a day at", headline.rate], headline.part,
            { $0.strength?.headline?.part }, isEstimate: true, whole))
      }
    } else if let strength = overview.strength {
      columns = [
        column("of the accepted", ["strong by", "the meter"], strength.strong) {
          $0.strength?.strong
        }
      ]
    } else {
      if let listed = overview.blocklists?.listed {
        columns.append(column("of the accepted", ["on a", "blocklist"], listed, \.listed))
      }
      if let related = overview.blocklists?.related {
        columns.append(
          column("of the accepted", ["like the", "user's name"], related, \.related))
      }
    }
    for index in columns.indices { columns[index].gap = index == 0 || isNarrow ? 2 : 3 }
    return columns
  }

  /// The attackers of whom the report can say what they guess.
  private var attackers: [NamedAttacker] {
    NamedAttacker.allCases.filter { $0.guessed(of: overview.strength) != nil }
  }

  /// The mark at a share guessed whose error was not measured.
  private func mark(_ policy: PolicyOverview) -> String {
    overview.errors?.mark(policy.kind) ?? ""
  }

  /// How many guesses the attackers make on each account, and what the mark at a share means.
  private var efforts: [String] {
    let days = attackers.filter { $0.attack != nil }.map { "\($0.count) (\($0.shortName))" }
    let login = attackers.filter { $0.attack == nil }.map { "\($0.count) (\($0.shortName))" }
    let each =
      login + (days.isEmpty ? [] : ["with stolen data a day: \(days.joined(separator: " or "))"])
    let start = "Accounts are attacked one after another. Each gets "
    let guesses = each.isEmpty ? nil : start + each.joined(separator: ", or ") + "."
    let marked = shown.filter { $0.survivors?.strength?.headline?.part.isStated == true }
    let meaning = overview.errors?.meaningOfMark(marked.map(\.kind))
    let notes = paragraph(guesses, meaning.map { "Shares guessed are estimates; \($0)." })
    return notes.isEmpty ? [] : wrapped(notes, indent: 2).map(ink.faint)
  }

  private func cell(_ percent: String) -> String {
    isNarrow ? percent.replacing(" % of ", with: "/").replacing(" %", with: "%") : percent
  }

  /// Attacks of a day at rates that were asked for: a row without a policy, and one for each policy.
  var otherRates: [String] {
    guard let strength = overview.strength else { return [] }
    let asked = strength.withinDay.filter { attacked in
      isVerbose ? true : !Attack.Rate.standard.contains(attacked.attack.rate)
    }
    guard !asked.isEmpty, let estimate = strength.estimate else { return [] }
    func part(_ strength: StrengthOverview?, _ attack: Attack, _ mark: String = "") -> String {
      guard let part = strength?.withinDay.first(where: { $0.attack == attack })?.part else {
        return "–"
      }
      return part.isStated ? part.estimatedPercent + mark : "too few"
    }
    let shown = shown
    return [
      ink.strong("guessed in a day on each account") + ", of the accepted (\(estimate.name))"
    ]
      + TextTable(
        [Self.noPolicy] + shown.map(\.name), head: ["policy"],
        asked.prefix(isNarrow ? 4 : 6).map { attacked in
          TextTable.Column(
            head: [attacked.rate],
            cells: [part(strength, attacked.attack)]
              + shown.map { part($0.survivors?.strength, attacked.attack, mark($0)) })
        }, columns: columns
      ).lines(faint: ink.faint)
  }

  /// For each policy the rule that most passwords break, and how many break no other.
  var reasons: [String] {
    let rows = shown.compactMap { policy in policy.topRule.map { (policy: policy, rule: $0) } }
    guard !rows.isEmpty else { return [] }
    let words = isNarrow ? 16 : 30
    let table = TextTable(
      rows.map(\.policy.name), head: ["why refused"],
      [
        .init("the rule that", "most passwords break", rows: rows, isText: true, gap: 3) {
          clipped(escaped($0.rule.words), to: words)
        },
        TextTable.Column(
          head: isNarrow ? ["break", "it"] : ["of all:", "break it"],
          cells: rows.map { cell($0.rule.any.percent) }, colour: ink.bad),
        TextTable.Column(
          head: isNarrow ? ["no other", "fault"] : ["of all: break", "only this rule"],
          cells: rows.map { cell($0.rule.only.percent) }, gap: 3),
      ], columns: columns)
    return table.lines(faint: ink.faint)
      + wrapped(
        "Without that rule those of the last column, which have no other fault, would be accepted too.",
        indent: 2
      ).map(ink.faint)
  }

  /// Facts about all passwords, one on each line.
  var facts: [String] {
    fact("Folded", overview.foldingNote) + strengthLine
      + fact("In short", inShort) + sure
      + fact("Dictionaries", overview.strength?.fall)
      + fact("Uncovered", overview.strength?.coverage)
      + fact("Blocklist", listed) + fact("Users' names", related)
      + fact("No password", blank) + fact("Repetitions", overview.weights?.sentence)
      + fact("Not audited", skipped, ink.alarm) + fact("Lines", layouts)
      + fact("Not covered", overview.policies.isEmpty ? nil : notCovered)
  }

  /// The attack by which policies are compared, in words.
  private var headline: String {
    attackers.contains(.slowHash)
      ? "slow hash" : overview.strength?.headline.map { "at \($0.rate)" } ?? ""
  }

  /// What the table says of the policies, in a sentence; nil if numbers have ends that leave it open.
  private var inShort: String? {
    let choices = overview.choices
    guard let first = choices.first, let all = overview.strength?.headline?.part,
      choices.allSatisfy({ $0.guessed.isExact && $0.refused.isExact })
    else { return nil }
    guard choices.count > 1 else {
      return
        "\(shortened(first.name, to: 40)) refuses \(first.refused.percent) of all. Of what it "
        + "accepts \(first.guessed.estimatedPercent) is guessed in a day (\(headline)); without a policy "
        + "\(all.estimatedPercent)."
    }
    if choices.count == 2 { return inShort(choices[0], choices[1]) }
    let best = paretoFront(
      choices.map { ($0.refused.share, ($0.guessed.share * 100).rounded()) })
    let names = best.prefix(4).map { shortened(choices[$0].name, to: 30) }
    let more = best.count - names.count
    return "best trade-offs: " + names.joined(separator: ", ")
      + (more > 0 ? " and \(grouped(more)) more" : "")
      + ". No other policy here both refuses less and leaves a smaller share of the accepted to guess "
      + "in a day (\(headline))."
  }

  private func inShort(_ one: PolicyChoice, _ other: PolicyChoice) -> String {
    let isFewer = one.refused.share <= other.refused.share
    let (low, high) = isFewer ? (one, other) : (other, one)
    let (refused, more) = (low.refused.percent, high.refused.percent)
    let (left, rest) = (low.guessed.estimatedPercent, high.guessed.estimatedPercent)
    let name = shortened(low.name, to: 30)
    let costs =
      refused == more
      ? "both refuse \(refused) of all" : "\(name) refuses less (\(refused) against \(more) of all)"
    if left == rest {
      return "\(costs); \(left) of the accepted are guessed in a day (\(headline)) under both."
    }
    let isBetter = low.guessed.share < high.guessed.share
    let certainty = Certainty(
      min(low.guessed.share, high.guessed.share), (isBetter ? low : high).error,
      against: max(low.guessed.share, high.guessed.share), (isBetter ? high : low).error)
    let better = shortened((isBetter ? low : high).name, to: 30)
    let shares = isBetter ? "\(left) against \(rest)" : "\(rest) against \(left)"
    let join = refused != more && isBetter ? ", and " : "; under \(better) "
    return
      "\(costs)\(join)\(certainty.adverb)less of the accepted is guessed in a day (\(headline): \(shares))."
  }

  /// How exact the shares guessed are, and whether differences are certain; none without an estimate.
  private var sure: [String] {
    guard let errors = overview.errors else { return [] }
    let rows =
      [("'\(Self.noPolicy)'", StatedError.Kind.usual)]
      + overview.policies.map { ($0.name, $0.kind) }
    let attacks = attackers.filter { $0 != .fastHash }.map(\.shortName).joined(separator: ", ")
    let told = errors.lines(
      rows, attacks: attackers.contains(.slowHash) ? attacks : headline,
      hasFastHash: attackers.contains(.fastHash))
    return fact("How sure", "Shares guessed are estimates: \(told.made)")
      + told.errors.flatMap { labelled("", "- \($0)", columns: columns, hanging: 2) }
      + fact("", differences(errors))
  }

  /// Which differences of the headline's shares are certain, likely or open.
  private func differences(_ errors: StatedErrors) -> String? {
    var rows = overview.choices.map { (name: $0.name, guessed: $0.guessed, error: $0.error) }
    if rows.count == 1, let all = overview.strength?.headline?.part {
      rows.append((Self.noPolicy, all, errors.of(.usual)))
    }
    guard rows.count > 1, rows.allSatisfy(\.guessed.isExact) else { return nil }
    if rows.count == 2 {
      let (one, other) = (rows[0], rows[1])
      let (low, high) = one.guessed.share <= other.guessed.share ? (one, other) : (other, one)
      let words = (low.guessed.estimatedPercent, high.guessed.estimatedPercent)
      if words.0 == words.1 { return nil }
      let certainty = Certainty(
        low.guessed.share, low.error, against: high.guessed.share, high.error)
      let shares = "\(words.0) against \(words.1) (\(headline))"
      switch certainty {
      case .certain:
        return "So the difference of \(shares) is certain for this list, by these errors."
      case .likely: return "So the difference of \(shares) is likely, not certain."
      case .open:
        let unknown = [low, high].filter { $0.error.margins == nil }
        let why =
          switch unknown.count {
          case 0: "it is within the error"
          case 1: "the error of \(nameOfSeveral(unknown.map(\.name))) was not measured"
          default: "the errors were not measured"
          }
        return "So the difference of \(shares) is open, and may not be real: \(why)."
      }
    }
    return rows.map(\.error).certainty
  }

  /// Facts about lists without a password.
  var factsWithoutPasswords: [String] {
    fact("Not audited", skipped, ink.alarm) + fact("Lines", layouts)
  }

  /// The meter's levels, if nothing else says how strong passwords are.
  private var strengthLine: [String] {
    guard let strength = overview.strength, strength.scores.isEmpty else { return [] }
    let levels = strength.meter.map { "\($0.part.percent) \($0.level)" }
    return fact(
      "Strength", "of all: " + levels.joined(separator: ", ") + " by the four-criteria meter")
  }

  /// Which policies accept some of what is on a blocklist.
  private var acceptingListed: String {
    let names = overview.policies.filter { ($0.survivors?.listed?.most ?? 0) > 0 }.map(\.name)
    return names.isEmpty ? "accepted by no policy" : "some accepted by \(nameOfSeveral(names))"
  }

  private var listed: String? {
    guard let lists = overview.blocklists, let listed = lists.listed else { return nil }
    if lists.rows.count == 1, let list = lists.rows.first {
      return "\(listed.percent) of all are on the \(list.name.words)"
        + (list.name == .builtIn ? ", \(acceptingListed)" : "")
    }
    let shares = lists.rows.map { "\($0.name.text) \($0.hits.percent)" }
    return "\(listed.percent) of all are on a blocklist (\(shares.joined(separator: ", ")); "
      + "some may be on several)"
  }

  /// The passwords that relate to their users' names; nil if no list names users.
  private var related: String? {
    guard let lists = overview.blocklists, let related = lists.related else { return nil }
    let shares = lists.relations.map { "\($0.name) \($0.hits.percent)" }
    return
      "\(related.percent) of all relate to their user's name (\(shares.joined(separator: ", ")); "
      + "some in several ways)"
  }

  /// The accounts without a password; nil if there are none.
  private var blank: String? {
    overview.blank.map {
      "\($0.grouped) of \(counted($0.total, "user")) \($0.count == 1 ? "has" : "have") none "
        + "(\($0.percent))"
    }
  }

  /// Lines that were not audited; nil if there are none.
  private var skipped: String? {
    let parts = overview.lines.skipped
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// How lines that hold more than a password were read; nil for plain lists.
  private var layouts: String? {
    let layouts = overview.inputs.named.compactMap(\.layout).uniqued()
    return layouts.isEmpty ? nil : "read as " + layouts.joined(separator: "; ")
  }
}
