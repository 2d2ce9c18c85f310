import Diagnostics
import Findings
import Glibc
import Keyspaces

extension Page {
  /// The strength and lengths of compliant passwords.
  var leftOver: PageSection? {
    var content: [Markup] = []
    if let strength = overview.strength {
      if strength.scores.isEmpty {
        content.append(
          .make(.p, "Judged by the four-criteria meter alone; guesses were not estimated."))
        content.append(meterTable(strength))
      } else {
        if let sentence = Sentences(overview: overview).leftOver {
          content.append(.element(.p, [], sentence.markup))
        }
        content.append(Figure.scores(strength, charted, id: "f4").markup)
      }
    }
    if let lengths = Figure.lengths(overview, charted, id: "f4-l") {
      content.append(lengths.markup)
    }
    return PageSection("left", "What is left to attackers", content)
  }

  private func meterTable(_ strength: StrengthOverview) -> Markup {
    var table = DataTable(
      "Passwords by the four-criteria meter",
      [.words("passwords")]
        + strength.meter.flatMap { [.number("\($0.level)"), .number("share")] })
    func add(_ name: String, _ strength: StrengthOverview?) {
      guard let strength else { return }
      table.add([name] + strength.meter.flatMap { [$0.part.grouped, $0.part.percent] })
    }
    add("all passwords", strength)
    for policy in overview.policies { add(policy.shortName, policy.survivors?.strength) }
    return table.markup
  }

  /// The time to guess, by zxcvbn's estimate and by how common passwords are.
  var guessing: PageSection? {
    var content: [Markup] = []
    if let strength = overview.strength, !strength.scores.isEmpty {
      let curves =
        [strength.curve("all passwords", to: 14)]
        + charted.compactMap { policy in
          policy.survivors?.strength.map { $0.curve(policy.name, to: 14) }
        }
      content.append(.make(.p, dayCaption))
      content.append(
        Figure.curves(
          curves, to: 14, title: "Share found by so many guesses (zxcvbn)",
          caption:
            "Of those that comply: what an attacker finds who tries likely patterns first, by "
            + "zxcvbn's estimate. The lower the line, the less is found.",
          attacks: true, id: "f5"
        ).markup)
      content.append(dayTable(strength))
    }
    if let whole = overview.whole {
      // The bands of more lines would hide each other.
      let hasBands = charted.count <= 3
      let curves =
        [Self.curve("all passwords", whole, hasBand: true)]
        + charted.compactMap { policy in
          policy.guessing.map { Self.curve(policy.name, $0, hasBand: hasBands) }
        }
      let shown = curves.filter { !$0.points.isEmpty }
      let last = wholeNumber(
        (shown.flatMap { $0.points.map(\.decades) }.max() ?? 1).rounded(.up))
      if !shown.isEmpty {
        content.append(
          Figure.curves(
            shown, to: max(last, 1), title: "Share found by an attacker who knows the list",
            caption:
              "Of those that comply: what the commonest passwords of the list find, tried in order. "
              + "This is the best that can be done. The band reaches down to what somebody finds "
              + "who has seen half of the list and is measured on the other half.",
            attacks: false, id: "f5b"
          ).markup)
      }
      if let brackets = Figure.brackets(charted, id: "f6") { content.append(brackets.markup) }
      content += caveats(
        (whole.caveats + overview.policies.flatMap { $0.guessing?.caveats ?? [] }).unique)
    }
    return PageSection("guessing", "How long guessing takes", content)
  }

  private var dayCaption: String {
    "Guesses are for one password. 10² is what a site lets an attacker try, 10⁶ what one without "
      + "limits does, 10¹⁴ what a stolen database of fast hashes permits."
  }

  /// The success within a day at each rate.
  private func dayTable(_ strength: StrengthOverview) -> Markup {
    var table = DataTable(
      "Share of those that comply found within a day",
      [.words("passwords")] + strength.withinDay.map { .number("at \($0.attack.rate.words)") })
    table.add(["all passwords"] + strength.withinDay.map(\.part.percent))
    for policy in overview.policies {
      guard let own = policy.survivors?.strength else { continue }
      table.add([policy.shortName] + own.withinDay.map(\.part.percent))
    }
    return table.markup
  }

