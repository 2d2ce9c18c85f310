/// The first kit: bars in rows, with their axis below.
///
/// Names stand before bars and values behind them; on phones both stand above.
struct RowChart: Chart {
  /// A bar between two places of the axis, whose ends are 0 and 1.
  struct Bar {
    let from, to: Double
    let fill: Fill
    var tip: String?
    /// How far it is below its row's top, and its height; nil for the row's.
    var top = 0.0
    var height: Double?
    /// What stands behind it.
    var label: String?
    /// Whether a frame makes it an alarm.
    var isFramed = false

    /// Bars of lengths one behind the other; of nothing there is none.
    static func stack(_ pieces: [(length: Double, fill: Fill, tip: String?)]) -> [Bar] {
      var end = 0.0
      return pieces.map { piece in
        defer { end += piece.length }
        return Bar(from: end, to: end + piece.length, fill: piece.fill, tip: piece.tip)
      }
    }

    /// The bar of a part, solid to the least that it may be and hatched to the most; the whole axis is
    /// `whole` of the total.
    static func of(_ part: Part, _ fill: Fill, upTo whole: Double = 1, tip: String? = nil) -> [Bar]
    {
      let ends = (part.share / whole, part.mostShare / whole)
      return stack([(ends.0, fill, tip), (ends.1 - ends.0, .hatch, tip)])
    }

    /// The same bars lower in their row, and less high.
    static func placed(_ bars: [Bar], top: Double, height: Double) -> [Bar] {
      bars.map { bar in
        var bar = bar
        (bar.top, bar.height) = (top, height)
        return bar
      }
    }
  }

  struct Row {
    let name: String
    var value = ""
    /// A second value, at the edge.
    var side: String?
    var bars: [Bar] = []
    /// The tip of the whole row; without one its bars have tips.
    var tip: String?
    /// Places of a line across the bars, and of a dot.
    var tick, dot: Double?
    /// Whether it names the rows below it, and has no bars.
    var isHead = false
    /// The row's own legend, above its bars.
    var legend: [Drawing.Key] = []
    /// What the bar consists of: as a thin bar and in words below.
    var parts: [(length: Double, words: String)] = []
  }

  /// Where values stand in the wide picture.
  enum Values { case behindBars, behindAxis, atEdge }

  var rows: [Row]
  var legend: [Drawing.Key] = []
  /// The places of the axis's ends in the wide picture; the right one moves left if words need the room.
  var left = 216.0, right = 530.0
  /// The height of a bar, and the distance of rows.
  var bar = 20.0, step = 30.0
  var values = Values.behindBars
  var style = Drawing.Style.muted
  /// The labels of the axis; without any, values stand beside every bar.
  var axis: [Drawing.Tick] = []
  /// A dashed line across all rows.
  var rule: Double?
  /// What second values are.
  var sides = ""
  /// Whether bars have the whole width, and names stand above them in every picture.
  var isWhole = false

  private static let fills: [Fill] = [
    .solid(.refuse), .stripes(.violet), .dots(.comply), .crosses(.blue), .tint,
  ]

  func drawing(_ layout: Layout, _ prefix: String) -> Drawing {
    let isAbove = layout.isPhone || isWhole
    let place = Place(self, layout, isAbove)
    let heights = rows.map { place.head($0) + step + below($0) }
    let legendTop = legend.isEmpty ? 8 : 18 + 18 * Double(place.lines(legend))
    let base = legendTop + heights.reduce(0, +)
    var drawing = Drawing(
      width: layout.width, height: base + (axis.isEmpty ? 4 : 26), prefix: prefix)
    drawing.legend(legend, left: place.left, y: 14)
    if !isAbove, !sides.isEmpty { drawing.text(sides, x: place.edge, y: legendTop - 2, .beside) }
    // No line crosses a name.
    if values == .behindAxis, !isAbove, !rows.contains(where: \.isHead) {
      for tick in axis {
        drawing.line(place.x(tick.place), legendTop - 4, place.x(tick.place), base)
      }
    }
    var y = legendTop
    for (row, height) in zip(rows, heights) {
      let top = y + place.head(row)
      label(row, place, top: y, y: top, in: &drawing)
      if !row.isHead {
        drawing.mark(tip: row.tip) { draw(row, place, y: top, in: &$0) }
      }
      y += height
    }
    if let rule {
      drawing.line(place.x(rule), legendTop - 4, place.x(rule), base, .ink, dashes: "4 3")
    }
    if !isAbove, values != .behindAxis {
      drawing.line(place.left, legendTop - 4, place.left, base, .ink)
    }
    if !axis.isEmpty { drawing.axis(axis, from: place.left, to: place.right, y: base, in: layout) }
    return drawing
  }

  /// The room below a row's bars.
  private func below(_ row: Row) -> Double {
    row.parts.isEmpty ? 0 : 22 + 14 * Double(min(row.parts.count, mostNamed))
  }

  /// Of many rows only the largest parts are named, so that the figure fits a page.
  private var mostNamed: Int { rows.count > 4 ? 3 : 8 }

  /// Where rows stand in one layout.
  private struct Place {
    let left, right, edge: Double
    let isAbove: Bool
    /// Whether values are too wide to stand beside names above their bars.
    let isLong: Bool

