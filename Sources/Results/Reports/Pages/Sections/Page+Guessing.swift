import Diagnostics
import Metrics

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
        if let sentence = Sentences(overview).leftOver {
          content.append(.element(.p, [], sentence.markup))
        }
        if let fall = strength.fall {
          content.append(.make(.p, "Dictionaries: \(fall)."))
        }
        content.append(
          Figure.scores(
            strength, charted.filter { $0.survivors?.isStated == true },
            note: leftOut(tooSmall), id: "f4"
          ).markup(source))
      }
    }
    if let habits = Figure.habits(
      charted.filter { $0.survivors?.isStated == true }, overview, note: leftOut(tooSmall),
      id: "f10")
    {
      content.append(.make(.h3, "How the rules are kept"))
      content += charted.prefix(Figure.mostHabits).compactMap {
        HabitSentence($0, overview)?.sentence.map { .element(.p, [], $0.markup) }
      }
      content.append(habits.markup(source))
      content.append(.element(.p, [.class("note")], [.text(HabitSentence.caveat)]))
    }
    if let lengths = Figure.lengths(overview, charted, id: "f4-l") {
      content.append(lengths.markup(source))
    }
    return PageSection("left", "What the policies admit", content)
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

  /// The time to guess, by an estimate and by how common passwords are.
  var guessing: PageSection? {
    var content: [Markup] = []
    if let strength = overview.strength, let estimate = strength.estimate {
      let curves =
        [strength.curve("all passwords")]
        + charted.compactMap { policy in
          policy.isTooSmall ? nil : policy.survivors?.strength?.curve(policy.nameWithSize)
        }
      content.append(
        .make(
          .p, [dayCaption, overview.calibration].compactMap(\.self).joined(separator: " ")))
      if let coverage = strength.coverage { content.append(.make(.p, "\(coverage).")) }
      content.append(
        Figure.curves(
          curves, to: 14, title: FigureTitles.found(strength, charted),
          caption:
            "Of those that comply, the share found by so many guesses for each password: what an attacker "
            + "finds who tries likely passwords first, by \(estimate.words). The lower the line, the less "
            + "is found." + leftOut(tooSmall),
          heading: "Share found by so many guesses (\(estimate.name))", id: "f5"
        ).markup(source))
      content.append(dayTable(strength))
    }
    if overview.countsGuesses {
      if let weights = overview.weights {
        content.append(.make(.p, "Repetitions \(weights.sentence)."))
      }
      content += others
    }
    return PageSection("guessing", "How long guessing takes", content)
  }

  /// What guesses find of accounts that are not on the list, whoever guesses, or why that is not said.
  private var others: [Markup] {
    guard let whole = overview.guessed else { return [] }
    let title = Markup.make(.h3, "Other accounts, whoever guesses")
    let leastWords = Caveat.filtered.sentence + " " + Caveat.population.sentence
    if let silence = whole.silence {
      return [
        title, .make(.p, "Of accounts that are not on the list nothing is said: \(silence.words)."),
        .element(.p, [.class("note")], [.text(leastWords)]),
      ]
    }
    let policies = charted
    var content = [
      title,
      .element(
        .ul, [], overview.ofOthers(policies).map { .element(.li, [], $0.markup) }),
    ]
    if let apart = overview.toldApart(policies) {
      content.append(
        .make(.p, "\(apart), if the ends of all of them hold at once (\(overview.sureness) sure)."))
    }
    if let exact = whole.exact {
      let words = exact.bounds.reach(exact.metrics.total)
      content.append(.make(.p, "\(words.prefix(1).uppercased() + words.dropFirst())."))
      content.append(Figure.ofOthers(exact, id: "f14").markup(source))
    }
    let note =
      "Such accounts are others than those on the list; the accepted are those whose passwords a policy accepts; drawn "
      + "independently as these. Nobody finds more than the upper end; the best attacker, who knows how common "
      + "each password is, finds the lower one at least. Not covered: who knows another password of a user. "
      + "\(overview.sureness) sure is said of each policy by itself. "
    content.append(.element(.p, [.class("note")], [.text(note + leastWords)]))
    return content
  }

  private var dayCaption: String {
    "Guesses are for one password. 10² is what a site lets an attacker try, 10⁶ what one without "
      + "limits does; offline, with a stolen database, 10⁴ a second are possible against a slow hash such "
      + "as bcrypt, 10¹⁰ against a fast one, and 10¹⁴ in a few hours."
  }

  /// The success within a day at each rate.
  private func dayTable(_ strength: StrengthOverview) -> Markup {
    var table = DataTable(
      "Share of those that comply found within a day (\(strength.estimate?.name ?? ""))",
      [.words("passwords")] + strength.withinDay.map { .number("at \($0.rate)") })
    table.add(["all passwords"] + strength.withinDay.map(\.percent))
    for group in overview.groups {
      guard let own = group.first.survivors?.strength else { continue }
      table.add([clipped(group.name, toCharacters: 40)] + own.withinDay.map(\.percent))
    }
    return isLong
      ? .folded("Table: found in a day, all policies", table.markup) : table.markup
  }

  /// The policies with charts with which too few passwords comply for a share.
  private var tooSmall: [PolicyOverview] { charted.filter(\.isTooSmall) }

  /// The policies that a figure leaves out because too few passwords comply, in a sentence; empty if
  /// there are none.
  private func leftOut(_ policies: [PolicyOverview]) -> String {
    guard !policies.isEmpty else { return "" }
    let names = policies.map { "\($0.shortName) (\($0.compliant.grouped))" }
    return " Left out, since too few passwords comply: \(names.joined(separator: ", "))."
  }

  /// How much the rules shrink the space of random strings.
  var space: PageSection? {
    guard overview.hasSpace else { return nil }
    var content: [Markup] = []
    if let sentence = Sentences(overview).random {
      content.append(.element(.p, [], sentence.markup))
    }
    if let figure = Figure.space(charted, id: "f7") { content.append(figure.markup(source)) }
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
    let caveats = overview.spaceCaveats.map(\.sentence)
    if !caveats.isEmpty { content.append(.list(caveats, [.class("note")])) }
    return PageSection("space", "Random strings", content)
  }

  private var spaceTable: Markup {
    var table = DataTable(
      "Random strings of every policy's least length",
      [
        .words("policy"), .number("length"), .number("bits"), .number("lost"),
        .words("costliest rule"),
      ])
    for group in overview.groups {
      guard let random = group.first.random else { continue }
      table.add([
        clipped(group.name, toCharacters: 40), String(random.length),
        random.bits.map(bitsWord) ?? "",
        random.lost.map(bitsWord) ?? "", random.costliest ?? "",
      ])
    }
    return .folded("Table: random strings of all policies", table.markup)
  }

  /// What guesses find of people, by what those choose whose password a policy refuses.
  var behaviours: PageSection? {
    guard let behaviours = overview.behaviours else { return nil }
    let numbers = Set(chartedNumbers)
    var content: [Markup] = []
    if let figure = Figure.behaviours(
      behaviours, behaviours.rows.filter { numbers.contains($0.number) }, id: "f13")
    {
      content.append(figure.markup(source))
    }
    if behaviours.leftOut > 0 { content.append(.make(.p, behaviours.leftOutWords)) }
    if behaviours.rows.count > 1 || behaviours.isTruncated {
      content.append(.make(.p, behaviours.tierWords))
    }
    if !behaviours.neighbours.isEmpty {
      content.append(
        .element(
          .ul, [],
          behaviours.neighbours.map {
            .element(.li, [], behaviours.sentence(on: $0).markup)
          }))
    }
    return PageSection("behaviours", "If the refused choose anew", content)
  }
}
