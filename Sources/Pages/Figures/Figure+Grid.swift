import Overview

extension Figure {
  /// F8: a heat map of a grid: minimum lengths as rows, classes and blocklists as columns; each
  /// cell shows the refused share above the remaining risk, darker for more refusals; a frame and ◆
  /// mark the policies that no other one dominates.
  static func grid(_ report: SweepReport, _ maps: [SweepReport.Map], id: String) -> Figure? {
    guard let first = maps.first, !first.lengths.isEmpty else { return nil }
    let (left, cell, line, top) = (84.0, 56.0, 38.0, 58.0)
    let count = maps.reduce(0) { $0 + $1.classes.count }
    let gaps = 10 * Double(maps.count - 1)
    let lengths = first.lengths
    let height = top + line * Double(lengths.count) + 34
    var drawing = Drawing(
      width: max(640, left + cell * Double(count) + gaps + 16), height: height, prefix: id)
    var table = DataTable(
      "Policies of the grid",
      [
        .words("policy"), .number("fewest characters"), .number("kinds asked for"),
        .words("besides"), .number("refused"), .number(report.measure.column),
        .number("found by 10"), .words("best"),
      ])
    drawing.text(
      "fewest", x: left - 10, y: top - 22, Drawing.Style(size: 11, colour: .muted, anchor: .end))
    drawing.text(
      "characters", x: left - 4, y: top - 9, Drawing.Style(size: 11, colour: .muted, anchor: .end))
    for (number, length) in lengths.enumerated() {
      drawing.text(
        String(length), x: left - 10, y: top + line * (Double(number) + 0.5) + 4, .right)
    }
    var x = left
    for map in maps {
      let width = cell * Double(map.classes.count)
      drawing.text(
        map.sheet.listWords(from: report.base), x: x + width / 2, y: 16,
        Drawing.Style(isBold: true, anchor: .middle),
        room: max(width, 60))
      for (number, kinds) in map.classes.enumerated() {
        drawing.text(
          kinds == 0 ? "any" : "\(kinds) kinds", x: x + cell * (Double(number) + 0.5), y: top - 9,
          Drawing.Style(size: 11, colour: .muted, anchor: .middle))
      }
      for (lineNumber, length) in lengths.enumerated() {
        for (number, kinds) in map.classes.enumerated() {
          guard let row = map.row(length, kinds) else { continue }
          let place = (x: x + cell * Double(number), y: top + line * Double(lineNumber))
          let shade = Shade(row.refused ?? 0)
          drawing.mark { drawing in
            drawing.cell(
              x: place.x, y: place.y, width: cell, height: line, shade, isFramed: row.isBest,
              tip: "\(row.cell.name): \(row.refused.map(percent) ?? "nothing") refused")
            drawing.text(
              (row.isBest ? "◆ " : "") + (row.refused.map { threeDigits($0) } ?? "–"),
              x: place.x + cell / 2, y: place.y + 15,
              Drawing.Style(size: 11.5, colour: shade.ink, isBold: true, anchor: .middle))
            drawing.text(
              report.measured(row) ?? "–", x: place.x + cell / 2, y: place.y + 29,
              Drawing.Style(size: 10.5, colour: shade.ink, anchor: .middle))
          }
          table.add([
            row.cell.name, String(length), kinds == 0 ? "" : String(kinds),
            map.sheet.words(from: report.base), row.refused.map(percent) ?? "",
            report.measured(row) ?? "", row.share(after: 10).map(precise) ?? "",
            row.isBest ? "◆" : "",
          ])
        }
      }
      x += width + 10
    }
    let y = height - 10
    x = left
    for (number, name) in ["0–20 %", "20–40", "40–60", "60–80", "80–100 % refused"].enumerated() {
      let shade = Shade(Double(number) * 0.2 + 0.1)
      drawing.cell(x: x, y: y - 11, width: 14, height: 13, shade, isFramed: false, tip: nil)
      drawing.text(name, x: x + 19, y: y, .muted)
      x += 19 + textWidth(name, size: 11) + 12
    }
    if !report.front.isEmpty { drawing.text("◆ no other is better", x: x, y: y, .muted) }
    return Figure(
      id: id,
      title: "The grid: what each policy refuses, and what it leaves"
        + (first.sheet.limitWords.map { ", \($0)" } ?? ""),
      caption:
        "Above, in bold: the share of today's passwords refused, in per cent; the darker, the more. "
        + "Below: \(report.measure.below)."
        + (report.front.isEmpty
          ? ""
          : " Framed and marked ◆: no other policy refuses fewer and \(report.measure.phrase)."),
      description: maps.map { map in
        "\(map.sheet.words(from: report.base)): "
          + lengths.compactMap { length in
            map.classes.first.flatMap { map.row(length, $0) }.map { row in
              "at least \(length) characters refuse "
                + (row.refused.map(percent) ?? "nothing")
            }
          }.joined(separator: ", ")
      }.joined(separator: ". ") + ". The table has every policy.", drawing: drawing, table: table)
  }

