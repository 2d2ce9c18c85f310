import Diagnostics
import Metrics

extension Page {
  /// The strength and lengths of compliant passwords.
  var leftOver: PageSection? {
    let stated = charted.filter { $0.survivors?.isStated == true }
    return PageSection("left", "What the policies accept") {
      if let strength = overview.strength {
        if strength.scores.isEmpty {
          "Judged by the four-criteria meter alone; guesses were not estimated."
          meterTable(strength)
        } else {
          Sentences(overview).leftOver
          strength.fall.map { "Dictionaries: \($0)." }
          Figure.scores(strength, stated, note: leftOut(tooSmall), id: "f4")
        }
      }
      if let habits = Figure.habits(stated, overview, note: leftOut(tooSmall), id: "f10") {
        Markup.make(.h3, "How the rules are kept")
        for policy in charted.prefix(Figure.mostHabits) {
          HabitSentence(policy, overview)?.sentence
        }
        habits
        Markup.element(.p, [.class("note")], [.text(HabitSentence.caveat)])
      }
      Figure.lengths(overview, charted, id: "f4-l")
    }
  }

  private func meterTable(_ strength: StrengthOverview) -> DataTable {
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
    return table
  }

  /// The time to guess, by an estimate and by how common passwords are.
  var guessing: PageSection? {
    PageSection("guessing", "How long guessing takes") {
      if let strength = overview.strength, let estimate = strength.estimate {
        let curves =
          [strength.curve("all passwords")]
          + charted.compactMap { policy in
            policy.isTooSmall ? nil : policy.survivors?.strength?.curve(policy.nameWithSize)
          }
        [Self.efforts, overview.calibration, overview.errors?.ofFastHash].compactMap(\.self)
          .joined(separator: " ")
        strength.coverage.map { "\($0)." }
        Figure.curves(
          curves, to: 14, title: FigureTitles.found(strength, charted),
          caption:
            "Of the accepted, the share guessed with so many guesses on each account: what an attacker "
            + "guesses who tries likely passwords first, by \(estimate.words). The lower the line, the less "
            + "is guessed." + leftOut(tooSmall),
          heading: "Share guessed with so many guesses (\(estimate.name))", id: "f5")
        dayTable(strength)
      }
      if overview.countsGuesses {
        overview.weights.map { "Repetitions \($0.sentence)." }
        others
      }
    }
  }

  /// What guesses find of accounts that are not on the list, whoever guesses, or why that is not said.
  @PageSection.Content private var others: [PageSection.Block] {
    if let whole = overview.guessed {
      Markup.make(.h3, "Other accounts, whoever guesses")
      let leastWords = Caveat.filtered.sentence + " " + Caveat.population.sentence
      if let silence = whole.silence {
        "Of accounts that are not on the list nothing is said: \(silence.words)."
        Markup.element(.p, [.class("note")], [.text(leastWords)])
      } else {
        Markup.element(
          .ul, [], overview.ofOthers(charted).map { .element(.li, [], $0.markup) })
        overview.toldApart(charted).map {
          "\($0), if the ends of all of them hold at once (\(overview.sureness) sure)."
        }
        if let exact = whole.exact {
          let words = exact.bounds.reach(exact.metrics.total)
          "\(words.prefix(1).uppercased() + words.dropFirst())."
          Figure.ofOthers(exact, id: "f14")
        }
        Markup.element(
          .p, [.class("note")],
          [
            .text(
              "Such accounts are others than those on the list; the accepted are those whose passwords a policy "
                + "accepts; drawn independently as these. Nobody guesses more than the upper end; the best attacker, who "
                + "knows how common each password is, guesses the lower one at least. Not covered: who knows another "
                + "password of a user. \(overview.sureness) sure is said of each policy by itself. "
                + leastWords)
          ])
      }
    }
  }

  /// How many guesses attackers make.
  private static var efforts: String {
    "Guesses are on each account: "
      + NamedAttacker.allCases.map { "\($0.name): \($0.effort)" }.joined(separator: "; ")
      + ". bcrypt is a slow hash, NTLM a fast one."
  }

  /// The success within a day at each rate.
  private func dayTable(_ strength: StrengthOverview) -> Markup {
    var table = DataTable(
      "Share of the accepted guessed within a day (\(strength.estimate?.name ?? ""))",
      [.words("passwords")] + strength.withinDay.map { .number("at \($0.rate)") })
    table.add(["all passwords"] + strength.withinDay.map(\.percent))
    for group in overview.groups {
      guard let own = group.first.survivors?.strength else { continue }
      table.add([clipped(group.name, toCharacters: 40)] + own.withinDay.map(\.percent))
    }
    return isLong
      ? .folded("Table: guessed in a day, all policies", table.markup) : table.markup
  }

  /// The policies with charts with which too few passwords comply for a share.
  private var tooSmall: [PolicyOverview] { charted.filter(\.isTooSmall) }

  /// The policies that a figure leaves out because too few passwords comply, in a sentence; empty if
  /// there are none.
  private func leftOut(_ policies: [PolicyOverview]) -> String {
    guard !policies.isEmpty else { return "" }
    let names = policies.map { "\($0.shortName) (\($0.compliant.grouped))" }
    return " Left out, since too few passwords are accepted: \(names.joined(separator: ", "))."
  }

  /// How much the rules shrink the space of random strings.
  var space: PageSection? {
    guard overview.hasSpace else { return nil }
    let uncounted = overview.policies.filter { $0.space == nil }.map(\.shortName)
    let more = uncounted.count > 12 ? " and \(uncounted.count - 12) more" : ""
    return PageSection("space", "Random strings") {
      Sentences(overview).random
      Figure.space(charted, id: "f7")
      Sentences(overview).accepted(by: charted)
      if isLong { spaceTable }
      if !uncounted.isEmpty {
        "Too large to count exactly: " + uncounted.prefix(12).joined(separator: ", ") + more + "."
      }
    }
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
    let rows = behaviours.rows.filter { chartedNumbers.contains($0.number) }
    return PageSection("behaviours", "If the refused choose anew") {
      Figure.behaviours(behaviours, rows, id: "f13")
      if behaviours.leftOut > 0 { behaviours.leftOutWords }
      if behaviours.rows.count > 1 || behaviours.isTruncated { behaviours.tierWords }
      if !behaviours.neighbours.isEmpty {
        Markup.list(behaviours.neighbours.map { behaviours.sentence(on: $0) })
      }
    }
  }
}
