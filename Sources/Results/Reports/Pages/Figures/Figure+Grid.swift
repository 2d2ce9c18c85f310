extension Figure {
  /// F8: a heat map of a grid: minimum lengths as rows, classes and blocklists as columns; each
  /// cell shows the refused share above the remaining risk, darker for more refusals; a frame and ◆
  /// mark the policies that no other one dominates.
  static func grid(_ report: SweepReport, _ maps: [SweepReport.Map], id: String) -> Figure? {
    guard let first = maps.first, !first.lengths.isEmpty else { return nil }
    let shades = Shades(maps.flatMap { map in map.cells.compactMap(\.row.refused?.least) })
    let cells = maps.flatMap { map in map.cells.map { (map: map, cell: $0) } }
    let table = DataTable(
      "Policies of the grid", cells,
      [
        .words("policy") { $0.cell.row.cell.name },
        .number("fewest characters") { String($0.cell.0) },
        .number("kinds asked for") { $0.cell.1 == 0 ? "" : String($0.cell.1) },
        .words("besides") { $0.map.sheet.words(from: report.base) },
        .number("refused") { $0.cell.row.refused?.percent ?? "" },
        .number(report.measure.column) { report.measured($0.cell.row) ?? "" },
        .number("found by 10") { $0.cell.row.found.found(by: 10)?.precisePercent ?? "" },
        .words("best") { $0.cell.row.isBest ? "◆" : "" },
      ])
    let known = maps.flatMap { map in map.cells.compactMap(\.row.refused?.least) }
    return Figure(
      id: id,
      title: "The grid refuses \(percent(known.min() ?? 0)) to \(percent(known.max() ?? 0))"
        + (first.sheet.limitWords.map { ", \($0)" } ?? ""),
      caption:
        "Above, in bold: the share of today's passwords refused, in per cent; each shade has a fifth of "
        + "the policies. Below: \(report.measure.below); a dash of fewer than 1,000 passwords."
        + (report.front.isEmpty
          ? ""
          : " Framed and marked ◆: no other policy refuses fewer and \(report.measure.phrase)."),
      description: maps.map { map in
        "\(map.sheet.words(from: report.base)): "
          + map.lengths.compactMap { length in
            map.classes.first.flatMap { map.row(length, $0) }.map { row in
              "at least \(length) characters refuse "
                + (row.refused?.percent ?? "nothing")
            }
          }.joined(separator: ", ")
      }.joined(separator: ". ") + ". The table has every policy.", table: table
    ) { layout, prefix in
      GridDrawing(report, maps, shades, layout, prefix).drawing
    }
  }
}

/// The drawing of a grid: maps side by side as far as there is room, the others below.
private struct GridDrawing {
  private(set) var drawing: Drawing
  private let report: SweepReport
  private let shades: Shades
  private let layout: Layout

  private let line = 38.0
  private let head = 58.0
  private var left: Double { layout.pick(84, 34) }

  init(
    _ report: SweepReport, _ maps: [SweepReport.Map], _ shades: Shades, _ layout: Layout,
    _ prefix: String
  ) {
    self.report = report
    self.shades = shades
    self.layout = layout
    drawing = Drawing(width: layout.width, height: 0, prefix: prefix)
    let most = maps.map(\.classes.count).max() ?? 1
    let left = layout.pick(84, 34)
    let cell = min(56, (layout.width - left - 6) / Double(max(most, 1)))
    let perRow = max(1, Int((layout.width - left + 4) / (cell * Double(most) + 10)))
    var top = 0.0
    for start in stride(from: 0, to: maps.count, by: perRow) {
      let row = maps[start..<min(start + perRow, maps.count)]
      let lengths = row.flatMap(\.lengths).uniqued().sorted()
      let height = head + line * Double(lengths.count) + 12
      drawing.extend(by: height)
      names(of: lengths, top: top + head)
      for (number, map) in row.enumerated() {
        add(
          map, lengths, x: left + Double(number) * (cell * Double(most) + 10), top: top + head,
          cell: cell)
      }
      top += height
    }
    legend(y: top + 8)
  }

  private mutating func names(of lengths: [Int], top: Double) {
    let style = Drawing.Style.beside
    if layout.isPhone {
      drawing.text("least", x: left - 4, y: top - 9, style)
    } else {
      drawing.text("fewest", x: left - 10, y: top - 22, style)
      drawing.text("characters", x: left - 4, y: top - 9, style)
    }
    for (number, length) in lengths.enumerated() {
      drawing.text(
        String(length), x: left - 10, y: top + line * (Double(number) + 0.5) + 4, .right)
    }
  }