  /// Every policy by refusals and remaining risk: dots for the grid, labelled diamonds for policies
  /// outside it, and a line through the policies that no other one dominates.
  static func front(_ report: SweepReport, id: String) -> Figure? {
    let shown = report.rows.filter { report.loss($0) != nil }
    guard !shown.isEmpty else { return nil }
    let (left, right, top, plot) = (52.0, 620.0, 22.0, 220.0)
    let base = top + plot
    var drawing = Drawing(height: base + 40, prefix: id)
    let most = report.measure == .median ? 1 : max(shown.compactMap(report.loss).max() ?? 0, 1e-9)
    func point(_ row: SweepReport.Row) -> Drawing.Point {
      (
        left + (right - left) * (row.refused ?? 0),
        base - plot * min((report.loss(row) ?? 0) / most, 1)
      )
    }
    var levels: [(part: Double, name: String)] = []
    if report.measure == .median {
      for decade in [0, 2, 4, 6, 8, 10, 12, 14] {
        levels.append((1 - Double(decade) / 14, "10\(superscript(decade))"))
      }
    } else {
      for quarter in 0...4 {
        let part = Double(quarter) / 4
        levels.append((part, precise(part * most)))
      }
    }
    for level in levels {
      let y = base - plot * level.part
      drawing.line(left, y, right, y, .grid, width: 0.5)
    }
    for level in levels {
      drawing.text(
        level.name, x: left - 6, y: base - plot * level.part + 4,
        Drawing.Style(size: 11, colour: .muted, anchor: .end))
    }
    drawing.percentAxis(left, right, y: base)
    drawing.text(
      "refused of today's passwords", x: (left + right) / 2, y: base + 34,
      Drawing.Style(size: 11, colour: .muted, anchor: .middle))
    drawing.text(
      report.measure.axis, x: left, y: top - 8, Drawing.Style(size: 11, colour: .muted))
    drawing.path(report.front.map(point), .comply, width: 1.6)
    var table = DataTable(
      "Policies by what they refuse and leave",
      [
        .words("policy"), .number("refused"), .number(report.measure.column), .words("best"),
        .words("rules"),
      ])
    for row in shown {
      let (cell, place, isBest) = (row.cell, point(row), row.isBest)
      let refused = row.refused.map(percent) ?? ""
      drawing.mark { drawing in
        let tip = "\(cell.name): refuses \(refused), \(report.measured(row) ?? "")"
        if cell.place == nil {
          drawing.marker(.diamond, x: place.x, y: place.y, size: 5, .violet, tip: tip)
        } else {
          drawing.marker(
            isBest ? .circle : .ring, x: place.x, y: place.y, size: isBest ? 4 : 2.5,
            isBest ? .comply : .grid, tip: tip)
        }
      }
      table.add([
        cell.name, refused, report.measured(row) ?? "", isBest ? "◆" : "",
        clipped(cell.rules, toCharacters: 200),
      ])
    }
    labels(
      report.beside.filter { report.loss($0) != nil }.map { ($0.cell.name, point($0)) }
    )
    .forEach { label in
      drawing.line(
        label.mark.x, label.mark.y, label.place.x + (label.isLate ? 3 : -3), label.place.y - 4,
        .violet, width: 0.7)
      drawing.text(
        label.name, x: label.place.x, y: label.place.y,
        Drawing.Style(
          size: 11.5, colour: .violet, isBold: true, anchor: label.isLate ? .end : .start,
          hasHalo: true), room: 260)
    }
    return Figure(
      id: id, title: "What each policy costs and what it leaves",
      caption:
        "Each point is a policy; further left refuses fewer of today's passwords, lower leaves less to "
        + "attackers."
        + (report.front.isEmpty ? "" : " The line joins those that no other beats.")
        + (report.beside.isEmpty ? "" : " Violet diamonds are the policies beside the grid."),
      description: (report.front.isEmpty ? shown : report.front + report.beside).map { row in
        "\(row.cell.name) refuses \(row.refused.map(percent) ?? "nothing")"
      }.joined(separator: ". ") + ".", drawing: drawing, table: table)
  }
}

