/// The third kit: lines and marks in a plane, with an axis below and one at the left.
///
/// Places are in 0…1.
struct PlaneChart: Chart {
  typealias Point = (x: Double, y: Double)

  /// A line whose name stands at its end, on phones below the picture.
  struct Line {
    let name: String
    let look: Look
    let points: [Point]
    /// Of how many points one has a marker.
    var every = 1
  }

  /// A mark of its own, perhaps with its name beside it.
  struct Mark {
    let name: String
    let at: Point
    let form: Drawing.Marker
    let size: Double
    let colour: Palette
    var tip: String?
    /// How far it may lie further, which thin lines show.
    var most: Point?
    /// Whether its name is written where there is room; names of notes are small, and come last.
    var isNamed = true, isNote = false, isBold = false
    /// Whether there is free room below it, and no name of others may cover it.
    var isLow = false
  }

  /// The labels of the axes; the left one has grid lines.
  let across, up: [Drawing.Tick]
  var acrossTitle = "", upTitle = ""
  /// Whether labels below are names at equal distances, which may be clipped, and of many left out on phones.
  var hasNames = false
  var lines: [Line] = []
  var marks: [Mark] = []
  /// A line through marks, without a name.
  var path: [Point] = []
  /// Upright lines with labels above.
  var limits: [Drawing.Tick] = []
  /// What the pointer shows at places across.
  var tips: [(place: Double, text: String)] = []
  /// Where the first and the last line stop to tell much, if what lies between them is a band.
  var band: Double?
  var height = (wide: 210.0, phone: 210.0)

  private static let left = 46.0
  private static let top = 30.0

  func drawing(_ layout: Layout, _ prefix: String) -> Drawing {
    let plane = Plane(self, layout)
    let base = plane.base
    let below = base + (acrossTitle.isEmpty ? 26 : 42)
    let list = layout.isPhone && !lines.isEmpty ? 17 * Double(lines.count) + 4 : 0
    var drawing = Drawing(width: layout.width, height: below + list, prefix: prefix)
    for tick in up {
      drawing.line(plane.left, plane.y(tick.place), plane.right, plane.y(tick.place), width: 0.5)
    }
    for tick in up {
      drawing.text(tick.label, x: plane.left - 6, y: plane.y(tick.place) + 4, .beside)
    }
    drawing.axis(plane.across, from: plane.left, to: plane.right, y: base, in: layout)
    drawing.text(
      acrossTitle, x: (plane.left + plane.right) / 2, y: base + 36, Drawing.Style(anchor: .middle))
    drawing.text(upTitle, x: 4, y: 14, Drawing.Style(anchor: .start))
    for limit in limits {
      drawing.line(plane.x(limit.place), Self.top - 6, plane.x(limit.place), base, dashes: "2 3")
    }
    for limit in limits {
      drawing.text(
        limit.label, x: plane.x(limit.place), y: Self.top - 11,
        Drawing.Style(size: 11, colour: .muted, anchor: limit.place == 1 ? .end : .middle))
    }
    drawing.path(path.map(plane.at), .comply)
    if let band, let upper = lines.first, let lower = lines.last {
      drawing.band(upper.points.map(plane.at), lower.points.map(plane.at), .ink)
      drawing.line(plane.x(band), base - 8, plane.x(band), base + 8, .ink)
    }
    // Rows of the table are lines, unless they are marks or places across.
    for (line, name) in zip(lines, names(in: plane, below: below)) {
      if tips.isEmpty {
        drawing.mark { draw(line, plane, name, in: &$0) }
      } else {
        draw(line, plane, name, in: &drawing)
      }
    }
    for tip in tips {
      drawing.mark {
        $0.tip(
          tip.text, x: plane.x(tip.place) - 7, y: Self.top, width: 14, height: base - Self.top)
      }
    }
    for mark in marks { drawing.mark { draw(mark, plane, in: &$0) } }
    label(in: plane, &drawing)
    return drawing
  }

