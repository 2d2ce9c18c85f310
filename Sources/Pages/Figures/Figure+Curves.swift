import Overview

extension Figure {
  /// F5: the shares found by number of guesses, a line for each policy and one for all passwords.
  static func curves(
    _ curves: [GuessingCurve], to lastDecade: Int, title: String, caption: String, attacks: Bool,
    id: String
  ) -> Figure {
    let (left, right, top, plot) = (44.0, 470.0, 26.0, 210.0)
    let base = top + plot
    var drawing = Drawing(height: base + 40, prefix: id)
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
      drawing.text(
        "\(coordinate(level * 100)) %", x: left - 6, y: y(level) + 4,
        Drawing.Style(size: 11, colour: .muted, anchor: .end))
    }
    for decade in decades {
      drawing.text(
        "10\(superscript(decade))", x: x(Double(decade)), y: base + 17,
        Drawing.Style(size: 11, colour: .muted, anchor: .middle))
    }
    drawing.text(
      "guesses for each password", x: (left + right) / 2, y: base + 35,
      Drawing.Style(size: 11, colour: .muted, anchor: .middle))
    if attacks {
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
    }
    let looks = curves.indices.map { Look(number: $0) }
    for (curve, look) in zip(curves, looks) where !curve.best.isEmpty {
      let edge = zip(curve.points, curve.best).map { (x: x($0.decades), y: y($1)) }
      drawing.band(
        curve.points.map { (x: x($0.decades), y: y($0.share)) }, edge, look.colour)
    }
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
    directLabels(curves, looks, y: y, x: right, bounds: (top, base), &drawing)
    let places = Dictionary(
      curves.flatMap { $0.points.map { ($0.guesses, $0.decades) } }, uniquingKeysWith: { a, _ in a }
    )
    func inNumber(_ a: String, _ b: String) -> Bool { places[a] ?? 0 < places[b] ?? 0 }
    var table = DataTable(
      title,
      [.words("guesses")]
        + curves.flatMap { curve -> [DataTable.Column] in
          let name = clipped(curve.name, toCharacters: 40)
          return [.number(name)] + (curve.best.isEmpty ? [] : [.number("\(name), all known")])
        })
    // Curves of fewer passwords end at all of them, between two points of the others.
    for guesses in Set(curves.flatMap { $0.points.map(\.guesses) }).sorted(by: inNumber) {
      let own = curves.map { curve in curve.points.first { $0.guesses == guesses } }
      guard let decades = own.lazy.compactMap(\.?.decades).first else { continue }
      let tip = own.prefix(4).map { $0.map { percent($0.share) } ?? "–" }
      drawing.mark { drawing in
        drawing.tip(
          "\(guesses) guesses: " + tip.joined(separator: ", "), x: x(decades) - 7, y: top,
          width: 14, height: plot)
      }
      table.add(
        [guesses]
          + zip(curves, own).flatMap { curve, point -> [String] in
            let share = point.map { percent($0.share) } ?? ""
            if curve.best.isEmpty { return [share] }
            let place = curve.points.firstIndex { $0.guesses == guesses }
            return [share, place.map { percent(curve.best[$0]) } ?? ""]
          })
    }
    return Figure(
      id: id, title: title, caption: caption,
      description: curves.map { curve in
        "\(clipped(curve.name, toCharacters: 60)): "
          + curve.points.filter { [2, 4, 6, 10, 14].contains($0.decades) }.map {
            "\($0.guesses) guesses find \(percent($0.share))"
          }.joined(separator: ", ")
      }.joined(separator: ". ") + ".", drawing: drawing, table: table)
  }

  /// The style of a line; no two of twelve are alike, with or without colour.
  private struct Look {
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
      drawing.path([(x + 12, place), (x + 34, place)], look.colour, dashes: look.dashes)
      drawing.marker(look.marker, x: x + 23, y: place, size: 3, look.colour)
      drawing.text(
        curves[index].name, x: x + 40, y: place + 4,
        Drawing.Style(size: 11, isBold: index == 0), room: 640 - x - 44)
    }
  }
}