    init(_ chart: RowChart, _ layout: Layout, _ isAbove: Bool) {
      self.isAbove = isAbove
      edge = layout.width - 4
      left = isAbove ? 4 : chart.left
      isLong =
        isAbove && chart.rows.contains { textWidth($0.value, size: chart.style.size) > 190 }
      let end = isAbove ? edge : chart.right
      let room = edge - left - 8
      // What stands behind bars needs room, too.
      let widths = chart.rows.flatMap { row -> [Double] in
        let value = textWidth(row.value, size: chart.style.size)
        let most = row.bars.map(\.to).max() ?? 0
        let labels = row.bars.compactMap { bar in
          bar.label.map { label in
            (room - textWidth(label, size: 11) - (isAbove ? 0 : value + 8)) / max(bar.to, 0.5)
          }
        }
        return labels
          + (isAbove || chart.values == .atEdge
            ? [] : [(room - value) / (chart.values == .behindAxis ? 1 : max(most, 0.5))])
      }
      right = left + min(end - left, widths.min() ?? .infinity)
    }

    func x(_ share: Double) -> Double { left + share * (right - left) }

    func lines(_ legend: [Drawing.Key]) -> Int {
      Drawing.legendLines(legend, from: left, to: edge)
    }

    /// The room above a row's bars.
    func head(_ row: Row) -> Double {
      isAbove
        ? (isLong ? 32 : 16) + (row.legend.isEmpty ? 0 : 4 + 18 * Double(lines(row.legend))) : 0
    }
  }

  private func label(
    _ row: Row, _ place: Place, top: Double, y: Double, in drawing: inout Drawing
  ) {
    let bold = Drawing.Style(isBold: true, anchor: .start)
    let beside = Drawing.Style(colour: .muted, anchor: .end)
    if row.isHead {
      drawing.text(row.name, x: 4, y: y + (place.isAbove ? 14 : 11), bold)
    } else if place.isAbove {
      let value = [row.value, row.side.map { "\(sides) \($0)" }].compactMap(\.self)
        .joined(separator: ", ")
      let isLow = !row.legend.isEmpty || place.isLong
      var own = style
      own.anchor = place.isLong ? .start : .end
      drawing.text(value, x: place.isLong ? place.left : place.edge, y: y - 5, own)
      let taken = isLow ? 0 : textWidth(value, size: style.size) * (style.isBold ? 1.1 : 1) + 10
      drawing.text(
        row.name, x: place.left, y: isLow ? top + 11 : y - 5,
        row.legend.isEmpty ? Drawing.Style(anchor: .start) : bold,
        room: place.edge - place.left - taken)
      drawing.legend(row.legend, left: place.left, y: top + 30)
    } else {
      let (base, room) = (y + bar / 2 + 4, place.left - 14)
      // Beside two bars there is room for two lines.
      let lines = bar < 24 ? [row.name] : Layout.lines(row.name, room: room, size: 12)
      for (number, line) in lines.enumerated() {
        let shift = 14 * (Double(number) - Double(lines.count - 1) / 2)
        drawing.text(line, x: place.left - 10, y: base + shift, .right, room: room)
      }
      let end = values == .behindAxis ? 1 : row.bars.map(\.to).max() ?? 0
      if values == .atEdge {
        drawing.text(row.value, x: place.edge, y: base, Drawing.Style(isBold: true, anchor: .end))
      } else {
        drawing.text(row.value, x: place.x(end) + 8, y: base, style)
      }
      if let side = row.side { drawing.text(side, x: place.edge, y: base, beside) }
    }
  }

  private func draw(_ row: Row, _ place: Place, y: Double, in drawing: inout Drawing) {
    for bar in row.bars {
      let (x, width) = (place.x(bar.from), place.x(bar.to) - place.x(bar.from))
      let (top, height) = (y + bar.top, bar.height ?? self.bar)
      drawing.bar(x: x, y: top, width: width, height: height, bar.fill, tip: bar.tip)
      if bar.isFramed, width > 0 {
        drawing.frame(
          x: x, y: top, width: width, height: height, fill: "none", stroke: .worst,
          strokeWidth: 2.5, tip: bar.tip)
      }
      if let label = bar.label { drawing.text(label, x: x + width + 6, y: top + 10, .muted) }
    }
    if let tick = row.tick {
      drawing.line(place.x(tick), y - 3, place.x(tick), y + bar + 3, .ink, width: 2)
    }
    if let dot = row.dot {
      drawing.marker(.circle, x: place.x(dot), y: y + bar / 2, size: 4, .ink)
    }
    let parts = Bar.stack(
      row.parts.enumerated().map { ($1.length, Self.fills[$0 % Self.fills.count], nil) })
    for part in parts {
      let width = place.x(part.to) - place.x(part.from)
      drawing.bar(x: place.x(part.from), y: y + bar + 6, width: width, height: 10, part.fill)
    }
    for (number, part) in row.parts.prefix(mostNamed).enumerated() {
      let line = y + bar + 30 + 14 * Double(number)
      drawing.bar(x: place.left, y: line - 8, width: 9, height: 9, parts[number].fill)
      let isLast = number == mostNamed - 1 && row.parts.count > mostNamed
      drawing.text(
        isLast ? "and \(row.parts.count - mostNamed + 1) more" : part.words,
        x: place.left + 15, y: line, .muted, room: place.edge - place.left - 19)
    }
  }
}
