import Diagnostics
import Metrics
import Passwords

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
        Markup.note(HabitSentence.caveat)
      }
      Figure.lengths(overview, charted, id: "f4-l")
    }
  }

  private func meterTable(_ strength: StrengthOverview) -> DataTable {
    let rows: [(name: String, meter: [(level: MeterLevel, part: Part)])] =
      [("all passwords", strength.meter)]
      + overview.policies.compactMap { policy in
        (policy.survivors?.strength).map { (policy.shortName, $0.meter) }
      }
    return DataTable(
      "Passwords by the four-criteria meter", rows,
      [.words("passwords") { $0.name }]
        + strength.meter.enumerated().map { place, level in
          .part("\(level.level)") { $0.meter[place].part }
        })
  }

  /// The time to guess, by an estimate and by how common passwords are.
  var guessing: PageSection? {
    PageSection("guessing", "What is guessed") {
      if let strength = overview.strength, let estimate = strength.estimate {
        let curves =
          [strength.curve("all passwords")]
          + charted.compactMap { policy in
            policy.isTooSmall ? nil : policy.survivors?.strength?.curve(policy.nameWithSize)
          }
        paragraph(Self.efforts, overview.calibration, overview.errors?.ofFastHash)
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
        Markup.note(leastWords)
      } else {
        Markup.list(overview.ofOthers(charted))
        overview.toldApart(charted).map {
          "\($0), if the ends of all of them hold at once (\(overview.sureness) sure)."
        }
        if let exact = whole.exact {
          let words = exact.bounds.reach(exact.metrics.total)
          "\(words.prefix(1).uppercased() + words.dropFirst())."
          Figure.ofOthers(exact, id: "f14")
        }
        Markup.note(
          "Such accounts are others than those on the list; the accepted are those whose passwords a policy "
            + "accepts; drawn independently as these. Nobody guesses more than the upper end; the best attacker, who "
            + "knows how common each password is, guesses the lower one at least. Not covered: who knows another "
            + "password of a user. \(overview.sureness) sure is said of each policy by itself. "
            + leastWords)
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
      table.add([clipped(group.name, to: 40)] + own.withinDay.map(\.percent))
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
    let rows = overview.groups.compactMap { group in
      group.first.random.map { (name: group.name, random: $0) }
    }
    let table = DataTable(
      "Random strings of every policy's least length", rows,
      [
        .words("policy") { clipped($0.name, to: 40) },
        .number("length") { String($0.random.length) },
        .number("bits") { $0.random.bits.map(bitsWord) ?? "" },
        .number("lost") { $0.random.lost.map(bitsWord) ?? "" },
        .words("costliest rule") { $0.random.costliest ?? "" },
      ])
    return .folded("Table: random strings of all policies", table.markup)
  }

  /// What guesses find of people, by what those choose whose password a policy refuses.
  var behaviours: PageSection? {
    guard let behaviours = overview.behaviours else { return nil }
    let rows = behaviours.rows.filter { chartedNumbers.contains($0.number) }
    return PageSection("behaviours", "If the refused choose anew") {
      Figure.behaviours(behaviours, rows, id: "f13")
      behaviours.remarks.map { Markup.make(.p, $0) }
      if !behaviours.neighbours.isEmpty {
        Markup.list(behaviours.neighbours.map { behaviours.sentence(on: $0) })
      }
    }
  }
}
