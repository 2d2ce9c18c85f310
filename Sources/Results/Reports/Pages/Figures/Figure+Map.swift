extension Figure {
  /// F0: policies by what they refuse and what they leave; a line joins those that no other beats.
  ///
  /// `current` is the number of a policy that a larger mark shows.
  /// Nil if no policy has a place.
  static func map(_ map: PolicyMap, current: Int? = nil, id: String) -> Figure? {
    guard !map.places.isEmpty else { return nil }
    let table = DataTable(
      "Policies by what they refuse and what they leave", map.places + map.references,
      [
        .words("policy") { clipped($0.name, toCharacters: 60) },
        .number("refused") { $0.refusedWords }, .number(map.measure.column) { $0.leftWords },
        .number("comply") { $0.admitted }, .words("standing") { $0.standing.rawValue },
      ])
    let told = map.places.count <= PolicyOverview.mostCharted ? map.places : map.front
    return Figure(
      id: id, title: map.finding, caption: map.explanation,
      description: told.map { place in
        "\(clipped(place.name, toCharacters: 60)) refuses \(place.refusedWords) and leaves "
          + "\(place.leftWords)"
      }.joined(separator: ". ")
        + (told.count < map.places.count ? ". The table has all." : "."),
      table: table
    ) { layout, prefix in
      MapDrawing(map, current: current, layout, prefix: prefix).drawing
    }
  }
}

/// The drawing of a map.
private struct MapDrawing {
  private let map: PolicyMap
  private let layout: Layout
  private(set) var drawing: Drawing

  private let left = 46.0
  private let top = 30.0
  private var right: Double { layout.pick(620, 318) }
  private var base: Double { top + layout.pick(380, 280) }

  init(_ map: PolicyMap, current: Int?, _ layout: Layout, prefix: String) {
    self.map = map
    self.layout = layout
    drawing = Drawing(
      width: layout.width, height: 30 + layout.pick(380, 280) + 42, prefix: prefix)
    axes()
    // Between ends there is no line that none is below.
    if !map.hasExtents, map.frontFalls { drawing.path(map.front.map(point), .comply) }
    var marks: [Box] = []
    for place in map.places {
      let at = point(place)
      let isCurrent = place.number == current
      let end = place.most.map { point(refused: $0.refused, left: $0.left) }
      drawing.mark { drawing in
        if let end {
          drawing.line(at.x, at.y, end.x, at.y, .muted, width: 0.8)
          drawing.line(at.x, at.y, at.x, end.y, .muted, width: 0.8)
        }
        Self.mark(place, at: at, isCurrent: isCurrent, hasTip: !layout.isPhone, in: &drawing)
      }
      let size = isCurrent ? 8.0 : 5.0
      marks.append(Box(at.x - size, at.x + size, at.y - size, at.y + size))
    }
    for place in map.references {
      let at = point(place)
      drawing.mark { drawing in
        Self.mark(place, at: at, isCurrent: false, hasTip: !layout.isPhone, in: &drawing)
      }
    }
    // Among hundreds of marks, names keep off those that the line joins.
    let kept = zip(map.places, marks).filter { !isDense || $0.0.standing == .front }.map(\.1)
    label(besides: kept, current: current)
  }

  /// Whether there are too many marks for names to keep off all of them.
  private var isDense: Bool { map.places.count > 60 }

  private func point(_ place: PolicyMap.MappedPolicy) -> Drawing.Point {
    point(refused: place.refused, left: place.left)
  }

  private func point(refused: Double, left share: Double) -> Drawing.Point {
    (left + (right - left) * refused, base - (base - top) * share)
  }

  private mutating func axes() {
    for level in map.measure.levels {
      let y = base - (base - top) * level.height
      drawing.line(left, y, right, y, .grid, width: 0.5)
    }
    for level in map.measure.levels {
      drawing.text(level.label, x: left - 6, y: base - (base - top) * level.height + 4, .beside)
    }
    for quarter in 1...4 {
      let x = left + (right - left) * Double(quarter) / 4
      drawing.line(x, top, x, base, .grid, width: 0.5)
    }
    drawing.percentAxis(left, right, y: base, in: layout)
    drawing.text(
      "refused, of all passwords →", x: (left + right) / 2, y: base + 36,
      Drawing.Style(anchor: .middle))
    drawing.text("↑ \(map.measure.axis)", x: 4, y: 14, Drawing.Style(anchor: .start))
  }

  /// Draws the mark of a policy; its form says how it stands.
  private static func mark(
    _ place: PolicyMap.MappedPolicy, at point: Drawing.Point, isCurrent: Bool, hasTip: Bool,
    in drawing: inout Drawing
  ) {
    let tip =
      "\(place.name): refuses \(place.refusedWords), leaves \(place.leftWords)"
    let extra = isCurrent ? 3.5 : 0
    let (form, size, colour): (Drawing.Marker, Double, Palette) =
      switch place.standing {
      case .front: (.circle, 4, .comply)
      case .beaten: (.circle, 3, .muted)
      case .besideFactor: (.square, 3.5, .violet)
      case .few: (.ring, 2.6, .grid)
      case .reference: (.diamond, 2.6, .grid)
      }
    drawing.marker(
      form, x: point.x, y: point.y, size: size + extra, isCurrent ? .refuse : colour,
      tip: hasTip ? tip : nil)
  }