  /// The places of one layout.
  fileprivate struct Plane {
    let left = PlaneChart.left, right: Double, base: Double
    let layout: Layout
    let across: [Drawing.Tick]

    init(_ chart: PlaneChart, _ layout: Layout) {
      self.layout = layout
      base = PlaneChart.top + (layout.isPhone ? chart.height.phone : chart.height.wide)
      let room = layout.isPhone ? 270.0 : 424
      let every = layout.isPhone ? (chart.across.count + 3) / 4 : 1
      let most = min(room * Double(every) / Double(max(chart.across.count - 1, 1)) - 6, 78)
      across =
        !chart.hasNames
        ? chart.across
        : chart.across.enumerated().filter { $0.offset % every == 0 }.map {
          ($0.element.place, clipped($0.element.label, to: most, size: 11))
        }
      let half = textWidth(across.last?.label ?? "", size: 11) / 2
      right =
        layout.isPhone
        ? min(318, layout.width - 2 - half) : chart.lines.isEmpty ? 620 : 470
    }

    func x(_ place: Double) -> Double { left + (right - left) * min(max(place, 0), 1) }
    func y(_ place: Double) -> Double { base - (base - PlaneChart.top) * min(max(place, 0), 1) }
    func at(_ point: Point) -> Point { (x(point.x), y(point.y)) }
  }

  private func draw(_ line: Line, _ plane: Plane, _ name: Point, in drawing: inout Drawing) {
    let (points, look) = (line.points.map(plane.at), line.look)
    drawing.path(points, look.colour, dashes: look.dashes)
    // A single point makes no line, so its marker shows it.
    let marked = points.enumerated().filter { index, point in
      index % line.every == look.number * 2 % line.every
        && (point.x > plane.left || line.every == 1)
        || points.count == 1
    }
    drawing.markers(look.marker, at: marked.map(\.element), size: 3, look.colour)
    if !plane.layout.isPhone, let end = points.last {
      drawing.line(plane.right + 2, end.y, name.x, name.y, look.colour, width: 0.8)
    }
    drawing.path([name, (name.x + 22, name.y)], look.colour, dashes: look.dashes)
    drawing.marker(look.marker, x: name.x + 11, y: name.y, size: 3, look.colour)
    drawing.text(
      line.name, x: name.x + 28, y: name.y + 4,
      Drawing.Style(size: 11, isBold: look.number == 0, anchor: .start),
      room: drawing.width - name.x - 32)
  }

  /// The places of the names of lines: at their ends, moved apart where they would overlap, on phones below.
  private func names(in plane: Plane, below: Double) -> [Point] {
    if plane.layout.isPhone { return lines.indices.map { (4, below + 10 + 17 * Double($0)) } }
    let ends = lines.map { plane.y($0.points.last?.y ?? 0) }
    let order = ends.indices.sorted { (ends[$0], $0) < (ends[$1], $1) }
    let gap = min(15.0, (plane.base - Self.top + 16) / Double(max(lines.count, 1)))
    var places = ends
    var last = Self.top - gap
    for index in order {
      places[index] = max(ends[index], last + gap)
      last = places[index]
    }
    // Names below the axis move up again, the lowest first.
    var limit = plane.base + (hasNames ? 0 : 8)
    for index in order.reversed() {
      places[index] = min(places[index], limit)
      limit = places[index] - gap
    }
    return places.map { (plane.right + 12, $0) }
  }

  private func draw(_ mark: Mark, _ plane: Plane, in drawing: inout Drawing) {
    let at = plane.at(mark.at)
    if let most = mark.most.map(plane.at) {
      drawing.line(at.x, at.y, most.x, at.y, .muted, width: 0.8)
      drawing.line(at.x, at.y, at.x, most.y, .muted, width: 0.8)
    }
    drawing.marker(
      mark.form, x: at.x, y: at.y, size: mark.size, mark.colour,
      tip: plane.layout.isPhone ? nil : mark.tip)
  }
}

/// The style of a line; no two of twelve are alike, with or without colour.
struct Look {
  let number: Int
  var colour: Palette { number == 0 ? .ink : Palette.lines[(number - 1) % Palette.lines.count] }
  var dashes: String? {
    [nil, "6 3", "2 3", "9 3 2 3", "12 4", "4 2 1 2 1 2"][(number + (number - 1) / 4) % 6]
  }
  var marker: Drawing.Marker { Drawing.Marker.allCases[number % Drawing.Marker.allCases.count] }
}

// Names beside marks.
extension PlaneChart {
  /// Whether there are too many marks for names to keep off all of them.
  private var isDense: Bool { marks.count { !$0.isNote } > 60 }

