/// The second kit: columns on a base line, values above and names below, in panels side by side.
struct ColumnChart: Chart {
  struct Column {
    let name: String
    /// The heights that it has at least and at most, one in front of the other.
    var bars: [(least: Double, most: Double, fill: Fill)]
    /// What stands above it, from top to bottom.
    var labels: [String] = []
    var tip: String?
    /// The height of an outlined column left of it.
    var behind: Double?
    /// The rows of the matrix in which it has a dot; nil for a column with a name instead.
    var dots: [Int]?

    /// The column of a part; both ends of a share are wider than a column.
    init(_ name: String, _ part: Part, _ fill: Fill, label: String) {
      self.name = name
      bars = [(part.share, part.mostShare, fill)]
      labels = part.isExact ? [label] : []
      tip = "\(name): \(part.grouped) (\(part.percent))"
    }

    init(_ name: String, _ bars: [(UInt64, Fill)], labels: [String], tip: String) {
      self.name = name
      self.bars = bars.map { (Double($0), Double($0), $1) }
      self.labels = labels
      self.tip = tip
    }
  }

  /// Columns each of which is a row of the figure's table.
  var columns: [Column] = []
  /// Instead, columns with a title, which together are one row.
  var panels: [(title: String, columns: [Column])] = []
  var legend: [Drawing.Key] = []
  /// Dashed lines with labels, at places that are counted in columns.
  var rules: [(label: String, place: Double)] = []
  var colour = Palette.muted
  /// The height of the highest column, and the most that one takes of the width.
  var height = 114.0, most = 40.0
  /// What the names below are.
  var unit = ""
  /// The rows of a matrix below the columns, in the wide picture.
  var matrix: [String] = []

  private var isTitled: Bool { !panels.isEmpty }

  func drawing(_ layout: Layout, _ prefix: String) -> Drawing {
    let panels = isTitled ? panels : [("", columns)]
    let perRow =
      !isTitled ? 1 : layout.isPhone ? 2 : panels.count == 5 ? 5 : max(2, min(panels.count, 4))
    let left = matrix.isEmpty ? 4.0 : 216
    let width = isTitled ? layout.width / Double(perRow) : layout.width - left - 4
    let count = Double(max(panels.map(\.columns.count).max() ?? 1, 1))
    let step = min((width - (isTitled ? 20 : 0)) / count, most)
    let names = Names(panels.first?.columns.map(\.name) ?? [], step: step)
    let rules = Rule.all(rules, left: left, step: step, to: layout.width)
    let keys = 18 * Double(Drawing.legendLines(legend, from: left, to: layout.width - 4))
    let rulesTop = 4 + keys
    let labels = panels.flatMap { $0.columns.map(\.labels.count) }.max() ?? 0
    let head = (isTitled ? 22.0 : 0) + 4 + 12 * Double(labels)
    let foot = matrix.isEmpty ? names.height : 16 + 20 * Double(matrix.count)
    let top = rulesTop + 14 * Double(rules.map { $0.line + 1 }.max() ?? 0)
    let lines = Double((panels.count + perRow - 1) / perRow)
    var drawing = Drawing(
      width: layout.width, height: top + (head + height + foot) * lines + (unit.isEmpty ? 4 : 18),
      prefix: prefix)
    drawing.legend(legend, left: left, y: 14)
    let highest = panels.flatMap { $0.columns.flatMap { $0.bars.map(\.most) } }.max() ?? 0
    let scale = height / max(highest, 1e-9)
    for rule in rules {
      let from = rulesTop + 14 * Double(rule.line) + 4
      drawing.line(rule.x, from, rule.x, top + head + height, colour, width: 1.4, dashes: "4 3")
    }
    for (number, panel) in panels.enumerated() {
      let origin = left + (isTitled ? width * Double(number % perRow) - left : 0)
      let start = origin + (isTitled ? (width - step * Double(panel.columns.count)) / 2 : 0)
      let base = top + (head + height + foot) * Double(number / perRow) + head + height
      if isTitled {
        drawing.text(
          panel.title, x: origin + width / 2, y: base - height - head + 14,
          Drawing.Style(isBold: number == 0, anchor: .middle), room: width - 16)
        drawing.mark { drawing in
          for (index, column) in panel.columns.enumerated() {
            draw(column, index, names, start, base, step, scale, in: &drawing)
          }
        }
      } else {
        drawMatrix(panel.columns, left: start, top: base + 16, step: step, in: &drawing)
        for (index, column) in panel.columns.enumerated() {
          drawing.mark { draw(column, index, names, start, base, step, scale, in: &$0) }
        }
      }
      let end = start + step * Double(panel.columns.count)
      drawing.line(start - 4, base, end + 4, base, .ink)
    }
    for rule in rules {
      drawing.text(
        rule.text, x: rule.x + (rule.isLeft ? -5 : 5), y: rulesTop + 12 + 14 * Double(rule.line),
        Drawing.Style(size: 11, colour: colour, anchor: rule.isLeft ? .end : .start, hasHalo: true))
    }
    if matrix.isEmpty {
      drawing.text(unit, x: left, y: drawing.height - 6, .muted)
    } else {
      drawing.text(unit, x: left - 10, y: top + head + height, .beside)
    }
    return drawing
  }