  /// A rectangle that text or a mark takes.
  private struct Box {
    let left, right, top, bottom: Double

    init(_ left: Double, _ right: Double, _ top: Double, _ bottom: Double) {
      self.left = left
      self.right = right
      self.top = top
      self.bottom = bottom
    }

    /// A mark's.
    init(_ point: Drawing.Point, size: Double) {
      self.init(point.x - size, point.x + size, point.y - size, point.y + size)
    }

    func meets(_ other: Box) -> Bool {
      left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
  }

  /// Writes names beside marks where there is room: of few policies all, else of those that nothing
  /// beats, which have free room below their line.
  private mutating func label(besides marks: [Box], current: Int?) {
    let named =
      map.places.count <= PolicyOverview.mostCharted
      ? map.places
      : map.places.filter {
        $0.standing == .front || $0.isNamed || $0.number == current
      }
    var taken = marks + map.references.map { Box(point($0), size: 3) }
    // The rightmost first, since these have the least room; references if there is room left.
    let sorted = named.sorted { ($1.refused, $0.number) < ($0.refused, $1.number) }
    for place in sorted + map.references {
      let isReference = place.standing == .reference
      let size = isReference ? 10 : 11.5
      let name = clipped(place.name, to: layout.pick(190, 150), size: size)
      let width = textWidth(name, size: size)
      let spots = isReference ? Self.near : spots(isLow: place.standing == .front)
      let found =
        room(beside: place, spots: spots, width: width, margin: isDense ? 0 : 10, taken)
        ?? room(beside: place, spots: spots, width: width, margin: 0, taken)
      guard let (spot, box) = found else { continue }
      taken.append(box)
      let at = point(place)
      let (x, y) = (at.x + spot.x, at.y + spot.y)
      if abs(spot.y) > 16 {
        drawing.line(at.x, at.y, x + (spot.isEnd ? 2 : -2), y - 4, .muted, width: 0.6)
      }
      drawing.text(
        name, x: x, y: y,
        Drawing.Style(
          size: size, colour: isReference ? .muted : .ink, isBold: place.number == current,
          anchor: spot.isEnd ? .end : .start, hasHalo: true))
    }
  }

  /// The first spot for a name of `width` that meets nothing, and has `margin` to the marks of others, so that
  /// nobody takes it for theirs.
  private func room(
    beside place: PolicyMap.MappedPolicy, spots: [Spot], width: Double, margin: Double,
    _ taken: [Box]
  ) -> (Spot, Box)? {
    let at = point(place)
    let others = margin == 0 ? [] : (map.places + map.references).map(point).filter { $0 != at }
    for spot in spots {
      let (x, y) = (at.x + spot.x, at.y + spot.y)
      let start = spot.isEnd ? x - width : x
      let box = Box(start - 2, start + width + 2, y - 10, y + 3)
      if isInside(box), !taken.contains(where: { $0.meets(box) }),
        !others.contains(where: { Box($0, size: margin).meets(box) })
      {
        return (spot, box)
      }
    }
    return nil
  }

  private func isInside(_ box: Box) -> Bool {
    box.left >= left && box.right <= layout.width - 2 && box.top >= top - 8
      && box.bottom <= base - 1
  }

  /// A place of a name beside its mark.
  private struct Spot {
    let x: Double
    let y: Double
    /// Whether the name ends there.
    let isEnd: Bool

    init(_ x: Double, _ y: Double, isEnd: Bool) {
      self.x = x
      self.y = y
      self.isEnd = isEnd
    }
  }

  private static let low = (0..<6).map { Spot(-8, 14 + 13 * Double($0), isEnd: true) }
  private static let high = (0..<6).flatMap { step in
    [false, true].map { Spot($0 ? -8 : 8, -6 - 13 * Double(step), isEnd: $0) }
  }
  private static let beside = [
    Spot(8, 4, isEnd: false), Spot(-8, 4, isEnd: true), Spot(8, 16, isEnd: false),
  ]

  private static let near = [
    Spot(6, 4, isEnd: false), Spot(-6, 4, isEnd: true), Spot(0, -6, isEnd: true),
    Spot(0, 13, isEnd: true),
  ]

  /// Where a name may stand beside its mark, the best place first.
  private func spots(isLow: Bool) -> [Spot] {
    if isDense {
      // What does not fit there is in the table.
      return Array(Self.low.prefix(layout.isPhone ? 3 : 6))
        + Self.high.prefix(layout.isPhone ? 1 : 4)
    }
    return isLow
      ? Self.low + Self.beside + Self.high
      : Array(Self.high.prefix(2)) + Self.beside + Self.low + Array(Self.high.dropFirst(2))
  }
}
