/// The fourth kit: cells in rows and columns, in panels side by side as far as there is room.
struct GridChart: Chart {
  struct Cell {
    let row: Int
    let column: Int
    let above, below: String
    let shade: Shade
    let isFramed: Bool
    let tip: String
  }

  /// Cells under a title; rows are named by numbers, which panels side by side share.
  struct Panel {
    let title: String
    let columns: [String]
    let rows: [Int]
    let cells: [Cell]
  }

  let panels: [Panel]
  let legend: [(words: String, shade: Shade?)]
  /// What rows are, in two lines, and in one word on phones.
  let rowHeads: [String], brief: String

  private static let line = 38.0
  private static let head = 58.0

  func drawing(_ layout: Layout, _ prefix: String) -> Drawing {
    let left = layout.pick(84, 34)
    let most = Double(max(panels.map(\.columns.count).max() ?? 1, 1))
    let cell = min(56, (layout.width - left - 6) / most)
    let perRow = max(1, Int((layout.width - left + 4) / (cell * most + 10)))
    var drawing = Drawing(width: layout.width, height: 0, prefix: prefix)
    for start in stride(from: 0, to: panels.count, by: perRow) {
      let side = panels[start..<min(start + perRow, panels.count)]
      let rows = side.flatMap(\.rows).uniqued().sorted()
      let top = drawing.height + Self.head
      drawing.extend(by: Self.head + Self.line * Double(rows.count) + 12)
      let heads = layout.isPhone ? [brief] : rowHeads
      for (number, words) in heads.reversed().enumerated() {
        drawing.text(words, x: left - 4, y: top - 9 - 13 * Double(number), .beside)
      }
      for (number, row) in rows.enumerated() {
        drawing.text(
          String(row), x: left - 10, y: top + Self.line * (Double(number) + 0.5) + 4, .right)
      }
      for (number, panel) in side.enumerated() {
        let x = left + Double(number) * (cell * most + 10)
        draw(panel, rows, x: x, top: top, cell: cell, in: &drawing)
      }
    }
    var (x, y) = (layout.pick(left, 4), drawing.height + 8)
    for (words, shade) in legend {
      let width = (shade == nil ? 12 : 31) + textWidth(words, size: 11)
      if x > 4, x + width > layout.width - 2 { (x, y) = (4, y + 18) }
      if let shade { drawing.cell(x: x, y: y - 11, width: 14, height: 13, shade) }
      drawing.text(words, x: x + (shade == nil ? 0 : 19), y: y, .muted)
      x += width
    }
    drawing.extend(by: y + 16 - drawing.height)
    return drawing
  }

  private func draw(
    _ panel: Panel, _ rows: [Int], x: Double, top: Double, cell: Double, in drawing: inout Drawing
  ) {
    let width = cell * Double(panel.columns.count)
    drawing.text(
      panel.title, x: x + width / 2, y: top - 42, Drawing.Style(isBold: true, anchor: .middle),
      room: max(width, 60))
    for (number, name) in panel.columns.enumerated() {
      drawing.text(name, x: x + cell * (Double(number) + 0.5), y: top - 9, .below)
    }
    for own in panel.cells {
      guard let down = rows.firstIndex(of: own.row) else { continue }
      let (x, y) = (x + cell * Double(own.column), top + Self.line * Double(down))
      drawing.mark { drawing in
        drawing.cell(
          x: x, y: y, width: cell, height: Self.line, own.shade, isFramed: own.isFramed,
          tip: own.tip)
        for (text, y, size) in [(own.above, y + 15, 11.5), (own.below, y + 29, 10.5)] {
          drawing.text(
            text, x: x + cell / 2, y: y,
            Drawing.Style(size: size, colour: own.shade.ink, isBold: size > 11, anchor: .middle))
        }
      }
    }
  }
}

extension Drawing {
  /// A cell of a grid.
  fileprivate mutating func cell(
    x: Double, y: Double, width: Double, height: Double, _ shade: Shade, isFramed: Bool = false,
    tip: String? = nil
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
  var legend: [(words: String, shade: Shade?)] {
    steps.enumerated().map { number, step in
      let (low, high) = (percent(step.least), percent(step.most))
      let words = low == high ? low : "\(low.dropLast(2))–\(high)"
      return (words + (number == 0 ? " refused" : ""), Shade(number))
    }
  }
}