  private func draw(
    _ column: Column, _ index: Int, _ names: Names, _ start: Double, _ base: Double, _ step: Double,
    _ scale: Double, in drawing: inout Drawing
  ) {
    let x = start + step * Double(index)
    // Beside a column of all there is room for half a column.
    let (barX, width) =
      column.behind == nil ? (x + step * 0.14, step * 0.72) : (x + 1 + step * 0.36, step * 0.46)
    if let behind = column.behind {
      drawing.outline(x: x + 1, base: base, width: step * 0.36, height: behind * scale)
    }
    for (least, most, fill) in column.bars {
      let (low, high) = (least * scale, most * scale)
      drawing.bar(x: barX, y: base - low, width: width, height: low, fill, tip: column.tip)
      drawing.bar(
        x: barX, y: base - high, width: width, height: high - low, .hatch, tip: column.tip)
    }
    let middle = barX + width / 2
    if step >= 24 || isTitled || names.count <= 13 {
      let top = base - (column.bars.map(\.most).max() ?? 0) * scale - 4
      for (line, label) in column.labels.reversed().enumerated() {
        drawing.text(
          label, x: middle, y: top - 12 * Double(line),
          Drawing.Style(size: 10.5, anchor: .middle, hasHalo: true))
      }
    }
    if matrix.isEmpty {
      guard let shift = names.shift(index) else { return }
      let half = textWidth(column.name, size: 11) / 2
      drawing.text(
        column.name, x: min(x + step / 2, drawing.width - half - 1), y: base + 14 + shift, .below)
    } else if column.dots == nil {
      drawing.text(
        column.name, x: x + step, y: base + 28 + 20 * Double(matrix.count),
        Drawing.Style(size: 10.5, colour: .muted, anchor: .end))
    }
  }

  /// Dots where a column has something in a row, joined from the first to the last.
  private func drawMatrix(
    _ columns: [Column], left: Double, top: Double, step: Double, in drawing: inout Drawing
  ) {
    guard !matrix.isEmpty else { return }
    func y(_ row: Int) -> Double { top + 20 * Double(row) + 10 }
    for (row, name) in matrix.enumerated() {
      drawing.text(name, x: left - 10, y: y(row) + 4, .right, room: left - 14)
    }
    drawing.matrix(
      x: left, y: top, columns: columns.count, rows: matrix.count, stepX: step, stepY: 20)
    for (number, column) in columns.enumerated() {
      guard let first = column.dots?.first, let last = column.dots?.last, first < last else {
        continue
      }
      let x = left + step * (Double(number) + 0.5)
      drawing.line(x, y(first), x, y(last), .ink, width: 2)
    }
    let dots = columns.enumerated().flatMap { number, column in
      (column.dots ?? []).map { (left + step * (Double(number) + 0.5), y($0)) }
    }
    drawing.dots(dots, size: 5, .ink)
  }

  /// Where the names below columns stand: of few that would touch each other every second one is lower, of
  /// many some are left out, but not the last.
  private struct Names {
    let count: Int
    private let isStaggered: Bool
    private let every: Int
    private let last: Int

    init(_ names: [String], step: Double) {
      count = names.count
      let widths = names.map { textWidth($0, size: 11) + 3 }
      let isTight = widths.contains { $0 > step }
      isStaggered = isTight && count <= 13
      let others = widths.dropLast().max() ?? 0
      every = isStaggered ? 1 : max(1, Int((others / step).rounded(.up)))
      last = Int((others + (widths.last ?? 0)) / 2 / step)
    }

    var height: Double { isStaggered ? 32 : 18 }

    /// How much lower a name stands; nil if it is left out.
    func shift(_ index: Int) -> Double? {
      if isStaggered { return index % 2 == 1 ? 14 : 0 }
      let fromEnd = count - 1 - index
      return fromEnd == 0 || index % every == 0 && fromEnd > last ? 0 : nil
    }
  }

  /// A dashed line with its label, on the first line of text where neither lies on another's.
  private struct Rule {
    let text: String
    let x: Double
    /// Whether the label is left of its line, for lack of room on the right.
    let isLeft: Bool
    var line = 0

    private var extent: ClosedRange<Double> {
      let width = textWidth(text, size: 11) + 10
      return isLeft ? x - width...x : x...x + width
    }

    /// Whether the label of one lies on the line of the other, or on its label.
    private func meets(_ other: Rule) -> Bool {
      let (high, low) = line < other.line ? (self, other) : (other, self)
      return line == other.line
        ? extent.overlaps(other.extent)
        : low.x != high.x && low.extent.contains(high.x)
    }

    static func all(
      _ rules: [(label: String, place: Double)], left: Double, step: Double, to width: Double
    ) -> [Rule] {
      var placed: [Rule] = []
      for (label, place) in rules.sorted(by: { $0.place < $1.place }) {
        let x = left + step * place
        let isLeft = width - x < min(textWidth(label, size: 11) + 8, x)
        let text = clipped(label, to: (isLeft ? x : width - x) - 10, size: 11)
        var rule = Rule(text: text, x: x, isLeft: isLeft)
        let lines = (0...rules.count).filter { line in
          rule.line = line
          return !placed.contains { rule.meets($0) }
        }
        rule.line = lines.first ?? (placed.map(\.line).max() ?? -1) + 1
        placed.append(rule)
      }
      return placed
    }
  }
}