/// The label of a mark.
private struct MarkLabel {
  let name: String
  let mark: Drawing.Point
  var place: Drawing.Point
  /// Whether it is left of its mark, for lack of room on the right.
  let isLate: Bool
}

/// Labels beside their marks, moved down where they would overlap.
private func labels(_ marks: [(name: String, point: Drawing.Point)]) -> [MarkLabel] {
  var placed: [MarkLabel] = []
  for mark in marks.sorted(by: { $0.point.y < $1.point.y }) {
    let isLate = mark.point.x > 400
    // The best policies lie on a line that descends to the right; below it, there is room on the
    // left.
    var y = isLate ? min(mark.point.y + 24, 236) : mark.point.y - 8
    for other in placed where other.isLate == isLate && y < other.place.y + 14 {
      y = other.place.y + 14
    }
    placed.append(
      MarkLabel(
        name: mark.name, mark: mark.point, place: (mark.point.x + (isLate ? -14 : 14), y),
        isLate: isLate))
  }
  return placed
}

/// One hue in five steps of lightness; numbers on each have a contrast of at least 4.5.
struct Shade {
  /// The colour of the cell.
  let colour: String
  /// The colour of the text in it.
  let ink: Palette

  /// The shade of a share in 0…1.
  init(_ share: Double) {
    let step = shadeStep(share, of: Self.steps.count)
    colour = Self.steps[step]
    ink = step < 3 ? .ink : .paper
  }

  /// From light to dark.
  static let steps = ["#f6e9df", "#e9c3a8", "#dd9c72", "#a54a17", "#6f2f0c"]
}

extension Drawing {
  /// A cell of a heat map.
  mutating func cell(
    x: Double, y: Double, width: Double, height: Double, _ shade: Shade, isFramed: Bool,
    tip: String?
  ) {
    // The frame has a distance from its cell, so that it is visible around dark ones, too.
    if isFramed {
      frame(
        x: x + 1.5, y: y + 1.5, width: width - 3, height: height - 3, fill: Palette.paper.rawValue,
        stroke: .ink, strokeWidth: 2, tip: nil)
    }
    let inset = isFramed ? 4.0 : 0.5
    frame(
      x: x + inset, y: y + inset, width: width - 2 * inset, height: height - 2 * inset,
      fill: shade.colour, stroke: .paper, strokeWidth: isFramed ? 0.5 : 1, tip: tip)
  }
}

extension SweepReport.Measure {
  /// The head of the policy's column.
  var column: String {
    switch self {
    case .ten: "found by 10, %"
    case .thousand: "found by 1,000, %"
    case .median: "half need 10^"
    }
  }

  /// The lower line of a cell.
  var below: String {
    switch self {
    case .ten: "the share of the rest that ten guesses find, in per cent"
    case .thousand: "the share of the rest that a thousand guesses find, in per cent"
    case .median: "the power of ten of the guesses that half of the rest withstand"
    }
  }

  /// The title of the vertical axis.
  var axis: String {
    switch self {
    case .ten: "share of the rest that ten guesses find"
    case .thousand: "share of the rest that a thousand guesses find"
    case .median: "guesses that half of the rest withstand (fewer further up)"
    }
  }
}
