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
          .number(clipped(curve.name, toCharacters: 40)) { guesses in
            curve.points.first { $0.guesses == guesses }.map { percent($0.share) } ?? ""
          }
        })
    return Figure(
      id: id, title: title, caption: caption,
      description: curves.map { curve in
        "\(clipped(curve.name, toCharacters: 60)): "
          + curve.points.filter { [2, 4, 6, 10, 14].contains($0.decades) }.map {
            "\($0.guesses) guesses find \(percent($0.share))"
          }.joined(separator: ", ")
      }.joined(separator: ". ") + ".", table: table
    ) { layout, prefix in
      draw(
        curves, steps.map { ($0, places[$0] ?? 0) }, to: lastDecade, endsAt: tick, layout, prefix)
    }
  }

  /// F14: between which ends lies what guesses find of other accounts, and what they find on the list.
  static func ofOthers(_ found: PolicyGuessing, id: String) -> Figure {
    let names: [(AttackCurve.Attacker, String)] = [
      (.atMost, "nobody finds more"), (.aware, "on this list"), (.heldOut, "known from one half"),
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
        + "best attacker finds by so many guesses on each (\(found.bounds.confidence.words) sure for each number of "
        + "guesses). The other lines are of the list itself: by all counts, and by those of one half on the "
        + "other.", heading: "Share of other accounts found by so many guesses", id: id,
      endsAt: log10(Double(max(resolved, 1))))
  }

  private static func draw(
    _ curves: [GuessingCurve], _ steps: [(guesses: String, decades: Double)], to lastDecade: Int,
    endsAt tick: Double?, _ layout: Layout, _ prefix: String
  ) -> Drawing {
    let (left, right) = (44.0, layout.pick(470, 312))
    let (top, plot) = (26.0, 210.0)
    let base = top + plot
    let below = layout.isPhone ? 17 * Double(curves.count) + 6 : 0
    var drawing = Drawing(width: layout.width, height: base + 40 + below, prefix: prefix)
    func x(_ decades: Double) -> Double {
      left + (right - left) * min(decades, Double(lastDecade)) / Double(max(lastDecade, 1))
    }
    func y(_ share: Double) -> Double { base - plot * min(max(share, 0), 1) }
    let quarters = (0...4).map { Double($0) / 4 }
    let decades = stride(from: 0, through: lastDecade, by: lastDecade > 8 ? 2 : 1)
    for level in quarters { drawing.line(left, y(level), right, y(level), .grid, width: 0.5) }
    for decade in decades {
      drawing.line(x(Double(decade)), base, x(Double(decade)), base + 4, .grid)
    }
    for level in quarters {
      drawing.text("\(coordinate(level * 100)) %", x: left - 6, y: y(level) + 4, .beside)
    }
    for decade in decades {
      drawing.text("10\(superscript(decade))", x: x(Double(decade)), y: base + 17, .below)
    }
    drawing.text("guesses for each password", x: (left + right) / 2, y: base + 35, .below)
    let limits = [(2, "online, limited"), (6, "online"), (14, "offline")].filter {
      $0.0 <= lastDecade
    }
    for (decade, _) in limits {
      drawing.line(x(Double(decade)), top - 6, x(Double(decade)), base, .grid, dashes: "2 3")
    }
    for (decade, name) in limits {
      drawing.text(
        name, x: x(Double(decade)), y: top - 11,
        Drawing.Style(size: 11, colour: .muted, anchor: decade == lastDecade ? .end : .middle))
    }
    if let tick, let upper = curves.first?.points, let lower = curves.last?.points {
      func places(_ points: [GuessingCurve.Point]) -> [Drawing.Point] {
        points.map { (x($0.decades), y($0.share)) }
      }
      drawing.band(places(upper), places(lower), .ink)
      drawing.line(x(tick), base - 8, x(tick), base + 8, .ink)
    }
    let looks = curves.indices.map { Look(number: $0) }
    for (curve, look) in zip(curves, looks) {
      drawing.path(
        [(x(0), y(0))].filter { _ in (curve.points.first?.decades ?? 0) > 0 }
          + curve.points.map { (x($0.decades), y($0.share)) }, look.colour, dashes: look.dashes)
      // A single point makes no line, so its marker shows it.
      let marked = curve.points.enumerated().filter {
        $0.offset % 5 == (look.number * 2) % 5 && $0.element.decades > 0
          || curve.points.count == 1
      }
      drawing.markers(
        look.marker, at: marked.map { (x($0.element.decades), y($0.element.share)) }, size: 3,
        look.colour)
    }
    if layout.isPhone {
      for (number, (curve, look)) in zip(curves, looks).enumerated() {
        let place = base + 52 + 17 * Double(number)
        drawing.sample(look, x: 4, y: place)
        drawing.text(
          curve.name, x: 34, y: place + 4,
          Drawing.Style(size: 11, isBold: number == 0, anchor: .start),
          room: 290)
      }
    } else {
      directLabels(curves, looks, y: y, x: right, bounds: (top, base), &drawing)
    }
    for step in steps {
      let tip = curves.prefix(4).map { curve in
        curve.points.first { $0.guesses == step.guesses }.map { percent($0.share) } ?? "–"
      }
      drawing.mark { drawing in
        drawing.tip(
          "\(step.guesses) guesses: " + tip.joined(separator: ", "), x: x(step.decades) - 7, y: top,
          width: 14, height: plot)
      }
    }
    return drawing
  }

  /// The style of a line; no two of twelve are alike, with or without colour.
  fileprivate struct Look {
    let number: Int
    var colour: Palette { number == 0 ? .ink : Palette.lines[(number - 1) % Palette.lines.count] }
    var dashes: String? {
      [nil, "6 3", "2 3", "9 3 2 3", "12 4", "4 2 1 2 1 2"][(number + (number - 1) / 4) % 6]
    }
    var marker: Drawing.Marker {
      let all = Drawing.Marker.allCases
      return all[number % all.count]
    }
  }

  /// Names at the ends of the lines, moved apart where they would overlap.
  private static func directLabels(
    _ curves: [GuessingCurve], _ looks: [Look], y: (Double) -> Double, x: Double,
    bounds: (top: Double, base: Double), _ drawing: inout Drawing
  ) {
    let ends = curves.map { y($0.points.last?.share ?? 0) }
    let order = ends.indices.sorted { (ends[$0], $0) < (ends[$1], $1) }
    let gap = min(15.0, (bounds.base - bounds.top + 16) / Double(max(curves.count, 1)))
    var places = ends
    var last = bounds.top - gap
    for index in order {
      places[index] = max(ends[index], last + gap)
      last = places[index]
    }
    // Names below the axis move up again, the lowest first.
    var limit = bounds.base + 8
    for index in order.reversed() {
      places[index] = min(places[index], limit)
      limit = places[index] - gap
    }
    for index in order {
      let look = looks[index]
      let place = places[index]
      drawing.line(x + 2, ends[index], x + 12, place, look.colour, width: 0.8)
      drawing.sample(look, x: x + 12, y: place)
      drawing.text(
        curves[index].name, x: x + 40, y: place + 4,
        Drawing.Style(size: 11, isBold: index == 0), room: 640 - x - 44)
    }
  }
}

extension Drawing {
  /// A sample of a line.
  fileprivate mutating func sample(_ look: Figure.Look, x: Double, y: Double) {
    path([(x, y), (x + 22, y)], look.colour, dashes: look.dashes)
    marker(look.marker, x: x + 11, y: y, size: 3, look.colour)
  }
}