  private mutating func add(
    _ map: SweepReport.Map, _ lengths: [Int], x: Double, top: Double, cell: Double
  ) {
    let width = cell * Double(map.classes.count)
    drawing.text(
      map.sheet.listWords(from: report.base), x: x + width / 2, y: top - 42,
      Drawing.Style(isBold: true, anchor: .middle), room: max(width, 60))
    for (number, kinds) in map.classes.enumerated() {
      drawing.text(
        kinds == 0 ? "any" : "\(kinds) kinds", x: x + cell * (Double(number) + 0.5), y: top - 9,
        .below)
    }
    for (length, kinds, row) in map.cells {
      guard let down = lengths.firstIndex(of: length),
        let across = map.classes.firstIndex(of: kinds)
      else { continue }
      let place = (x: x + cell * Double(across), y: top + line * Double(down))
      let shade = shades.shade(of: row.refused?.least ?? 0)
      drawing.mark { drawing in
        drawing.cell(
          x: place.x, y: place.y, width: cell, height: line, shade, isFramed: row.isBest,
          tip: "\(row.cell.name): \(row.refused?.percent ?? "nothing") refused")
        drawing.text(
          (row.isBest ? "◆ " : "") + (row.refused.map { threeDigits($0.least) } ?? "–"),
          x: place.x + cell / 2, y: place.y + 15,
          Drawing.Style(size: 11.5, colour: shade.ink, isBold: true, anchor: .middle))
        drawing.text(
          report.measured(row) ?? "–", x: place.x + cell / 2, y: place.y + 29,
          Drawing.Style(size: 10.5, colour: shade.ink, anchor: .middle))
      }
    }
  }

  private mutating func legend(y: Double) {
    var (x, y) = (layout.pick(left, 4), y)
    drawing.extend(by: 24)
    func next(_ width: Double) -> Bool { x > 4 && x + width > layout.width - 2 }
    for (words, shade) in shades.legend {
      let width = 31 + textWidth(words, size: 11)
      if next(width) {
        (x, y) = (4, y + 18)
        drawing.extend(by: 18)
      }
      drawing.cell(x: x, y: y - 11, width: 14, height: 13, shade, isFramed: false, tip: nil)
      drawing.text(words, x: x + 19, y: y, .muted)
      x += width
    }
    guard !report.front.isEmpty else { return }
    if next(140) {
      (x, y) = (4, y + 18)
      drawing.extend(by: 18)
    }
    drawing.text("◆ no other is better", x: x, y: y, .muted)
  }
}

extension SweepReport.Map {
  /// The policies of the map, row by row.
  fileprivate var cells: [(length: Int, kinds: Int, row: SweepReport.Row)] {
    lengths.flatMap { length in
      classes.compactMap { kinds in row(length, kinds).map { (length, kinds, $0) } }
    }
  }
}

/// One hue in five steps of lightness; numbers on each have a contrast of at least 4.5.
struct Shade {
  /// The colour of the cell.
  let colour: String
  /// The colour of the text in it.
  let ink: Palette

  /// The step with this number.
  fileprivate init(_ step: Int) {
    colour = Self.steps[step]
    ink = step < 3 ? .ink : .paper
  }

  /// From light to dark.
  static let steps = ["#f6e9df", "#e9c3a8", "#dd9c72", "#a54a17", "#6f2f0c"]
}

/// The shades of the shares of a grid: each step has about a fifth of them, so that cells differ even
/// where all shares are near 100 %.
struct Shades {
  /// The least share of each step, and the greatest.
  private let steps: [(least: Double, most: Double)]

  init(_ shares: [Double]) {
    let known = Set(shares).sorted()
    let count = min(Shade.steps.count, known.count)
    steps = (0..<count).map { step in
      (known[known.count * step / count], known[known.count * (step + 1) / count - 1])
    }
  }

  /// The shade of one of the shares.
  func shade(of share: Double) -> Shade {
    Shade(max(0, (steps.lastIndex { $0.least <= share } ?? 0)))
  }

  /// The steps in words, from light to dark: `81.2–87.0 %`.
  var legend: [(words: String, shade: Shade)] {
    steps.enumerated().map { number, step in
      let (low, high) = (percent(step.least), percent(step.most))
      let words = low == high ? low : "\(low.dropLast(2))–\(high)"
      return (words + (number == 0 ? " refused" : ""), Shade(number))
    }
  }
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
    case .day: "found in a day, %"
    case .ten: "found by 10, %"
    case .thousand: "found by 1,000, %"
    case .median: "half need 10^"
    }
  }

  /// The lower line of a cell.
  var below: String {
    switch self {
    case .day: "the share of the rest that a day's guesses find, in whole per cent"
    case .ten: "the share of the rest that ten guesses find, in per cent"
    case .thousand: "the share of the rest that a thousand guesses find, in per cent"
    case .median: "the power of ten of the guesses that half of the rest withstand"
    }
  }
}