  private static func curve(
    _ name: String, _ guessing: PolicyGuessing, hasBand: Bool
  ) -> Figure.Curve {
    let curve = guessing.curves.first { $0.attacker == .aware }
    let heldOut = guessing.curves.first { $0.attacker == .heldOut }
    let lower = hasBand && heldOut?.points.count == curve?.points.count
    return Figure.Curve(
      name: name,
      points: (curve?.points ?? []).map { point in
        Figure.Curve.Point(
          decades: log10(Double(point.guesses)), guesses: grouped(point.guesses), part: nil,
          share: point.share)
      }, lower: lower ? (heldOut?.points ?? []).map(\.share) : [])
  }

  /// The caveats in full sentences.
  func caveats(_ caveats: [Caveat]) -> [Markup] {
    guard !caveats.isEmpty else { return [] }
    return [
      .element(.ul, [.class("note")], caveats.map { .make(.li, "\($0.rawValue): \($0.sentence)") })
    ]
  }

  /// How much the rules shrink the space of random strings.
  var space: PageSection? {
    guard overview.hasSpace else { return nil }
    var content: [Markup] = []
    if let sentence = Sentences(overview: overview).random {
      content.append(.element(.p, [], sentence.markup))
    }
    if let figure = Figure.space(charted, id: "f7") { content.append(figure.markup) }
    if isLong { content.append(spaceTable) }
    let uncounted = overview.policies.filter { $0.space == nil }
    if !uncounted.isEmpty {
      content.append(
        .make(
          .p,
          "Too large to count exactly: "
            + uncounted.prefix(12).map(\.shortName).joined(separator: ", ")
            + (uncounted.count > 12 ? " and \(uncounted.count - 12) more" : "") + "."))
    }
    content += caveats(overview.policies.flatMap { $0.space?.keyspace.caveats ?? [] }.unique)
    return PageSection("space", "How far the space shrinks", content)
  }

  private var spaceTable: Markup {
    var table = DataTable(
      "Random strings of every policy's least length",
      [
        .words("policy"), .number("length"), .number("bits"), .number("lost"),
        .words("costliest rule"),
      ])
    for policy in overview.policies {
      guard let keyspace = policy.space?.keyspace, let floor = keyspace.floor else { continue }
      table.add([
        policy.shortName, String(floor.length), floor.bits.map(bitsWord) ?? "",
        floor.lostFromASCII.map(bitsWord) ?? "",
        keyspace.floorCosts?.costliest.map(policy.words) ?? "",
      ])
    }
    return .element(
      .details, [], [.make(.summary, "Table: random strings of all policies"), table.markup])
  }

  /// The policies' refusals of easy and of hard passwords.
  var trade: PageSection? {
    guard let figure = Figure.trade(charted, best: overview.bestTradeNumber, id: "f8") else {
      return nil
    }
    var content: [Markup] = []
    if let sentence = Sentences(overview: overview).trade {
      content.append(.element(.p, [], sentence.markup))
    }
    content.append(.make(.p, PolicyTrade.explanation))
    content.append(figure.markup)
    let front = overview.front
    if overview.policies.count > 1, !front.isEmpty {
      content.append(
        .make(
          .p,
          "No other policy here refuses fewer passwords and leaves a smaller share of easy ones than "
            + "each of these:"))
      content.append(
        .element(
          .ul, [],
          front.prefix(20).map { policy in
            .element(
              .li, [],
              [
                .make(.strong, policy.shortName),
                .text(
                  ": refuses \(percent(1 - policy.compliant.share)), leaves "
                    + "\(policy.survivors?.strength?.weak?.percent ?? "") easy ones. "),
                .make(.code, clipped(policy.text, toCharacters: 300)),
              ])
          }))
    }
    return PageSection("trade", "Which policy is the best trade", content)
  }
}