  /// Writes names where there is room, and no grid line strikes them out; what has none is in the table.
  private func label(in plane: Plane, _ drawing: inout Drawing) {
    // Among hundreds of marks, names keep off those that have to be seen.
    var taken = marks.filter { !isDense || $0.isLow || $0.isNote }.map { mark in
      Box(plane.at(mark.at), size: mark.size + 1)
    }
    let lines = up.map { tick in
      Box(plane.left, plane.right, plane.y(tick.place) - 0.3, plane.y(tick.place) + 0.3)
    }
    // The rightmost first, since these have the least room; notes if there is room left.
    let sorted = marks.enumerated().sorted { one, other in
      (one.element.isNote ? 1 : 0, -one.element.at.x, one.offset)
        < (other.element.isNote ? 1 : 0, -other.element.at.x, other.offset)
    }
    for mark in sorted.map(\.element) where mark.isNamed {
      let size = mark.isNote ? 10 : 11.5
      let name = clipped(mark.name, to: plane.layout.pick(190, 150), size: size)
      let at = plane.at(mark.at)
      // Nobody should take a name for another's.
      let others = isDense || mark.isNote ? [] : marks.map { plane.at($0.at) }.filter { $0 != at }
      func room(margin: Double, _ taken: [Box]) -> (Spot, Box)? {
        Spot.all(of: mark).lazy.map { ($0, $0.box(of: name, size: size, at: at)) }.first { _, box in
          plane.isInside(box) && !taken.contains { $0.meets(box) }
            && (margin == 0 || !others.contains { Box($0, size: margin).meets(box) })
        }
      }
      let found = room(margin: 10, taken + lines) ?? room(margin: 0, taken + lines)
      guard let (spot, box) = found else { continue }
      taken.append(box)
      let (x, y) = (at.x + spot.x, at.y + spot.y)
      if abs(spot.y) > 16 {
        drawing.line(at.x, at.y, x + (spot.isEnd ? 2 : -2), y - 4, .muted, width: 0.6)
      }
      drawing.text(
        name, x: x, y: y,
        Drawing.Style(
          size: size, colour: mark.isNote ? .muted : .ink, isBold: mark.isBold,
          anchor: spot.isEnd ? .end : .start, hasHalo: true))
    }
  }
}

extension PlaneChart.Plane {
  fileprivate func isInside(_ box: Box) -> Bool {
    box.left >= left && box.right <= layout.width - 2 && box.top >= 22 && box.bottom <= base - 1
  }
}

/// A place of a name beside its mark.
private struct Spot {
  let x, y: Double
  /// Whether the name ends there.
  let isEnd: Bool

  init(_ x: Double, _ y: Double, isEnd: Bool) { (self.x, self.y, self.isEnd) = (x, y, isEnd) }

  func box(of name: String, size: Double, at point: PlaneChart.Point) -> Box {
    let (x, y, width) = (point.x + x, point.y + y, textWidth(name, size: size))
    let start = isEnd ? x - width : x
    return Box(start - 2, start + width + 2, y - 10, y + 3)
  }

  private static let low = (0..<6).map { Spot(-8, 14 + 13 * Double($0), isEnd: true) }
  private static let high = (0..<6).flatMap { step in
    [false, true].map { Spot($0 ? -8 : 8, -6 - 13 * Double(step), isEnd: $0) }
  }
  private static let beside = [
    Spot(8, 4, isEnd: false), Spot(-8, 4, isEnd: true), Spot(8, 16, isEnd: false),
  ]

  /// Where a name may stand beside its mark, the best place first; notes only near to it.
  static func all(of mark: PlaneChart.Mark) -> [Spot] {
    if mark.isNote { return beside + [low[0]] + high.prefix(2) }
    return mark.isLow
      ? low + beside + high
      : Array(high.prefix(2)) + beside + low + Array(high.dropFirst(2))
  }
}

/// A rectangle that text, a mark or a line takes.
private struct Box {
  let left, right, top, bottom: Double

  init(_ left: Double, _ right: Double, _ top: Double, _ bottom: Double) {
    (self.left, self.right, self.top, self.bottom) = (left, right, top, bottom)
  }

  /// A mark's.
  init(_ point: PlaneChart.Point, size: Double) {
    self.init(point.x - size, point.x + size, point.y - size, point.y + size)
  }

  func meets(_ other: Box) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }
}
