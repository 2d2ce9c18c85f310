import Glibc
import Metrics

extension Figure {
  /// F5: the shares found by number of guesses, a line for each policy and one for all passwords.
  static func curves(
    _ curves: [GuessingCurve], to lastDecade: Int, title: String, caption: String, heading: String,
    id: String, endsAt tick: Double? = nil
  ) -> Figure {
    let places = Dictionary(
      curves.flatMap { $0.points.map { ($0.guesses, $0.decades) } }, uniquingKeysWith: { a, _ in a }
    )
    func inNumber(_ a: String, _ b: String) -> Bool { places[a] ?? 0 < places[b] ?? 0 }
    let steps = Set(curves.flatMap { $0.points.map(\.guesses) }).sorted(by: inNumber)
    let table = DataTable(
      heading, steps,
      [.words("guesses") { $0 }]
        + curves.map { curve in
          .number(clipped(curve.name, to: 40)) { guesses in
            curve.points.first { $0.guesses == guesses }.map { percent($0.share) } ?? ""
          }
        })
    func place(_ decades: Double) -> Double { decades / Double(max(lastDecade, 1)) }
    return Figure(
      id: id, title: title, caption: caption,
      description: curves.map { curve in
        "\(clipped(curve.name, to: 60)): "
          + curve.points.filter { [2, 4, 6, 10, 14].contains($0.decades) }.map {
            "\($0.guesses) guesses: \(percent($0.share))"
          }.joined(separator: ", ")
      }.sentences, table: table,
      PlaneChart(
        across: stride(from: 0, through: lastDecade, by: lastDecade > 8 ? 2 : 1).map {
          (place(Double($0)), "10\(superscript($0))")
        }, up: Drawing.percents, acrossTitle: "guesses on each account",
        lines: curves.enumerated().map { number, curve in
          let start = (curve.points.first?.decades ?? 0) > 0 ? [(0.0, 0.0)] : []
          return PlaneChart.Line(
            name: curve.name, look: Look(number: number),
            points: start + curve.points.map { (place($0.decades), $0.share) }, every: 5)
        },
        limits: NamedAttacker.allCases.map { (log10($0.guesses), $0.shortName) }.filter {
          $0.0 <= Double(lastDecade)
        }.map { (place($0.0), $0.1) },
        tips: steps.map { step in
          let shares = curves.prefix(4).map { curve in
            curve.points.first { $0.guesses == step }.map { percent($0.share) } ?? "–"
          }
          let text = "\(step) guesses: " + shares.joined(separator: ", ")
          return (place(places[step] ?? 0), text)
        }, band: tick.map { place($0) }))
  }

  /// F14: between which ends lies what guesses find of other accounts, and what they find on the list.
  static func ofOthers(_ found: PolicyGuessing, id: String) -> Figure {
    let names: [(AttackCurve.Attacker, String)] = [
      (.atMost, "nobody more"), (.aware, "on this list"),
      (.atLeast, "the best at least"),
    ]
    let curves = names.compactMap { attacker, name in
      found.curves.first { $0.attacker == attacker }.map { curve in
        GuessingCurve(
          name: name,
          points: curve.points.map {
            GuessingCurve.Point(
              decades: log10(Double($0.guesses)), guesses: grouped($0.guesses), share: $0.share)
          })
      }
    }
    let resolved = found.bounds.resolvedGuesses
    return Figure.curves(
      curves, to: max(1, Int(log10(Double(max(found.metrics.distinct, 1))).rounded(.up))),
      title: resolved > 0
        ? "Up to \(counted(resolved, "guess", "guesses")) the ends are within a factor of two"
        : "The ends are nowhere within a factor of two",
      caption:
        "Of other accounts such as those of the list, without a policy: between the ends lies the share that the "
        + "best attacker guesses with so many guesses on each (\(found.bounds.confidence.words) sure for each number of "
        + "guesses). The other line is of the list itself, by its counts.",
      heading: "Share of other accounts guessed with so many guesses", id: id,
      endsAt: log10(Double(max(resolved, 1))))
  }
}
